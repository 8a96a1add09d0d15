"""A match of TARA as its players press it, on a whole board: every action, every refusal, every way back.

Nothing may enter the log that has no effect: it is compared whole, and the sheet's count of odd records
stays zero.
"""

import pytest

from tabledevice import texts
from tablekeeper.games import catalogue
from tableprograms.tara import sheet as tara
from tableprograms.tara import texts as words
from tests.tableprograms.tara.keys import AGREE, BATTLE, BATTLE_4, COUNT, NUMBERS

STOP = ("pause", 7, 0, 0)
GAME = [("game", 1, 0, 0), ("start", 0, 0, 0)]
TALLIES = [("tally", 0, 10, 20), ("tally", 1, 12, 25)]


# --- what is pressed is what is logged -----------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "pressed", "logged"),
    [
        ((), (0,), GAME),
        ((), (1,), [("game", 1, 0, 0), ("start", 1, 0, 0)]),
        ((), ("#",), [("game", 1, 0, 0)]),
        (("#",), (1,), [("start", 1, 0, 0)]),
        ((0,), (0,), [("press", 0, 1, 0)]),
        ((0,), (0, 1, 0), [("press", 0, 1, 0), ("press", 1, 0, 0), ("press", 0, 1, 0)]),
        ((0,), ("7",), [("battle", 0, 0, 0)]),
        (BATTLE, (0,), [("press", 0, 1, 0)]),
        (BATTLE, ("8", 0), [("out", 0, 1, 0)]),
        (BATTLE, ("8", 0, 1), [("out", 0, 1, 0), ("press", 1, 0, 0)]),
        (BATTLE, ("8", 0, "8", 1), [("out", 0, 1, 0), ("out", 1, 255, 0)]),
        (BATTLE, ("8", "*", 0), [("press", 0, 1, 0)]),
        (BATTLE, ("9",), [("count", 0, 0, 0)]),
        (BATTLE, ("0", "*", "9"), [STOP]),
        (BATTLE, ("0", "*", "#", "9"), [STOP, ("resume", 0, 0, 0), ("count", 0, 0, 0)]),
        (COUNT, NUMBERS, TALLIES),
        # thought better of, digit by digit, from the territory back to the kingdoms
        (COUNT, ("9", "*", "1", "1", "*", "0", "#", "4", "*", "2", "0", "#"), TALLIES[:1]),
        (COUNT, ("1", "1", "#", "*", "0", "#", "2", "0", "#"), TALLIES[:1]),
        (COUNT, ("1", "1", "#", "5", "*", "*", "*", "1", "0", "#", "2", "0", "#"), TALLIES[:1]),
        (AGREE, (0, 1), [("confirm", 0, 0, 0), ("confirm", 1, 0, 0), ("end", 0, 1, 0)]),
        (AGREE, (1, 0), [("confirm", 1, 0, 0), ("confirm", 0, 0, 0), ("end", 0, 1, 0)]),
        (AGREE, ("*",), [("reject", 0, 0, 0)]),
        (AGREE, (0, "*"), [("confirm", 0, 0, 0), ("reject", 1, 0, 0)]),
        (AGREE, ("*", *NUMBERS), [("reject", 0, 0, 0), *TALLIES]),
        ((*AGREE, 0, 1), ("#",), [("game", 2, 0, 0), ("start", 1, 0, 0)]),
        ((*AGREE, 0, 1), (1,), [("game", 2, 0, 0), ("start", 1, 0, 0)]),
        ((0,), ("0", "1", 0), [STOP, ("pause", 1, 0, 0), ("result", 1, 4, 1)]),
        ((0,), ("0", "2", 0), [STOP, ("pause", 2, 0, 0), ("result", 0, 4, 2)]),
        ((0,), ("0", "1", 1, 0), [STOP, ("pause", 1, 0, 0), ("result", 0, 4, 1), ("confirm", 0, 0, 0),
                                  ("end", 0, 4, 1)]),
        ((0,), ("0", "1", 1, "*", "#"), [STOP, ("pause", 1, 0, 0), ("result", 0, 4, 1), ("reject", 0, 0, 0),
                                         ("resume", 0, 0, 0)]),
        *(((0,), ("0", str(reason), "#"), [STOP, ("pause", reason, 0, 0), ("resume", 0, 0, 0)])
          for reason in (3, 4, 5, 6)),
        (BATTLE, ("8", "0", "5"), [STOP, ("pause", 5, 0, 0)]),  # stops whatever is asked
        ((), ("0", "6", "#"), [STOP, ("pause", 6, 0, 0), ("resume", 255, 0, 0)]),
    ],
)  # fmt: skip
def test_what_two_press_is_what_is_logged(two, before, pressed, logged):
    two.press(*before)
    assert two.writes(*pressed) == logged


