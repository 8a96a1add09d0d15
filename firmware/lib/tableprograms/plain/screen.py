"""The plain clock on the screen: one clock, two, two rows of two, or three rows of two.

    seats   clocks                        beside them
    1       pages 1-3, all columns        name above, moves below
    2       pages 1-3, one each side      names above, moves below
    3, 4    pages 0-2 and 3-5, lit for the seat on turn
    5, 6    pages 0-1, 2-3 and 4-5, numbered, lit for the seat on turn

With more than two seats: a question leaves only the clock on turn, as with one seat; a result
shows who has agreed. Page 6 says whose move it is, and what is left of byo-yomi or Canadian overtime.
"""

from micropython import const

from tablecore import clock as clocks
from tabledevice import font, texts
from tabledevice.canvas import CELL, COLUMNS, LINE
from tabledevice.screens import (
    HALF,
    LOW,
    MIDDLE,
    NAME,
    RIGHT,
    STATUS,
    TENTHS,
    Screens,
    longest,
    number_width,
)
from tableprograms.plain import sheet as plain
from tableprograms.plain import texts as words

#: values for what a clock shows, besides the odd numbers that the canvas returns for times
_FLAGGED = const(2)
_NO_TIME = const(4)
#: bit added to one of these: lit
_LIT = const(8)
_BYOYOMI = const(6)
_CANADIAN = const(7)
_HOURGLASS = const(8)
#: columns for a seat's number beside a clock of two pages
_NUMBER = const(8)


