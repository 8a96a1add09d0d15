"""Logs of TARA as a board writes them: for the tests of the sheet, of the screens and for the golden logs."""

import struct

from tablecore import clock, records
from tablecore.sheets.fold import Fold
from tableprograms.tara import sheet as tara

JOURNAL = 0x5AFE1234


class Log:
    """Writes records and folds them, as a board does."""

    def __init__(self):
        self.records = []
        self.now = 0
        self.fold = Fold(lambda seq: self.records[seq - 1] if 0 < seq <= len(self.records) else None)

    @property
    def sheet(self):
        return self.fold.sheet

    def add(self, kind, a=0, b=0, c=0, p=0, q=0, wait=1000):
        """Write a record; return whether it had its effect."""
        self.now += wait
        self.records.append(
            records.pack(JOURNAL, len(self.records) + 1, kind, a, b, c, self.now, p, q)
        )
        return self.fold.apply(*records.unpack(self.records[-1]))

    def run(self, *rows):
        """Write a run and its commit; return whether it was taken."""
        first = len(self.records) + 1
        for row in rows:
            self.add(*row)
        return self.add(records.COMMIT, len(rows), records.TARA, 0, first)

    def set_up(self, seats=2, options=0, method=clock.UP, reserve=0, delay=0, score=()):
        rows = [(records.TARA, 1, seats, options, 5), (records.TIME, 255, method, 0, reserve, delay)]
        if score:
            rows.append((records.TARA_SCORE, *score))
        assert self.run(*rows)
        return self

    def game(self, starter):
        number = self.sheet.games + 1
        assert self.add(records.GAME, number, 0, 0, number)
        assert self.add(records.START, starter)
        return self

    def turns(self, count):
        for _ in range(count):
            sheet = self.sheet
            assert self.add(records.PRESS, sheet.turn, sheet.after(False))
        return self

    def out(self):
        sheet = self.sheet
        assert self.add(records.OUT, sheet.turn, sheet.after(True))
        return self

    def battle(self):
        assert self.add(records.BATTLE, self.sheet.turn)
        return self

    def tally(self, first, second):
        assert self.add(records.TALLY, 0, *first)
        assert self.add(records.TALLY, 1, *second)
        return self

    def agree(self):
        for side in (0, 1):
            assert self.add(records.CONFIRM, side)
        sheet = self.sheet
        return self.add(
            records.END, sheet.winner, sheet.kind, sheet.how, sheet.points(sheet.kind), sheet.checksum()
        )

    def counted(self, first, second):
        """Play a game of which nothing is told but its numbers."""
        starter = 0 if self.sheet.starter() == tara.NOBODY else self.sheet.starter()
        self.game(starter).battle()
        assert self.add(records.COUNT)
        self.tally(first, second)
        assert self.agree()
        return self


def vars_of(sheet):
    """All that a sheet holds, but for its clock and what is no state."""
    return {name: value for name, value in vars(sheet).items() if name not in ("clock", "odd", "mismatch")}


def but_the_stamp(packed):
    place = struct.calcsize("<I19BHHH")
    return packed[:place] + packed[place + 4 :]
