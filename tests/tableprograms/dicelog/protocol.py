"""The dice log's table in PROTOCOL.md: how a phase is reached, and what its rows name."""

from tablecore import records
from tableprograms.dicelog import sheet as dicelog
from tests.tableprograms.plain.log import Log
from tests.tableprograms.protocol import run, shared

HEADING = "The dice log's sheet"
ROWS = 8
#: phase: its number
PHASES = {"empty": 0, "ready": 1, "log": dicelog.LOG, "over": dicelog.OVER}
RUNNING = ()


def reach(phase):
    """Return a log in a phase."""
    log = Log().dice(2)
    if phase == "empty":
        log.add(records.CLOSE)
    elif phase != "ready":
        log.throw(31)
        if phase == "over":
            log.add(records.END, 255, 0, 0, 1, log.sheet.checksum())
    return log


def written(log, what):
    """Yield the records that a row of the page names; the last one is what it is about."""
    yield from shared(log, what)
    if what == "commit of a set-up":
        yield from run(log, (records.DICELOG, 1, 2, 0, 5))
    if what.startswith("dice, "):
        yield (records.DICE, 255, 3, 1 if what == "dice, as many as set up" else 0)
    if what == "end":
        throws = 0 if log.sheet.phase == PHASES["empty"] else log.sheet.throws
        yield (records.END, 255, 0, 0, throws, 0)
