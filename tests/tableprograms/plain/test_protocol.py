"""What PROTOCOL.md says about the plain clock and the dice log is what their sheets do: row by row."""

import pytest

from tablecore import clock, records
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tests.tablecore.test_protocol import tables
from tests.tableprograms.plain.log import Log

CLOCK_PHASES = ("empty", "ready", "play", "result", "over")
DICE_PHASES = {"empty": 0, "ready": 1, "log": dicelog.LOG, "over": dicelog.OVER}
TIME = (records.TIME, 255, clock.SUDDEN, 0, 600_000, 0)


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "firmware" / "PROTOCOL.md").read_text("utf-8")


def clock_in(phase):
    """Return a log whose clock stands in a phase, running where it can."""
    log = Log().clocks(2, TIME)
    if phase == "empty":
        log.add(records.CLOSE)
    elif phase != "ready":
        log.begin()
        if phase != "play":
            log.result(0, 0)
        if phase == "over":
            assert log.agree()
    return log


def add(log, what):
    """Write what a row of the page names; return whether the last record had its effect."""
    sheet = log.sheet
    turn = sheet.turn if sheet.turn < 2 else 0
    if what == "commit of a set-up":
        return log.run((records.PLAIN, 1, 2, 0, 5), TIME)
    if what == "press of nobody, behind the game":
        log.add(records.GAME, 1, 0, 0, 1)
        return log.add(records.PRESS, 255, 0)
    if what == "end, all agree":
        log.add(records.CONFIRM, 1)
        return log.add(records.END, 0, 0, 0, 0, sheet.checksum())
    if what == "resume after a pause":
        log.add(records.PAUSE, records.BREAK)
        return log.add(records.RESUME, turn)
    return log.add(*{
        "game": (records.GAME, 1, 0, 0, 1),
        "press of nobody": (records.PRESS, 255, 0),
        "press of the seat on turn": (records.PRESS, turn, 1 - turn),
        "press of another seat": (records.PRESS, 1 - turn, turn),
        "result": (records.RESULT, 0, 0, 0, 0),
        "confirm": (records.CONFIRM, 1),
        "reject": (records.REJECT, 1),
        "pause": (records.PAUSE, records.BREAK),
        "flag before its time": (records.FLAG, turn),
        "correct": (records.CORRECT, turn, 255, 0, 500_000, 7),
        "close": (records.CLOSE,),
        "boot": (records.BOOT, 1, 1, 1, records.NONE, 2),
    }[what])


@pytest.mark.parametrize("phase", CLOCK_PHASES)
def test_what_each_record_of_a_clock_leads_to(page, phase):
    (matrix,) = tables(page, "The plain clock's sheet")
    assert matrix[0] == ["record", *CLOCK_PHASES]
    assert len(matrix) == 18
    for row in matrix[2:]:
        log = clock_in(phase)
        assert (CLOCK_PHASES[log.sheet.phase], log.sheet.odd) == (phase, 0)
        done = add(log, row[0])
        expected = row[1 + CLOCK_PHASES.index(phase)]
        assert done == (expected != "-"), row[0]
        if expected != "-":
            assert CLOCK_PHASES[log.sheet.phase] == expected, row[0]
        elif row[0] != "press of nobody, behind the game":
            assert CLOCK_PHASES[log.sheet.phase] == phase, row[0]


@pytest.mark.parametrize("phase", DICE_PHASES)
def test_what_each_record_of_a_dice_log_leads_to(page, phase):
    (matrix,) = tables(page, "The dice log's sheet")
    assert matrix[0] == ["record", *DICE_PHASES]
    assert len(matrix) == 8
    for row in matrix[2:]:
        log = Log().dice(2)
        if phase == "empty":
            log.add(records.CLOSE)
        elif phase != "ready":
            log.throw(31)
            if phase == "over":
                log.add(records.END, 255, 0, 0, 1, log.sheet.checksum())
        assert log.sheet.phase == DICE_PHASES[phase]
        if row[0] == "commit of a set-up":
            done = log.run((records.DICELOG, 1, 2, 0, 5))
        else:
            done = log.add(*{
                "dice, as many as set up": (records.DICE, 255, 3, 1),
                "dice, another number": (records.DICE, 255, 3, 0),
                "end": (records.END, 255, 0, 0, log.sheet.throws if phase != "empty" else 0, 0),
                "close": (records.CLOSE,),
                "boot": (records.BOOT, 1, 1, 1, records.NONE, 2),
            }[row[0]])
        expected = row[1 + list(DICE_PHASES).index(phase)]
        assert done == (expected != "-"), row[0]
        assert log.sheet.phase == DICE_PHASES[phase if expected == "-" else expected], row[0]


def test_the_packed_states(page):
    assert f"`{plain._STATE}`, {plain._STATE_SIZE} bytes" in page
    assert len(plain.PlainSheet().pack()) == plain._STATE_SIZE + 3 * 2 + 12 + 2 * 19
    assert f"`{dicelog._STATE}`, {dicelog._STATE_SIZE} bytes" in page
    assert len(dicelog.DicelogSheet().pack()) == dicelog._STATE_SIZE + 4 + 12 + 19
