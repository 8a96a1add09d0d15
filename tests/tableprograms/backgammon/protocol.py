"""The match's table in PROTOCOL.md: how a phase is reached, and what its rows name."""

from tablecore import clock, records
from tablecore.clock import NOBODY
from tableprograms.backgammon import sheet as match
from tests.golden import logs
from tests.tablecore.board_log import BoardLog
from tests.tableprograms.protocol import numbered, on_turn, run, shared

HEADING = "The match sheet"
ROWS = 28
#: phase: its number
PHASES = numbered(*logs.PHASES)
RUNNING = ("turn", "move", "doubled")


def set_up(length):
    """Return the two records that set a match up."""
    return (
        (records.MATCH, 1, length, 1),
        (records.TIME, NOBODY, clock.BRONSTEIN, 0, 21 * 60_000, 12_000),
    )


def reach(phase):
    """Return a log whose sheet stands in a phase, its clock running where one can."""
    log = BoardLog()
    log.add(records.BOOT, 1, 1, 1, records.NONE, 1)
    if phase != "empty":
        for row in run(log, *set_up(5)):
            assert log.add(*row)
    steps = {
        "opening": [(records.GAME, 1, 0, 0, 1)],
        "turn": [(records.OPENING, 1, 6), (records.PRESS, 0, 1), (records.PRESS, 1, 0)],
        "move": [(records.OPENING, 1, 6), (records.PRESS, 0, 1)],
        "doubled": [(records.DOUBLE, 0, 1)],
        "result": [(records.RESULT, 0, records.SINGLE)],
        "over": [(records.RESULT, 0, records.WHOLE_MATCH), (records.CONFIRM, 1)],
    }
    before = {"opening": (), "move": ("opening",), "turn": ("opening",)}
    if phase in steps:
        for name in (*before.get(phase, ("opening", "turn")), phase):
            for row in steps[name]:
                assert log.add(*row), (phase, row)
    if phase == "over":
        sheet = log.sheet
        assert log.add(
            records.END, sheet.winner, sheet.kind, sheet.how, sheet.points(sheet.kind), sheet.checksum()
        )
    return log


def written(log, what):
    """Yield the records that a row of the page names; the last one is what it is about."""
    yield from shared(log, what)
    sheet, turn = log.sheet, on_turn(log.sheet)
    number = sheet.games + 1
    rows = {
        "game": (records.GAME, number, 0, 0, number),
        "opening, equal dice": (records.OPENING, 3, 3),
        "opening, 6-1": (records.OPENING, 6, 1),
        "dice of the seat on turn": (records.DICE, turn, 6, 1),
        "press of the other seat": (records.PRESS, 1 - turn, turn),
        "double of the seat on turn": (records.DOUBLE, turn, 1),
        "double of the other seat": (records.DOUBLE, 1 - turn, 1, 1),
        "double, irregular and accepted": (records.DOUBLE, turn, 1, 2),
        "take": (records.TAKE, turn),
        "drop": (records.DROP, turn),
        "result": (records.RESULT, 0, records.SINGLE),
        "confirm": (records.CONFIRM, 1),
        "reject": (records.REJECT, 1),
        "seal of no game": (records.SEAL,),
        "clock": (records.CLOCK, clock.BRONSTEIN, 12, 0, 900_000, 8),
        "award of one point": (records.AWARD, 1, 1, records.LATE, 0, 9),
    }
    if what in rows:
        yield rows[what]
    if what == "commit of a set-up":
        yield from run(log, *set_up(7))
    if what == "commit of a handover within a game":
        yield from run(log, *set_up(7), (records.CUBE, 0, 255, 1, 1))
    if what == "end, both seats agree":
        if sheet.phase == match.RESULT:
            yield (records.CONFIRM, 1)
        yield (records.END, 0, records.SINGLE, 0, 1, sheet.checksum())
