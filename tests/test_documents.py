"""What the documents promise is there: files they point to, and commands they name."""

import re
import subprocess
import sys


def documents(root):
    """Return the repository's own documents."""
    top = [root / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "firmware/PROTOCOL.md")]
    return [*top, *sorted((root / "docs").rglob("*.md"))]


def test_links_lead_somewhere(repository):
    broken = []
    for document in documents(repository):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text("utf-8")):
            if "://" not in target and not (document.parent / target).exists():
                broken.append(f"{document.relative_to(repository)}: {target}")
    assert broken == []


def test_folders_of_the_readme_exist(repository):
    table = (repository / "README.md").read_text("utf-8").partition("## Where things are")[2]
    folders = re.findall(r"^\| `([a-z/]+)`", table, re.MULTILINE)
    assert len(folders) > 5
    assert [folder for folder in folders if not (repository / folder).is_dir()] == []


def test_places_that_contributors_are_sent_to_exist(repository):
    """A path in backquotes begins at the top, or in the folder that its list is about."""
    text = (repository / "CONTRIBUTING.md").read_text("utf-8")
    roots = [repository, repository / "firmware", repository / "firmware" / "lib" / "tabledevice"]
    roots += [repository / "host" / "tablekeeper", repository / "host" / "tablekeeper" / "director"]
    named = [name for name in re.findall(r"`([\w./<>]*/[\w./<>]*)`", text) if "<" not in name]
    # a package of somebody's own; what a command makes
    named = [name for name in named if not name.startswith(("clubduel/", "build/"))]
    assert len(named) > 30
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []


def test_make_knows_every_goal_that_documents_name(repository):
    goals = set(re.findall(r"^([a-z]+):", (repository / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {
        goal
        for document in documents(repository)
        for goal in re.findall(r"(?:`|^)make ([a-z]+)", document.read_text("utf-8"), re.MULTILINE)
    }
    assert {"demo", "test"} <= named
    assert named <= goals


def test_make_lists_every_goal(repository):
    listed = subprocess.run(
        ["make", "-s", "help"], cwd=repository, capture_output=True, text=True, check=True
    ).stdout
    text = (repository / "Makefile").read_text("utf-8")
    goals = set(re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split())
    assert set(re.findall(r"^  make ([a-z]+) +\S", listed, re.MULTILINE)) == goals


def test_the_program_knows_every_command_that_documents_name(repository):
    named = {
        command
        for document in documents(repository)
        for command in re.findall(r"(?:`|^)tablekeeper ([a-z]+)", document.read_text("utf-8"), re.MULTILINE)
    }
    assert named
    help_text = subprocess.run(
        [sys.executable, "-c", "from tablekeeper.cli import main; main(['--help'])"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert [command for command in sorted(named) if not re.search(rf"^ +{command}\b", help_text, re.M)] == []


def test_decisions_are_numbered_through_and_indexed(repository):
    text = (repository / "docs" / "decisions.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    numbers = [int(one.partition(".")[0]) if re.match(r"\d+\. ", one) else one for one in headings]
    assert numbers == list(range(1, len(headings) + 1))
    index = text.partition("| subject |")[2].partition("## 1.")[0]
    assert {int(one) for one in re.findall(r"\b\d+\b", index)} == set(numbers)
