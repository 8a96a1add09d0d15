"""Whole logs of TARA for the golden vectors: they fold to the same sheets in every later release."""

from tablecore import clock, records
from tests.tableprograms.tara.log import Log


def log_two_seats():
    """Singles, level 2: a pause, OUT answered by a move, OUT twice, numbers denied, an undo; a drawn game."""
    log = Log().set_up(2, options=1, method=clock.FISCHER, reserve=1_200_000, delay=5000)
    log.game(1).turns(7).battle().turns(2)
    log.add(records.PAUSE, records.DIRECTOR)
    log.add(records.RESUME, log.sheet.turn, wait=60_000)
    log.out().turns(1).out().out().tally((10, 20), (12, 25))
    log.add(records.CONFIRM, 0)
    log.add(records.REJECT, 1)
    log.tally((10, 21), (12, 24))
    # the last number again
    log.add(records.UNDO, p=len(log.records))
    log.add(records.TALLY, 1, 12, 23)
    log.agree()
    log.game(0).turns(4).battle()
    log.add(records.COUNT)
    log.tally((5, 20), (5, 20))
    log.agree()
    return log


def log_four_seats():
    """Doubles: OUT and the last turns, a power cut, the director confirms, a match taken over, given up."""
    log = Log().set_up(4, method=clock.UP)
    log.game(2).turns(9).battle().turns(6).out().turns(1)
    log.now = 0
    log.add(records.BOOT, 1, 1, 1, 42_000, 2)
    log.add(records.RESUME, log.sheet.turn)
    log.out().turns(1).tally((4, 17), (6, 26))
    log.add(records.CONFIRM, 255, q=9)
    sheet = log.sheet
    log.add(records.END, sheet.winner, sheet.kind, sheet.how, sheet.points(sheet.kind), sheet.checksum())
    log.game(3).turns(3)
    log.set_up(4, method=clock.UP, score=(4, 0, 2, 1, 1 + 2 | 0b0111 << 4))
    log.add(records.RESUME, 2)
    log.turns(2)
    log.add(records.RESULT, 1, records.WHOLE_MATCH, records.CONCEDED, 0)
    log.add(records.CONFIRM, 3)
    sheet = log.sheet
    log.add(records.END, 1, records.WHOLE_MATCH, records.CONCEDED, 0, sheet.checksum())
    log.add(records.CLOSE)
    return log


def log_moves_gain():
    """Version 2: a count and a result end no move, so they add nothing to a clock; OUT ends a turn."""
    log = Log().set_up(2, method=clock.FISCHER, reserve=300_000, delay=5_000, version=2)
    log.game(0).turns(5).battle().turns(2)
    log.add(records.COUNT)
    log.tally((10, 20), (9, 25))
    log.agree()
    log.game(1).turns(3).battle().turns(1).out().turns(1)
    log.add(records.RESULT, 1, records.WHOLE_MATCH, records.CONCEDED, 0)
    log.agree()
    return log


LOGS = (log_two_seats, log_four_seats, log_moves_gain)
