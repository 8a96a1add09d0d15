"""Whole logs of pawn races for the golden vectors: they fold to the same sheets in every later release."""

from tablecore import clock, records
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tests.tableprograms.race.log import NOBODY, RaceLog


def log_double_threat():
    """2T-XL with throws and clocks: die-roll, a six, a cancelled throw, an undo, a flag, a denial."""
    log = RaceLog().run(racerules.TWO_XL, racerules.LOGGED | racerules.ROLL_FIRST,
                        (records.TIME, NOBODY, clock.FISCHER, 0, 60_000, 5_000), version=1)  # fmt: skip
    for seat, die in ((0, 2), (1, 2), (0, 6), (1, 3)):
        log.fits(records.ROLL, seat, die)
    log.game(1).fits(records.DICE, 1, 6).fits(records.DICE, 1, 4).home(2).fits(records.CANCEL, 1, 4)
    log.fits(records.DICE, 1, 1).fits(records.DICE, 0, 5, ms=9_000).home(0, 0)
    log.add(records.UNDO, p=len(log.records))
    log.fits(records.PRESS, 0, 1).fits(records.PAUSE, records.DIRECTOR)
    log.fits(records.CORRECT, 1, NOBODY, 0, 8_000, 5).fits(records.RESUME, 1, ms=60_000)
    log.add(records.FLAG, 1, ms=8_000)
    log.fits(records.CORRECT, 1, NOBODY, 0, 90_000, 6).fits(records.RESUME, 1)
    log.complete(1, 3, 0).fits(records.CONFIRM, 0).fits(records.REJECT, 1).fits(records.RESUME, 1)
    log.agree()
    log.game(0, racerules.pack([NOBODY, 0, 1, NOBODY, 1, 0])).fits(records.DICE, 0, 3)
    log.fits(records.RESULT, 0, 0, records.CONCEDED, 1).agree()
    return log.add(records.SEAL, p=2, q=7).add(records.CLOSE, q=8)


def log_tripleathlon():
    """TripleAthlon: GP, 3T, 3T+, each with its line-up; a power cut, a stopped game played again."""
    log = RaceLog().run(
        racerules.TRIPLEATHLON, 0,
        (records.SERIES, racerules.GRAND_PRIX, racerules.THREE_THREAT, racerules.THREE_PLUS),
        match=12, version=1,
    )
    log.game().complete(4).home(0, 0, 3).complete(2, 1).agree()
    log.game(2).fits(records.PRESS, 2, 0).complete(5).fits(records.CONFIRM, NOBODY, q=9).end()
    log.game().home(0, 1, 2)
    log.now = 0
    log.add(records.BOOT, 1, 1, 1, 42_000, 2)
    log.fits(records.RESUME, 0).home(3, 4, 5).fits(records.RESULT, NOBODY, 0, race.STOPPED, records.NONE)
    log.agree().game(0).fits(records.PRESS, 0, 2, 1)
    return log.complete(0, 1).agree()


def log_taken_over():
    """A Grand Prix that goes on at another board; "Game 0"; GP+."""
    pawns = 1 << 15 | 2 << 5 | 3 << 3 | 16 << 10
    log = RaceLog().run(
        racerules.GRAND_PRIX, 0, (records.SERIES, 2, 3, 5, 4, 600_000),
        (records.LINEUP, 0, 0, 0, racerules.usual(racerules.GRAND_PRIX) | 1 << 12 | 1 << 14, pawns),
        version=1,
    )
    log.fits(records.RESUME, 0).complete(0, 5, 2).agree()
    log.run(racerules.THREE_XS, version=1).game().complete(4, 0).agree()
    log.run(racerules.GRAND_PRIX_PLUS, version=1).fits(records.ROLL, 1, 3, 6).fits(records.ROLL, NOBODY)
    return log.game().complete(0, 2, 4, 3, 1).agree()


def log_moves_gain():
    """Version 2: throws and a press gain the increment, the end of a game does not."""
    log = RaceLog().run(racerules.THREE_THREAT, racerules.LOGGED,
                        (records.TIME, NOBODY, clock.FISCHER, 0, 60_000, 5_000))  # fmt: skip
    log.game(0).fits(records.DICE, 0, 3).fits(records.DICE, 1, 4, ms=7_000).fits(records.PRESS, 1, 2)
    log.fits(records.RESULT, NOBODY, 0, race.STOPPED, records.NONE, ms=4_000)
    return log.agree()


LOGS = (log_double_threat, log_tripleathlon, log_taken_over, log_moves_gain)
