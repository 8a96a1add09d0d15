"""The large layout for small displays: while a clock runs, it shows mainly the clock of the seat to move.

    0    the name of the seat to move, lit, on its side; next to it score, cube or moves, and warnings
    1-6  its clock in digits of 43 rows, all lit when time is low; below it a bar for the rest of the delay
    7    what the keys mean now, or for a moment why a key did nothing

Everything else (menus, questions, a double, a pause, a result, a game without clocks) looks as usual. This
layout replaces part of the program's own layout. It is loaded only if settings.toml asks for it.

A digit has seven segments, so it needs no font. Each of its pages has only three different column values:
one for the left stroke, one for the columns between the strokes, and one for the right stroke.
"""

from struct import pack_into

from micropython import const

from tablecore import clock as clocks
from tabledevice import texts
from tabledevice.canvas import CELL, COLUMNS, PAGES
from tabledevice.screens import GAME, HALF, LOW, NAME, NEVER, RIGHT, TENTHS, Screens

#: pages of the digits
_FIRST = const(1)
HIGH = 6
#: in the lowest page, the rows of the digits, and the rows of the bar below them
_OWN = const(0x1F)
_BAR = const(0x60)
#: rows of the segments (bit 0 is the highest row of the top page): the horizontal, then the vertical ones
_TOP = 0x7F << 1
_MIDDLE = 0x7F << 19
_BOTTOM = 0x7F << 37
_UPPER = 0x3FFFFF << 1
_LOWER = 0x3FFFFF << 22
#: segments of each digit, as bits from 0 on: bottom, lower left, upper left, middle, top, lower/upper right
_SEGMENTS = (0x77, 0x60, 0x5B, 0x79, 0x6C, 0x3D, 0x3F, 0x70, 0x7F, 0x7D)
#: the dots of a colon and of a point
_COLON = (0x7F << 11 | 0x7F << 28).to_bytes(HIGH, "little")
_POINT = (0x7F << 37).to_bytes(HIGH, "little")
_DOT = const(6)
#: layouts of a time: columns of a digit; the columns of its three zones as a struct format; where the digits
#: begin, from the last digit on; where the signs begin, and their pages
_TENTHS = const(0)
_MINUTES = const(1)
_TWO_AND_TWO = const(2)
_SECONDS = const(3)
_HOURS = const(4)
_FACES = (
    (32, "8s16s8s", (72, 24), (61,), _POINT),
    (30, "8s14s8s", (90, 55, 7), (43,), _COLON),
    (26, "8s10s8s", (102, 71, 31, 0), (61,), _COLON),
    (20, "6s8s6s", (107, 84, 54, 31, 1), (23, 76), _COLON),
    (16, "4s8s4s", (112, 93, 66, 46, 19, 0), (38, 85), _COLON),
)


def _glyphs():
    # return the pages of all digits, three bytes each
    made = bytearray(10 * HIGH * 3)
    for digit in range(10):
        lit = _SEGMENTS[digit]
        across = (_TOP if lit & 0x10 else 0) | (_MIDDLE if lit & 0x08 else 0) | (_BOTTOM if lit & 0x01 else 0)
        left = across | (_UPPER if lit & 0x04 else 0) | (_LOWER if lit & 0x02 else 0)
        right = across | (_UPPER if lit & 0x40 else 0) | (_LOWER if lit & 0x20 else 0)
        for zone, rows in enumerate((left, across, right)):
            at = digit * HIGH * 3 + zone
            for value in rows.to_bytes(HIGH, "little"):
                made[at] = value
                at += 3
    return bytes(made)


#: the three values of each page of each digit: left stroke, between the strokes, right stroke
GLYPHS = _glyphs()


