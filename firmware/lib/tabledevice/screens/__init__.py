"""The screens: each is drawn from the view and the sheet.

This module draws what all programs share: questions, clocks, hints. A module per program draws its game;
`dialogs` draws screens without a game. A screen has 8 pages of 8 pixels; hints and flashes are at the bottom:

    0    names, lit for the seat on turn
    1-3  clocks; under each clock a bar that shows how much of the move's delay is left
    4-5  the game; or the question
    6    the state of the game or match, why the clock is stopped; link and storage
    7    what the keys mean now, or for a moment why a key did nothing

What players answer is written in large letters: a question and its keys on pages 4 to 7, or, with more lines,
on all pages; a result on pages 4 and 5, and its keys on pages 6 and 7.

`tick` redraws only the clocks, without allocating; `due` returns when it must be called next.
"""

from micropython import const

from tablecore import clock as clocks
from tabledevice import font, texts
from tabledevice.canvas import CELL, COLUMNS, PAGES, fitting, width

WELCOME, MENU, ENTRY, GAME, MESSAGE = range(5)
NEVER = 0x3FFFFFFF
#: a running clock with less time than this (ms) is lit
LOW = 30000
#: with less time than this (ms), tenths are shown
TENTHS = 10000
NAME = 10
SHORT_NAME = 9
HALF = 62
RIGHT = COLUMNS - HALF
MIDDLE = 4
STATUS = 6
HINT = 7
#: values for what a clock shows, besides the odd numbers that the canvas returns for times
_NOTHING = const(0)
_FLAGGED = const(2)
_NO_TIME = const(4)
NOBODY = clocks.NOBODY
#: no layout is on the screen: the next one is drawn completely
_ANEW = const(-1)
#: how many parts of a page are told apart, one for every 16 columns
PLACES = 8
_LINK_SIGNS = (font.CROSS, font.CALLING, font.TICK, font.WAITING)


