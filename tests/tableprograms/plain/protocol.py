"""The plain clock's table in PROTOCOL.md: how a phase is reached, and what its rows name."""

from tablecore import clock, records
from tests.tableprograms.plain.log import Log
from tests.tableprograms.protocol import numbered, run, shared

HEADING = "The plain clock's sheet"
ROWS = 18
#: phase: its number
PHASES = numbered("empty", "ready", "play", "result", "over")
RUNNING = ("play",)
TIME = (records.TIME, 255, clock.SUDDEN, 0, 600_000, 0)


def reach(phase):
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


def written(log, what):
    """Yield the records that a row of the page names; the last one is what it is about."""
    yield from shared(log, what)
    if what == "commit of a set-up":
        yield from run(log, (records.PLAIN, 1, 2, 0, 5), TIME)
    if what in ("game", "press of nobody, behind the game"):
        yield (records.GAME, 1, 0, 0, 1)
    if what.startswith("press of nobody"):
        yield (records.PRESS, 255, 0)
    if what == "result":
        yield (records.RESULT, 0, 0, 0, 0)
    if what in ("confirm", "end, all agree"):
        yield (records.CONFIRM, 1)
    if what == "end, all agree":
        yield (records.END, 0, 0, 0, 0, log.sheet.checksum())
    if what == "reject":
        yield (records.REJECT, 1)
