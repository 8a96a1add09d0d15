"""What the players see: one drawing per screen, made from the view and the sheet.

A match, page by page (8 pages of 8 pixels; hints and flashes at the bottom of every screen):

    0    both names, lit for the seat on turn
    1-3  both clocks; under each a bar for what is left of a move's delay
    4-5  score, cube, dice, score; or the question; or the claimed result
    6    game, length, Crawford, why the clock is stopped; link and storage
    7    what the keys mean now, or for a moment why one did nothing

`tick` redraws the clocks alone, without allocating; `due` says when that is next wanted.
"""

from tablecore import clock as clocks
from tablecore import records
from tablecore.sheets import match
from tabledevice import font, texts
from tabledevice.canvas import CELL, COLUMNS, DIE, LARGE_LINE, LINE, fitting, width

WELCOME, MENU, ENTRY, MATCH, MESSAGE = range(5)
NEVER = 0x3FFFFFFF
#: a running clock with less than this (ms) is lit
LOW = 30000
#: below this (ms) tenths are shown
TENTHS = 10000
NAME = 10
SHORT_NAME = 9
_HALF = 62
_RIGHT = COLUMNS - _HALF
_MIDDLE = 4
_STATUS = 6
_HINT = 7
_FLAGGED = 1 << 21
_TENTH = 1 << 20
_UNDRAWN = -1
#: a lit clock keeps its lowest row dark, so that it does not run into what lies below
_BAND = 0x7F
_LINK_SIGNS = (font.CROSS, font.CALLING, font.TICK, font.WAITING)
#: lines of a menu or message
_LINES = 6