class PlainScreens(Screens):
    """Draws the clocks of one to six seats."""

    def __init__(self, canvas):
        Screens.__init__(self, canvas)
        # how many clocks share the screen, and the seat whose clock is shown alone
        self._shared = 2
        self._alone = 0
        # the periods or moves of the seat on turn that are on the screen
        self._left = -1
        self._view = None
        # seats whose time is over, as bits
        self._over = 0

    def _layout(self, view, sheet):
        if sheet.phase == plain.RESULT or sheet.phase == plain.OVER or (sheet.seats > 2 and view.question):
            return -1
        # a clock that counts the time overrun has a sign that other clocks do not have
        return sheet.over | sheet.clock.form << 6

    def _game(self, view, sheet, now):
        self._view = view
        self._left = -1
        self._over = sheet.over
        self._shared = sheet.seats
        self._alone = 0
        ended = sheet.phase == plain.RESULT or sheet.phase == plain.OVER
        if sheet.seats > 2 and ended:
            self._list(sheet, now)
        else:
            if sheet.seats > 2 and view.question:
                self._shared = 1
                self._alone = 0 if sheet.turn == plain.NOBODY else sheet.turn
            self._clocks = True
            if self._shared <= 2:
                self._names(sheet)
            self._all(sheet.clock, now)
            if self._shared > 4:
                for seat in range(self._shared):
                    x = RIGHT if seat & 1 else 0
                    if self._changes(seat // 2 * 2, seat, x, x + CELL - 1):
                        self._canvas.text(x, seat // 2 * 2, "123456"[seat])
        if ended:
            canvas = self._canvas
            result = sheet.phase == plain.RESULT
            canvas.large_centre(MIDDLE, self._ending(sheet), result)
            if result:
                return
        elif self._shared <= 2 and not view.question:
            self._counts(sheet, now)
        if not view.question:
            self._status(view, sheet, now)

    # --- clocks ---

    def tick(self, sheet, now):
        """Redraw the parts that time has changed; return whether there are any."""
        if not self._clocks:
            return False
        clock = sheet.clock
        if clock.turn == plain.NOBODY:
            return False
        changed = self._place(clock, clock.turn, now)
        if clock.method[clock.turn] == _HOURGLASS:
            changed = self._place(clock, 1 - clock.turn, now) or changed
        return self._rest(sheet, now) or changed

    def due(self, sheet, now):
        """Return when `tick` will change something next (ms), NEVER while no clock runs."""
        clock = sheet.clock
        if not self._clocks or not clock.running or clock.method[clock.turn] <= clocks.UP:
            return Screens.due(self, sheet, now)
        left = clock.remaining(clock.turn, now)
        if left <= TENTHS and clock.is_low(clock.turn, now, LOW):
            at = now + left % 100 + 1
        else:
            at = now + (left - 1) % 1000 + 1
        if clock.method[clock.turn] == _HOURGLASS:
            # the other seat of an hourglass gains time: its seconds change at other instants
            other = clock.remaining(1 - clock.turn, now)
            at = min(at, now + (1000 - other % 1000) % 1000 + 1)
        return at

    def _all(self, clock, now):
        if self._shared == 1:
            self._place(clock, self._alone, now)
        else:
            for seat in range(self._shared):
                self._place(clock, seat, now)

    def _place(self, clock, seat, now):
        # draw the clock of one seat in its place
        shared = self._shared
        if shared == 1:
            return self._face(clock, seat, now, 0, 1, COLUMNS, 3)
        x = RIGHT if seat & 1 else 0
        if shared == 2:
            if clock.method[seat] <= clocks.UP and not self._over & (1 << seat):
                return self._clock(clock, seat, now, x, HALF)
            return self._face(clock, seat, now, x, 1, HALF, 3)
        if shared <= 4:
            return self._face(clock, seat, now, x, seat // 2 * 3, HALF, 3)
        return self._face(clock, seat, now, x + _NUMBER, seat // 2 * 2, HALF - _NUMBER, 2)

    def _face(self, clock, seat, now, x, page, room, pages):
        # draw a clock of 3 or 2 pages; with many clocks the seat on turn is lit, otherwise a low time
        left = clock.remaining(seat, now)
        method = clock.method[seat]
        low = clock.is_low(seat, now, LOW)
        lit = seat == clock.turn if self._shared > 2 else low
        canvas = self._canvas
        before = self._faces[seat]
        if clock.flagged == seat or method == clocks.NONE:
            shown = _FLAGGED if clock.flagged == seat else _NO_TIME
            told = shown | (_LIT if lit else 0)
            if told == before:
                return False
            self._faces[seat] = told
            canvas.fill(page, x, x + room, 0, pages)
            if shown == _FLAGGED and pages == 3:
                canvas.large(x + (room - 12 * len(texts.FLAG) + 2) // 2, page + 1, texts.FLAG)
            else:
                canvas.centre(page + pages // 2, texts.FLAG if shown == _FLAGGED else "-", x, x + room)
            if lit:
                canvas.light(x, page, room, pages)
            return True
        shown = canvas.clock(
            x, page, left, room, low and left < TENTHS, method == clocks.UP, lit, before, pages
        )
        self._faces[seat] = shown
        if (shown ^ before) & 0x0F and self._over & (1 << seat):
            # drawn in a cleared area: the sign that the seat's time is over
            canvas.text(x, page, "+")
            if lit:
                canvas.invert(page, x, x + CELL - 1)
        return shown != before

    def _rest(self, sheet, now):
        # draw the periods or moves that the seat on turn has left, if they have changed
        clock = sheet.clock
        if self._view.question or clock.method[clock.turn] <= clocks.UP:
            return False
        if _count(sheet, clock.turn, now) == self._left:
            return False
        if self._shared <= 2:
            self._counts(sheet, now)
        else:
            self._status(self._view, sheet, now)
        return True

    # --- texts beside the clocks ---

    def _sign(self, seat, sheet):
        if sheet.phase != plain.RESULT:
            return ""
        return font.TICK if sheet.confirmed & (1 << seat) else "?"

    def _names(self, sheet):
        # draw the name above one of one or two clocks, lit for the seat on turn
        canvas = self._canvas
        lit = plain.NOBODY if sheet.phase == plain.RESULT else sheet.turn
        if self._shared == 1:
            seat = self._alone
            name = self._view.name(seat, LINE - 2) + self._sign(seat, sheet)
            if self._changes(0, (name, lit == seat)):
                canvas.centre(0, name, 0, COLUMNS, lit == seat)
            return
        for seat in range(2):
            sign = self._sign(seat, sheet)
            self._put_name(seat, self._view.name(seat, NAME - len(sign)), sign, lit == seat)

    def _counts(self, sheet, now):
        # draw below one of one or two clocks: moves made, or what is left of byo-yomi or Canadian overtime
        canvas = self._canvas
        first = self._alone if self._shared == 1 else 0
        room = COLUMNS if self._shared == 1 else HALF
        for seat in range(first, first + self._shared):
            number = _count(sheet, seat, now)
            form = max(0, sheet.clock.method[seat] - clocks.UP)
            if seat == sheet.clock.turn:
                self._left = number
            label = words.COUNTS[form]
            wide = number_width(number)
            if wide + 4 + len(label) * CELL > room:
                # the text reaches into the other side: draw both again
                self._forget(MIDDLE, STATUS)
                canvas.clear(MIDDLE, STATUS)
        for seat in range(first, first + self._shared):
            number = _count(sheet, seat, now)
            form = max(0, sheet.clock.method[seat] - clocks.UP)
            label = words.COUNTS[form]
            on_right = self._shared == 2 and seat
            left = RIGHT if on_right else 0
            if not self._changes(MIDDLE, number << 3 | form, left, left + room, 2):
                continue
            if on_right:
                x = COLUMNS - number_width(number)
                canvas.right(x - 3, MIDDLE + 1, label)
            else:
                x = 0
                canvas.text(number_width(number) + 4, MIDDLE + 1, label)
            canvas.number(x, MIDDLE, number)

    def _list(self, sheet, now):
        # the end of a game with more than two seats: who has agreed, and the times
        canvas = self._canvas
        for seat in range(sheet.seats):
            x = RIGHT if seat & 1 else 0
            left = sheet.clock.remaining(seat, now)
            seconds = (left if sheet.clock.method[seat] == clocks.UP else left + 999) // 1000
            time = "%d:%02d" % (seconds // 60, seconds % 60)
            canvas.right(x + HALF, seat // 2, time)
            room = NAME - 1 - len(time)
            sign = self._sign(seat, sheet)
            view = self._view
            name = view.name(seat, room - len(sign)) if view.names[seat] else "%d" % (seat + 1)
            canvas.text(x, seat // 2, sign + name)

    def _ending(self, sheet):
        if sheet.winner != plain.NOBODY:
            return self._view.say(texts.ENDINGS[sheet.how], sheet.winner)
        if sheet.clock.flagged != plain.NOBODY:
            return self._view.say("%s: " + texts.FLAG, sheet.clock.flagged)
        return words.NOBODY

    # --- the status line ---

    def _status(self, view, sheet, now):
        end = self._end_of_status(view)
        room = (end - 2) // CELL
        phase = sheet.phase
        stopped = sheet.pause != plain.NOBODY and phase < plain.RESULT
        if stopped:
            text = texts.PAUSES[min(sheet.pause, len(texts.PAUSES) - 1)]
        elif phase >= plain.RESULT:
            text = longest(words.ALL_MOVES, sheet.all_moves(), room)
        elif sheet.turn == plain.NOBODY and sheet.seats > 1:
            text = longest(words.READY, sheet.seats, room)
        elif self._shared <= 2:
            text = longest(words.ALL_MOVES, sheet.all_moves(), room)
        else:
            seat = sheet.turn
            self._left = _count(sheet, seat, now)
            label = words.SHORT_COUNTS[max(0, sheet.clock.method[seat] - clocks.UP)] % self._left
            text = view.name(seat, room - len(label) - 1) + " " + label
        self._put_status(end, text, stopped)


def _count(sheet, seat, now):
    # periods left in byo-yomi, moves to make in Canadian overtime, else moves made
    method = sheet.clock.method[seat]
    if method == _BYOYOMI:
        return sheet.clock.periods_left(seat, now)
    if method == _CANADIAN:
        return sheet.clock.moves_left(seat, now)
    return sheet.moves[seat]


SCREENS = PlainScreens
