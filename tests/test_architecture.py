"""What docs/architecture.md promises: every path is there, and one search answers each question."""

import re

import pytest

#: A search that finds more files than this answers nothing; a folder's own files count as one.
MOST = 6
#: Names in the drawings that stand for a folder of choice.
PATTERN = "<[a-z]+>"
SEARCHED = {".py", ".toml", ".html"}
ROW = re.compile(r"^\| (Where|Who)[^|]+\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def page(repository):
    """Return the text of the page."""
    return (repository / "docs" / "architecture.md").read_text("utf-8")


def search(folder, word):
    """Return the files below a folder that hold a word, in upper or lower case."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix in SEARCHED and word.lower() in path.read_text("utf-8").lower()
    ]


def test_each_question_is_answered_by_one_search(repository, page):
    rows = ROW.findall(page)
    assert len(rows) == len(re.findall(r"^\| (?:Where|Who) ", page, re.MULTILINE)) >= 15
    for _, word, folder, answer in rows:
        found = search(repository / folder, word)
        place = repository / answer
        inside = [path for path in found if path == place or place in path.parents]
        assert inside, f"no file of {answer} holds {word!r}"
        others = len(found) - len(inside)
        assert others < MOST, f"{word!r} in {folder} is in {others} other files"


def test_a_word_that_is_not_there_is_not_found(repository):
    assert search(repository / "firmware", "no such " + "word") == []


def test_every_folder_of_the_tables_exists(repository, page):
    missing = []
    headings = re.findall(r"^### [^\n]*: `([a-z/]+)`", page, re.MULTILINE)
    assert len(headings) == 3
    for heading in headings:
        section = page.partition(f": `{heading}`")[2].partition("\n## ")[0].partition("\n### ")[0]
        for cell in re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE):
            names = re.findall(r"`([^`]+)`", cell)
            # folders beside the first one of a cell are written without their parent
            parent = names[0].rpartition("/")[0].rpartition("/")[0]
            tried = [(name, f"{parent}/{name}" if parent else name) for name in names]
            missing += [
                name
                for name, beside in tried
                if not any((repository / heading / one).is_dir() for one in (name, beside))
            ]
    assert missing == []


def test_the_tables_name_every_folder_of_the_host(repository, page):
    section = page.partition("### On the host")[2].partition("### In the simulator")[0]
    named = set(re.findall(r"`([a-z/]+)/`", section))
    host = repository / "host" / "tablekeeper"
    folders = {path.parent.name for path in host.glob("*/__init__.py")}
    assert {folder for folder in folders if folder not in named} == set()


def test_every_file_of_the_drawings_exists(repository, page):
    drawings = re.findall(r"^```\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    roots = [repository / "firmware" / "lib", repository / "host" / "tablekeeper", repository]
    named = [name for text in drawings[:2] for name in re.findall(r"[a-z<][a-z<>/]+(?:\.py|/(?=\s))", text)]
    assert len(named) > 15
    patterns = {name: re.sub(PATTERN, "*", name).rstrip("/") for name in named}
    assert [name for name in named if not any(any(root.glob(patterns[name])) for root in roots)] == []
