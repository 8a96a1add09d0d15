"""`tablekeeper table`, and seating from the command line, beside an open hall with boards."""

import json

import pytest

from tablekeeper.web.hallsocket import HallSocket
from tests.director.conftest import Room
from tests.director.eventroom import started
from tests.director.test_lost_on_time import flagged


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
    more = {"device": True, "zone": "", "out": "", "players": ""}
    assert json.loads(say("table", "list", "--json"))[1:] == [
        {"uid": "a" * 16, "name": "Table 1", "connected": True, **more},
        {"uid": "b" * 16, "name": "Board bbbbbb", "connected": False, **more},
    ]
    assert "There is no table 'Table 9'. Tables here" in no("table", "name", "Table 9", "Bar")


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
    one.begin(6, 1)
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


def test_a_wrong_option_of_a_set_up_names_those_that_exist(no, room):
    room.board("a")
    told = no("table", "set-up", "Board aaaaaa", "backgammon", "Ann", "Bob", "--set", "lenght=7")
    assert "There is no option 'lenght' here. The options are: length=TEXT, " in told
    told = no("table", "set-up", "Board aaaaaa", "backgammon", "Ann", "Bob", "--set", "length")
    assert "Write an option as NAME=VALUE, not 'length'." in told


def test_what_is_ordered_at_a_table_is_undone_by_its_number(say, no, room):
    board = room.board("a")
    assert "is set up: match" in say("table", "set-up", "Board aaaaaa", "backgammon", "Ann", "Bob",
                                     "--set", "length=7", "--set", "control=10m")  # fmt: skip
    room.deliver(board)
    board.play(1)
    board.begin(6, 1)
    board.turn()
    room.send(board)
    name = "Board aaaaaa"
    assert "do not" not in say("table", "points", name, "Ann", "2", "--cause", "conduct", "--reason", "noise")
    room.deliver(board)
    assert board.sheet.score == [2, 1]
    assert "Ann loses 2 points" in say("table", "undo", "--show")
    assert say("table", "undo", "--reason", "another table").startswith("Undone: ")
    room.deliver(board)
    assert board.sheet.score == [0, 1]
    refused = no("table", "time", name, "Cid", "5:00", "--reason", "x")
    assert "Cid does not play there: Ann and Bob do." in refused
    assert "like 5:05" in no("table", "time", name, "Ann", "five", "--reason", "x")
    say("table", "time", name, "Ann", "5:05", "--reason", "not stopped")
    room.deliver(board)
    assert board.sheet.clock.remaining(0, board.ms) // 1000 == 305
    say("table", "seal", name)
    room.deliver(board)
    assert board.sheet.sealed == 1
    say("table", "undo", "--reason", "too early")
    room.deliver(board)
    assert board.sheet.sealed == 0
    say("table", "clock", name, "5m b12")
    room.deliver(board)
    assert board.sheet.clock.delay[0] == 12_000
    assert "a game of match" in no("table", "close", name).lower()
    say("table", "forfeit", name, "--winner", "Bob")
    room.deliver(board)
    board.end()
    room.send(board)
    assert "goes on at Board aaaaaa from Ann 0, Bob 1, in game 2" in say("table", "undo", "--show")
    say("table", "close", name)
    room.deliver(board)
    assert "No match is at Board aaaaaa" in no("table", "seal", name)
    assert "There is no action 99" in no("table", "undo", "99")


def test_a_match_lost_on_time_by_mistake_is_restored(say, no, room):
    board = room.board("a")
    name = "Board aaaaaa"
    assert "no match was lost on time" in no("table", "restore", name, "--show")
    seat = flagged(room, board)
    shown = say("table", "restore", name, "--show")
    assert f"{('Ann', 'Bob')[seat]} lost match {board.number} on time" in shown
    assert "needs a reason" in no("table", "restore", name)
    said = say("table", "restore", name, "--left", "2:00", "--reason", "the clock was not stopped")
    assert said.startswith("The match goes on at Board aaaaaa from Ann 0, Bob 1, in game 2")
    room.deliver(board)
    assert board.sheet.clock.remaining(seat, board.ms) == 120_000
