"""Every paragraph of the regulation has its row: in the table of names, and in docs/regulation.md."""

import ast
import functools
import os
import re

import click
import pytest

from tablekeeper.cli import main
from tablekeeper.regulation.paragraphs import PARAGRAPHS, cited

ROW = re.compile(r"^\| (\d+) \| `([a-z0-9-]+)` \| (.+?) … \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def text(repository):
    """The paragraphs of the regulation's text, blanks made one."""
    folder = os.environ.get("TABLEKEEPER_SHARED", repository.parent / "shared")
    path = os.path.join(folder, "seeds", "backgammon-regulations.txt")
    if not os.path.isfile(path):
        pytest.skip(f"not beside the repository: the text of the regulation at {path}")
    with open(path, encoding="utf-8") as file:
        return [" ".join(line.split()) for line in file if line.strip()]


@pytest.fixture(scope="module")
def rows(repository):
    """The rows of the page: (number, name, opening, what, where, tests)."""
    return ROW.findall((repository / "docs" / "regulation.md").read_text("utf-8"))


def test_no_paragraph_of_the_text_is_missing_and_none_is_invented(text):
    assert len(text) == len(PARAGRAPHS)
    wrong = [
        one.number for one, line in zip(PARAGRAPHS, text, strict=True) if not line.startswith(one.opening)
    ]
    assert wrong == []


def test_names_are_unique_and_numbers_count_from_one():
    assert len({one.name for one in PARAGRAPHS}) == len(PARAGRAPHS)
    assert [one.number for one in PARAGRAPHS] == list(range(1, len(PARAGRAPHS) + 1))
    assert cited(("lateness", "discretion")) == "§13 lateness, §1 discretion"


def test_the_page_has_every_paragraph_in_order(rows):
    wanted = [(str(one.number), one.name, one.opening) for one in PARAGRAPHS]
    assert [row[:3] for row in rows] == wanted


def there(words):
    """Return whether words lead to a command."""
    command = main
    for word in words:
        if not isinstance(command, click.Group):
            return False
        command = command.get_command(click.Context(command), word)
    return command is not None


def test_what_the_page_names_is_there(rows, repository):
    wrong = []
    for number, _, _, _, where, _ in rows:
        for word in re.findall(r"`([^`]+)`", where):
            if word.endswith(".py"):
                homes = (repository / "host" / "tablekeeper", repository / "firmware" / "lib")
                if not any((home / word).is_file() for home in homes):
                    wrong.append(f"§{number}: there is no {word}")
            elif word.startswith("tablekeeper "):
                if not there(word.split()[1:]):
                    wrong.append(f"§{number}: there is no command {word}")
            elif not word.startswith("--"):
                wrong.append(f"§{number}: {word} is neither a module nor a command")
    assert wrong == []


@functools.cache
def functions(path):
    """Return the names of the functions of a module, none of one that isn't there."""
    known = ast.parse(path.read_text("utf-8")).body if path.is_file() else []
    return {one.name for one in known if isinstance(one, ast.FunctionDef)}


def test_the_tests_that_the_page_names_are_there(rows, repository):
    wrong = []
    for number, _, _, what, where, tests in rows:
        names = re.findall(r"`([^`]+)`", tests)
        if not names and not (where == "–" or what.startswith("for people only")):
            wrong.append(f"§{number}: done by the program, and no test says so")
        for name in names:
            place, _, function = name.partition("::")
            if function not in functions(repository / "tests" / place):
                wrong.append(f"§{number}: there is no test {name}")
    assert wrong == []
