"""What is done at a wrong moment is kept as it is: cube in the Crawford game, early dice, breaks, claims."""

import pytest

from tabledevice import texts
from tabledevice.texts import irregular
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts as words
from tests.tabledevice.conftest import at_table
from tests.tabledevice.hands import FIVE_POINTS_UP, TO_MOVE, TO_TURN

STOP = ("pause", 7, 0, 0)
TEN_MINUTES = 600_000

table = at_table(*FIVE_POINTS_UP)


@pytest.fixture
def crawford(table):
    table.press(*TO_TURN, "7", 1, "7", 0).win(0, "2")  # 4-0 to 5
    table.press(*TO_TURN)
    assert table.sheet.crawford == match.NOW
    return table


# --- the Crawford game (§66) ---


def test_a_cube_accepted_in_the_crawford_game_counts_until_it_is_void(crawford):
    assert crawford.writes("7", "7", 0) == [("double", 1, 1, 3)]
    assert crawford.said == irregular.MAY_BE_VOID
    assert (crawford.sheet.cube, crawford.sheet.owner) == (1, 0)
    crawford.press("7")
    assert crawford.app.view.question == irregular.ASK_VOID
    assert crawford.writes(1) == [("double", 1, 0, 4)]
    assert (crawford.sheet.cube, crawford.sheet.owner) == (0, match.NOBODY)
    crawford.press("7", "7", 0, "7", "7", 1)  # doubled and redoubled
    assert crawford.sheet.cube_value() == 4
    assert crawford.writes("7", 0, "9", "1", 1, 0)[-1] == ("end", 1, 1, 0)
    assert crawford.sheet.score == [4, 1]


def test_what_nobody_declares_void_counts(crawford):
    crawford.press("7", "7", 0).win(1)
    assert crawford.sheet.score == [4, 2]
    # after the Crawford game nothing is void any more
    crawford.press(*TO_TURN, "7")
    assert crawford.app.view.question == words.ASK_DOUBLE


def test_a_result_that_is_denied_leaves_the_cube_to_be_declared_void(crawford):
    crawford.press("7", "7", 0, "9", "1", 1, "*", "*", "#", "7", 0)
    assert crawford.sheet.cube == 0


# --- dice before the other's turn is over (§§77, 78) ---


def test_dice_thrown_too_soon_stand_and_their_player_keeps_no_cube(table):
    table.press(*TO_MOVE)  # 3-1 of the left player
    assert table.writes("6", "2") == [("dice", 0, 6, 2)]
    assert table.reads(irregular.HINT_TOO_SOON)
    table.press(1)
    assert table.app.view.question == irregular.ASK_TOO_SOON
    assert table.writes(1) == [("undo", 0, 0, 0), ("dice", 1, 6, 2)]
    assert table.record(table.last)[-1] != 0
    assert table.sheet.early == [6, 2]
    assert table.sheet.dice != [6, 2]
    assert table.writes(0) == [("press", 0, 1, 0)]
    assert (table.sheet.phase, table.sheet.dice, table.sheet.rolled_by) == (match.MOVE, [6, 2], 1)
    table.press("7", 1)
    assert table.said == words.TOO_LATE_TO_DOUBLE
    table.press("*")
    assert table.writes(1) == [("press", 1, 0, 0)]
    assert table.sheet.early == [0, 0]


def test_dice_thrown_too_soon_bar_an_early_double_and_can_be_taken_back(table):
    table.press(*TO_MOVE, "6", "2", 1, 1)
    assert not table.sheet.may_double(1)
    table.hold("*")
    assert table.sheet.early == [0, 0]
    assert table.sheet.may_double(1)


@pytest.mark.parametrize("answer", [0, "*"])
def test_dice_of_the_player_on_turn_stay_dice_of_that_player(table, answer):
    table.press(*TO_MOVE, "6", "2", 1)
    assert table.writes(answer) == []
    assert (table.sheet.dice, table.sheet.early) == ([6, 2], [0, 0])


def test_only_dice_that_replaced_others_are_asked_about(table):
    table.press(*TO_TURN, "6", "2", 0)
    assert table.said == texts.NOT_YOUR_TURN
    assert table.app.view.question == ""


# --- a break within a game (§12) ---


def test_a_break_within_a_game_is_timed_and_counted(table):
    table.press(*TO_TURN)
    assert table.writes("0", "6") == [STOP, ("pause", 6, 0, 0)]
    assert table.app.view.question == words.ASK_BREAK
    assert table.writes(0) == [("pause", 6, 1, 0)]
    assert (table.sheet.breaks, table.sheet.breaking) == ([1, 0], 1)
    table.wait(TEN_MINUTES + 5_000)
    assert table.log()[-1] == ("pause", 6, 1, 1)
    assert table.writes("#") == [("resume", 1, 0, 0)]
    assert table.sheet.overrun[0] in range(4, 8)
    assert (table.sheet.breaking, table.sheet.clock.running) == (0, True)


def test_a_break_within_a_game_that_is_nobodys_goes_on_with_one_key(table):
    table.press(*TO_TURN)
    assert table.writes("0", "6", "#") == [STOP, ("pause", 6, 0, 0), ("resume", 1, 0, 0)]
    assert table.sheet.breaks == [0, 0]


def test_a_break_within_a_game_ends_with_its_result_and_uses_up_a_break(table):
    table.press(*TO_TURN, "0", "6", 1)
    table.win(0)
    assert (table.sheet.breaking, table.sheet.breaks) == (0, [0, 1])
    assert not table.sheet.may_break(1)
    assert table.sheet.may_break(0)


# --- within the own turn (§§108, 110) ---


@pytest.mark.parametrize(
    ("keys", "early"),
    [
        ((*TO_MOVE, "0", "1", "1", 0), True), ((*TO_MOVE, "0", "1", "1", 1), False),
        ((*TO_TURN, "0", "2", "1", 1), True), ((*TO_TURN, "0", "2", "1", 0), False),
        ((*TO_TURN, "9", "1", 1), False),
    ],
)  # fmt: skip
def test_a_claim_in_the_own_turn_says_so(table, keys, early):
    table.press(*keys)
    assert table.sheet.is_in_own_turn() == early
    waiting = "Left" if table.sheet.confirmed & 2 else "Right"
    assert table.reads((irregular.OWN_TURN if early else texts.REJECT_OF) % waiting)
