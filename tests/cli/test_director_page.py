"""docs/director.md: its commands are typed in their order, as on the day, beside a hall with two boards."""

import re
import shlex

import pytest

from tests.cli.evening import Evening, boards

#: what is open already while the commands are tried
HOST = ("serve",)


@pytest.fixture
def page(repository):
    return (repository / "docs" / "director.md").read_text("utf-8")


def test_the_commands_of_the_page_work_in_their_order(page, start, command, tmp_path, monkeypatch):
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page, re.M | re.S)
    [sheets] = [text for kind, text in blocks if kind == "csv"]
    (tmp_path / "sheets.csv").write_text(sheets)
    lines = [line for kind, text in blocks if not kind for line in text.splitlines()]
    assert len(lines) > 45
    assert all(line.startswith("tablekeeper ") for line in lines), lines
    made = boards(2, min)
    made.playing.clear()
    with made:
        hall = Evening(start, command, tmp_path, made)
        monkeypatch.chdir(tmp_path)
        for line in lines:
            words = line.removeprefix("tablekeeper ")
            # what asks for a closed hall: tests/director/test_rewinding.py does it
            if words.split()[0] in HOST or words.startswith("backup restore"):
                continue
            if words.startswith("account new"):
                told = command(*shlex.split(words), "--password-file", "-", input="a long password\n")
                assert told.exit_code == 0, told.output
            else:
                hall.type(words)


def test_the_contents_lead_to_the_sections(page):
    headings = {one.lower().replace(" ", "-") for one in re.findall(r"^## (.*)$", page, re.M)}
    linked = set(re.findall(r"\]\(#([\w-]+)\)", page))
    assert linked <= headings
    assert len(linked) == 6
