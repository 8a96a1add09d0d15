"""A coin on the screen: each side with its count; what is over; link and storage."""

from tabledevice.canvas import COLUMNS
from tabledevice.screens import Screens
from tableprograms.coin import sheet as coin
from tableprograms.coin import texts as words


class CoinScreens(Screens):
    """Draws the counts."""

    def _game(self, view, sheet, now):
        half = COLUMNS // 2
        for side in range(2):
            self._canvas.centre(1, words.SIDES[side], side * half, (side + 1) * half)
            self._canvas.number(side * half + half // 2, 2, sheet.fell[side])
        end = self._end_of_status(view)
        self._put_status(end, words.ENDED if sheet.phase == coin.OVER else "", False)


SCREENS = CoinScreens
