"""Two thousand keys at random in each program, and how deep the firmware's calls go while one is played."""

import random
import sys

import pytest

from tablecore import records, sheets
from tableprograms.backgammon import sheet as backgammon
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tableprograms.tara import sheet as tara
from tests.tabledevice.hands import FIVE_POINTS_UP
from tests.tableprograms.tara.keys import BATTLE_4, FOUR, NUMBERS, TWO

PLAIN_ONE, PLAIN_THREE, PLAIN_SIX = (("#", "4", seats, "3") for seats in "136")
DICE_ONE, DICE_TWO, DICE_THROWN = ("#", "5", "1", "1"), ("#", "5", "2", "1"), ("#", "5", "2", "2")
TARA = (0, 1, 2, 3, 0, 1, 2, 3, *"0123456789*#", 0, 1, 2, 3, "7", "8", "#")
#: seed; keys; how many of * and # are held; how often a key that goes on with the game is pressed instead;
#: the program, its last phase and the set-ups of its next matches
DRUNK = {
    "backgammon": (12, (0, 1, 0, 1, 2, 3, *"0123456789*#"), 0.2, 0, sheets.BACKGAMMON, backgammon.OVER,
                   FIVE_POINTS_UP, ()),
    "tara": (7, TARA, 0.1, 0.4, sheets.TARA, tara.OVER, FOUR, (TWO, FOUR)),
    "plain": (6, (0, 1, 2, 3, *"0123456789*#", "5", "6", "#"), 0.2, 0, sheets.PLAIN, plain.OVER, PLAIN_SIX,
              (PLAIN_SIX, PLAIN_THREE, PLAIN_ONE)),
    "dicelog": (8, (0, 1, *"0123456789*#", *"123456"), 0.2, 0, sheets.DICELOG, dicelog.OVER, DICE_TWO,
                (DICE_ONE, DICE_TWO, DICE_THROWN)),
}  # fmt: skip


def going_on(sheet):
    """Return the keys that go on with a game: the seat on turn, or what numbers of TARA's count need."""
    if sheet.PROGRAM == sheets.TARA and sheet.phase == tara.COUNT:
        return "1", "#", "*"
    return () if sheet.turn == records.NOBODY else (sheet.turn,)


@pytest.mark.parametrize("name", DRUNK)
def test_two_thousand_drunk_presses_leave_a_log_that_means_something(table, name):
    seed, keys, held, on_turn, program, over, first, following = DRUNK[name]
    chance = random.Random(seed)
    table.press(*first)
    assert program == table.sheet.PROGRAM
    for _ in range(2000):
        key = chance.choice(keys)
        wanted = going_on(table.sheet)
        if wanted and chance.random() < on_turn:
            key = chance.choice(wanted)
        table.board.press(key, hold_ms=1000 if key in ("*", "#") and chance.random() < held else 80)
        table.wait(chance.choice((0, 3, 20, 120, 400, 1200)))
        if following and (program != table.sheet.PROGRAM or table.sheet.phase == over):
            table.hold("*").hold("#")
            table.press(*chance.choice(following)[1:])
    table.wait(2000)
    assert table.folded().pack() == table.sheet.pack()
    kinds = {table.record(seq)[4] for seq in range(1, table.last + 1)}
    assert name != "backgammon" or len(kinds) > 14
    assert name != "tara" or kinds >= set(tara.TaraSheet.ACTS)


# --- calls stay shallow ---------------------------------------------------------------------

DEEPEST = 12
OWN_CLOCK = ("#", "4", "2", "0", "0", "1", "1", "1", "#", "3", "#", "5", "#")
#: set-up, and two handfuls of keys with a minute and a held * between
PLAYED = {
    "plain": (PLAIN_SIX, ("#", 0, 1, "0", "6", "#"), 66_000, ("9", 0, 0, 1, 2, 3, "5", "6")),
    "plain, own clock": (OWN_CLOCK, ("#", 0, 1, "0", "6", "#"), 66_000, ("9", 0, 0, 1, 2, 3, "5", "6")),
    "tara": (
        FOUR, (*BATTLE_4, "8", 2, 3, 0, 1, *NUMBERS, 0, "*", *NUMBERS), 0,
        ("#", *NUMBERS[6:], 0, 1, "#", 1, "0", "1", 1, 2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_no_call_is_deeper_than_a_board_allows(table, repository, name):
    """Python functions of the firmware on top of each other, from code.py on."""
    set_up, keys, wait, more = PLAYED[name]
    firmware = str(repository / "firmware")
    app = table.app
    step = app.step
    deepest = [0, ""]

    def watch(frame, event, _):
        if event != "call" or not frame.f_code.co_filename.startswith(firmware):
            return
        names = []
        while frame is not None:
            place = frame.f_code.co_filename
            if place.startswith(firmware) or "adafruit_ssd1306" in place:
                names.append(frame.f_code.co_name)
            frame = frame.f_back
        if len(names) > deepest[0]:
            deepest[:] = len(names), " < ".join(names)

    def watched():
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            step()
        finally:
            sys.setprofile(before)

    app.step = watched
    table.press(*set_up, *keys)
    table.wait(wait)
    table.hold("*")
    table.press(*more)
    assert name != "tara" or table.sheet.phase == tara.OVER
    del app.step
    assert 5 <= deepest[0] <= DEEPEST, deepest[1]
