"""What every program does with keys: back, undo, menu, resume, centring the clock, agreeing.

    *        back; held: an unfinished input is cancelled; else undo (the screen says what)
    #        menu, resume; held between games: a new set-up, unless the host made this one; held before a
             match while the memory is nearly full: the oldest match in it is given up
    0        centre the clock, then a reason 1-6

An unfinished input is kept in `mode`, and `*` cancels it. A key whose record would have no effect is
refused with a text: the log holds what happened, not what was tried.
Source: regulations, "Stopping the clock".
"""

from micropython import const

from tablecore import records
from tablecore.sheets import BLANK
from tablecore.sheets.sheet import EMPTY, NOBODY, READY
from tabledevice import buzzer, keys, screens, texts
from tabledevice.view import LEARNT

#: modes that every program has; a program's own modes begin at 2
MAIN, REASON = range(2)
#: instead of a reason: what the players may do together
_MORE = const(8)
#: the reason of a pause until one has been given
_NO_REASON = const(7)
#: ms after a turn's start in which its player's button is ignored: both may have pressed
BOTH_AT_ONCE = 100
#: in `breaking` of a match's sheet: the break has lasted too long
_BREAK_OVER = const(128)


def may_set_up(sheet):
    """Return whether a table with this sheet may be set up now."""
    return sheet.phase == EMPTY or sheet.phase == sheet.OVER or (
        sheet.phase == READY and not sheet.match_id and sheet.game == 0
    )


def end_break(app, now):
    """Record that the break between two games of a match has become too long, at the instant it did."""
    sheet = app.fold.sheet
    if 0 < sheet.breaking < _BREAK_OVER and now >= sheet.break_end:
        app.record(records.PAUSE, records.BREAK, sheet.breaking, 1, sheet.break_end)
        app.buzzer.play(buzzer.FLAG)


