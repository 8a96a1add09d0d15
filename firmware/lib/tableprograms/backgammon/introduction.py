"""Introduces a clock during a match: the choices at a table without a host. Loaded only for that menu.

    1-4    choice
    *, #   back

The reserve is the minutes per point times the average of the points that both still need (regulations, "If
the clock is issued in the middle of a game").
"""

from micropython import const

from tablecore import records
from tabledevice import keys, screens, texts
from tabledevice.setups import clocks
from tableprograms.backgammon import texts as words

#: unloaded after use
RARE = True

#: how many of the ready-made clocks limit the time
_MOST = const(4)


def ask(program):
    """Show the menu in place of the program's keys and screen."""
    program.dialog = Introduction(program.app)


def choices(sheet):
    """Return (line of the menu, method, delay s, precredit, reserve ms of each seat) for every clock."""
    found = []
    for place in range(_MOST):
        method, reserve, delay, precredit, per_point = clocks.CONTROLS[place]
        if per_point:
            if not sheet.length:
                # it is not known how many points are still needed
                continue
            reserve = reserve * (2 * sheet.length - sheet.score[0] - sheet.score[1]) // 2
        seconds = reserve // 1000
        line = "%d %s=%d:%02d" % (len(found) + 1, clocks.CLOCKS[place], seconds // 60, seconds % 60)
        found.append((line, method, delay // 1000, precredit, reserve))
    return found


class Introduction:
    """The menu."""

    def __init__(self, app):
        self._app = app
        self._clocks = choices(app.fold.sheet)

    def key(self, ms, key, how):
        """Take a key event; return whether the menu is over."""
        if key == keys.STAR or key == keys.HASH:
            return True
        place = keys.digit(key) - 1
        if not 0 <= place < len(self._clocks):
            self._app.refuse(texts.CHOOSE_FIRST, ms)
            return False
        _, method, seconds, precredit, reserve = self._clocks[place]
        self._app.record(records.CLOCK, method, seconds, precredit, ms, reserve)
        return True

    def look(self, view):
        """Fill in the view."""
        view.screen = screens.MENU
        view.title = words.CLOCK_MENU
        view.lines = [row[0] for row in self._clocks]
        view.selected = -1
        view.hint = texts.STAR_BACK
