"""The plain clock: what the keys mean for one to six seats, in any order of turns.

    key      in the game                                     at a question
    button   end my turn; before it begins: next seat starts I agree; I won
    1-6      start this seat's clock; for the seat on turn:  the same, for seats without a button
             end its turn (5 and 6 have no button)
    9        end: the winner's button, or # for nobody; all confirm
    0, *, #  see `program`; # also begins with the first seat
"""

from micropython import const

from tablecore import records, sheets
from tabledevice import keys, texts
from tabledevice.programs.program import BOTH_AT_ONCE, MAIN, REASON, Program
from tableprograms.plain import sheet as plain
from tableprograms.plain import texts as words

# modes of this program, besides the modes that every program has
_WINNER = const(2)
#: for this time (ms) after a flag, a press was meant for the clock, not for the result
_AFTER_FLAG = const(1000)


class Plain(Program):
    """The keys of a clock."""

    NUMBER = sheets.PLAIN

    def finish(self, now):
        """Write records that a power cut prevented: the result after a flag, the end after an agreement."""
        sheet = self.app.fold.sheet
        if sheet.clock.flagged != plain.NOBODY and sheet.phase == plain.PLAY:
            self._lost_on_time(now, sheet)
        self._end_if_agreed(now)

    def may_order(self, kind, a, b):
        """Return why the director's record cannot be written now, an empty text, or None: as usual."""
        if kind == records.RESULT:
            sheet = self.app.fold.sheet
            if b or (a >= sheet.seats and a != plain.NOBODY):
                return "the order cannot be read"
            return "" if sheet.phase == plain.PLAY else "no game is in progress"
        return None

    def _champion(self, sheet):
        return sheet.winner

    def _flagged(self, at, seat):
        sheet = self.app.fold.sheet
        if sheet.clock.flagged == seat:
            self._lost_on_time(at, sheet)
        else:
            self.app.flash(texts.TIME_IS_UP, at)

    def _lost_on_time(self, at, sheet):
        # of two seats the other one has won; with more seats the winner is not known
        winner = 1 - sheet.clock.flagged if sheet.seats == 2 else plain.NOBODY
        self.app.record(records.RESULT, winner, 0, records.ON_TIME, at, records.NONE)

    def _end_if_agreed(self, ms):
        sheet = self.app.fold.sheet
        if sheet.is_agreed():
            self.app.record(
                records.END, sheet.winner, 0, sheet.how, ms, sheet.all_moves(), sheet.checksum()
            )
            self._back()

    # --- keys ---

    def _may_reject(self, sheet):
        # a fallen flag cannot be rejected, unless the director has given that player new time
        return sheet.phase == plain.RESULT and (
            sheet.how != records.ON_TIME or sheet.clock.flagged == plain.NOBODY
        )

    def _next(self, ms, sheet):
        if sheet.clock.turn == plain.NOBODY and plain.READY <= sheet.phase <= plain.PLAY:
            self._start(ms, 0, sheet)
            return True
        return False

    def may_leave(self, sheet):
        """Return whether players may cancel this set-up: their own, until the clock has started."""
        return not sheet.match_id and sheet.clock.turn == plain.NOBODY and sheet.phase <= plain.PLAY

    def _ok(self, ms):
        if self.mode == _WINNER:
            self._claim(ms, plain.NOBODY, records.NONE)
        else:
            self._back()

    def _start(self, ms, seat, sheet):
        self._back()
        if sheet.phase == plain.READY:
            number = sheet.games + 1
            self.app.record(records.GAME, number & 255, 0, 0, ms, number)
        self.app.record(records.PRESS, plain.NOBODY, seat, 0, ms)

    def _button(self, ms, seat, sheet):
        if self.mode == _WINNER:
            self._claim(ms, seat, seat)
        elif self.mode == REASON:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif sheet.phase == plain.RESULT:
            if sheet.how == records.ON_TIME and not sheet.confirmed and ms - sheet.last_ms < _AFTER_FLAG:
                self.app.refuse(texts.TIME_IS_UP, ms)
            else:
                self._confirm(ms, seat, sheet)
                self._end_if_agreed(ms)
        elif sheet.pause != plain.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.clock.turn == plain.NOBODY:
            self._start(ms, sheet.after(seat), sheet)
        elif seat != sheet.turn or self._has_just_begun(ms, sheet):
            self.app.refuse(texts.NOT_YOUR_TURN, ms)
        else:
            # inlined here, because a board's calls must stay shallow
            self._back()
            self.app.record(records.PRESS, seat, sheet.after(seat), 0, ms)

    def _has_just_begun(self, ms, sheet):
        clock = sheet.clock
        if sheet.seats == 1 or not clock.running or clock.used:
            return False
        return ms - clock.since < BOTH_AT_ONCE

    def _claim(self, ms, winner, by):
        how = self.how
        if self.app.fold.sheet.seats == 1:
            # with one seat, no other player has to agree
            by = 0
        self._back()
        self.app.record(records.RESULT, winner, 0, how, ms, by)
        self._end_if_agreed(ms)

    def _digit(self, ms, digit, sheet):
        if digit == 0:
            self._stop(ms, sheet)
        elif digit == 9:
            if sheet.phase == plain.PLAY:
                self._ask(_WINNER)
            else:
                self.app.refuse(texts.NOTHING_HERE, ms)
        elif digit > plain.MOST_SEATS:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif digit > sheet.seats:
            self.app.refuse(texts.NO_SUCH_SEAT, ms)
        elif self.mode == _WINNER:
            self._claim(ms, digit - 1, digit - 1)
        elif sheet.phase == plain.RESULT:
            # for a seat without a button
            if digit > keys.SEATS:
                self._confirm(ms, digit - 1, sheet)
                self._end_if_agreed(ms)
            else:
                self.app.refuse(texts.BUTTON_FIRST, ms)
        elif sheet.pause != plain.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.clock.turn == plain.NOBODY:
            self._start(ms, digit - 1, sheet)
        elif digit - 1 == sheet.turn and self._has_just_begun(ms, sheet):
            self.app.refuse(texts.NOT_YOUR_TURN, ms)
        else:
            after = sheet.after(sheet.turn) if digit - 1 == sheet.turn else digit - 1
            self._back()
            self.app.record(records.PRESS, sheet.turn, after, 0, ms)

    def _reason_given(self, ms, reason):
        if reason == records.CONCESSION:
            self._ask_winner(records.CONCEDED)
        elif reason == records.CLAIM:
            self._ask_winner(records.CLAIMED)

    def _ask_winner(self, how):
        self.mode = _WINNER
        self.how = how

    def _back(self):
        self.mode = MAIN
        self.how = records.PLAYED

    # --- the screen ---

    def look(self, now):
        """Fill in the view."""
        Program.look(self, now)
        sheet = self.app.fold.sheet
        if self.mode == MAIN and sheet.phase == plain.RESULT and not self._may_reject(sheet):
            self.app.view.hint = words.ALL_CONFIRM

    def _hint(self, view, sheet):
        if sheet.clock.turn == plain.NOBODY:
            view.hint = words.HINT_BEGIN % sheet.seats if sheet.seats > 1 else words.HINT_BEGIN_ALONE
        elif sheet.seats == 1:
            view.hint = words.HINT_ALONE
            view.lesson = "B90*"
        else:
            view.hint = words.HINT_BUTTONS % sheet.seats
            view.lesson = "Bn90*"

    def _question(self, view, sheet):
        if sheet.seats == 1:
            view.question = words.ASK_END
        else:
            view.question = words.ASK_WINNER
            view.hint = words.HINT_NOBODY

    def label(self, undo, kind, a, b, c):
        if kind not in self.BY_SEAT:
            return ""
        sheet = self.app.fold.sheet
        if a >= sheet.seats:
            return words.UNDO_BEGIN
        return self.app.view.say(undo.UNDO_BY % (undo.ACTIONS[kind], "%s"), a)


PROGRAM = Plain