class Screens:
    """Draws on a canvas; it remembers only what is on the screen."""

    def __init__(self, canvas):
        self._canvas = canvas
        # whether clocks are on the screen; what each seat's clock shows, and the length of its bar
        self._clocks = False
        self._faces = [_NOTHING] * 6
        self._bars = [0] * 6
        # what each part of the screen shows (see `_changes`), None for nothing
        self._parts = []
        # the layout on the screen, or _ANEW; how much of the game's part is covered (see `draw`)
        self._laid = _ANEW
        self._asked = 0
        # whether the meaning of the keys is drawn after the rest is on the display
        self._later = False
        self._link = 0
        self._warning = ""

    def draw(self, view, sheet, now):
        """Draw the whole screen for `now` (ms of the board)."""
        canvas = self._canvas
        result = view.screen == GAME and sheet.phase == sheet.RESULT
        # a question covers a part of the game's screen, or a result that waits for agreement a smaller one
        asked = 2 if view.question else 1 if result else 0
        # a question of more than two lines takes the whole screen
        whole = view.question.count("\n") > 1
        laid = _ANEW if whole or view.screen != GAME else self._layout(view, sheet)
        if laid != _ANEW:
            # the host may have set up another match, with another number of seats
            laid = laid * 8 + sheet.clock.seats
        if laid == _ANEW or laid != self._laid:
            self._begin(laid, asked)
        elif asked != self._asked:
            self._forget(MIDDLE, PAGES)
            if asked < self._asked:
                canvas.clear(MIDDLE)
        self._laid = laid
        self._asked = asked
        self._clocks = False
        if whole:
            pass
        elif view.screen == GAME:
            self._game(view, sheet, now)
        else:
            # loaded only now, and unloaded with the next program: these screens are rare during a game
            from tabledevice.screens import dialogs

            dialogs.draw(canvas, view)
        if self._later:
            self._later = False
            view.dirty = True
        elif not asked:
            self.hint(view)
        elif self._changes(STATUS, (view.hint, view.flash, view.question), 0, COLUMNS, 0):
            self._question(view, 0 if whole else MIDDLE if view.question else STATUS)

    def hint(self, view):
        """Draw the lowest line alone, below a game without a question."""
        # no tuple: lessons come every few seconds and leave no garbage
        if self._changes(HINT, view.flash or view.hint):
            self._canvas.centre(HINT, view.flash or view.hint, 0, COLUMNS, view.flash != "")

    def forget(self):
        """Draw everything the next time, because the display shows something else."""
        self._laid = _ANEW

    def _begin(self, laid, asked):
        # start another layout than `_laid`, perhaps with a question
        self._anew(PAGES)

    def _anew(self, end):
        # clear the pages before `end`, and forget what the screen showed
        self._canvas.clear(0, end)
        self._parts = [None] * (PAGES * PLACES)
        self._forget_clocks()

    def _forget_clocks(self):
        # forget what the clocks showed
        for seat in range(len(self._faces)):
            self._faces[seat] = _NOTHING

    def _forget(self, first, end):
        # forget what pages `first` to `end` - 1 show: they have been cleared, or a question covers them
        parts = self._parts
        for part in range(first * PLACES, end * PLACES):
            parts[part] = None

    def _changes(self, page, shown, x=0, x_end=COLUMNS, pages=1):
        # Return whether a part of the screen must be drawn, because `shown` differs from what it shows now.
        # If so, its area is cleared first: `pages` pages of the columns x to x_end - 1. A part is identified
        # by its first page and column.
        part = page * PLACES + (x >> 4)
        before = self._parts[part]
        if before == shown:
            return False
        self._parts[part] = shown
        if before is not None:
            self._canvas.fill(page, x, x_end, 0, pages)
        return True

    def _put_name(self, side, name, sign, lit):
        # the name on the left (0) or right (1) half, at the outer edge; at the inner edge the agreement sign
        x = RIGHT if side else 0
        if not self._changes(0, (name, sign, lit), x, x + HALF):
            return
        canvas = self._canvas
        if lit:
            canvas.fill(0, x, x + HALF, 0xFF)
        if side:
            canvas.text(COLUMNS - len(name) * CELL, 0, name, lit)
            canvas.text(x + 1, 0, sign, lit)
        else:
            canvas.text(1, 0, name, lit)
            canvas.text(HALF - len(sign) * CELL, 0, sign, lit)

    def _layout(self, view, sheet):
        # return the number of the layout: only parts that change are drawn later; with _ANEW always all
        return _ANEW

    def _game(self, view, sheet, now):
        # for subclasses: draw the game; parts that a question covers need not be drawn
        pass

    def tick(self, sheet, now):
        """Redraw the parts that time has changed; return whether there are any."""
        if not self._clocks:
            return False
        changed = self._clock(sheet.clock, 0, now, 0, HALF)
        return self._clock(sheet.clock, 1, now, RIGHT, HALF) or changed

    def due(self, sheet, now):
        """Return when `tick` will change something next (ms), NEVER while no clock runs."""
        clock = sheet.clock
        if not self._clocks or not clock.running:
            return NEVER
        seat = clock.turn
        method = clock.method[seat]
        wait = 1000
        delay = clock.delay_left(seat, now)
        if delay:
            wait = (delay - 1) % 1000 + 1
            if method == clocks.DELAY:
                return now + wait
        left = clock.remaining(seat, now)
        if method == clocks.UP:
            return now + 1000 - left % 1000
        if method == clocks.NONE:
            return NEVER
        digit = left % 100 + 1 if left <= TENTHS else (left - 1) % 1000 + 1
        return now + min(wait, digit)

    def _question(self, view, first):
        # the lines of a question from page `first` on; the last line says what the keys mean
        lit = first == MIDDLE
        rest = view.question
        for page in range(first, PAGES, 2):
            line, _, rest = rest.partition("\n")
            if page == STATUS:
                line = view.flash or line or view.hint
                lit = view.flash != ""
            self._canvas.fill(page, 0, COLUMNS, 0xFF if lit else 0, 2)
            if first:
                self._canvas.large_centre(page, line, lit)
            else:
                # a list: all lines begin at the left and have letters of the same width
                self._canvas.large(1, page, "%-21s" % line, lit)

    # --- parts of a game's screen ---

    def _name(self, view, seat, count):
        return view.name(seat, count)

    def _clock(self, clock, seat, now, x, room):
        # one clock in `room` columns from x on; nothing is drawn unless what it shows has changed
        left = clock.remaining(seat, now)
        method = clock.method[seat]
        up = method == clocks.UP
        low = clock.can_flag(seat) and left <= LOW
        canvas = self._canvas
        before = self._faces[seat]
        if clock.flagged == seat or method == clocks.NONE:
            shown = _FLAGGED if clock.flagged == seat else _NO_TIME
            if shown == before:
                return False
            self._faces[seat] = shown
            canvas.fill(1, x, x + room, 0, 3)
            if shown == _FLAGGED:
                canvas.large(x + (room - 12 * len(texts.FLAG) + 2) // 2, 2, texts.FLAG)
            else:
                canvas.big(x + 25, 1, "-")
            if low:
                canvas.light(x, 1, room)
            return True
        bar = 0
        delay = clock.delay_left(seat, now)
        if delay:
            # whole seconds, so that the bar changes at the same time as a digit
            bar = room * ((delay + 999) // 1000 * 1000) // max(1000, clock.delay[seat])
            bar = min(bar, room)
        shown = canvas.clock(x, 1, left, room, low, up, low, before, 3, bar)
        self._faces[seat] = shown
        if (shown ^ before) & 0x0F:
            # drawn in a cleared area, with its bar
            self._bars[seat] = bar
            return True
        stood = self._bars[seat]
        if shown == before and bar == stood:
            return False
        self._bars[seat] = bar
        canvas.toggle(3, x + min(bar, stood), x + max(bar, stood), 0x60)
        return True

    def _end_of_status(self, view):
        # prepare link and storage signs for the end of the status line; return the column where they begin
        self._link = view.link
        # the log in danger is more urgent than a low battery
        sign = texts.STORAGE_SIGNS[view.storage] or (texts.BATTERY_SIGN if view.battery_low else "")
        self._warning = sign
        end = COLUMNS - 2 * CELL
        return end - len(sign) * CELL - 2 if sign else end

    def _put_status(self, end, text, stopped):
        # the status line, with text up to column `end`; lit if it says why the clock is stopped
        canvas = self._canvas
        if self._changes(STATUS, self._link, COLUMNS - 2 * CELL):
            canvas.right(COLUMNS, STATUS, font.PLUG + _LINK_SIGNS[self._link])
        if not self._changes(STATUS, (text, stopped, self._warning), 0, COLUMNS - 2 * CELL):
            return
        sign = self._warning
        if sign:
            canvas.fill(STATUS, end, end + len(sign) * CELL + 1, 0xFF)
            canvas.text(end + 1, STATUS, sign, True)
        if stopped:
            canvas.fill(STATUS, 0, end - 2, 0xFF)
        canvas.text(0, STATUS, fitting(text, (end - 2) // CELL), stopped)


def longest(choices, values, room):
    for choice in choices:
        text = choice % values
        if len(text) <= room:
            break
    return text


def number_width(value, height=2):
    """Return the width in columns of a number in digits of this height."""
    digits = 1
    while value >= 10:
        value //= 10
        digits += 1
    # without the gap of one column between two digits
    return digits * (width("0", height) + 1) - 1
