"""What stands behind the sentences of a log: dice typed again, how long a stop was, whose result was refused.

And what boards record of acts at a wrong moment, as a table's page shows it.
"""

import pytest

from tablecore import records
from tableprograms.backgammon.sheet import IN_CRAWFORD, TOO_SOON, VOID


@pytest.fixture
def playing(room):
    """Return a board with a match of Ann and Bob, whose game has begun; Ann (left) is on turn."""
    board = room.board("a")
    room.match(board, 5, "21m b12")
    board.begin(6, 1)
    return board


def told(room, board):
    """Return {sequence: text} of the table's page."""
    room.send(board)
    return {one.seq: one.text for one in room.director.overview.table(board.uid).records}


def test_dice_that_are_typed_again_say_when_and_instead_of_what(room, playing):
    again = playing.write(records.DICE, 0, 5, 4, step=14_000)
    same = playing.write(records.DICE, 0, 5, 4)
    playing.write(records.PRESS, 0, 1)
    first = playing.write(records.DICE, 1, 3, 3)
    texts = told(room, playing)
    assert texts[again] == "Ann rolls 5-4"  # the dice of the opening roll are no dice of this kind
    assert texts[same] == "Ann rolls 5-4"
    assert texts[first] == "Bob rolls 3-3"
    later = playing.write(records.DICE, 1, 6, 6, step=75_000)
    assert told(room, playing)[later] == "Bob rolls 6-6; typed again 1:15 later, in place of 3-3"


def test_dice_that_are_typed_again_after_the_press_are_marked(room, playing):
    playing.write(records.PRESS, 0, 1)
    playing.write(records.DICE, 1, 3, 3)
    press = playing.write(records.PRESS, 1, 0)
    playing.undo(press)
    again = playing.write(records.DICE, 1, 6, 6)
    text = told(room, playing)[again]
    assert text == "Bob rolls 6-6; typed again after the turn had ended, in place of 3-3"
    playing.undo(again)
    third = playing.write(records.DICE, 1, 5, 5)
    assert "in place of 6-6" in told(room, playing)[third]


def test_opening_dice_that_are_typed_again_are_marked(room):
    board = room.board("a")
    room.match(board, 5, "21m b12")
    board.game()
    equal = board.write(records.OPENING, 2, 2)
    first = board.write(records.OPENING, 1, 3)
    second = board.write(records.OPENING, 6, 3, step=9_000)
    texts = told(room, board)
    assert "typed again" not in texts[equal] + texts[first]
    assert texts[second].endswith("; typed again 0:09 later, in place of 1-3")


def test_the_end_of_a_stop_says_how_long_it_was(room, playing):
    playing.write(records.PAUSE, 7, step=5_000)
    playing.write(records.PAUSE, records.FALLEN, step=2_000)
    taken_back = playing.write(records.RESUME, 0, step=1_000)
    playing.undo(taken_back)
    resumed = playing.write(records.RESUME, 0, step=180_000)
    texts = told(room, playing)
    assert texts[resumed] == "clock goes on for Ann; stopped for 3:04"
    playing.turn()
    # after a power cut nobody knows how long the clock stood
    playing.write(records.PAUSE, records.BREAK)
    playing.boot()
    assert told(room, playing)[playing.write(records.RESUME, 1) - 1].startswith("switched on")
    assert told(room, playing)[playing.last] == "clock goes on for Bob"


def test_a_refusal_says_whose_result_it_was(room, playing):
    playing.claim(0)
    refused = playing.write(records.REJECT, 1)
    resumed = playing.write(records.RESUME, 0, step=61_000)
    texts = told(room, playing)
    assert texts[refused] == "Bob rejects the result; it was said by Ann"
    assert texts[resumed] == "clock goes on for Ann; stopped for 1:01"


def test_acts_at_a_wrong_moment_are_told_as_what_they_were(room, playing):
    early = playing.write(records.DICE, 1, 6, 4, TOO_SOON)
    texts = told(room, playing)
    assert texts[early] == "Bob rolls 6-4 before the other's turn is over"
    view = room.director.overview.table(playing.uid).table.match
    assert view.facts == ("Bob rolled 6-4 too soon: no cube in that turn",)
    [call] = room.director.attention.open_calls()
    assert call.text == f"Board aaaaaa: {view.facts[0]}"
    playing.write(records.PRESS, 0, 1)
    playing.write(records.PRESS, 1, 0)
    playing.double()
    playing.take()
    playing.write(records.DOUBLE, 1, 2)
    playing.win(0, records.GAMMON)
    playing.begin(6, 1)  # 4-0: the Crawford game
    accepted = playing.write(records.DOUBLE, 0, 1, IN_CRAWFORD)
    texts = told(room, playing)
    assert texts[accepted] == "Ann doubles to 2, accepted in the Crawford game"
    view = room.director.overview.table(playing.uid).table.match
    assert view.marks == ("Crawford",)
    assert view.facts[0] == "cube turned in the Crawford game: either player may declare it void"
    void = playing.write(records.DOUBLE, 1, 0, VOID)
    assert told(room, playing)[void] == "Bob declares the doubles of the Crawford game void"
    assert room.director.overview.table(playing.uid).table.match.facts == ()
    assert room.director.attention.open_calls() == ()
