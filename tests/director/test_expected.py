"""Which game a board is told that it will be set up for next."""

import pytest

from tablecore import sheets
from tablecore.sheets import BLANK
from tablekeeper.director.expected import SHOWN_MS
from tests.director.eventroom import started

FOUR = ("Ann", "Bob", "Cid", "Dan")


@pytest.mark.parametrize(
    ("form", "players", "options", "program"),
    [
        ("knockout", FOUR, {"length": 5}, sheets.BACKGAMMON),
        ("championship", FOUR[:3], {"first_to": 2}, sheets.RACE),
        ("tara", FOUR, {"level": 2, "opening": "linked", "op0_builds": True}, sheets.TARA),
    ],
)
def test_where_one_event_runs_its_game_comes_next(room, form, players, options, program):
    board = room.board("a")
    expected = room.director.expected
    assert expected.of(board.uid) == BLANK
    event = started(room, form, players, **options)
    assert expected.of(board.uid) == program
    room.director.events.finish(event, "no more")
    assert expected.of(board.uid) == BLANK


def test_where_two_games_are_played_it_is_not_known(room):
    board = room.board("a")
    started(room, "knockout", FOUR, length=5)
    other = started(room, "championship", FOUR[:3], first_to=2)
    assert room.director.expected.of(board.uid) == BLANK
    room.director.events.finish(other, "enough")
    assert room.director.expected.of(board.uid) == sheets.BACKGAMMON


def test_the_form_that_the_director_looks_at_says_it_for_a_while(room):
    here, there = room.board("a"), room.board("b")
    expected = room.director.expected
    started(room, "knockout", FOUR, length=5)
    expected.shown(here.uid, "race")
    assert (expected.of(here.uid), expected.of(there.uid)) == (sheets.RACE, sheets.BACKGAMMON)
    room.now += SHOWN_MS - 1
    assert expected.of(here.uid) == sheets.RACE
    room.now += 1
    assert expected.of(here.uid) == sheets.BACKGAMMON
    expected.shown(here.uid, "no such game")
    assert expected.of(here.uid) == sheets.BACKGAMMON
