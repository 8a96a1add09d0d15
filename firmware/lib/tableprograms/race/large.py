"""A pawn race on a small display: pawns home beside the clock."""

from tabledevice.screens.large import LargeClock


class LargeRace(LargeClock):
    """The clock of the seat to move, with pawns home."""

    def _standing(self, view, sheet, seat):
        return "-".join([str(sheet.counted(one)) for one in range(sheet.seats)])


LARGE = LargeRace
