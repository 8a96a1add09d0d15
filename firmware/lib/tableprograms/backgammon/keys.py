"""The backgammon program: the meaning of the keys at a match, and the text on the screen.

    key      in the game                                     at a question
    button   end my turn                                     I agree
    1-6      dice, two keys; or: the board throws them       choice
    7        double or take, then own button; 7 again: an irregular but accepted double, then taker's button
    8        drop, then own button
    9        result: 1 single, 2 gammon, 3 backgammon, then the winner's button; the other confirms
    0        centre the clock, then a reason 1-6; 6 between games: a break, then own button
             1, also between games: concession of 1 to 3 as in a result, or 4 the match, then own button
             7 instead of a reason: a clock from now on, for a table without a host
    0, *, #  see `program`; # also starts the next game

In a consultation match the buttons of a pair mean the same.
Source: docs/rules/backgammon.md, "Clock", "Breaks, lateness, penalties"; regulations, "Stopping the clock".
"""

from micropython import const

from tablecore import records, sheets
from tabledevice import buzzer, texts, thrower
from tabledevice.programs.program import BOTH_AT_ONCE, MAIN, REASON, Program, end_break
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts as words

# modes of this program, besides the modes that every program has
_DIE = const(2)
_CUBE = const(3)
_DROP = const(4)
_KIND = const(5)
_WINNER = const(6)
_BREAK = const(7)
_ACCEPTED = const(8)
#: in the Crawford game the cube was turned: is that void?
_VOID = const(9)
#: dice came again, then the other's button: did that player throw too soon?
_TOO_SOON = const(10)
#: a double was refused: the next press of a button does not end a turn
_NO_CUBE = const(11)
#: a button was pressed behind a single die: the next press ends the turn without it
_ONE_DIE = const(12)
#: for this time (ms) after a flag, a press was meant for the clock, not for the result
_AFTER_FLAG = const(1000)


