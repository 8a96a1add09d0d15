"""What PROTOCOL.md says of the race's sheet is what the sheet does: each row of its table in each phase."""

import pytest

from tablecore import clock, records, sheets
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race import state as racestate
from tableprograms.race.sheet import RaceSheet
from tests.tablecore.test_protocol import tables
from tests.tableprograms.race.log import NOBODY, RaceLog, but_the_stamp

PHASES = ("empty", "ready", "play", "result")
USUAL = racerules.usual(racerules.TWO_THREAT)


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "firmware" / "PROTOCOL.md").read_text("utf-8")


def reach(phase):
    """Return a log whose sheet stands in a phase, its clock running where one can."""
    log = RaceLog()
    if phase == "empty":
        # a race that was closed
        log.run(racerules.TWO_THREAT).add(records.CLOSE)
        assert log.sheet.PROGRAM == sheets.RACE
        return log
    log.run(racerules.TWO_THREAT, racerules.LOGGED, (records.TIME, NOBODY, clock.SUDDEN, 0, 600_000, 0))
    if phase != "ready":
        log.game(0).fits(records.DICE, 0, 6).home(0, 0, 0)
    return log.home(0) if phase == "result" else log


def add(log, what):
    """Write what a row of the page names; return whether the last record had its effect."""
    if what == "cancel of that throw":
        log.add(records.DICE, 0, 6)
    elif what in ("resume behind a reject", "end, all seats agree") and log.sheet.phase == race.RESULT:
        log.add(*((records.REJECT, 1) if what[0] == "r" else (records.CONFIRM, NOBODY)))
    elif what == "resume after a pause":
        log.add(records.PAUSE, records.BREAK)
    sheet = log.sheet
    if what == "commit of a set-up":
        log.run(racerules.TWO_THREAT)
    elif what == "commit of a take-over within a game":
        log.run(racerules.TWO_THREAT, 0, (records.LINEUP, 0, 0, 0, USUAL | 1 << 14, 8))
    else:
        number = sheet.games + 1
        log.add(*{
            "roll that begins a round": (records.ROLL, 0, 4, 3),
            "roll that calls a round off": (records.ROLL, NOBODY),
            "game": (records.GAME, number, sheet.next_rules(), 0, number, USUAL),
            "dice of the seat on turn": (records.DICE, 0, 6),
            "cancel of that throw": (records.CANCEL, 0, 6),
            "press of the seat on turn": (records.PRESS, 0, 1),
            "press of another seat": (records.PRESS, 1, 0),
            "pawn": (records.PAWN, 1, 2, 1),
            "pawn that decides the game": (records.PAWN, 0, 0, 4),
            "result: stopped": (records.RESULT, NOBODY, 0, race.STOPPED, records.NONE),
            "confirm": (records.CONFIRM, 0),
            "reject": (records.REJECT, 0),
            "resume behind a reject": (records.RESUME, 0),
            "end, all seats agree": (
                records.END, 0, sheet.rules, 0, sheet.game_time(log.now), sheet.checksum()),
            "pause": (records.PAUSE, records.BREAK),
            "resume after a pause": (records.RESUME, 0),
            "flag before its time": (records.FLAG, 0),
            "correct": (records.CORRECT, 0, NOBODY, 0, 500_000, 7),
            "close": (records.CLOSE,),
            "boot": (records.BOOT, 1, 1, 1, records.NONE, 2),
        }[what])  # fmt: skip
    return log.done


@pytest.mark.parametrize("phase", PHASES)
def test_what_each_record_leads_to(page, phase):
    (matrix,) = tables(page, "The race sheet")
    assert matrix[0] == ["record", *PHASES]
    assert len(matrix) == 24
    for row in matrix[2:]:
        log = reach(phase)
        assert (PHASES[log.sheet.phase], log.sheet.odd) == (phase, 0)
        assert log.sheet.clock.running == (phase == "play")
        before = but_the_stamp(log.sheet)
        expected = row[1 + PHASES.index(phase)]
        assert add(log, row[0]) == (expected != "-"), row[0]
        assert PHASES[log.sheet.phase] == (phase if expected == "-" else expected), row[0]
        if expected == "-" and row[0] != "resume after a pause":
            assert but_the_stamp(log.sheet) == before, row[0]


def test_the_numbers_and_the_packed_state(page):
    # the lists are packed in one go
    fields = racestate._STATE.replace("30s", racestate._LISTS[1:])
    assert f"`{fields}`, {racestate._STATE_SIZE} bytes" in page
    assert len(RaceSheet().pack()) == racestate._STATE_SIZE + 12 + 3 * 19
    names = ", ".join(f"{number} {name}" for number, name in enumerate(racerules.NAMES[:7]))
    assert names.replace("5 GP, 6 GP+", "5 GP, 6 GP+ and, of a series, 7 TA") in page
