"""Whole logs of plain clocks and of dice logs: they fold to the same sheets in every later release."""

from tablecore import clock, records
from tableprograms.dicelog import sheet as dicelog
from tableprograms.plain import sheet as plain
from tests.tableprograms.plain.log import Log


def log_two_seats():
    """Fischer: turns, a break, an undo, a power cut, a correction, a result denied and agreed."""
    log = Log().clocks(2, reserve=180_000, delay=3000, count=1).begin(1)
    log.turns(5, wait=4200)
    log.add(records.PAUSE, records.BREAK)
    log.add(records.RESUME, log.sheet.turn, wait=60_000)
    log.turns(2)
    log.add(records.UNDO, p=log.fold.undoable())
    log.now = 0
    log.add(records.BOOT, 1, 1, 1, 73_000, 2)
    log.add(records.RESUME, log.sheet.turn)
    log.add(records.CORRECT, 0, 255, 0, 99_000, 7)
    log.turns(1).result(0, 0)
    log.add(records.REJECT, 1)
    log.add(records.RESUME, log.sheet.turn)
    log.result(1, 0, records.CONCEDED).agree()
    return log


def log_flags():
    """A flag that ends the game, one that counts on, byo-yomi, Canadian overtime, an hourglass."""
    log = Log().clocks(3, method=clock.SUDDEN, reserve=9000, delay=0).begin().turns(4)
    log.add(records.FLAG, 1, wait=8000)
    log.result(how=records.ON_TIME).agree()
    log.clocks(6, method=clock.DELAY, reserve=4000, delay=1000, options=plain.FLAG_GOES_ON).begin(5).turns(7)
    log.add(records.FLAG, 0, wait=5000)
    log.turns(8).result(2).agree()
    log.clocks(2, method=clock.UP + 1, reserve=4000, delay=2000, count=2).begin().turns(6, wait=2500)
    log.add(records.FLAG, 0, wait=4000)
    log.result(1, how=records.ON_TIME).agree()
    log.clocks(4, method=clock.UP + 2, reserve=3000, delay=9000, count=2).begin().turns(13, wait=1700)
    log.result(3).agree()
    log.clocks(2, method=clock.UP + 3, reserve=20_000, delay=0).begin().turns(5, wait=3100)
    log.add(records.CLOSE)
    return log


def log_dice():
    """Throws of two dice with an undo, ended and opened again; then one die, thrown by the board."""
    log = Log().dice().throw(31, 66, 52, 11)
    log.add(records.UNDO, p=log.fold.undoable())
    log.throw(64).add(records.END, 255, 0, 0, 4, log.sheet.checksum())
    log.add(records.UNDO, p=log.fold.undoable())
    log.throw(21)
    log.dice(1, dicelog.DICE_BY_DEVICE).add(records.DICE, 255, 5, 0, 1)
    log.throw(3, 4)
    log.add(records.END, 255, 0, 0, 3, log.sheet.checksum())
    return log


def log_moves_gain():
    """Version 2: a game that ends adds nothing to a clock, whatever its form; periods and rounds go on."""
    log = Log().clocks(version=2).begin().turns(3).result(1)
    log.agree()
    log.clocks(version=2, method=clock.UP + 1, reserve=4000, delay=2000, count=3).begin().turns(6, wait=1500)
    log.result(0).agree()
    log.clocks(3, version=2, method=clock.UP + 2, reserve=3000, delay=9000, count=2).begin()
    log.turns(7, wait=1700)
    log.result(2).agree()
    log.clocks(2, version=2, method=clock.UP + 3, reserve=20_000, delay=0).begin().turns(5, wait=3100)
    log.result(0).agree()
    return log


LOGS = (log_two_seats, log_flags, log_dice, log_moves_gain)
