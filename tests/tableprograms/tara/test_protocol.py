"""What PROTOCOL.md says about TARA's sheet is what the sheet does: each row of its table in each phase."""

import pytest

from tablecore import clock, records
from tableprograms.tara import sheet as tara
from tableprograms.tara.sheet import TaraSheet
from tests.tablecore.test_protocol import tables
from tests.tableprograms.tara.log import Log, but_the_stamp

PHASES = ("empty", "ready", "opening", "play", "count", "result", "over")
#: rows that begin where Battle is on
IN_BATTLE = ("out of a seat in Battle", "the end of the last turn", "count, in Battle")


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "firmware" / "PROTOCOL.md").read_text("utf-8")


def reach(phase):
    """Return a log whose sheet stands in a phase, its clock running where one can."""
    log = Log().set_up(2, method=clock.SUDDEN, reserve=600_000)
    if phase == "empty":
        log.add(records.CLOSE)
    elif phase == "over":
        log.counted((3, 10), (4, 10)).counted((3, 10), (4, 10))
    elif phase == "opening":
        log.add(records.GAME, 1, 0, 0, 1)
    elif phase != "ready":
        log.game(0)
        if phase != "play":
            log.battle()
            log.add(records.COUNT)
        if phase == "result":
            log.tally((3, 10), (4, 10))
    return log


def add(log, what):
    """Write what a row of the page names; return whether the last record had its effect."""
    sheet = log.sheet
    turn = sheet.turn if sheet.turn < 2 else 0
    rows = [(records.TARA, 1, 2, 0, 5), (records.TIME, 255, clock.SUDDEN, 0, 600_000, 0)]
    if what == "commit of a set-up":
        return log.run(*rows)
    if what == "commit of a take-over within a game":
        return log.run(*rows, (records.TARA_SCORE, 3, 0, 1, 1, 0x11))
    if what in IN_BATTLE:
        log.add(records.BATTLE, turn)
    if what == "the end of the last turn":
        log.add(records.OUT, turn, 1 - turn)
        log.add(records.PRESS, 1 - turn, turn)
        log.add(records.OUT, turn, 1 - turn)
        return log.add(records.OUT, 1 - turn, 255)
    if what == "tally of the other side, behind it":
        log.add(records.TALLY, 0, 3, 10)
        return log.add(records.TALLY, 1, 4, 10)
    if what == "end, both sides agree":
        log.add(records.CONFIRM, 0)
        log.add(records.CONFIRM, 1)
        return log.add(records.END, 0, tara.COUNTED, 0, 3, sheet.checksum())
    if what == "resume after a pause":
        log.add(records.PAUSE, records.BREAK)
        return log.add(records.RESUME, turn)
    return log.add(*{
        "game": (records.GAME, sheet.games + 1, 0, 0, sheet.games + 1),
        "start": (records.START, 0),
        "press of the seat on turn": (records.PRESS, turn, 1 - turn),
        "press of another seat": (records.PRESS, 1 - turn, turn),
        "battle of the seat on turn": (records.BATTLE, turn),
        "out of a seat in Battle": (records.OUT, turn, 1 - turn),
        "count, in Battle": (records.COUNT,),
        "tally of the first side": (records.TALLY, 0, 3, 10),
        "result": (records.RESULT, 0, records.WHOLE_MATCH, records.CONCEDED, 1),
        "confirm": (records.CONFIRM, 0),
        "reject": (records.REJECT, 0),
        "pause": (records.PAUSE, records.BREAK),
        "flag before its time": (records.FLAG, turn),
        "correct": (records.CORRECT, turn, 255, 0, 500_000, 7),
        "close": (records.CLOSE,),
        "boot": (records.BOOT, 1, 1, 1, records.NONE, 2),
    }[what])


@pytest.mark.parametrize("phase", PHASES)
def test_what_each_record_leads_to(page, phase):
    (matrix,) = tables(page, "The TARA sheet")
    assert matrix[0] == ["record", *PHASES]
    assert len(matrix) == 24
    for row in matrix[2:]:
        log = reach(phase)
        assert (PHASES[log.sheet.phase], log.sheet.odd) == (phase, 0)
        assert log.sheet.clock.running == (phase == "play")
        before = but_the_stamp(log.sheet.pack())
        done = add(log, row[0])
        expected = row[1 + PHASES.index(phase)]
        assert done == (expected != "-"), row[0]
        assert PHASES[log.sheet.phase] == (phase if expected == "-" else expected), row[0]
        if expected == "-" and row[0] not in ("resume after a pause", "end, both sides agree"):
            prepared = row[0] == "tally of the other side, behind it" and phase == "count"
            assert prepared or but_the_stamp(log.sheet.pack()) == before, row[0]


def test_the_packed_state(page):
    assert f"`{tara._STATE}`, {tara._STATE_SIZE} bytes" in page
    assert len(TaraSheet().pack()) == tara._STATE_SIZE + 12 + 2 * 19