@pytest.mark.parametrize(
    ("before", "pressed", "logged"),
    [
        ((), (2,), [("game", 1, 0, 0), ("start", 2, 0, 0)]),
        ((3,), (3, 0, 1, 2),
         [("press", 3, 0, 0), ("press", 0, 1, 0), ("press", 1, 2, 0), ("press", 2, 3, 0)]),
        (BATTLE_4, ("8", 2, 3, 0, 1),
         [("out", 2, 3, 0), ("press", 3, 0, 0), ("press", 0, 1, 0), ("press", 1, 255, 0)]),
        (BATTLE_4, ("8", 2, "8", 3, 0, "8", 1),
         [("out", 2, 3, 0), ("out", 3, 0, 0), ("press", 0, 1, 0), ("out", 1, 255, 0)]),
        ((*BATTLE_4, "9", *NUMBERS), (2, 3), [("confirm", 2, 0, 0), ("confirm", 3, 0, 0), ("end", 0, 1, 0)]),
        ((0,), ("0", "1", 2, 3), [STOP, ("pause", 1, 0, 0), ("result", 1, 4, 1), ("confirm", 3, 0, 0),
                                  ("end", 1, 4, 1)]),
        ((*BATTLE_4, "9", *NUMBERS, 0, 1), ("#",), [("game", 2, 0, 0), ("start", 1, 0, 0)]),
    ],
)  # fmt: skip
def test_what_four_press_is_what_is_logged(four, before, pressed, logged):
    four.press(*before)
    assert four.writes(*pressed) == logged


#: every action of a player: from the game's screen at most three presses, but for the numbers
ACTIONS = {
    "start": ((), (1,)), "press": ((0,), (0,)), "battle": ((0,), ("7",)), "out": (BATTLE, ("8", 0)),
    "count": (BATTLE, ("9",)), "confirm": (AGREE, (0,)), "reject": (AGREE, ("*",)),
    "end": ((*AGREE, 0), (1,)), "game": ((*AGREE, 0, 1), ("#",)), "pause": ((0,), ("0", "5")),
    "resume": ((0, "0", "5"), ("#",)), "result": ((0,), ("0", "1", 0)), "undo": ((0, 0), ("hold",)),
}  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_is_at_most_three_presses_away(two, action):
    before, pressed = ACTIONS[action]
    assert len(pressed) <= 3
    two.press(*before)
    assert action in [row[0] for row in two.writes(*pressed)]


def test_every_kind_that_the_sheet_knows_is_among_the_actions():
    shared = {"confirm", "reject", "pause", "resume", "undo"}
    assert {catalogue.name(kind) for kind in tara.TaraSheet.ACTS} | shared == {*ACTIONS, "tally"}


# --- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "pressed", "said"),
    [
        ((), "7", texts.NOTHING_HERE),
        ((), "9", texts.NOTHING_HERE),
        ((), 2, texts.NO_SUCH_SEAT),
        ((), 3, texts.NO_SUCH_SEAT),
        (("#",), "#", words.STARTER_PRESSES),
        (("#",), "8", texts.NOTHING_HERE),
        (("0", "6"), 0, texts.PAUSED),
        ((0,), 1, texts.NOT_YOUR_TURN),
        *(((0,), digit, texts.NOTHING_HERE) for digit in "123456"),
        ((0,), "8", words.BATTLE_FIRST),
        ((0,), "9", words.BATTLE_FIRST),
        ((0, "7"), "7", words.BATTLE_IS_ON),
        (BATTLE, "7", words.BATTLE_IS_ON),
        *(((*BATTLE, "8"), digit, texts.BUTTON_FIRST) for digit in "123456789"),
        ((*BATTLE, "8"), 1, texts.NOT_YOUR_TURN),
        ((*BATTLE, "0", "3"), 0, texts.PAUSED),
        ((*BATTLE, "0", "3"), "7", texts.PAUSED),
        ((*BATTLE, "0", "3"), "8", texts.PAUSED),
        ((0, "0", "1"), "5", texts.BUTTON_FIRST),
        ((0, "0"), 0, texts.CHOOSE_FIRST),
        (("0",), "1", texts.CHOOSE_FIRST),  # between games there is nothing to concede
        (COUNT, 0, words.TYPE_NUMBERS),
        (COUNT, "#", words.TYPE_NUMBERS),
        (COUNT, "0", words.NUMBER_RANGE % (1, 45)),
        ((*COUNT, "4"), "6", words.NUMBER_RANGE % (1, 45)),
        ((*COUNT, "1", "0", "#"), "#", words.TYPE_NUMBERS),
        ((*COUNT, "1", "0", "#", "9"), "#", words.NUMBER_RANGE % (10, 44)),  # fewer hills than kingdoms
        ((*COUNT, "1", "#", "4", "5"), "#", words.NUMBER_RANGE % (1, 44)),  # none is left for the other side
        ((*COUNT, *NUMBERS[:6], "2", "6"), "#", words.NUMBER_RANGE % (1, 25)),  # more hills than are left
        ((*COUNT, *NUMBERS[:6], "1", "2", "#", "2", "6"), "#", words.NUMBER_RANGE % (12, 25)),
        ((*AGREE, 0), 0, texts.OTHER_CONFIRMS),
        *((AGREE, digit, texts.NOTHING_HERE) for digit in "0123456789"),
        ((*AGREE, 0, 1), 0, words.ANOTHER_STARTS),
        ((*AGREE, 0, 1), "9", texts.NOTHING_HERE),
    ],
)
def test_what_has_no_meaning_is_refused_with_a_reason_and_leaves_no_trace(two, before, pressed, said):
    two.press(*before)
    two.refuses(pressed, said)