class Program:
    """Turns key events into records of the application `app`. A kind of game extends it."""

    #: after `*` at a result: `dispute` offers the ways out; after a call without a pause: who knows of it
    DISPUTE = -1
    CALLED = -2
    #: number in `tablecore.sheets`; this class itself is the program of a table that is not set up
    NUMBER = BLANK
    #: the general names of more than two seats; none: their numbers
    SEATS = tuple("")
    #: kinds of records whose field `a` is the acting seat: an undo names that seat
    BY_SEAT = tuple(range(0)) + (records.PRESS, records.CONFIRM, records.REJECT)
    #: which of the two lists of reasons is shown
    reasons = 0
    #: whether the menu for a new set-up will replace the program after the key in hand
    wants_menu = False
    #: what replaces keys and screen for a while: `key(ms, key, how)` returns whether it is over, `look(view)`
    dialog = None

    def __init__(self, app):
        self.app = app
        self.mode = MAIN
        self._back()

    def begin(self):
        """Forget unfinished inputs: after a boot or a set-up."""
        self.dialog = None
        self._back()

    def finish(self, now):
        """Write records that a power cut prevented, for example the end of an agreed result."""
        self._end_if_agreed(now)

    def may_set_up(self):
        """Return whether the table may be set up now."""
        return may_set_up(self.app.fold.sheet)

    def may_order(self, kind, a, b):
        """Return why the director's record cannot be written now, an empty text, or None: as usual."""

    def after_order(self, now):
        """React to a record that the director has ordered."""
        self.begin()
        self._end_if_agreed(now)

    def alive(self, now):
        """Do regular work, about once a second: modules of questions that are seldom asked go after them."""
        if self.mode == MAIN and self.dialog is None:
            self.app.hardware.forget_rare()

    def flag(self, at, seat):
        """Record that the flag of `seat` fell at `at`: an overtime begins, or the program decides."""
        clock = self.app.fold.sheet.clock
        if clock.overtime[seat] and not clock.fell[seat]:
            self.app.record(records.FLAG, seat, 1, 0, at)
            self.app.flash(texts.OVERTIME, at)
            return
        self.app.record(records.FLAG, seat, 0, 0, at)
        self._flagged(at, seat)
        self._back()

    def lamps(self):
        """Return (seats lit, seats blinking) as bit masks."""
        sheet = self.app.fold.sheet
        seat = sheet.turn
        blinking = 0
        if sheet.phase == sheet.RESULT:
            seat = sheet.winner
            blinking = sheet.everybody() & ~sheet.confirmed
        elif sheet.phase == sheet.OVER:
            seat = self._champion(sheet)
        return 0 if seat == NOBODY else 1 << seat, blinking

    # --- methods for a kind of game to extend ---

    def _champion(self, sheet):
        # return who has won all that was played here
        return NOBODY

    def _flagged(self, at, seat):
        # a flag has fallen and no overtime begins
        pass

    def _end_if_agreed(self, ms):
        # write the end of a result that everybody has agreed to
        pass

    def _button(self, ms, seat, sheet):
        self.app.refuse(texts.NOTHING_HERE, ms)

    def _digit(self, ms, digit, sheet):
        self.app.refuse(texts.NOTHING_HERE, ms)

    def _next(self, ms, sheet):
        # `#` was pressed with no pause and no question: return whether it had a meaning
        return False

    def _who_agrees(self, sheet):
        # return the question to the only player who has not agreed
        return texts.REJECT_OF

    def _reasons(self, sheet):
        # return the list of reasons that is shown
        return texts.REASONS[self.reasons]

    def _reason_given(self, ms, reason):
        # a pause got its reason: ask the next question, if there is one
        pass

    def _hint(self, view, sheet):
        # fill in the present meaning of the keys, when no question is open, and the lessons that take turns
        # with it
        pass

    def _ok(self, ms):
        # `#` was pressed while a question is shown
        self._back()

    def _question(self, view, sheet):
        # return the question of one of the program's own modes
        pass

    def cause(self, sheet):
        """Return the kind of the record to take back when a result is denied; 0: play goes on from it."""
        return 0

    def label(self, words, kind, a, b, c):
        """Return what an undo of this record takes back, if one of the `words` for undoing is not enough."""
        return ""

    # --- keys ---

    def key(self, ms, key, how):
        """Take a key event."""
        if self.dialog is not None:
            if self.dialog.key(ms, key, how):
                self.dialog = None
            return
        sheet = self.app.fold.sheet
        if self.mode < MAIN and how != keys.HELD and key != keys.STAR:
            # rarely needed, so it is loaded here
            from tabledevice.programs import dispute

            denied = self.mode == self.DISPUTE
            self._back()
            if denied and dispute.key(self, ms, key):
                return
        if how == keys.HELD:
            if key == keys.STAR and self._drop_entry():
                return
            # not needed in most games, so it is loaded here
            from tabledevice.programs import held

            if key == keys.STAR:
                held.undo(self, ms)
            else:
                held.hash(self, ms, sheet)
        elif key == keys.STAR:
            self._star(ms, sheet)
        elif key == keys.HASH:
            self._hash(ms, sheet)
        elif sheet.phase == EMPTY or sheet.phase == sheet.OVER:
            self.app.refuse(texts.PRESS_HASH, ms)
        elif key < keys.SEATS:
            if key >= sheet.chairs():
                self.app.refuse(texts.NO_SUCH_SEAT, ms)
            else:
                # the third player plays for the first seat
                self._button(ms, key % sheet.seats, sheet)
        elif self.mode == REASON:
            self._reason(ms, keys.digit(key), sheet)
        else:
            self._digit(ms, keys.digit(key), sheet)

    def _star(self, ms, sheet):
        if self.mode != MAIN:
            self._back()
        elif self._may_reject(sheet):
            self.app.record(records.REJECT, self._rejecter(sheet), 0, 0, ms)
            self.mode = self.DISPUTE
        elif sheet.phase == sheet.RESULT:
            self.mode = self.DISPUTE
        elif sheet.phase != EMPTY:
            from tabledevice.programs import held

            held.tap(self, ms)

    def _may_reject(self, sheet):
        return sheet.phase == sheet.RESULT

    def _rejecter(self, sheet):
        # `*` belongs to no seat: take the first seat that has not agreed
        for seat in range(sheet.seats):
            if not sheet.confirmed & (1 << seat):
                return seat
        return NOBODY

    def _hash(self, ms, sheet):
        if self.mode == REASON:
            self.reasons += 1
            if self.reasons == 1:
                return
            self._back()
        if self.mode != MAIN:
            self._ok(ms)
        elif sheet.pause != NOBODY and sheet.phase != sheet.RESULT:
            self.app.record(records.RESUME, sheet.clock.turn, 0, 0, ms)
        elif self._next(ms, sheet):
            pass
        elif self.may_set_up():
            self.wants_menu = True
        else:
            self.app.flash(texts.WHERE_MENU, ms)

    def may_leave(self, sheet):
        """Return whether players may cancel this set-up: their own, not one that the host has made."""
        return not sheet.match_id and not sheet.in_game()

    def is_sealed(self, sheet):
        """Return whether the director has confirmed all games that are over, and none is in progress."""
        return sheet.sealed and sheet.sealed >= sheet.games and not sheet.in_game()

    def _confirm(self, ms, seat, sheet):
        # a button during a result; call `_end_if_agreed` after it: a board's calls must stay shallow
        if sheet.confirmed & (1 << seat):
            self.app.refuse(texts.OTHER_CONFIRMS, ms)
        else:
            self.app.record(records.CONFIRM, seat, 0, 0, ms)

    def _stop(self, ms, sheet):
        # also while a question is shown: this press stops the clock at once; the reason follows
        if sheet.phase == EMPTY or sheet.phase >= sheet.RESULT:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif sheet.clock.flagged != NOBODY and sheet.phase == READY:
            # the flag has ended the last game: no clock is running that could be stopped
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif sheet.pause != NOBODY or sheet.clock.flagged != NOBODY:
            # the clock is stopped already; a different reason may follow
            self._ask(REASON)
        else:
            self._back()
            self.app.record(records.PAUSE, _NO_REASON, 0, 0, ms)
            self.mode = REASON
        self.reasons = 0

    def _reason(self, ms, digit, sheet):
        if digit == _MORE:
            from tabledevice.programs.tablemenu import TableMenu

            self._back()
            self.dialog = TableMenu(self.app)
            return
        # between games there is nothing to concede or to claim
        lowest = records.FALLEN if sheet.phase == READY else records.CONCESSION
        if not lowest <= digit <= records.BREAK:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
            return
        if sheet.clock.flagged == NOBODY:
            self._back()
            self.app.record(records.PAUSE, digit, 0, 0, ms)
        elif digit == records.DIRECTOR:
            from tabledevice.programs import dispute

            self._back()
            dispute.call(self, ms)
            return
        elif digit != records.CONCESSION:
            # a fallen flag has stopped the clock already: the pause record would have no effect
            self.app.refuse(texts.TIME_IS_UP, ms)
            return
        self._reason_given(ms, digit)

    def _drop_entry(self):
        # An unfinished input goes first; return whether there was one. What was agreed or pressed before it
        # stays: another hold takes that back.
        unfinished = self._unfinished()
        if self.mode == MAIN and unfinished:
            self.begin()
        else:
            self._back()
        return unfinished

    def _ask(self, mode):
        self.mode = mode

    def _unfinished(self):
        # return whether an input has begun that no record holds; a stop and a no, which then ask, have one
        if self.mode != REASON and self.mode != self.DISPUTE:
            return self.mode > MAIN
        last = self.app.journal.read(self.app.journal.last)
        return last is None or last[4] != (records.PAUSE if self.mode == REASON else records.REJECT)

    def _back(self):
        # called before every record; not merged, because a board's calls must stay shallow
        self.mode = MAIN

    # --- the screen ---

    def look(self, now):
        """Fill in the view: the screen, the question, the present meaning of the keys."""
        view = self.app.view
        sheet = self.app.fold.sheet
        view.question = ""
        view.hint = ""
        view.take_seats(texts.SEATS if sheet.seats == 2 else self.SEATS, sheet.chairs())
        if self.dialog is not None:
            self.dialog.look(view)
        elif sheet.phase == EMPTY:
            view.screen = screens.WELCOME
            view.hint = texts.FOREIGN if self.app.journal.foreign else self._new_match()
        else:
            self._look(view, sheet)

    def _look(self, view, sheet):
        view.screen = screens.GAME
        if self.app.keys.holding() == keys.STAR:
            # what an undo will take back is more urgent than why the last key did nothing
            view.flash = ""
            view.hint = texts.UNDO_ENTRY
            if not self._unfinished():
                from tabledevice.programs import held

                view.hint = held.told(self)
        elif self.mode == REASON:
            view.question = self._reasons(sheet)
            view.hint = texts.REASON_MORE if self.reasons else texts.HASH_MORE
        elif self.mode < MAIN or (self.mode == MAIN and self._waits_for_director(sheet)):
            from tabledevice.programs import dispute

            dispute.look(self, view, sheet)
        elif self.mode != MAIN:
            view.hint = texts.STAR_BACK
            self._question(view, sheet)
        elif sheet.phase == sheet.RESULT:
            view.hint = texts.BOTH_CONFIRM
            if self._may_reject(sheet):
                waiting = sheet.everybody() & ~sheet.confirmed
                view.hint = texts.STAR_REJECT
                if sheet.seats > 1 and not waiting & waiting - 1:
                    # one player has not agreed
                    view.hint = view.say(self._who_agrees(sheet), self._rejecter(sheet))
        elif sheet.pause != NOBODY and sheet.phase != sheet.OVER:
            view.hint = texts.HASH_RESUME
        else:
            if sheet.phase == sheet.OVER:
                view.hint = self._new_match()
            else:
                self._hint(view, sheet)
            if self.is_sealed(sheet):
                view.lesson = "S"
            elif self.app.learnt >= LEARNT:
                view.lesson = ""

    def _waits_for_director(self, sheet):
        # whether the players have stopped the clock with a call
        return sheet.pause == records.DIRECTOR and sheet.phase != sheet.RESULT and self.app.called > 0

    def _new_match(self):
        return texts.HASH_FREES if self.app.may_free() else texts.HASH_NEW_MATCH
