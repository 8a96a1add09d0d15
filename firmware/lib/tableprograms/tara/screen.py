"""TARA on the screen: whose turn, clocks, points, Manoeuvres or Battle, the last turns, the count.

    0    two seats: names, lit for the seat on turn, a cross if the seat is in Battle; four: who is on turn
    1-3  two clocks; of four clocks the running one, and beside it the others in order, lit if the seat is in
         Battle; or the points
    4-5  points of both sides; between them Manoeuvres, BATTLE, OUT or the last turns
    6    game, level, who called OUT, why the clock is stopped; link and storage

At the count pages 0 to 6 hold a table of kingdoms and hills.
"""

from micropython import const

from tablecore import clock as clocks
from tabledevice import font, texts
from tabledevice.canvas import CELL, COLUMNS, LINE
from tabledevice.screens import HALF, MIDDLE, NAME, RIGHT, Screens, longest, number_width
from tableprograms.tara import sheet as tara
from tableprograms.tara import texts as words

#: the columns where each part of the count begins and ends
_KINGDOMS = (40, 88)
_TERRITORY = (92, 128)
_LABEL = const(6)
#: where the list of waiting seats begins, and how many letters of a name fit beside a clock
_LIST = const(68)
_LISTED = const(5)


class TaraScreens(Screens):
    """Draws a match of two or four seats."""

    def __init__(self, canvas):
        Screens.__init__(self, canvas)
        # with four seats, the seat whose clock is shown large
        self._shown = 0

    def _game(self, view, sheet, now):
        if sheet.phase == tara.COUNT or (sheet.phase == tara.RESULT and sheet.kind == tara.COUNTED):
            self._count(view, sheet)
        elif sheet.seats == 4 and sheet.phase == tara.PLAY and _is_timed(sheet):
            self._four(view, sheet, now)
        else:
            self._two(view, sheet, now)
        if not view.question and sheet.phase != tara.RESULT:
            self._status(view, sheet)

    def _layout(self, view, sheet):
        if sheet.phase != tara.PLAY and (sheet.phase != tara.OPENING or sheet.seats == 4):
            return -1
        return 0 if _is_timed(sheet) else -1

    def tick(self, sheet, now):
        """Redraw the parts that time has changed; return whether there are any."""
        if not self._clocks:
            return False
        if sheet.seats == 4:
            return self._clock(sheet.clock, sheet.turn, now, 0, HALF)
        return Screens.tick(self, sheet, now)

    # --- turns ---

    def _two(self, view, sheet, now):
        # draw two sides beside each other, with their clocks or with their points in large digits
        canvas = self._canvas
        self._sides(view, sheet)
        timed = sheet.seats == 2 and _is_timed(sheet) and sheet.phase != tara.OVER
        if timed:
            self._clocks = True
            self.tick(sheet, now)
        else:
            for side in range(2):
                score = sheet.score[side]
                x = RIGHT if side else 0
                canvas.number(x + (HALF - number_width(score, 3)) // 2, 1, score, 3)
            canvas.big(58, 1, "-")
        if sheet.phase == tara.OVER:
            drawn = sheet.champion == tara.NOBODY
            canvas.large_centre(MIDDLE, words.DRAWN if drawn else _wins(view, sheet, sheet.champion, 0))
        elif sheet.phase == tara.RESULT:
            # the whole match: conceded, claimed, forfeited or on time
            canvas.large_centre(MIDDLE, _wins(view, sheet, sheet.winner, sheet.how), True)
        elif sheet.phase == tara.PLAY and sheet.seats == 4:
            canvas.centre(MIDDLE, _signed(view, sheet, sheet.turn, LINE), 0, COLUMNS, True)
            canvas.centre(MIDDLE + 1, _phase_text(sheet) or words.MANOEUVRES)
        elif not view.question:
            self._between(view, sheet, timed)

    def _sides(self, view, sheet):
        lit = tara.NOBODY if sheet.turn == tara.NOBODY else sheet.turn & 1
        if sheet.phase == tara.OVER:
            lit = sheet.champion
        elif sheet.phase == tara.RESULT:
            lit = tara.NOBODY
        for side in range(2):
            sign = ""
            if sheet.phase == tara.RESULT:
                sign = font.TICK if sheet.confirmed & (1 << side) else "?"
            elif sheet.seats == 2 and sheet.phase == tara.PLAY and sheet.in_battle(side):
                sign = font.CROSS
            name = _side(view, sheet, side, NAME - len(sign))
            self._put_name(side, name, sign, lit == side)

    def _four(self, view, sheet, now):
        canvas = self._canvas
        turn = sheet.turn
        side = words.SIDES[turn & 1]
        name = _signed(view, sheet, turn, LINE - 1 - len(side))
        if self._changes(0, (name, side)):
            canvas.fill(0, 0, COLUMNS, 0xFF)
            canvas.text(1, 0, name, True)
            canvas.text(COLUMNS - len(side) * CELL, 0, side, True)
        if turn != self._shown:
            # another seat's clock is here: clearing and drawing is quicker than changing digits
            self._faces[turn] = 0
            self._shown = turn
        self._clocks = True
        self.tick(sheet, now)
        for place in range(1, 4):
            self._waiting_seat(view, sheet, (turn + place) % 4, place, now)
        if not view.question:
            self._between(view, sheet, True)

    def _waiting_seat(self, view, sheet, seat, page, now):
        # draw a line of the list beside the clock
        canvas = self._canvas
        name = view.name(seat, _LISTED)
        time = "" if sheet.clock.method[seat] == clocks.NONE else _time(sheet.clock, seat, now)
        if not self._changes(page, (name, time, sheet.in_battle(seat)), _LIST - 1):
            return
        canvas.text(_LIST, page, name)
        canvas.right(COLUMNS, page, time)
        if sheet.in_battle(seat):
            canvas.invert(page, _LIST - 1, _LIST + _LISTED * CELL)

    def _between(self, view, sheet, pointed):
        # draw the points beside clocks (`pointed`); between them who starts, or the phase of the game
        canvas = self._canvas
        playing = sheet.phase == tara.PLAY
        starter = sheet.starter()
        text = _phase_text(sheet) if playing else "" if starter == tara.NOBODY else view.name(starter)
        if not self._changes(MIDDLE, (sheet.score[0], sheet.score[1], text, playing), 0, COLUMNS, 2):
            return
        left = 0
        right = COLUMNS
        if pointed:
            right -= number_width(sheet.score[1])
            canvas.number(right, MIDDLE, sheet.score[1])
            left = canvas.number(0, MIDDLE, sheet.score[0]) + 2
            right -= 2
        if not playing:
            room = (right - left + 1) // CELL
            if text:
                text = view.say(words.STARTS, starter, room)
            canvas.centre(MIDDLE, text or words.ANYBODY_STARTS, left, right)
        elif text:
            canvas.large(left + (right - left - 12 * len(text) + 2) // 2, MIDDLE, text)
        else:
            canvas.centre(MIDDLE, words.MANOEUVRES, left, right)

    # --- the count ---

    def _count(self, view, sheet):
        canvas = self._canvas
        agreeing = sheet.phase == tara.RESULT
        title = self._result_text(view, sheet) if agreeing else words.COUNT_TITLE % sheet.game
        if agreeing:
            canvas.large_centre(0, title, True)
        else:
            canvas.centre(0, title, 0, COLUMNS, True)
            canvas.centre(1, words.COLUMNS[0], *_KINGDOMS)
            canvas.centre(1, words.COLUMNS[1], *_TERRITORY)
        counting = sheet.counted()
        for side in range(2):
            page = 2 + 2 * side
            canvas.text(0, page, _side(view, sheet, side, _LABEL))
            if agreeing:
                canvas.text(0, page + 1, font.TICK if sheet.confirmed & (1 << side) else "?")
            if side < counting or agreeing:
                self._cell(_KINGDOMS, page, sheet.kingdoms[side], False)
                self._cell(_TERRITORY, page, sheet.hills[side], False)
            elif side == counting:
                kingdoms = view.pending // 100
                typed = view.pending % 100
                self._cell(_KINGDOMS, page, kingdoms or typed, not kingdoms)
                self._cell(_TERRITORY, page, typed if kingdoms else 0, kingdoms > 0)

    def _cell(self, columns, page, number, lit):
        # draw a number of the count (0: none yet), lit while it is being typed
        canvas = self._canvas
        left, right = columns
        if number:
            canvas.number(left + (right - left - number_width(number)) // 2, page, number)
        if lit:
            canvas.invert(page, left, right)
            canvas.invert(page + 1, left, right, 0x7F)

    def _result_text(self, view, sheet):
        worth = sheet.points(sheet.kind)
        score = [sheet.score[0], sheet.score[1]]
        for side in range(2):
            if side == sheet.winner or sheet.winner == tara.NOBODY:
                score[side] += worth
        text = texts.BECOMES % (worth, score[0], score[1])
        if sheet.winner == tara.NOBODY:
            return words.DRAWN + text
        return _side(view, sheet, sheet.winner, LINE - len(text)) + text

    # --- the status line ---

    def _status(self, view, sheet):
        end = self._end_of_status(view)
        room = (end - 2) // CELL
        phase = sheet.phase
        stopped = sheet.pause != tara.NOBODY and phase < tara.RESULT
        if stopped:
            text = texts.PAUSES[min(sheet.pause, len(texts.PAUSES) - 1)]
        elif sheet.caller() != tara.NOBODY:
            text = view.say(words.CALLED_OUT, sheet.caller(), room)
        else:
            text = _game_text(sheet, room)
        self._put_status(end, text, stopped)


def _is_timed(sheet):
    for method in sheet.clock.method:
        if method != clocks.NONE:
            return True
    return False


def _signed(view, sheet, seat, room):
    # return a seat's name, with a cross before it if the seat is in Battle
    if sheet.in_battle(seat):
        return font.CROSS + view.name(seat, room - 1)
    return view.name(seat, room)


def _side(view, sheet, side, room):
    # return the name of a side: in doubles its colour, otherwise the player's name
    return words.SIDES[side] if sheet.seats == 4 else view.name(side, room)


def _phase_text(sheet):
    # return the large text between the points; during Manoeuvres there is none
    if sheet.last:
        return words.LAST_TURNS % sheet.last if sheet.seats == 4 else words.OUT
    return words.BATTLE if sheet.in_battle(sheet.turn) else ""


def _time(clock, seat, now):
    # return a time in small letters, in the format of the large clocks
    left = clock.remaining(seat, now)
    if clock.flagged == seat:
        return texts.FLAG
    seconds = (left if clock.method[seat] == clocks.UP else left + 999) // 1000
    if seconds < 3600:
        return "%d:%02d" % (seconds // 60, seconds % 60)
    return "%dh%02d" % (min(99, seconds // 3600), seconds // 60 % 60)


def _wins(view, sheet, side, how):
    # return that a side wins the match, and how
    text = texts.ENDINGS[how]
    return text % _side(view, sheet, side, LINE + 2 - len(text))


def _game_text(sheet, room):
    if sheet.phase == tara.OVER:
        return words.STANDING % (sheet.score[0], sheet.score[1])
    number = sheet.game if sheet.in_game() else sheet.games + 1
    text = longest(words.GAMES, (number, sheet.match_games()), room)
    if sheet.options & tara.LEVEL_2 and len(text) + len(words.LEVEL_2) <= room:
        text += words.LEVEL_2
    return text


SCREENS = TaraScreens