@pytest.mark.parametrize(
    ("before", "pressed", "said"),
    [
        ((1,), 2, texts.NOT_YOUR_TURN),
        ((1,), 0, texts.NOT_YOUR_TURN),
        ((*BATTLE_4, "9", *NUMBERS, 0), 2, texts.OTHER_CONFIRMS),
        ((*BATTLE_4, "9", *NUMBERS, 0, 1), 3, words.ANOTHER_STARTS),
    ],
)
def test_what_four_may_not_do(four, before, pressed, said):
    four.press(*before)
    after = four.last
    assert four.press(pressed).said == said
    assert four.log(after) == []


def test_of_two_who_press_at_once_the_seat_on_turn_ends_its_turn(two):
    two.press(0)
    after = two.last
    now = two.timeline.now_us
    for seat in (1, 0):
        two.board.press(seat, now)
    two.wait(300)
    assert two.log(after) == [("press", 0, 1, 0)]
    assert two.said == texts.NOT_YOUR_TURN


# --- undo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "key", "label"),
    [
        (("#",), 1, "Undo start Right"),
        ((0,), 0, "Undo press Left"),
        ((0, 0), "7", "Undo BATTLE Right"),
        ((*BATTLE, "8"), 0, "Undo OUT Left"),
        (BATTLE, "9", "Undo count"),
        ((*COUNT, *NUMBERS[:5]), "#", "Undo numbers Left"),
        ((*COUNT, *NUMBERS[:11]), "#", "Undo numbers Right"),
        (AGREE, 1, "Undo yes Right"),
        ((*AGREE, 0), 1, "Undo yes Right"),
        (AGREE, "*", "Undo no Left"),
        ((0, "0", "1"), 1, "Undo result"),
        ((0,), "0", "Undo stop"),
    ],
)
def test_undo_says_what_it_undoes_and_then_does(two, before, key, label):
    two.press(*before)
    phase, turn = two.sheet.phase, two.sheet.turn
    kept = (two.sheet.battle, two.sheet.last, list(two.sheet.hills), list(two.sheet.score))
    two.press(key)
    two.keep_down("*")
    assert two.reads(label), two.app.view.hint
    after = two.last
    two.let_go("*")
    assert two.log(after) == [("undo", 0, 0, 0)]
    assert (two.sheet.phase, two.sheet.turn) == (phase, turn)
    assert (two.sheet.battle, two.sheet.last, two.sheet.hills, two.sheet.score) == kept


@pytest.mark.parametrize(
    ("before", "label"),
    [((3,), ""), ((3, 3), "Undo press East"), ((3, 3, 0, "7"), "Undo BATTLE West"),
     ((*BATTLE_4, "9", *NUMBERS[:6]), "Undo numbers Red"), ((*BATTLE_4, "9", *NUMBERS, 2), "Undo yes North")],
)  # fmt: skip
def test_seats_of_four_without_names_are_called_by_the_quarters(four, before, label):
    four.press(*before)
    four.keep_down("*")
    assert four.reads(label or "Undo start East"), four.app.view.hint


def test_undo_goes_back_to_the_beginning_of_the_game_and_not_further(four):
    four.press(*BATTLE_4, "9", *NUMBERS, 0, 1, "#")
    assert (four.sheet.games, four.sheet.turn) == (1, 1)
    four.press(1, 2, "7", "8", 3, 0, 1, 2, *NUMBERS)
    actions = [row for row in four.log() if row[0] == "game"]
    assert len(actions) == 2
    for _ in range(10):
        four.hold("*")
    assert (four.sheet.phase, four.sheet.games, four.sheet.score) == (tara.OPENING, 1, [4, 0])
    after = four.last
    assert four.hold("*").said == texts.ASK_DIRECTOR
    assert four.last == after
