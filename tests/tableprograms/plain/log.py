"""Logs of plain clocks and of dice logs as a board writes them."""

from tablecore import clock, records
from tests.tablecore.board_log import BoardLog


class Log(BoardLog):
    """A game with the plain clock, or a dice log."""

    def clocks(self, seats=2, *rows, options=0, method=clock.FISCHER, reserve=300_000, delay=3000, count=0,
               version=1):
        """Set a clock up; the times of every seat, or rows of one's own."""
        rows = rows or ((records.TIME, 255, method, count, reserve, delay),)
        assert self.run((records.PLAIN, version, seats, options, 5), *rows)
        return self

    def begin(self, seat=0):
        """Begin the game with the clock of a seat."""
        assert self.add(records.GAME, 1, 0, 0, 1)
        assert self.add(records.PRESS, 255, seat)
        return self

    def turns(self, count, wait=1000):
        """End the turn of whoever is on turn, so many times."""
        for _ in range(count):
            sheet = self.sheet
            assert self.add(records.PRESS, sheet.turn, sheet.after(sheet.turn), wait=wait)
        return self

    def result(self, winner=255, by=records.NONE, how=records.PLAYED):
        """Say who has won."""
        assert self.add(records.RESULT, winner, 0, how, by)
        return self

    def agree(self):
        """Let everybody agree who has not, then end the game; return whether that was taken."""
        sheet = self.sheet
        for seat in range(sheet.seats):
            if not sheet.confirmed & (1 << seat):
                assert self.add(records.CONFIRM, seat)
        return self.add(records.END, sheet.winner, 0, sheet.how, sheet.all_moves(), sheet.checksum())

    def dice(self, dice=2, options=0):
        """Set a dice log up."""
        assert self.run((records.DICELOG, 1, dice, options, 5))
        return self

    def throw(self, *throws):
        """Write throws: numbers of one or two digits."""
        for throw in throws:
            first, second = divmod(throw, 10) if throw > 9 else (throw, 0)
            assert self.add(records.DICE, 255, first, second)
        return self
