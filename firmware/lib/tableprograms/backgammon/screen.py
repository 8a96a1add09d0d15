"""The match on the screen: names, clocks, score, cube, dice, results.

    0    both names, lit for the seat on turn
    1-3  both clocks, or the score when there is no clock
    4-5  score, cube, dice, score; or the question; or the claimed result
    6    game, length, Crawford, why the clock is stopped; link and storage

During a break, pages 1 to 3 show one clock: the time left, or in lit digits the time overrun. The two names
of a pair are shown in turn.
"""

from micropython import const

from tablecore import clock as clocks
from tablecore import records
from tabledevice import font, texts
from tabledevice.canvas import CELL, COLUMNS, DIE, LINE
from tabledevice.screens import (
    GAME,
    HALF,
    MIDDLE,
    NAME,
    NEVER,
    RIGHT,
    Screens,
    longest,
    number_width,
)
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts as words

#: columns of a break's clock, in the middle
_BREAK_X = const(33)
#: each name of a pair is shown for this time (ms)
_NAME_FOR = const(4000)


class MatchScreens(Screens):
    """Draws a match of two seats."""

    # the view being drawn, and which name of each pair is shown: 0 the first
    _view = None
    _partner = 0

    def _game(self, view, sheet, now):
        canvas = self._canvas
        self._view = view
        self._partner = _partner(sheet, now)
        self._names(view, sheet)
        breaking = _is_break(sheet)
        big_score = not breaking and self._layout(view, sheet) < 0
        if breaking:
            self.tick(sheet, now)
        elif big_score:
            self._big_score(sheet)
        else:
            self._clocks = True
            self.tick(sheet, now)
        if view.question:
            return
        if sheet.phase == match.OVER:
            self._over(view, sheet)
        elif sheet.phase == match.RESULT:
            self._result(view, sheet)
            return
        elif self._changes(MIDDLE, _standing(view, sheet), 0, COLUMNS, 2):
            left = 0
            right = COLUMNS
            if not big_score:
                left = canvas.number(0, MIDDLE, sheet.score[0])
                right = COLUMNS - number_width(sheet.score[1])
                canvas.number(right, MIDDLE, sheet.score[1])
            self._middle(view, sheet, left + 3, right - 4)
        self._status(view, sheet)

    def tick(self, sheet, now):
        """Redraw the parts that time has changed; return whether there are any."""
        view = self._view
        if view is None or view.screen != GAME:
            return False
        renamed = self._partner != _partner(sheet, now)
        if renamed:
            self._partner = 1 - self._partner
            self._names(view, sheet)
        if not _is_break(sheet):
            return Screens.tick(self, sheet, now) or renamed
        left = sheet.break_end - now
        over = left <= 0
        before = self._faces[0]
        shown = self._canvas.clock(_BREAK_X, 1, -left if over else left, HALF, False, over, over, before)
        self._faces[0] = shown
        return shown != before or renamed

    def due(self, sheet, now):
        """Return when `tick` will change something next (ms), NEVER if no time is shown."""
        view = self._view
        if view is None or view.screen != GAME:
            return NEVER
        if _is_break(sheet):
            return now + (sheet.break_end - now - 1) % 1000 + 1
        at = Screens.due(self, sheet, now)
        if sheet.options & match.CONSULTATION:
            at = min(at, now + _NAME_FOR - now % _NAME_FOR)
        return at

    def _name(self, view, seat, count):
        if self._partner and view.names[seat + 2]:
            seat += 2
        return Screens._name(self, view, seat, count)

    def _layout(self, view, sheet):
        if sheet.phase == match.OVER or _is_break(sheet):
            return -1
        return 0 if sheet.clock.method[0] != clocks.NONE or sheet.clock.method[1] != clocks.NONE else -1

    def _names(self, view, sheet):
        lit = sheet.turn
        if sheet.phase == match.OVER:
            lit = sheet.champion
        elif sheet.phase == match.RESULT:
            lit = match.NOBODY
        elif _is_break(sheet):
            lit = sheet.breaking % match.BREAK_OVER - 1
        for seat in range(2):
            sign = ""
            if sheet.phase == match.RESULT:
                sign = font.TICK if sheet.confirmed & (1 << seat) else "?"
            self._put_name(seat, self._name(view, seat, NAME - len(sign)), sign, lit == seat)

    def _big_score(self, sheet):
        canvas = self._canvas
        for seat in range(2):
            x = RIGHT if seat else 0
            score = sheet.score[seat]
            canvas.number(x + (HALF - number_width(score, 3)) // 2, 1, score, 3)
        canvas.big(58, 1, "-")

    def _middle(self, view, sheet, left, right):
        # draw dice and cube between the columns left and right, each on its player's side
        if sheet.phase == match.DOUBLED:
            self._offer(sheet, left, right)
            return
        canvas = self._canvas
        first = left
        last = right
        if sheet.crawford == match.NOW and sheet.in_game() and not sheet.cube:
            canvas.large(COLUMNS // 2 - 11, MIDDLE, words.CRAWFORD)
        elif sheet.phase != match.READY and sheet.phase != match.EMPTY:
            value = sheet.cube_value()
            wide = canvas.cube_width(value)
            if sheet.owner == 0:
                canvas.cube(left, MIDDLE, value)
                first += wide + 2
            elif sheet.owner == 1:
                canvas.cube(right - wide, MIDDLE, value)
                last -= wide + 2
            else:
                # three-digit scores leave less room for the dice
                x = (COLUMNS - wide) // 2
                roller = sheet.turn if view.pending else sheet.rolled_by
                if roller == 0:
                    x = max(x, left + 2 * DIE + 4)
                elif roller == 1:
                    x = min(x, right - 2 * DIE - 4 - wide)
                canvas.cube(x, MIDDLE, value)
        self._dice(view, sheet, first, last - 2 * DIE - 1)

    def _dice(self, view, sheet, left, right):
        # draw the roller's pair at column left or right; in the opening roll one die for each player
        canvas = self._canvas
        anew = view.pending and sheet.may_open_anew()
        if sheet.phase == match.OPENING or sheet.phase == match.READY or anew:
            if view.pending:
                canvas.die(left, MIDDLE, view.pending)
                canvas.die(right + DIE + 1, MIDDLE, 0)
            elif sheet.phase == match.OPENING and sheet.dice[0]:
                canvas.die(left, MIDDLE, sheet.dice[0])
                canvas.die(right + DIE + 1, MIDDLE, sheet.dice[1])
        elif view.pending:
            self._pair(right if sheet.turn == 1 else left, view.pending, 0)
        elif sheet.rolled_by != match.NOBODY and sheet.dice[0]:
            self._pair(right if sheet.rolled_by == 1 else left, sheet.dice[0], sheet.dice[1])

    def _pair(self, x, first, second):
        self._canvas.die(x, MIDDLE, first)
        self._canvas.die(x + DIE + 1, MIDDLE, second)

    def _offer(self, sheet, left, right):
        # the cube stands at the player who has to answer; an arrow points to this player
        canvas = self._canvas
        value = sheet.cube_value() * 2
        wide = canvas.cube_width(value)
        if sheet.turn == 1:
            canvas.cube(right - wide, MIDDLE, value)
            canvas.large(right - wide - 14, MIDDLE, font.RIGHT)
        else:
            canvas.cube(left, MIDDLE, value)
            canvas.large(left + wide + 4, MIDDLE, font.LEFT)

    def _result(self, view, sheet):
        # who wins, how much, and what the score becomes; or how the match was lost
        winner = sheet.winner
        text = texts.ENDINGS[sheet.how]
        if sheet.kind != records.WHOLE_MATCH:
            worth = sheet.points(sheet.kind)
            total = sheet.score[winner] + worth
            if sheet.length:
                total = min(total, sheet.length)
            scored = (worth, sheet.score[0] if winner else total, total if winner else sheet.score[1])
            kind = words.CLAIMS[sheet.kind] if sheet.how == records.PLAYED else texts.ENDINGS[0]
            text = kind + texts.BECOMES % scored
            if len(text) + len(view.name(winner, NAME)) > LINE + 2:
                text = texts.ENDINGS[0] + texts.BECOMES % scored
        if self._changes(MIDDLE, (text, winner), 0, COLUMNS, 2):
            self._canvas.large_centre(MIDDLE, view.say(text, winner), True)

    def _over(self, view, sheet):
        self._canvas.large_centre(MIDDLE, view.say(texts.ENDINGS[0], sheet.champion))

    # --- the status line ---

    def _status(self, view, sheet):
        end = self._end_of_status(view)
        room = (end - 2) // CELL
        phase = sheet.phase
        stopped = sheet.pause != match.NOBODY and phase != match.OVER
        if stopped:
            text = texts.PAUSES[min(sheet.pause, len(texts.PAUSES) - 1)]
            if _is_break(sheet):
                text = words.BREAK_OVER if sheet.breaking & match.BREAK_OVER else words.BREAK
                text = view.say(text, sheet.breaking % match.BREAK_OVER - 1, room)
        elif phase == match.DOUBLED:
            text = words.DOUBLES_TO % ("%s", sheet.cube_value() * 2)
            text = view.say(text, sheet.doubler, room)
        elif sheet.premature != match.NOBODY and match.TURN <= phase <= match.MOVE:
            text = view.say(words.DOUBLED_EARLY, sheet.premature, room)
        else:
            text = _game_text(sheet, room)
        self._put_status(end, text, stopped)


def _is_break(sheet):
    # return whether a timed break is in progress
    return sheet.breaking != 0 and sheet.phase < match.RESULT


def _standing(view, sheet):
    # return score, cube and dice as two small numbers, with fields just wide enough for their values
    phase = sheet.phase
    if phase == match.MOVE:
        # phase MOVE looks the same as phase TURN
        phase = match.TURN
    score = sheet.score
    one = score[0] | score[1] << 10 | sheet.cube << 20 | (sheet.owner & 3) << 24
    if sheet.crawford == match.NOW and sheet.in_game():
        one |= 1 << 26
    dice = sheet.dice
    two = phase | view.pending << 4 | dice[0] << 7 | dice[1] << 10 | (sheet.rolled_by & 3) << 13
    if view.pending or phase == match.DOUBLED:
        two |= (sheet.turn & 3) << 15
    return (one, two)


def _partner(sheet, now):
    # return which of a pair's names is shown
    return now // _NAME_FOR & 1 if sheet.options & match.CONSULTATION else 0


def _game_text(sheet, room):
    # return the longest text for this state that fits into `room` characters
    number = sheet.game
    if sheet.phase == match.OVER:
        if sheet.length:
            return words.STANDING % (sheet.score[0], sheet.score[1], sheet.length)
        return words.MONEY_STANDING % (sheet.score[0], sheet.score[1])
    if sheet.phase == match.READY:
        number = sheet.games + 1
        if sheet.is_crawford_game():
            return longest(words.NEXT_CRAWFORD_GAMES, (sheet.length,), room)
        if sheet.length:
            return longest(words.NEXT_GAMES, (number, sheet.length), room)
    if not sheet.length:
        return longest(words.MONEY_GAMES, (number,), room)
    choices = words.CRAWFORD_GAMES if sheet.is_crawford_game() else words.GAMES
    return longest(choices, (number, sheet.length), room)


SCREENS = MatchScreens