class Backgammon(Program):
    """The keys of a match."""

    NUMBER = sheets.BACKGAMMON
    #: the last dice that replaced others in a turn, 0: none
    retyped = 0
    BY_SEAT = (records.DOUBLE, records.TAKE, records.DROP, records.RESULT) + Program.BY_SEAT

    def finish(self, now):
        """Write records that a power cut prevented: the result after a flag, the end after an agreement."""
        clock = self.app.fold.sheet.clock
        # a running clock has its flag recorded first, at its instant
        if not clock.running or clock.flagged != match.NOBODY:
            self._lost_if_empty(now)
        self._end_if_agreed(now)

    def may_order(self, kind, a, b):
        """Return why the director's record cannot be written now, an empty text, or None: as usual."""
        from tableprograms.backgammon import orders

        return orders.may_order(self.app.fold.sheet, kind, a, b)

    def after_order(self, now):
        """React to a record that the director has ordered, and show its effect on the score."""
        Program.after_order(self, now)
        self._lost_if_empty(now)
        from tableprograms.backgammon import orders

        orders.announce(self.app, now)

    def alive(self, now):
        """Record that a break has become too long, at the instant at which its time was over."""
        end_break(self.app, now)
        Program.alive(self, now)

    def lamps(self):
        """Return (seats lit, seats blinking) as bit masks; both lamps of a pair always do the same."""
        lit, blinking = Program.lamps(self)
        sheet = self.app.fold.sheet
        if sheet.phase == match.MOVE and sheet.clock.turn == match.NOBODY:
            # the lower roller has to start the clock
            lit, blinking = 0, 1 << 1 - sheet.turn
        if sheet.options & match.CONSULTATION:
            return lit | lit << 2, blinking | blinking << 2
        return lit, blinking

    def _champion(self, sheet):
        return sheet.champion

    def _flagged(self, at, seat):
        # the match is lost (regulations, Bronstein)
        self._lost_on_time(at, seat)

    def _lost_if_empty(self, now):
        # the match is also lost by a clock that the director has set to 0:00, whether it runs or not
        sheet = self.app.fold.sheet
        for seat in range(2):
            if sheet.clock.is_empty(seat, now) and match.READY <= sheet.phase <= match.DOUBLED:
                if sheet.phase == match.READY:
                    self._game(now)
                self._lost_on_time(now, seat)

    def _lost_on_time(self, at, seat):
        self.app.record(records.RESULT, 1 - seat, records.WHOLE_MATCH, records.ON_TIME, at, records.NONE)

    def _may_reject(self, sheet):
        if sheet.phase != match.RESULT:
            return False
        if sheet.how == records.CONCEDED:
            # the highest result cannot be rejected: a backgammon, or one that wins the match
            won = sheet.score[sheet.winner] + sheet.points(sheet.kind)
            return sheet.kind < records.BACKGAMMON and not 0 < sheet.length <= won
        # a fallen flag cannot be rejected, unless the director has given that player new time
        return sheet.how != records.ON_TIME or not sheet.clock.is_empty(1 - sheet.winner, sheet.last_ms)

    def _rejecter(self, sheet):
        return 1 if sheet.confirmed & 1 else 0

    def _next(self, ms, sheet):
        if sheet.phase == match.READY and (sheet.match_id or sheet.games or sheet.length or sheet.game):
            self._game(ms)
            return True
        return False

    def may_leave(self, sheet):
        """Return whether players may cancel this match: a wrong one of their own, none of the host."""
        return not sheet.match_id and (sheet.phase == match.READY or sheet.phase == match.OPENING)

    def _game(self, ms):
        sheet = self.app.fold.sheet
        number = sheet.games + 1
        self.app.record(records.GAME, number & 255, 1 if sheet.is_crawford_game() else 0, 0, ms, number)

    def _button(self, ms, seat, sheet):
        if self.mode == _CUBE:
            self._cube(ms, seat, sheet)
        elif self.mode == _DROP:
            if sheet.phase == match.DOUBLED and seat == sheet.turn:
                self._back()
                self.app.record(records.DROP, seat, 0, 0, ms)
            else:
                self.app.refuse(words.NOT_ASKED, ms)
        elif self.mode == _WINNER:
            self._claim(ms, seat)
        elif self.mode == _BREAK:
            if sheet.may_break(seat):
                self._back()
                self.app.record(records.PAUSE, records.BREAK, 1 + seat, 0, ms)
            else:
                self.app.refuse(words.NO_BREAK, ms)
        elif self.mode == _KIND or self.mode == REASON:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif _VOID <= self.mode <= _TOO_SOON or (self.mode == _ACCEPTED and sheet.may_turn(1 - seat)):
            from tableprograms.backgammon import irregular

            mode = self.mode
            self._back()
            irregular.answered(self.app, ms, mode, seat, sheet)
        elif self.mode == _ACCEPTED or self.mode == _NO_CUBE:
            self.app.refuse(_why_no_cube(sheet, seat if self.mode == _NO_CUBE else 1 - seat), ms)
            self._back()
        elif sheet.phase == match.RESULT:
            if sheet.how == records.ON_TIME and not sheet.confirmed and ms - sheet.last_ms < _AFTER_FLAG:
                self.app.refuse(texts.TIME_IS_UP, ms)
            else:
                self._confirm(ms, seat, sheet)
                self._end_if_agreed(ms)
        else:
            self._press(ms, seat, sheet)

    def _press(self, ms, seat, sheet):
        if sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.phase == match.READY:
            self.app.refuse(texts.HASH_BEGINS if sheet.options & match.DICE_OFF else words.ROLL_OR_BEGIN, ms)
        elif sheet.phase == match.DOUBLED:
            self.app.refuse(words.TAKE_OR_DROP, ms)
        elif self.mode == _DIE and (sheet.phase == match.OPENING or sheet.may_open_anew()):
            self.mode = _ONE_DIE
            self.app.buzzer.play(buzzer.QUESTION)
        elif sheet.phase == match.OPENING:
            # dice are not logged: the press of the lower roller starts the other player's clock
            self._back()
            self.app.record(records.PRESS, seat, 1 - seat, 1, ms)
        elif sheet.clock.turn == match.NOBODY:
            if seat == sheet.turn:
                self.app.refuse(words.OTHER_STARTS, ms)
            else:
                self._back()
                self.app.record(records.PRESS, seat, 1 - seat, 0, ms)
        elif seat != sheet.turn and self._may_be_too_soon():
            self._ask(_TOO_SOON)
            self.app.buzzer.play(buzzer.QUESTION)
        elif seat != sheet.turn or self._has_just_begun(ms, sheet.clock):
            self.app.refuse(texts.NOT_YOUR_TURN, ms)
        elif self.mode == _DIE:
            self.mode = _ONE_DIE
            self.app.buzzer.play(buzzer.QUESTION)
        else:
            unrolled = sheet.phase == match.TURN
            self._back()
            self.app.record(records.PRESS, seat, 1 - seat, 1 if unrolled else 0, ms)
            if unrolled and sheet.options & match.DICE_REQUIRED:
                # perhaps the player is closed out: the press counts; its record says that no dice were typed
                self.app.flash(words.NO_DICE, ms)

    def _may_be_too_soon(self):
        # whether the newest record is dice that replaced others: perhaps the other player's
        return self.retyped and self.retyped == self.app.journal.last

    def _has_just_begun(self, ms, clock):
        return clock.running and not clock.used and ms - clock.since < BOTH_AT_ONCE

    def _cube(self, ms, seat, sheet):
        if sheet.phase == match.DOUBLED:
            if seat == sheet.turn:
                self._back()
                self.app.record(records.TAKE, seat, 0, 0, ms)
            else:
                self.app.refuse(words.NOT_ASKED, ms)
        elif sheet.may_double(seat):
            self._back()
            self.app.record(records.DOUBLE, seat, sheet.cube + 1, 0 if seat == sheet.turn else 1, ms)
        else:
            self.app.refuse(_why_no_cube(sheet, seat), ms)

    def _claim(self, ms, seat):
        winner = 1 - seat if self.how == records.CONCEDED else seat
        how = self.how
        kind = self.kind
        self._back()
        if self.app.fold.sheet.phase == match.READY:
            # the game is conceded before its opening roll
            self._game(ms)
        self.app.record(records.RESULT, winner, kind, how, ms, seat)

    def _end_if_agreed(self, ms):
        sheet = self.app.fold.sheet
        if sheet.phase == match.RESULT and sheet.confirmed == 3:
            worth = sheet.points(sheet.kind)
            self.app.record(records.END, sheet.winner, sheet.kind, sheet.how, ms, worth, sheet.checksum())
            self._back()

    def _digit(self, ms, digit, sheet):
        cube = self.mode == _CUBE or self.mode == _NO_CUBE or self.mode == _VOID
        if self.mode == _NO_CUBE:
            self.mode = MAIN
        if digit == 0:
            self._stop(ms, sheet)
        elif self.mode == _KIND:
            if digit <= 3 or (digit == 4 and self.how == records.CONCEDED and sheet.length):
                self.kind = digit
                self.mode = _WINNER
            else:
                self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif digit == 7 and cube and (sheet.may_turn(0) or sheet.may_turn(1)):
            self._ask(_ACCEPTED)
        elif self.mode != MAIN and not self.die:
            self.app.refuse(texts.BUTTON_FIRST, ms)
        elif digit >= 7:
            self._ask_about(ms, digit, sheet)
        else:
            self._die(ms, digit, sheet)

    def _ask_about(self, ms, digit, sheet):
        # 7: the cube, 8: a drop, 9: the result
        if not (match.DOUBLED if digit == 8 else match.OPENING) <= sheet.phase <= match.DOUBLED:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif digit == 9:
            self._ask_kind(records.PLAYED)
        elif sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif digit == 8:
            self._ask(_DROP)
        elif sheet.is_crawford_cube():
            self._ask(_VOID)
        elif sheet.phase == match.DOUBLED or sheet.may_double(0) or sheet.may_double(1):
            self._ask(_CUBE)
        else:
            self.app.refuse(_why_no_cube(sheet, sheet.turn), ms)
            self._ask(_NO_CUBE)

    def _ask(self, mode):
        # the die that was already typed is forgotten
        self.die = 0
        self.mode = mode

    def _ask_kind(self, how):
        self.how = how
        self._ask(_KIND)

    def _reason(self, ms, digit, sheet):
        if digit == 7:
            self._ask_clock(ms, sheet)
        elif digit == records.BREAK and sheet.phase == match.READY and sheet.games and sheet.version > 1:
            if sheet.may_break(0) or sheet.may_break(1):
                self._ask(_BREAK)
            else:
                self.app.refuse(words.NO_BREAK, ms)
        elif digit == records.CONCESSION and sheet.phase == match.READY:
            self._back()
            self.app.record(records.PAUSE, digit, 0, 0, ms)
            self._reason_given(ms, digit)
        else:
            Program._reason(self, ms, digit, sheet)

    def _ok(self, ms):
        # `#` in answer to whose break it is: nobody's, and the game goes on
        within = self.mode == _BREAK and self.app.fold.sheet.in_game()
        self._back()
        if within:
            self.app.record(records.RESUME, self.app.fold.sheet.clock.turn, 0, 0, ms)

    def _ask_clock(self, ms, sheet):
        if sheet.match_id:
            self.app.refuse(texts.ASK_DIRECTOR, ms)
            return
        # needed only for this menu
        from tableprograms.backgammon import introduction

        self._back()
        introduction.ask(self)

    def _reason_given(self, ms, reason):
        if reason == records.CONCESSION:
            self._ask_kind(records.CONCEDED)
        elif reason == records.CLAIM:
            self._ask_kind(records.CLAIMED)
        elif reason == records.BREAK and self.app.fold.sheet.may_break(0):
            # within a game: whose it is, because it is timed and counted
            self._ask(_BREAK)

    def _die(self, ms, digit, sheet):
        thrown = 1 if sheet.options & match.DICE_BY_DEVICE else 0
        if sheet.options & match.DICE_OFF:
            self.app.refuse(words.DICE_NOT_LOGGED, ms)
        elif sheet.phase not in (match.READY, match.OPENING, match.TURN, match.MOVE):
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif not self.app.dice_fit():
            self.app.refuse(texts.MEMORY_FULL, ms)
        elif thrown and sheet.phase == match.MOVE:
            # dice thrown by the board cannot be cocked, so there is no second throw
            self.app.refuse(words.THROWN, ms)
        elif not thrown and self.mode == MAIN:
            self.die = digit
            self.mode = _DIE
        else:
            first = self.die
            if thrown:
                first = thrower.throw(self.app.hardware.draw)
                digit = thrower.throw(self.app.hardware.draw)
            if sheet.phase == match.READY:
                self._game(ms)
            self._back()
            if sheet.phase == match.OPENING or sheet.may_open_anew():
                self.app.record(records.OPENING, first, digit, 0, ms, thrown)
            else:
                again = sheet.phase == match.MOVE and sheet.version > 2 and sheet.premature == match.NOBODY
                seq = self.app.record(records.DICE, sheet.turn, first, digit, ms, thrown)
                self.retyped = seq if again else 0

    def _back(self):
        self.mode = MAIN
        self.die = self.kind = 0

    def look(self, now):
        """Fill in the view."""
        view = self.app.view
        view.pending = self.die
        Program.look(self, now)
        sheet = self.app.fold.sheet
        if sheet.breaking and view.hint == texts.HASH_RESUME:
            view.hint = words.BREAK_ENDS

    def _hint(self, view, sheet):
        if sheet.phase == match.READY:
            if sheet.options & match.DICE_OFF:
                view.hint = texts.HASH_BEGINS
            else:
                thrown = sheet.options & match.DICE_BY_DEVICE
                view.hint = words.THROW_OPENING if thrown else words.ROLL_OPENING
        elif sheet.phase == match.OPENING:
            equal = sheet.dice[0] and sheet.dice[0] == sheet.dice[1]
            if sheet.options & match.DICE_OFF:
                view.hint = words.LOWER_STARTS
            elif sheet.options & match.DICE_BY_DEVICE:
                view.hint = words.THROW_AGAIN if equal else words.THROW_OPENING
            else:
                view.hint = words.ROLL_AGAIN if equal else words.ROLL_OPENING
        elif sheet.phase == match.DOUBLED:
            view.hint = words.HINT_DOUBLED
        elif sheet.phase == match.MOVE and sheet.clock.turn == match.NOBODY:
            view.hint = words.LOWER_STARTS
        elif sheet.phase == match.TURN and sheet.options & match.DICE_BY_DEVICE:
            view.hint = words.HINT_THROW
            view.lesson = "t7B*90"
        elif sheet.phase == match.MOVE and self._may_be_too_soon():
            from tabledevice.texts import irregular

            view.hint = irregular.HINT_TOO_SOON
        else:
            view.hint = words.HINT_TURN
            rolled = sheet.phase == match.MOVE or sheet.options & match.DICE_OFF
            view.lesson = "B*90" if rolled else "de7B*90"

    def _question(self, view, sheet):
        if self.mode == _DIE:
            view.hint = texts.SECOND_DIE
        elif self.mode == _CUBE:
            view.question = words.ASK_TAKE if sheet.phase == match.DOUBLED else words.ASK_DOUBLE
        elif self.mode == _DROP:
            view.question = words.ASK_DROP
        elif self.mode == _ACCEPTED:
            view.question = words.ASK_ACCEPTED
        elif self.mode == _NO_CUBE and (sheet.may_turn(0) or sheet.may_turn(1)):
            view.hint = words.HINT_ACCEPTED
        elif self.mode == _KIND:
            view.question = words.ASK_CONCEDED if self.how == records.CONCEDED else words.ASK_KIND
        elif self.mode == _BREAK:
            view.question = words.ASK_BREAK
        elif self.mode == _WINNER:
            view.question = words.ASK_CONCEDER if self.how == records.CONCEDED else words.ASK_WINNER
        elif self.mode != _NO_CUBE:
            from tableprograms.backgammon import irregular

            view.question = irregular.question(self.mode)

    def _reasons(self, sheet):
        return words.REASONS if self.reasons and not sheet.match_id else Program._reasons(self, sheet)

    def _who_agrees(self, sheet):
        if sheet.how == records.PLAYED or not sheet.is_in_own_turn():
            return texts.REJECT_OF
        from tabledevice.texts import irregular

        return irregular.OWN_TURN

    def label(self, undo, kind, a, b, c):
        if kind == records.OPENING:
            return words.UNDO_OPENING % (a, b)
        if kind == records.DICE:
            return self.app.view.say(words.UNDO_DICE % (b, c, "%s"), a)
        if kind == records.CLOCK:
            return undo.UNDO % words.UNDONE[kind]
        if kind in words.UNDONE:
            return self.app.view.say(undo.UNDO_BY % (words.UNDONE[kind], "%s"), a)
        return ""


def _why_no_cube(sheet, seat):
    # return why `seat` may not offer the cube (docs/rules/backgammon.md, "The game and the match")
    if sheet.crawford == match.NOW:
        return words.CRAWFORD_NO_CUBE
    if sheet.cube >= match.HIGHEST_CUBE:
        return words.CUBE_LIMIT
    if sheet.phase == match.OPENING:
        return words.ROLL_FIRST
    if sheet.owner == 1 - seat:
        return words.NOT_YOUR_CUBE
    return words.TOO_LATE_TO_DOUBLE


PROGRAM = Backgammon
