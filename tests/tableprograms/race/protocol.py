"""The race's table in PROTOCOL.md: how a phase is reached, and what its rows name."""

from tablecore import clock, records, sheets
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tests.tableprograms.protocol import numbered, run, shared
from tests.tableprograms.race.log import NOBODY, RaceLog

HEADING = "The race sheet"
ROWS = 24
#: phase: its number
PHASES = numbered("empty", "ready", "play", "result")
RUNNING = ("play",)
SET_UP = (records.RACE, race.VERSION, racerules.TWO_THREAT, 0, 0)
USUAL = racerules.usual(racerules.TWO_THREAT)


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


def written(log, what):
    """Yield the records that a row of the page names; the last one is what it is about."""
    yield from shared(log, what)
    sheet = log.sheet
    number = sheet.games + 1
    at_result = sheet.phase == race.RESULT
    rows = {
        "roll that begins a round": (records.ROLL, 0, 4, 3),
        "roll that calls a round off": (records.ROLL, NOBODY),
        "game": (records.GAME, number, sheet.next_rules(), 0, number, USUAL),
        "dice of the seat on turn": (records.DICE, 0, 6),
        "pawn": (records.PAWN, 1, 2, 1),
        "pawn that decides the game": (records.PAWN, 0, 0, 4),
        "result: stopped": (records.RESULT, NOBODY, 0, race.STOPPED, records.NONE),
        "confirm": (records.CONFIRM, 0),
        "reject": (records.REJECT, 0),
    }
    if what in rows:
        yield rows[what]
    if what == "commit of a set-up":
        yield from run(log, SET_UP)
    if what == "commit of a take-over within a game":
        yield from run(log, SET_UP, (records.LINEUP, 0, 0, 0, USUAL | 1 << 14, 8))
    if what == "cancel of that throw":
        yield (records.DICE, 0, 6)
        yield (records.CANCEL, 0, 6)
    if what == "resume behind a reject":
        if at_result:
            yield (records.REJECT, 1)
        yield (records.RESUME, 0)
    if what == "end, all seats agree":
        if at_result:
            yield (records.CONFIRM, NOBODY)
        yield (records.END, 0, sheet.rules, 0, sheet.game_time(log.now), sheet.checksum())
