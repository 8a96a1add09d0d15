"""The dice log on the screen: the newest throw large, earlier throws, how many times each face fell.

    0-1   the newest throw, and the number of throws
    2-3   the throws before it, as dice
    4-5   how many times each face fell; or the question
    6     the number of doubles, or that the log has ended; link and storage
    7     what the keys mean now
"""

from micropython import const

from tabledevice.canvas import CELL, COLUMNS, DIE
from tabledevice.screens import MIDDLE, Screens, longest, number_width
from tableprograms.dicelog import sheet as dicelog
from tableprograms.dicelog import texts as words

#: columns for the count of one face
_FACE = const(21)


class DicelogScreens(Screens):
    """Draws throws and counts."""

    def _game(self, view, sheet, now):
        canvas = self._canvas
        count = number_width(sheet.throws)
        canvas.number(COLUMNS - count, 0, sheet.throws)
        if view.pending:
            self._throw(0, 0, view.pending, 0)
        elif sheet.last:
            first, second = sheet.thrown(0)
            self._throw(0, 0, first, second if sheet.dice == 2 else -1)
        x = 0
        wide = DIE + 5 if sheet.dice == 1 else 2 * DIE + 6
        for place in range(1, len(sheet.last)):
            if x + wide > COLUMNS + 5:
                break
            first, second = sheet.thrown(place)
            self._throw(x, 2, first, second if sheet.dice == 2 else -1)
            x += wide
        for face in range(6):
            x = face * _FACE + 1
            canvas.centre(MIDDLE, "123456"[face], x, x + _FACE - 2, True)
            canvas.centre(MIDDLE + 1, _short(sheet.faces[face]), x - 1, x + _FACE)
        end = self._end_of_status(view)
        if sheet.phase == dicelog.OVER:
            text = words.ENDED
        elif sheet.dice == 2:
            text = longest(words.DOUBLES, sheet.doubles, (end - 2) // CELL)
        else:
            text = words.ONE_DIE
        self._put_status(end, text, False)

    def _throw(self, x, page, first, second):
        self._canvas.die(x, page, first)
        if second >= 0:
            self._canvas.die(x + DIE + 1, page, second)


def _short(number):
    # at most three characters
    if number < 1000:
        return "%d" % number
    if number < 100000:
        return "%dk" % (number // 1000)
    return ".%dM" % (number // 100000) if number < 1000000 else "%dM" % (number // 1000000)


SCREENS = DicelogScreens