def _rows():
    # for every value that a page of a digit can have: columns with this value, enough for the widest zone
    made = {}
    for at in range(len(GLYPHS)):
        value = GLYPHS[at]
        usual = (value, value ^ 0xFF)
        lowest = (value, value | _BAR, value ^ _OWN, value ^ _OWN | _BAR)
        for one in lowest if at // 3 % HIGH == HIGH - 1 else usual:
            if one not in made:
                made[one] = bytes((one,)) * _WIDEST
    return made


_WIDEST = const(16)
_ROWS = _rows()


class LargeClock(Screens):
    """Replaces parts of `look`, the usual screens of a program; both draw into `frame` (1,024 bytes)."""

    def __init__(self, canvas, frame, look):
        Screens.__init__(self, canvas)
        self._frame = frame
        self._look = look
        self._view = None
        # what the clock shows: time and layout as a number (-1: nothing), lit or not; the top line's count
        self._shown = -1
        self._flip = 0
        self._count = -1
        self._bar = 0

    def draw(self, view, sheet, now):
        """Draw the whole screen for `now` (ms of the board)."""
        clock = sheet.clock
        alone = view.screen == GAME and not view.question and clock.running
        if not alone or clock.method[clock.turn] == clocks.NONE or not self._fits(sheet):
            if self._clocks:
                self._clocks = False
                self._look.forget()
            self._look.draw(view, sheet, now)
            return
        if not self._clocks:
            self._clocks = True
            self._anew(PAGES)
            self._shown = -1
            self._flip = 0
            self._bar = 0
        self._view = view
        self._above(sheet, now)
        self.tick(sheet, now)
        Screens.hint(self, view)

    def hint(self, view):
        """Draw the lowest line alone."""
        if self._clocks:
            Screens.hint(self, view)
        else:
            self._look.hint(view)

    def tick(self, sheet, now):
        """Redraw the parts that time has changed; return whether there are any."""
        if not self._clocks:
            return self._look.tick(sheet, now)
        clock = sheet.clock
        seat = clock.turn
        if clock.method[seat] > clocks.UP and self._counted(sheet, seat, now) != self._count:
            self._above(sheet, now)
        left = clock.remaining(seat, now)
        up = clock.method[seat] == clocks.UP
        low = _is_low(clock, seat, left, now)
        delay = clock.delay_left(seat, now)
        bar = 0
        if delay:
            # whole seconds, so that the bar changes at the same time as a digit
            bar = min(COLUMNS, COLUMNS * ((delay + 999) // 1000 * 1000) // max(1000, clock.delay[seat]))
        changed = self._time(left, low, up, bar)
        stood = self._bar
        if bar == stood:
            return changed
        self._bar = bar
        self._canvas.toggle(HIGH, min(bar, stood), max(bar, stood), _BAR)
        return True

    def due(self, sheet, now):
        """Return when `tick` will change something next (ms), NEVER while no clock runs."""
        if not self._clocks:
            return self._look.due(sheet, now)
        clock = sheet.clock
        seat = clock.turn
        if not clock.running:
            return NEVER
        left = clock.remaining(seat, now)
        if clock.method[seat] <= clocks.UP:
            return Screens.due(self, sheet, now)
        if left <= TENTHS and _is_low(clock, seat, left, now):
            return now + left % 100 + 1
        return now + (left - 1) % 1000 + 1

    # --- methods for programs to replace (`large` in their folders) ---

    def _fits(self, sheet):
        # return whether the screen needs nothing but the running clock of the seat to move
        return True

    def _counted(self, sheet, seat, now):
        # return what is counted beside the time: periods or moves left, or moves made; -1: nothing
        return -1

    def _standing(self, view, sheet, seat):
        # return the state of the game or match in at most ten letters
        return ""

    # --- the top line ---

    def _above(self, sheet, now):
        view = self._view
        seat = sheet.clock.turn
        self._count = self._counted(sheet, seat, now)
        name = view.name(seat, NAME)
        sign = texts.STORAGE_SIGNS[view.storage] or (texts.BATTERY_SIGN if view.battery_low else "")
        said = self._standing(view, sheet, seat)
        if sign:
            # half a score would be another score
            said = said + " " + sign if len(said) + len(sign) < NAME else sign
        if not self._changes(0, (seat, name, said)):
            return
        canvas = self._canvas
        # with two players, each name stands on its player's side; with more, the name is on the left
        right = seat == 1 and sheet.seats == 2
        x = RIGHT if right else 0
        canvas.fill(0, x, x + HALF, 0xFF)
        if right:
            canvas.text(COLUMNS - len(name) * CELL, 0, name, True)
            canvas.text(0, 0, said[:NAME])
        else:
            canvas.text(1, 0, name, True)
            canvas.right(COLUMNS, 0, said[:NAME])

    # --- the digits ---

    def _time(self, ms, low, up, bar):
        # Draw the time: everything (with the bar) if the layout or the light changes, otherwise only the
        # digits that have changed. Return whether anything has changed.
        if low and ms < TENTHS:
            layout = _TENTHS
            number = ms // 100
        else:
            seconds = (ms if up else ms + 999) // 1000
            hours = seconds // 3600
            number = seconds // 60 % 60 * 100 + seconds % 60
            if hours:
                layout = _SECONDS if hours < 10 else _HOURS
                number += min(99, hours) * 10000
            else:
                layout = _MINUTES if number < 1000 else _TWO_AND_TWO
        shown = number << 3 | layout
        flip = 0xFF if low else 0
        before = self._shown
        if shown == before and flip == self._flip:
            return False
        wide, zones, places, signs, sign = _FACES[layout]
        fresh = before < 0 or flip != self._flip or before & 7 != layout
        if fresh:
            self._ground(flip, bar)
            for x in signs:
                self._sign(x, sign, flip)
        self._shown = shown
        self._flip = flip
        before >>= 3
        for x in places:
            if fresh or number % 10 != before % 10:
                self._digit(x, number % 10, wide, zones, flip)
            number //= 10
            before //= 10
        return True

    def _ground(self, flip, bar):
        # draw the area of the clock without digits, and the bar below it
        canvas = self._canvas
        canvas.fill(_FIRST, 0, COLUMNS, flip, HIGH - 1)
        own = flip & _OWN
        canvas.fill(HIGH, 0, bar, own | _BAR)
        canvas.fill(HIGH, bar, COLUMNS, own)
        self._bar = bar

    def _sign(self, x, pages, flip):
        at = _FIRST * COLUMNS + x
        for page in range(HIGH):
            # keep the bar below
            kept = ~_OWN & 0xFF if page == HIGH - 1 else 0
            value = (pages[page] ^ flip) & ~kept
            for column in range(at, at + _DOT):
                self._frame[column] = self._frame[column] & kept | value
            at += COLUMNS

    def _digit(self, x, digit, wide, zones, flip):
        # draw a digit over whatever is there, each page in one call; allocates nothing
        frame = self._frame
        rows = _ROWS
        source = digit * HIGH * 3
        at = _FIRST * COLUMNS + x
        lowest = at + (HIGH - 1) * COLUMNS
        bar = self._bar
        below = 0
        while at <= lowest:
            if at == lowest:
                # keep the bar below: it is drawn under the whole digit or not at all, and then cut
                flip &= _OWN
                below = _BAR if bar > x else 0
            left = rows[GLYPHS[source] ^ flip | below]
            middle = rows[GLYPHS[source + 1] ^ flip | below]
            pack_into(zones, frame, at, left, middle, rows[GLYPHS[source + 2] ^ flip | below])
            source += 3
            at += COLUMNS
        if x < bar < x + wide:
            self._canvas.toggle(HIGH, bar, x + wide, _BAR)


def _is_low(clock, seat, left, now):
    if clock.method[seat] > clocks.UP:
        return clock.is_low(seat, now, LOW)
    return left <= LOW and clock.can_flag(seat)
