"""Exports of the club's rankings: printed or written, never over another file, with published names only."""

import csv
import io
import json
import xml.etree.ElementTree as ET

import pytest

from tests.feeds.test_sheets import opened


@pytest.fixture(scope="module")
def kept():
    """The database of the club, once it is made: nothing here writes it."""
    return {}


@pytest.fixture
def club(say, kept, tmp_path):
    """A championship and match play that count."""
    if kept:
        (tmp_path / "hall.db").write_bytes(kept["bytes"])
        return
    say("event", "new", "championship", "=Cup", "--first-to", 2)
    say("event", "enter", "=Cup", "Ann", "Bob", "@Cid")
    say("event", "start", "=Cup")
    for winner in ("Ann", "Bob", "Ann"):
        say("event", "result", "=Cup", "--winner", winner)
    say("event", "finish", "=Cup")
    say("rankings", "confirm", "=Cup", "--level", 2, "--date", "2026-05-03")
    say("event", "new", "round-robin", "Open", "--length", 5)
    say("event", "enter", "Open", "Ann", "Bob")
    say("event", "start", "Open")
    say("event", "result", "Open", "--players", "Ann,Bob", "--winner", "Bob", "--score", "3,5")
    say("event", "finish", "Open")
    say("rankings", "confirm", "Open", "--date", "2026-05-10")
    kept["bytes"] = (tmp_path / "hall.db").read_bytes()


def test_what_is_printed(say, club):
    rows = list(csv.DictReader(io.StringIO(say("rankings", "export"), newline="")))
    assert [(row["Rank"], row["Player"], row["Total"]) for row in rows] == [
        ("1", "Ann", "16"), ("2", "Bob", "9"), ("3", "'@Cid", "4"),
    ]  # fmt: skip
    assert rows[0]["'=Cup"] == "16"
    told = json.loads(say("rankings", "export", "medal", "--format", "json"))
    assert told == json.loads(say("rankings", "show", "medal", "--json"))
    ratings = json.loads(say("rankings", "export", "fibs", "--format", "json"))
    assert [(row["player"], row["matches"]) for row in ratings["rows"]] == [("Bob", 1), ("Ann", 1)]
    assert ET.fromstring(say("rankings", "export", "--format", "svg")).get("role") == "img"
    assert "what counts" in say("rankings", "export", "--format", "season.svg")
    assert say("rankings", "export", "--as-of", "2026-05-01").splitlines()[1:] == []


@pytest.mark.parametrize("ending", ["csv", "json", "xlsx", "svg", "season.svg"])
def test_a_file_says_by_its_end_what_it_is(say, no, club, tmp_path, ending):
    file = tmp_path / f"world.{ending}"
    assert say("rankings", "export", "world", "--output", file) == ""
    content = file.read_bytes()
    if ending == "xlsx":
        assert [row["C"] for row in opened(content)["World Rankings"][1:]] == ["Ann", "Bob", "@Cid"]
    else:
        # what is printed comes here with the ends of lines of this system
        printed = say("rankings", "export", "world", "--format", ending)
        assert content.decode().replace("\r\n", "\n") == printed
        assert content.count(b"\r\n") == (4 if ending == "csv" else 0)
    assert "name another file with --output" in no("rankings", "export", "world", "--output", file)
    assert file.read_bytes() == content


def test_who_wants_no_name_published(say, club):
    say("people", "consent", "Bob", "private")
    for ranking in ("world", "medal", "fibs", "openskill"):
        for kind in ("csv", "json"):
            told = say("rankings", "export", ranking, "--format", kind)
            assert "Bob" not in told
            assert "Player 2" in told
    assert "Bob" in say("rankings", "show")


def test_what_cannot_be(no, club, tmp_path):
    assert "name a file with --output" in no("rankings", "export", "--format", "xlsx")
    assert "no picture of the rating list" in no("rankings", "export", "fibs", "--format", "svg")
    assert "No such file or directory" in no("rankings", "export", "--output", tmp_path / "none" / "a.csv")
