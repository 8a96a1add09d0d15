"""A match of TARA on a small display: points and level beside the clock."""

from tabledevice.screens.large import LargeClock
from tableprograms.tara import texts as words


class LargeTara(LargeClock):
    """The clock of the seat to move, with points and level."""

    def _standing(self, view, sheet, seat):
        text = "%d-%d" % (sheet.score[0], sheet.score[1])
        if sheet.last:
            return text + " " + (words.LAST_TURNS % sheet.last if sheet.seats == 4 else words.OUT)
        return text + " " + words.BATTLE if sheet.in_battle(sheet.turn) else text


LARGE = LargeTara
