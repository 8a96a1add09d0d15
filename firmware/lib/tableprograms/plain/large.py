"""A plain clock on a small display: the counts beside the time."""

from tablecore import clock as clocks
from tabledevice.screens.large import LargeClock
from tableprograms.plain import texts as words


class LargePlain(LargeClock):
    """The clock of the seat to move, with periods or moves."""

    def _fits(self, sheet):
        # a seat that plays on after its time is over has a sign of its own
        return not sheet.over & (1 << sheet.clock.turn)

    def _counted(self, sheet, seat, now):
        clock = sheet.clock
        if clock.form == clocks.BYOYOMI_FORM and clock.method[seat] > clocks.UP:
            return clock.periods_left(seat, now)
        if clock.form == clocks.CANADIAN_FORM and clock.method[seat] > clocks.UP:
            return clock.moves_left(seat, now)
        return sheet.moves[seat]

    def _standing(self, view, sheet, seat):
        return words.SHORT_COUNTS[max(0, sheet.clock.method[seat] - clocks.UP)] % self._count


LARGE = LargePlain
