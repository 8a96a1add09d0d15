"""Wrong starts, other than 15 checkers, closed boards and what can still be lost."""

import pytest

from tablekeeper.games.backgammon import paragraphs
from tablekeeper.games.backgammon.board import START, Board
from tablekeeper.games.backgammon.match import outcome
from tablekeeper.games.backgammon.positiontext import read_position
from tablekeeper.games.backgammon.standing import can_lose, closed, counted, differences, start_correction

WRONG = "24:2 13:5 8:4 6:4 / 24:2 13:5 8:3 6:5"


@pytest.mark.parametrize(("rolls", "allowed"), [(0, True), (1, True), (3, True), (4, False), (9, False)])
def test_a_wrong_start_may_be_corrected_before_the_fourth_roll(rolls, allowed):
    found = start_correction(read_position(WRONG).board, rolls)
    assert found.allowed is allowed
    assert found.differences == (
        "White has 4 checkers on their 8 point instead of 3.",
        "White has 4 checkers on their 6 point instead of 5.",
    )
    assert found.paragraph == paragraphs.START_POSITION


def test_the_right_start():
    assert start_correction(START, 2).sentence == "This is the start position: nothing is to be corrected."
    assert not start_correction(START, 2).allowed


def test_every_place_that_differs_is_told():
    board = read_position("24:1 13:5 8:3 6:5 off:1 / bar:1 24:1 13:5 8:3 6:5").board
    assert differences(board, ("Ann", "Bob")) == [
        "Ann has 1 checker on their 24 point instead of 2.",
        "Ann has 1 checker off the board instead of none.",
        "Bob has 1 checker on the bar instead of none.",
        "Bob has 1 checker on their 24 point instead of 2.",
    ]


def test_a_player_with_other_than_15_checkers_can_lose_a_gammon():
    board = read_position("6:2 5:12 off:0 / 24:2 13:5 8:3 6:5").board
    (finding,) = counted(board)
    assert finding.sentence.startswith("White has 14 checkers instead of 15.")
    assert finding.paragraphs == (paragraphs.NOT_FIFTEEN,)
    assert "gammon (2), backgammon (3)" in can_lose(board, 0).sentence
    assert counted(START) == []
    # one checker was missing all the time, and the winner bears off his last: a gammon all the same
    assert outcome(Board(tuple(14 if slot == 6 else 0 for slot in range(26)), (0, 15))) == (1, "gammon")


def test_who_has_borne_off_loses_a_single_game():
    board = read_position("1:1 off:14 / 6:1 off:14").board
    assert can_lose(board, 0, cube=4).sentence == "White can lose single (4): 14 checkers borne off."
    assert can_lose(START, 1).sentence == (
        "Black can lose single (1), gammon (2), backgammon (3): no checker borne off."
    )


def test_a_closed_board():
    board = read_position("bar:1 6:5 off:9 / 6:2 5:2 4:2 3:2 2:2 1:2 off:3").board
    (finding,) = closed(board)
    assert finding.sentence.startswith("White is on the bar against Black's closed board: no roll is needed")
    assert paragraphs.NO_ROLL in finding.paragraphs
    assert closed(START) == []
