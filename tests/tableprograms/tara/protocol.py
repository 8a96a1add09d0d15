"""TARA's table in PROTOCOL.md: how a phase is reached, and what its rows name."""

from tablecore import clock, records
from tableprograms.tara import sheet as tara
from tests.tableprograms.protocol import numbered, on_turn, run, shared
from tests.tableprograms.tara.log import Log

HEADING = "The TARA sheet"
ROWS = 24
#: phase: its number
PHASES = numbered("empty", "ready", "opening", "play", "count", "result", "over")
RUNNING = ("play",)
SET_UP = ((records.TARA, 1, 2, 0, 5), (records.TIME, 255, clock.SUDDEN, 0, 600_000, 0))
#: rows that begin where Battle is on
IN_BATTLE = ("out of a seat in Battle", "the end of the last turn", "count, in Battle")


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


def written(log, what):
    """Yield the records that a row of the page names; the last one is what it is about."""
    yield from shared(log, what)
    sheet, turn = log.sheet, on_turn(log.sheet)
    if what == "commit of a set-up":
        yield from run(log, *SET_UP)
    if what == "commit of a take-over within a game":
        yield from run(log, *SET_UP, (records.TARA_SCORE, 3, 0, 1, 1, 0x11))
    if what == "game":
        yield (records.GAME, sheet.games + 1, 0, 0, sheet.games + 1)
    if what == "start":
        yield (records.START, 0)
    if what == "battle of the seat on turn" or what in IN_BATTLE:
        yield (records.BATTLE, turn)
    if what in IN_BATTLE[:2]:
        yield (records.OUT, turn, 1 - turn)
    if what == "the end of the last turn":
        yield (records.PRESS, 1 - turn, turn)
        yield (records.OUT, turn, 1 - turn)
        yield (records.OUT, 1 - turn, 255)
    if what == "count, in Battle":
        yield (records.COUNT,)
    if what.startswith("tally"):
        yield (records.TALLY, 0, 3, 10)
    if what == "tally of the other side, behind it":
        yield (records.TALLY, 1, 4, 10)
    if what == "result":
        yield (records.RESULT, 0, records.WHOLE_MATCH, records.CONCEDED, 1)
    if what in ("confirm", "end, both sides agree"):
        yield (records.CONFIRM, 0)
    if what == "end, both sides agree":
        yield (records.CONFIRM, 1)
        yield (records.END, 0, tara.COUNTED, 0, 3, sheet.checksum())
    if what == "reject":
        yield (records.REJECT, 0)
