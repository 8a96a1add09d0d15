"""What the players of a table without a host may do together: `0`, then `8`. Loaded only then.

    1      this game from its beginning: all agree with their buttons
    2      a clock: its seat's button, minutes and two digits of seconds, #; all agree with their buttons
    3      sound off or on, until the power is cut
    *      back

With a host, or in a match that a host has set up, 1 and 2 are the director's.
"""

from micropython import const

from tablecore import link, records
from tablecore.clock import LONGEST
from tabledevice import keys, screens, texts
from tabledevice.texts import held
from tabledevice.texts import tablemenu as words

#: unloaded after use
RARE = True

_MENU, _SEAT, _TIME, _AGREE = range(4)
_DIGITS = const(5)


class TableMenu:
    """The menu in progress, in place of the program's keys and screen."""

    def __init__(self, app):
        self._app = app
        app.loading()
        self._page = _MENU
        # the seat whose clock is corrected, or -1; the typed time; the seats that agree, as bits
        self._seat = -1
        self._typed = ""
        self._agreed = 0

    def key(self, ms, key, how):
        """Take a key event; return whether the menu is over."""
        sheet = self._app.fold.sheet
        digit = keys.digit(key)
        seat = key % sheet.seats if key < min(sheet.chairs(), keys.SEATS) else -1
        if keys.SEATS < digit <= sheet.seats and self._page != _TIME:
            # a seat without a button
            seat = digit - 1
        if key == keys.STAR:
            if not self._typed or self._page != _TIME:
                return True
            self._typed = self._typed[:-1]
        elif self._page == _MENU:
            return self._choose(ms, digit, sheet)
        elif self._page == _SEAT and seat >= 0 and sheet.clock.method[seat]:
            self._seat = seat
            self._page = _TIME
        elif self._page == _TIME and digit >= 0 and len(self._typed) < _DIGITS:
            self._typed += str(digit)
        elif self._page == _TIME and key == keys.HASH and self._typed and self._left() <= LONGEST:
            self._page = _AGREE
        elif self._page == _AGREE and seat >= 0:
            self._agreed |= 1 << seat
            if self._agreed == sheet.everybody():
                self._do(ms)
                return True
        else:
            self._app.refuse(texts.NOTHING_HERE, ms)
        return False

    def _choose(self, ms, digit, sheet):
        app = self._app
        if digit == 3:
            app.buzzer.silent = not app.buzzer.silent
        elif not 1 <= digit <= 2:
            app.refuse(texts.CHOOSE_FIRST, ms)
        elif sheet.match_id or app.link.phase == link.UP or sheet.phase == sheet.RESULT:
            app.refuse(texts.ASK_DIRECTOR, ms)
        elif digit == 2:
            self._page = _SEAT
        elif app.fold.undoable():
            self._page = _AGREE
        else:
            app.refuse(held.NO_UNDO, ms)
        return False

    def _left(self):
        # the typed time in ms: the last two digits are seconds
        number = int(self._typed or "0")
        return (number // 100 * 60 + number % 100) * 1000

    def _do(self, ms):
        app = self._app
        if self._seat >= 0:
            app.record(records.CORRECT, self._seat, records.NOBODY, 0, ms, self._left(), 0)
            return
        first = target = app.fold.undoable()
        while first:
            target = first
            first = app.fold.undoable(before=target)
        if app.holds_game() and app.fold.prepare(target):
            app.record(records.UNDO, 0, 0, 0, ms, target)
        else:
            app.refuse(held.UNDO_LOST, ms)

    def look(self, view):
        """Fill in the view."""
        view.selected = -1
        view.title = words.TITLES[self._page]
        view.hint = texts.STAR_BACK
        if self._page == _MENU:
            view.screen = screens.MENU
            view.lines = list(words.CHOICES)
            view.lines[-1] += words.SOUND[1 if self._app.buzzer.silent else 0]
        elif self._page == _TIME:
            view.screen = screens.ENTRY
            view.lines = [self._typed, words.EXAMPLE]
            view.hint = texts.HINT_ENTRY
        else:
            view.screen = screens.MESSAGE
            view.lines = list(words.WHOSE)
            if self._page == _AGREE:
                view.lines = list(words.AGREE)
                if self._seat >= 0:
                    left = self._left() // 1000
                    view.lines[0] = "%s %d:%02d" % (view.name(self._seat, 10), left // 60, left % 60)
