"""Logs of TARA as a board writes them: for the tests of the sheet, of the screens and for the golden logs."""

from tablecore import clock, records
from tableprograms.tara import sheet as tara
from tests.tablecore.board_log import BoardLog


class Log(BoardLog):
    """A match of TARA."""

    def set_up(self, seats=2, options=0, method=clock.UP, reserve=0, delay=0, score=(), version=1):
        rows = [(records.TARA, version, seats, options, 5), (records.TIME, 255, method, 0, reserve, delay)]
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
