"""A match of backgammon on a small display: score and cube beside the clock."""

from tabledevice.screens import NOBODY
from tabledevice.screens.large import LargeClock


class LargeMatch(LargeClock):
    """The clock of the seat to move, with score and cube."""

    def _fits(self, sheet):
        # a double is a question, so it needs the usual screen
        return sheet.doubler == NOBODY and sheet.premature == NOBODY

    def _standing(self, view, sheet, seat):
        if view.pending:
            return "%d ?" % view.pending
        text = "%d-%d" % (sheet.score[0], sheet.score[1])
        if sheet.length:
            text += "/%d" % sheet.length
        return text + " x%d" % sheet.cube_value() if sheet.cube else text


LARGE = LargeMatch
