"""A coin at the keys: 1 heads, 2 tails, 9 the end."""

from tablecore import records
from tabledevice import texts
from tabledevice.programs.program import Program
from tableprograms.coin import sheet as coin
from tableprograms.coin import texts as words


class Coin(Program):
    """The keys of a coin."""

    NUMBER = coin.CoinSheet.PROGRAM

    def _may_leave(self, sheet):
        return not sheet.match_id and sheet.phase == coin.READY

    def _next(self, ms, sheet):
        # nothing is to be begun, and tosses in progress are ended first
        if coin.READY <= sheet.phase <= coin.TOSSED:
            self.app.refuse(texts.NOTHING_HERE, ms)
            return True
        return False

    def _button(self, ms, seat, sheet):
        self.app.refuse(texts.NOTHING_HERE, ms)

    def _digit(self, ms, digit, sheet):
        if digit == 9:
            self.app.record(records.END, 255, 0, 0, ms, sum(sheet.fell), sheet.checksum())
        elif 1 <= digit <= 2 and sum(sheet.fell) < sheet.tosses:
            self.app.record(records.DICE, 255, digit, 0, ms)
        else:
            self.app.refuse(texts.NOTHING_HERE, ms)

    def _hint(self, view, sheet):
        view.hint = words.HINT

    def _label(self, kind, a, b, c):
        return words.UNDO % words.SIDES[b - 1] if kind == records.DICE else ""


PROGRAM = Coin
