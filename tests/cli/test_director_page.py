"""docs/director.md: its commands are typed in their order, as on the day, beside a hall with two boards."""

import re
import shlex

import pytest

from tablekeeper.cli.options import DATABASE
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


def test_an_evening_without_a_device_is_run_by_commands_alone(page, command, tmp_path, monkeypatch):
    [block] = re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S)
    monkeypatch.chdir(tmp_path)
    told, here = {}, {DATABASE: str(tmp_path / "e.db")}
    for line in block.splitlines():
        done = command(*shlex.split(line.removeprefix("tablekeeper ")), env=here)
        assert done.exit_code == 0, (line, done.output)
        told.setdefault(line.removeprefix("tablekeeper "), []).append(done.output)
    first, final = told["event seat Friday"]
    assert first.count("match A") == 2
    # each result freed its table: the final is at the first one, and nobody freed anything
    assert final.splitlines()[0].startswith("Table 1: match B1: Ann v Dan")
    assert re.search(r"1  Table 1 .*Ann v Dan", told["table list"][0])
    assert re.search(r"1 │ Ann ", told["event standings Friday"][0])
    [finished] = told["event finish Friday"]
    assert "inished" in finished
    assert command("table", "list", env=here).output.count(" v ") == 0


def test_the_contents_lead_to_the_sections(page):
    headings = {one.lower().replace(" ", "-") for one in re.findall(r"^## (.*)$", page, re.M)}
    linked = set(re.findall(r"\]\(#([\w-]+)\)", page))
    assert linked <= headings
    assert len(linked) == 6
