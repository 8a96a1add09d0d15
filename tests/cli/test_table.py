"""`tablekeeper table`, and seating from the command line, beside an open hall with boards."""

import json

import pytest

from tablekeeper.web.hallsocket import HallSocket
from tests.director.conftest import Room
from tests.director.eventroom import started


@pytest.fixture
def room(tmp_path):
    """An open hall with three boards on the database that `say` uses."""
    room = Room(str(tmp_path / "hall.db"))
    with HallSocket(room.director):
        yield room
    room.close()


def test_tables_are_listed_named_and_ordered(say, no, room):
    for digit in "abc":
        room.board(digit)
    room.director.boards.offline("b" * 16, "unplugged")
    say("table", "name", "a" * 16, "Table 1")
    assert say("table", "order", "Board cccccc", "Table 1") == "Board cccccc, Table 1, Board bbbbbb\n"
    assert json.loads(say("table", "list", "--json"))[1:] == [
        {"uid": "a" * 16, "name": "Table 1", "connected": True},
        {"uid": "b" * 16, "name": "Board bbbbbb", "connected": False},
    ]
    assert "There is no table 'Table 9': there is" in no("table", "name", "Table 9", "Bar")


def test_a_round_is_seated_while_the_hall_is_open(say, no, room):
    cup = started(room, "knockout", ("Ann", "Bob", "Cid", "Dan"), length=5)
    for digit in "ab":
        room.board(digit)
    shown = say("event", "seat", cup, "--dry-run")
    assert shown.startswith("Board aaaaaa: match A1")
    assert room.director.events.get(cup).tables == {}
    made = json.loads(say("event", "seat", cup, "--table", "Board bbbbbb", "--json"))
    assert [(one["pairing"]["match"], one["table"]) for one in made] == [("A1", "Board bbbbbb")]
    assert "match A2" in say("event", "seat", cup)
    assert len(room.director.events.get(cup).tables) == 2
    assert "nobody is to be seated" in no("event", "seat", cup)


def test_a_round_without_a_free_table_says_what_to_do(no, room):
    cup = started(room, "knockout", ("Ann", "Bob"), length=5)
    assert "connect boards, close finished matches, or name tables with --table" in no("event", "seat", cup)


def test_a_broken_board_is_replaced(say, no, room):
    one, two = room.board("a"), room.board("b")
    room.match(one, 7, "21m b12")
    one.play(1)
    one.game()
    one.opening(6, 1)
    one.turn()
    one.double()
    one.take()
    room.send(one)
    shown = say("table", "replace", "Board aaaaaa", "Board bbbbbb", "--dry-run")
    assert "would go on at Board bbbbbb: Ann 0, Bob 1, game 2, cube 2 at Ann, Bob on turn, clocks " in shown
    assert room.row(two).match is None
    assert "goes on at Board bbbbbb" in say("table", "replace", "Board aaaaaa", "Board bbbbbb")
    room.deliver(two)
    assert room.row(two).match.players == ("Ann", "Bob")
    assert "nothing to carry over" in no("table", "replace", "Board aaaaaa", "Board bbbbbb")


def test_naming_needs_an_open_hall_with_boards(no, say, room):
    assert "No free board is connected" in no("table", "identify")
    assert say("table", "identify", "--stop") == "The naming has ended.\n"