class Screens:
    """Draws on a canvas; keeps only what the clocks show."""

    def __init__(self, canvas):
        self._canvas = canvas
        self._clocks = False
        self._drawn = [_UNDRAWN, _UNDRAWN]

    def draw(self, view, sheet, now):
        """Draw the whole screen for `now` (ms of the board)."""
        canvas = self._canvas
        canvas.clear()
        self._clocks = False
        if view.screen == MATCH:
            self._match(view, sheet, now)
        elif view.screen == MENU:
            self._menu(view)
        elif view.screen == ENTRY:
            self._entry(view)
        elif view.screen == MESSAGE:
            self._message(view)
        else:
            self._welcome(view)
        if view.question:
            self._question(view.question)
        if view.flash:
            canvas.centre(_HINT, view.flash)
            canvas.invert(_HINT)
        else:
            canvas.centre(_HINT, view.hint)

    def tick(self, sheet, now):
        """Redraw what the passing of time has changed; return whether anything has."""
        if not self._clocks:
            return False
        changed = self._clock(sheet, 0, now)
        return self._clock(sheet, 1, now) or changed

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

    # --- screens without a match ------------------------------------------------------------

    def _welcome(self, view):
        canvas = self._canvas
        canvas.large_centre(0, texts.WELCOME[0])
        canvas.large_centre(2, texts.WELCOME[1])
        canvas.centre(4, texts.LINKS[view.link])
        canvas.centre(5, texts.STORAGES[view.storage])
        if view.storage != 1:
            canvas.invert(5)

    def _title(self, title):
        canvas = self._canvas
        canvas.text(1, 0, fitting(title, LINE))
        canvas.invert(0)

    def _menu(self, view):
        canvas = self._canvas
        self._title(view.title)
        count = len(view.lines)
        # the chosen line stays in sight
        first = max(0, min(view.selected - _LINES // 2, count - _LINES))
        top = _first_page(count)
        for place in range(min(_LINES, count - first)):
            canvas.text(1, top + place, fitting(view.lines[first + place], LINE))
            if first + place == view.selected:
                canvas.invert(top + place)

    def _entry(self, view):
        canvas = self._canvas
        self._title(view.title)
        typed = view.lines[0] if view.lines else ""
        if len(typed) < LARGE_LINE:
            x = (COLUMNS - 12 * len(typed) - 10) // 2
            canvas.large(x, 2, typed)
            x += 12 * len(typed)
            canvas.fill(3, x, x + 10, 0x60)
        else:
            x = canvas.text(1, 3, typed[-(LINE - 1) :])
            canvas.fill(3, x, x + CELL - 1, 0x60)
        for place in range(1, min(3, len(view.lines))):
            canvas.centre(4 + place, view.lines[place])

    def _message(self, view):
        self._title(view.title)
        for place in range(min(_LINES, len(view.lines))):
            self._canvas.centre(_first_page(len(view.lines)) + place, view.lines[place])

    def _question(self, question):
        canvas = self._canvas
        first, _, second = question.partition("\n")
        for page in range(_MIDDLE, _STATUS + 1):
            canvas.fill(page, 0, COLUMNS)
        if len(first) <= LARGE_LINE:
            canvas.large_centre(_MIDDLE, first)
            canvas.centre(_STATUS, second)
        elif second:
            canvas.centre(_MIDDLE, first)
            canvas.centre(_MIDDLE + 2, second)
        else:
            canvas.centre(_MIDDLE + 1, first)
        canvas.invert(_MIDDLE)
        canvas.invert(_MIDDLE + 1)
        canvas.invert(_STATUS)

    # --- the match --------------------------------------------------------------------------

    def _match(self, view, sheet, now):
        canvas = self._canvas
        self._names(view, sheet)
        timed = sheet.clock.method[0] != clocks.NONE or sheet.clock.method[1] != clocks.NONE
        big_score = not timed or sheet.phase == match.OVER
        if big_score:
            self._big_score(sheet)
        else:
            self._clocks = True
            self._drawn[0] = _UNDRAWN
            self._drawn[1] = _UNDRAWN
            self.tick(sheet, now)
        if sheet.phase == match.OVER:
            self._over(view, sheet)
        elif sheet.phase == match.RESULT:
            self._result(view, sheet)
        else:
            left = 0
            right = COLUMNS
            if not big_score:
                left = canvas.number(0, _MIDDLE, sheet.score[0])
                right = COLUMNS - _number_width(sheet.score[1])
                canvas.number(right, _MIDDLE, sheet.score[1])
            self._middle(view, sheet, left + 3, right - 4)
        self._status(view, sheet)

    def _name(self, view, seat, count):
        return fitting(view.names[seat] or texts.SEATS[seat], count)

    def _names(self, view, sheet):
        canvas = self._canvas
        lit = sheet.turn
        if sheet.phase == match.OVER:
            lit = sheet.champion
        elif sheet.phase == match.RESULT:
            lit = match.NOBODY
        for seat in range(2):
            x = _RIGHT if seat else 0
            sign = ""
            if sheet.phase == match.RESULT:
                sign = font.TICK if sheet.confirmed & (1 << seat) else "?"
            name = self._name(view, seat, NAME - len(sign))
            # the outer edges hold the names, the inner ones the sign of who has agreed
            if seat:
                canvas.right(COLUMNS - 1, 0, name)
                canvas.text(x + 1, 0, sign)
            else:
                canvas.text(1, 0, name)
                canvas.right(_HALF - 1, 0, sign)
            if lit == seat:
                canvas.invert(0, x, x + _HALF)

    def _clock(self, sheet, seat, now):
        # one clock: nothing is drawn unless what it shows has changed
        clock = sheet.clock
        left = clock.remaining(seat, now)
        method = clock.method[seat]
        up = method == clocks.UP
        low = clock.can_flag(seat) and left <= LOW
        if clock.flagged == seat:
            value = _FLAGGED
        elif low and left < TENTHS:
            value = _TENTH + left // 100
        else:
            value = (left if up else left + 999) // 1000
        bar = 0
        delay = clock.delay_left(seat, now)
        if delay:
            # whole seconds, so that it moves with a digit
            bar = _HALF * ((delay + 999) // 1000 * 1000) // max(1000, clock.delay[seat])
            bar = min(bar, _HALF)
        shown = (value * 64 + bar) * 2 + (1 if low else 0)
        if shown == self._drawn[seat]:
            return False
        self._drawn[seat] = shown
        canvas = self._canvas
        x = _RIGHT if seat else 0
        if value == _FLAGGED:
            for page in range(1, 4):
                canvas.fill(page, x, x + _HALF)
            canvas.large(x + (_HALF - 12 * len(texts.FLAG) + 2) // 2, 2, texts.FLAG)
        elif method == clocks.NONE:
            for page in range(1, 4):
                canvas.fill(page, x, x + _HALF)
            canvas.big(x + 25, 1, "-")
        else:
            canvas.clock(x, 1, left, _HALF, low, up)
        for i in range(bar):
            canvas.mark(x + i, 3, 0x60)
        if low:
            canvas.invert(1, x, x + _HALF)
            canvas.invert(2, x, x + _HALF)
            canvas.invert(3, x, x + _HALF, _BAND)
        return True

    def _big_score(self, sheet):
        canvas = self._canvas
        for seat in range(2):
            x = _RIGHT if seat else 0
            score = sheet.score[seat]
            canvas.number(x + (_HALF - _number_width(score, 3)) // 2, 1, score, 3)
        canvas.big(58, 1, "-")

    def _middle(self, view, sheet, left, right):
        # dice and cube between the columns left and right, each on its player's side
        if sheet.phase == match.DOUBLED:
            self._offer(sheet, left, right)
            return
        canvas = self._canvas
        first = left
        last = right
        if sheet.crawford == match.NOW and sheet.in_game():
            canvas.large(COLUMNS // 2 - 11, _MIDDLE, texts.CRAWFORD)
        elif sheet.phase != match.READY and sheet.phase != match.EMPTY:
            value = sheet.cube_value()
            wide = canvas.cube_width(value)
            if sheet.owner == 0:
                canvas.cube(left, _MIDDLE, value)
                first += wide + 2
            elif sheet.owner == 1:
                canvas.cube(right - wide, _MIDDLE, value)
                last -= wide + 2
            else:
                # three-digit scores push the dice against it
                x = (COLUMNS - wide) // 2
                roller = sheet.turn if view.pending else sheet.rolled_by
                if roller == 0:
                    x = max(x, left + 2 * DIE + 4)
                elif roller == 1:
                    x = min(x, right - 2 * DIE - 4 - wide)
                canvas.cube(x, _MIDDLE, value)
        self._dice(view, sheet, first, last - 2 * DIE - 1)

    def _dice(self, view, sheet, left, right):
        # the roller's pair at column left or right; in the opening each his own die
        canvas = self._canvas
        if sheet.phase == match.OPENING or sheet.phase == match.READY:
            if view.pending:
                canvas.die(left, _MIDDLE, view.pending)
                canvas.die(right + DIE + 1, _MIDDLE, 0)
            elif sheet.phase == match.OPENING and sheet.dice[0]:
                canvas.die(left, _MIDDLE, sheet.dice[0])
                canvas.die(right + DIE + 1, _MIDDLE, sheet.dice[1])
        elif view.pending:
            self._pair(right if sheet.turn == 1 else left, view.pending, 0)
        elif sheet.rolled_by != match.NOBODY and sheet.dice[0]:
            self._pair(right if sheet.rolled_by == 1 else left, sheet.dice[0], sheet.dice[1])

    def _pair(self, x, first, second):
        self._canvas.die(x, _MIDDLE, first)
        self._canvas.die(x + DIE + 1, _MIDDLE, second)

    def _offer(self, sheet, left, right):
        # the cube lies with the player who has to answer, an arrow points there
        canvas = self._canvas
        value = sheet.cube_value() * 2
        wide = canvas.cube_width(value)
        if sheet.turn == 1:
            canvas.cube(right - wide, _MIDDLE, value)
            canvas.large(right - wide - 14, _MIDDLE, font.RIGHT)
        else:
            canvas.cube(left, _MIDDLE, value)
            canvas.large(left + wide + 4, _MIDDLE, font.LEFT)

    def _result(self, view, sheet):
        canvas = self._canvas
        claim = texts.CLAIMS[sheet.kind]
        if sheet.kind != records.WHOLE_MATCH:
            claim = claim % ("%s", sheet.points(sheet.kind))
        # "%s" is replaced by a name that fits
        claim = claim % self._name(view, sheet.winner, LINE + 2 - len(claim))
        canvas.centre(_MIDDLE, claim)
        canvas.invert(_MIDDLE)
        waiting = 3 & ~sheet.confirmed
        if waiting == 3:
            text = texts.WAITING_FOR_BOTH
        elif waiting:
            text = texts.WAITING_FOR % self._name(view, waiting - 1, SHORT_NAME)
        else:
            text = texts.AGREED
        canvas.centre(_MIDDLE + 1, text)

    def _over(self, view, sheet):
        canvas = self._canvas
        name = view.names[sheet.champion] or texts.SEATS[sheet.champion]
        text = texts.WINS % name
        if len(text) <= LARGE_LINE:
            canvas.large_centre(_MIDDLE, text)
        elif len(name) <= LARGE_LINE:
            canvas.large_centre(_MIDDLE, name)
        else:
            canvas.centre(_MIDDLE, name)
            canvas.centre(_MIDDLE + 1, texts.WON)

    # --- the status line --------------------------------------------------------------------

    def _status(self, view, sheet):
        canvas = self._canvas
        end = canvas.right(COLUMNS, _STATUS, font.PLUG + _LINK_SIGNS[view.link]) - 1
        sign = texts.STORAGE_SIGNS[view.storage]
        if sign:
            x = canvas.right(end - 2, _STATUS, sign)
            canvas.invert(_STATUS, x - 1, end - 1)
            end = x - 1
        room = (end - 2) // CELL
        phase = sheet.phase
        stopped = sheet.pause != match.NOBODY and phase != match.RESULT and phase != match.OVER
        if stopped:
            text = texts.PAUSES[min(sheet.pause, len(texts.PAUSES) - 1)]
        elif phase == match.DOUBLED:
            value = sheet.cube_value() * 2
            text = texts.DOUBLES_TO % (self._name(view, sheet.doubler, room - 13), value)
        elif sheet.premature != match.NOBODY and match.TURN <= phase <= match.MOVE:
            text = texts.DOUBLED_EARLY % self._name(view, sheet.premature, room - 14)
        else:
            text = _game_text(sheet, room)
        canvas.text(0, _STATUS, fitting(text, room))
        if stopped:
            canvas.invert(_STATUS, 0, end - 2)


def _game_text(sheet, room):
    # the longest of the texts for this state that fits into `room` characters
    number = sheet.game
    if sheet.phase == match.RESULT or sheet.phase == match.OVER:
        if sheet.length:
            text = texts.STANDING % (sheet.score[0], sheet.score[1], sheet.length)
        else:
            text = texts.MONEY_STANDING % (sheet.score[0], sheet.score[1])
        if sheet.phase == match.RESULT and texts.HOWS[sheet.how]:
            text = text + ", " + texts.HOWS[sheet.how]
        return text
    if sheet.phase == match.READY:
        number = sheet.games + 1
        if sheet.is_crawford_game():
            return _longest(texts.NEXT_CRAWFORD_GAMES, (sheet.length,), room)
        if sheet.length:
            return _longest(texts.NEXT_GAMES, (number, sheet.length), room)
    if not sheet.length:
        return _longest(texts.MONEY_GAMES, (number,), room)
    choices = texts.CRAWFORD_GAMES if sheet.is_crawford_game() else texts.GAMES
    return _longest(choices, (number, sheet.length), room)


def _longest(choices, values, room):
    for choice in choices:
        text = choice % values
        if len(text) <= room:
            break
    return text


def _first_page(count):
    # a dark line under the title, when there is room for one
    return 1 if count >= _LINES else 2


def _number_width(value, height=2):
    return width(str(value), height)
