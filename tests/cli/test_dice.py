"""`tablekeeper dice`: reports on a database and on plain files, names of sets, refusals in one sentence."""

import json
import random
from xml.etree import ElementTree

import pytest

from tablecore import records
from tablekeeper.store import Base, Batch, open_store
from tests.director.conftest import START, Room, Scribe


@pytest.fixture
def hall(tmp_path):
    """A database with a match whose dice were logged."""
    url = str(tmp_path / "hall.db")
    room = Room(url)
    board = room.board("a")
    room.match(board, 0)
    chance = random.Random(3)
    board.begin()
    board.write(records.PRESS, 0, 1)
    for _ in range(150):
        board.turn(chance.randint(1, 6), chance.randint(1, 6))
    room.send(board)
    room.close()
    return url


@pytest.fixture
def throws(tmp_path):
    """A plain file of fair throws, and one of a die that likes its six."""
    chance = random.Random(2)
    fair, sixes = tmp_path / "fair.txt", tmp_path / "sixes.txt"
    fair.write_text("".join(f"{chance.randint(1, 6)}-{chance.randint(1, 6)}\n" for _ in range(200)), "utf-8")
    sixes.write_text("".join(f"{chance.choice((1, 2, 3, 4, 5, 6, 6, 6))}\n" for _ in range(200)), "utf-8")
    return fair, sixes


def test_a_plain_file_is_reported(command, throws, tmp_path):
    fair, sixes = throws
    said = command("dice", "report", fair)
    assert said.exit_code == 0
    assert said.output.startswith("Nothing unusual. 5 questions to one group of throws")
    assert "200 throws, 400 dice" in said.output
    odd = command("dice", "report", sixes, "--svg", tmp_path / "odd.svg")
    assert "Unusual: the faces are uneven, most of all" in odd.output
    assert "not a proof" in odd.output
    drawn = (tmp_path / "odd.svg").read_text("utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert "more than usual" in drawn
    document = json.loads(command("dice", "report", "--json", "--suspect", 6, sixes).output)
    assert document["unusual"] is True
    [group] = document["groups"]
    [answer] = group["answers"]
    assert (answer["question"], answer["out_of"], answer["stand_out"]) == ("suspicion", 200, ["6"])
    assert sum(group["faces"]) == 200
    again = command("dice", "report", "-", input=sixes.read_text("utf-8"))
    assert "200 throws" in again.output
    assert command("dice", "report", fair, "--svg", "-").output.startswith("<svg")
    kept = fair.read_bytes()
    over = command("dice", "report", fair, "--svg", fair)
    assert over.exit_code == 2
    assert "File exists: name another file with --svg" in over.stderr
    assert fair.read_bytes() == kept
    both = command("dice", "report", fair, "--svg", "-", "--json")
    assert (both.exit_code, both.stdout) == (2, "")
    assert "print two documents" in both.stderr


def test_a_database_is_reported_by_whose_throws_they_were(command, hall):
    said = command("dice", "report", "--database", hall).output
    for name in (
        "Device Board aaaaaa", "Set of dice: not named", "Player Ann", "Player Bob", "Event: not named",
    ):
        assert name in said
    document = json.loads(command("dice", "report", "--player", "Ann", "--json", "--database", hall).output)
    [group] = document["groups"]
    assert group["name"] == "player Ann"
    assert (group["throws"], group["dice"]) == (76, 151)
    assert group["sources"] == {"typed": 76}
    by = json.loads(command("dice", "report", "--by", "player", "--json", "--database", hall).output)
    assert [one["name"] for one in by["groups"]] == ["Ann", "Bob"]
    assert by["level"] == 0.05


def test_sets_are_named_and_listed(command, hall):
    named = command("dice", "set", "red", "--table", "Board aaaaaa", "--database", hall)
    assert named.output == "The dice of Board aaaaaa are called red.\n"
    assert "Set of dice red" in command("dice", "report", "--by", "set", "--database", hall).output
    words = ("blue", "--table", "a" * 16, "--from", "2099-01-01 18:00", "--database", hall)
    later = command("dice", "set", *words)
    assert later.exit_code == 0
    assert "blue" not in command("dice", "report", "--by", "set", "--database", hall).output
    listed = command("dice", "sets", "--database", hall).output.splitlines()
    assert listed == ["Board aaaaaa: red, from start", "Board aaaaaa: blue, from 2099-01-01 18:00"]
    kept = json.loads(command("dice", "sets", "--json", "--database", hall).output)
    assert kept[0] == {"uid": "a" * 16, "match": None, "label": "red", "from_ms": 0}
    assert command("dice", "set", "", "--table", "a" * 16, "--from", "now", "--database", hall).exit_code == 0


def test_what_is_wrong_is_one_sentence(refused, command, hall, throws, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("3-1\n7\n", "utf-8")
    assert 'line 2: "7" is not a throw: write one die as 5, two as 3-1.' in refused("dice", "report", bad)
    (tmp_path / "bytes").write_bytes(b"\xff\xff")
    assert "not UTF-8" in refused("dice", "report", tmp_path / "bytes")
    assert "leave these options out" in refused("dice", "report", throws[0], "--player", "Ann")
    assert "No throw has the player 'Zoe': there are Ann, Bob." in refused(
        "dice", "report", "--player", "Zoe", "--database", hall
    )
    assert "There is no table 'X'" in refused("dice", "set", "red", "--table", "X", "--database", hall)
    assert "Name a table or a match" in refused("dice", "set", "red", "--database", hall)
    assert "is not a time" in refused(
        "dice", "set", "red", "--match", 1, "--from", "2026-02-30 18:00", "--database", hall
    )
    assert "is not a time" in refused("dice", "set", "red", "--match", 1, "--from", "noon")
    assert command("dice", "sets", "--json", "--database", hall).output.strip() == "[]"


def test_a_board_made_match_has_no_names(command, tmp_path):
    url = str(tmp_path / "hall.db")
    board = Scribe("b" * 16)
    board.boot()
    board.run()
    board.begin()
    with open_store(url, now=lambda: START, threaded=False) as store:
        store.ingest(Batch(board.uid, board.journal, 0, tuple(board.log), START))
        store.set_base(Base(board.uid, board.journal, board.base, START, 8))
        store.flush()
    said = command("dice", "report", "--database", url).output
    assert "Too few throws" in said
    assert "Player: not named" in said
