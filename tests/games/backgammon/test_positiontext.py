"""Positions as people type them: every way there and back, and what cannot be read."""

import contextlib
import random

import pytest

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import START, START_VIEW, Board
from tablekeeper.games.backgammon.matchid import Situation, match_id
from tablekeeper.games.backgammon.positionid import position_id
from tablekeeper.games.backgammon.positiontext import Placement, read_position, written
from tablekeeper.games.backgammon.xgid import xgid
from tests.games.backgammon.test_plays_oracles import random_positions
from tests.nonempty import nonempty
from tests.refusal import refusal

LISTS = "24:2 13:5 8:3 6:5 / 6:5 8:3 13:5 24:2"


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABMA",
        " 4HPwATDgc/ABMA\n",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
        "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
        " ".join(map(str, START_VIEW)),
        ",".join(map(str, START_VIEW)),
        LISTS,
        LISTS.replace(" / ", "/"),
        "6:5,8:3,13:5,24:2 / 6:5,8:3,13:5,24:2,off:0",
    ],
)
def test_the_start_in_every_way(text):
    assert read_position(text).board == START


def test_the_match_comes_with_its_ids():
    situation = Situation(7, (2, 3), cube=2, owner=1, on_roll=1, dice=(6, 2))
    for text in (
        f"{position_id(START, 1)}:{match_id(situation)}",
        f"{position_id(START, 1)} {match_id(situation)}",
        xgid(START, situation),
    ):
        found = read_position(text)
        assert found.situation == situation
        assert found.matched
        assert found.on_roll == 1
    assert not read_position("4HPwATDgc/ABMA").matched


def test_random_positions_there_and_back():
    rng = random.Random(6)
    for view, _ in nonempty(random_positions(300, 7)):
        own, his = sum(n for n in view if n > 0), -sum(n for n in view if n < 0)
        board = Board(view, (15 - own, 15 - his))
        situation = Situation(9, (rng.randrange(9), rng.randrange(9)), on_roll=0)
        placement = Placement(board, situation)
        ids = placement.ids
        assert ids is not None
        for text in (*ids, written(placement), " ".join(map(str, view))):
            assert read_position(text).board == board
        turned = Placement(board, Situation(on_roll=1))
        assert turned.ids is not None
        for text in nonempty(turned.ids):
            assert read_position(text) == Placement(board, Situation(on_roll=1), matched=True)


def test_missing_and_surplus_checkers_can_be_said_in_lists_only():
    short = read_position("6:14 off:0 / 24:2 13:5 8:3 6:5")
    assert (short.total(0), short.total(1)) == (14, 15)
    assert short.ids is None
    long = read_position("6:16 / 1:1")
    assert (long.total(0), long.total(1)) == (16, 15)
    assert read_position("6:14 / 6:14").total(0) == 15, "without off the missing are borne off"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a position: give"),
        ("hello", "is not a position id"),
        ("4HPwATDgc/ABM!", "not base64"),
        ("4HPwATDgc/ABMA:xyz", "is not a match id"),
        ("one two three four", "is not a position: give a GNU position id"),
        ("1 2 3", "has 26 of them"),
        (" ".join(["1"] + ["0"] * 25), "the other player's bar, at most 0"),
        (" ".join(["0"] * 6 + ["16"] + ["0"] * 19), "more than 15 checkers"),
        ("6:5 / 19:1", "Both players stand on the 6 point"),
        ("6:5 / x", "'x' is not a point with checkers"),
        ("6:5 6:2 / 1:1", "6 is twice in the list"),
        ("25:1 / 1:1", "There is no point 25"),
        ("6:21 / 1:1", "in the list: correct it"),
        ("6:5 / 1:1 / 2:2", "Two lists make a position"),
        ("6:5", "Two lists make a position"),
        ("6:5 / ", "The list of one player is empty"),
        (" / 6:5", "The list of one player is empty"),
        ("XGID=", "is not an XGID"),
        ("x" * 500, "is too long for a position"),
    ],
)
def test_what_cannot_be_read(text, sentence):
    assert sentence in refusal(read_position, text)


def test_any_text_is_read_or_refused():
    rng = random.Random(9)
    letters = "XGID=-bE:0123456789/ ,offbarA4HPw+\u00e9\n"
    for _ in range(3000):
        text = "".join(rng.choice(letters) for _ in range(rng.randint(0, 60)))
        with contextlib.suppress(UserError):
            read_position(text)
