"""Every citation of a rule can be followed: the page is in the repository and has the heading.

A citation is the path of a page below docs/rules, then the headings it means in quotes:
docs/rules/races.md, "League", "Challengers". A paragraph of the regulation is cited by its number (§13) and
stands in docs/regulation.md.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "docs" / "rules"
PLACES = ("benchmarks", "docs", "firmware", "host", "hw", "simulator", "tests")
KINDS = {".py", ".md", ".toml", ".html"}
#: a page, then quoted headings, with a comma, "and" or a bracket between them; a line may end anywhere
CITATION = re.compile(r'docs/rules/(\w+\.md)((?:(?:,|,? and)?\s\(?"[^"\n]+")*)')
#: pages that are cited without saying that they are in docs/rules, or that are not in the repository
LOST = re.compile(r"(?<!docs/)\brules/\w+\.md|\bseeds/[\w-]+\.txt")


def texts():
    """Every text of the repository that may cite a rule, with its path."""
    for folder in PLACES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS and path != Path(__file__) and "build" not in path.parts:
                yield path, path.read_text("utf-8")


def headings(page):
    """Return the headings of a page."""
    text = (RULES / page).read_text("utf-8")
    return {line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("#")}


def citations():
    """Return (file, page, heading) of all citations; the heading is empty where a whole page is cited."""
    found = []
    for path, text in texts():
        for page, quoted in CITATION.findall(text):
            named = re.findall(r'"([^"]+)"', quoted) or [""]
            found += [(path.relative_to(ROOT), page, heading) for heading in named]
    return found


def test_every_cited_page_has_the_cited_heading():
    cited = citations()
    assert len(cited) > 100
    wrong = [
        f'{path}: docs/rules/{page} has no "{heading}"'
        for path, page, heading in cited
        if not (RULES / page).is_file() or (heading and heading not in headings(page))
    ]
    assert not wrong, "\n".join(wrong)


def test_every_cited_paragraph_is_in_the_table():
    table = (ROOT / "docs" / "regulation.md").read_text("utf-8")
    known = {int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}
    cited = {(path, int(number)) for path, text in texts() for number in re.findall(r"§ ?(\d+)", text)}
    assert len(cited) > 10
    assert not {(str(path), number) for path, number in cited if number not in known}


def test_no_citation_leads_out_of_the_repository():
    lost = [f"{path.relative_to(ROOT)}: {one}" for path, text in texts() for one in LOST.findall(text)]
    assert not lost, "\n".join(lost)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('docs/rules/races.md, "League", tie-breaks', [("races.md", ["League"])]),
        ('docs/rules/tara.md ("Match", "Scoring")', [("tara.md", ["Match", "Scoring"])]),
        ('docs/rules/races.md, "League" and\n"Medal Race"', [("races.md", ["League", "Medal Race"])]),
        ("docs/rules/ttt.md.", [("ttt.md", [])]),
    ],
)
def test_citations_are_read(text, found):
    read = [(page, re.findall(r'"([^"]+)"', quoted)) for page, quoted in CITATION.findall(text)]
    assert read == found
