"""The backgammon program: what the keys mean at a match, and what the screen says about it.

    key      in the game                                     at a question
    button   end my turn                                     I agree
    1-6      dice, two keys                                  choice
    7        double or take, then own button
    8        drop, then own button
    9        result: 1 single, 2 gammon, 3 backgammon, then the winner's button; the other confirms
    0        centre the clock, then a reason 1-6
    *        back; held: undo (the screen says what)
    #        menu, start of the next game, resume

What has been typed but is not a record yet is kept in `mode` and goes away with `*`.
Source: rules/backgammon.md, "Clock"; regulations, "Stopping the clock".
"""

from tablecore import records
from tablecore.sheets import match
from tabledevice import keys, screens, texts
from tabledevice.programs.setup import SetUp

_MAIN, _DIE, _CUBE, _DROP, _KIND, _WINNER, _REASON, _SETUP = range(8)
#: reason of a pause while none has been given
_NO_REASON = 7


class Backgammon:
    """Turns key events into records of the application `app`."""

    def __init__(self, app):
        self.app = app
        self.mode = _MAIN
        self.die = 0
        self.kind = 0
        self.how = records.PLAYED
        self.setup = None

    def begin(self):
        """Start afresh: after a boot or a set-up."""
        self._back()

    def finish(self, now):
        """Write what a power cut kept from following: a flag's result, an agreement's end."""
        sheet = self.app.fold.sheet
        flagged = sheet.clock.flagged
        if flagged != match.NOBODY and match.OPENING <= sheet.phase <= match.DOUBLED:
            self._lost_on_time(now, flagged)
        self._end_if_agreed(now)

    def may_set_up(self):
        """Return whether a new match may be set up now."""
        sheet = self.app.fold.sheet
        return sheet.phase == match.EMPTY or sheet.phase == match.OVER or (
            sheet.phase == match.READY and not sheet.match_id and sheet.game == 0
        )

    def may_order(self, kind, a, b):
        """Return why the director's record cannot be written now, or an empty text."""
        sheet = self.app.fold.sheet
        if kind == records.CLOSE:
            return "a game is in progress" if sheet.in_game() else ""
        if kind == records.SEAL:
            return "" if sheet.phase != match.EMPTY else "there is no match on this table"
        if kind == records.CONFIRM:
            return "" if sheet.phase == match.RESULT else "there is no result to confirm"
        if kind == records.RESULT:
            if a > 1 or b > records.WHOLE_MATCH:
                return "the order cannot be read"
            return "" if match.OPENING <= sheet.phase <= match.DOUBLED else "no game is in progress"
        return "" if sheet.in_game() else "no game is in progress"

    def after_order(self, now):
        """Follow up a record of the director's."""
        self._back()
        self._end_if_agreed(now)

    def flag(self, at, seat):
        """Record that the flag of `seat` fell at `at`: the match is lost (regulations, Bronstein)."""
        self.app.record(records.FLAG, seat, 0, 0, at)
        self._lost_on_time(at, seat)
        self._back()

    def _lost_on_time(self, at, seat):
        self.app.record(records.RESULT, 1 - seat, records.WHOLE_MATCH, records.ON_TIME, at, records.NONE)

    def lamps(self):
        """Return (seats lit, seats blinking) as bit masks."""
        sheet = self.app.fold.sheet
        if sheet.phase == match.RESULT:
            return 0, 3 & ~sheet.confirmed
        if sheet.turn == match.NOBODY:
            return 0, 0
        return 1 << sheet.turn, 0

    # --- keys -------------------------------------------------------------------------------

    def key(self, ms, key, how):
        """Take a key event."""
        sheet = self.app.fold.sheet
        if how == keys.HELD:
            if key == keys.STAR:
                self._undo(ms)
            else:
                self._hash_held(ms)
            return
        if self.mode == _SETUP:
            self.setup.key(ms, key)
        elif key == keys.STAR:
            self._star(ms, sheet)
        elif key == keys.HASH:
            self._hash(ms, sheet)
        elif sheet.phase == match.EMPTY or sheet.phase == match.OVER:
            self.app.refuse(texts.PRESS_HASH, ms)
        elif key < keys.SEATS:
            self._button(ms, key, sheet)
        else:
            self._digit(ms, keys.digit(key), sheet)

    def _star(self, ms, sheet):
        if self.mode != _MAIN:
            self._back()
        elif sheet.phase == match.RESULT and sheet.how != records.ON_TIME:
            self.app.record(records.REJECT, 1 if sheet.confirmed & 1 else 0, 0, 0, ms)

    def _hash(self, ms, sheet):
        if self.mode != _MAIN:
            self._back()
        elif sheet.pause != match.NOBODY and sheet.phase != match.RESULT:
            self.app.record(records.RESUME, sheet.clock.turn, 0, 0, ms)
        elif sheet.phase == match.READY and (sheet.match_id or sheet.games or sheet.length or sheet.game):
            self._game(ms)
        elif self.may_set_up():
            self.set_up(ms)
        else:
            self.app.flash(texts.RECORD_NUMBER % self.app.journal.last, ms)

    def _hash_held(self, ms):
        if self.app.journal.foreign and self.app.fold.sheet.phase == match.EMPTY:
            self.app.take_memory(ms)
        elif self.may_set_up():
            self.set_up(ms)

    def set_up(self, ms):
        """Open the menu for a new match."""
        self.mode = _SETUP
        self.setup = SetUp(self)

    def _game(self, ms):
        sheet = self.app.fold.sheet
        number = sheet.games + 1
        self.app.record(records.GAME, number & 255, 1 if sheet.is_crawford_game() else 0, 0, ms, number)

    def _button(self, ms, seat, sheet):
        if seat > 1:
            self.app.refuse(texts.NO_SUCH_SEAT, ms)
        elif self.mode == _CUBE:
            self._cube(ms, seat, sheet)
        elif self.mode == _DROP:
            if sheet.phase == match.DOUBLED and seat == sheet.turn:
                self._done(records.DROP, seat, 0, 0, ms)
            else:
                self.app.refuse(texts.NOT_ASKED, ms)
        elif self.mode == _WINNER:
            self._claim(ms, seat)
        elif self.mode == _KIND or self.mode == _REASON:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif sheet.phase == match.RESULT:
            self._confirm(ms, seat, sheet)
        else:
            self._press(ms, seat, sheet)

    def _press(self, ms, seat, sheet):
        if sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.phase == match.READY:
            self.app.refuse(texts.ROLL_FIRST, ms)
        elif sheet.phase == match.DOUBLED:
            self.app.refuse(texts.TAKE_OR_DROP, ms)
        elif sheet.phase == match.OPENING:
            # no dice logged: the lower roller starts the other's time
            self._done(records.PRESS, seat, 1 - seat, 1, ms)
        elif sheet.clock.turn == match.NOBODY:
            if seat == sheet.turn:
                self.app.refuse(texts.OTHER_STARTS, ms)
            else:
                self._done(records.PRESS, seat, 1 - seat, 0, ms)
        elif seat != sheet.turn:
            self.app.refuse(texts.NOT_YOUR_TURN, ms)
        else:
            self._done(records.PRESS, seat, 1 - seat, 1 if sheet.phase == match.TURN else 0, ms)

    def _cube(self, ms, seat, sheet):
        if sheet.phase == match.DOUBLED:
            if seat == sheet.turn:
                self._done(records.TAKE, seat, 0, 0, ms)
            else:
                self.app.refuse(texts.NOT_ASKED, ms)
        elif sheet.may_double(seat):
            self._done(records.DOUBLE, seat, sheet.cube + 1, 0 if seat == sheet.turn else 1, ms)
        elif sheet.crawford == match.NOW:
            self.app.refuse(texts.CRAWFORD_NO_CUBE, ms)
        elif sheet.owner == 1 - seat:
            self.app.refuse(texts.NOT_YOUR_CUBE, ms)
        else:
            self.app.refuse(texts.TOO_LATE_TO_DOUBLE, ms)

    def _claim(self, ms, seat):
        winner = 1 - seat if self.how == records.CONCEDED else seat
        how = self.how
        kind = self.kind
        self._back()
        self.app.record(records.RESULT, winner, kind, how, ms, seat)

    def _confirm(self, ms, seat, sheet):
        if sheet.confirmed & (1 << seat):
            self.app.refuse(texts.OTHER_CONFIRMS, ms)
            return
        self.app.record(records.CONFIRM, seat, 0, 0, ms)
        self._end_if_agreed(ms)

    def _end_if_agreed(self, ms):
        sheet = self.app.fold.sheet
        if sheet.phase == match.RESULT and sheet.confirmed == 3:
            worth = sheet.points(sheet.kind)
            self.app.record(records.END, sheet.winner, sheet.kind, sheet.how, ms, worth, sheet.checksum())
            self._back()

    def _digit(self, ms, digit, sheet):
        if self.mode == _KIND:
            if 1 <= digit <= 3:
                self.kind = digit
                self.mode = _WINNER
            else:
                self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif self.mode == _REASON:
            self._reason(ms, digit)
        elif digit == 7:
            self.mode = _CUBE
        elif digit == 8 and sheet.phase == match.DOUBLED:
            self.mode = _DROP
        elif digit == 9 and match.OPENING <= sheet.phase <= match.DOUBLED:
            self._ask_kind(records.PLAYED)
        elif digit == 0 and match.OPENING <= sheet.phase <= match.DOUBLED:
            # the clock stops at this very press; the reason follows
            self.app.record(records.PAUSE, _NO_REASON, 0, 0, ms)
            self.mode = _REASON
        elif 1 <= digit <= 6:
            self._die(ms, digit, sheet)
        else:
            self.app.refuse(texts.NOTHING_HERE, ms)

    def _ask_kind(self, how):
        self.how = how
        self.mode = _KIND

    def _reason(self, ms, digit):
        if not 1 <= digit <= 6:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
            return
        self._done(records.PAUSE, digit, 0, 0, ms)
        if digit == records.CONCESSION:
            self._ask_kind(records.CONCEDED)
        elif digit == records.CLAIM:
            self._ask_kind(records.CLAIMED)

    def _die(self, ms, digit, sheet):
        if sheet.options & match.DICE_OFF:
            self.app.refuse(texts.DICE_NOT_LOGGED, ms)
        elif sheet.phase not in (match.READY, match.OPENING, match.TURN, match.MOVE):
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif not self.app.dice_fit():
            self.app.refuse(texts.MEMORY_FULL, ms)
        elif self.mode == _MAIN:
            self.die = digit
            self.mode = _DIE
        else:
            first = self.die
            if sheet.phase == match.READY:
                self._game(ms)
            if sheet.phase == match.OPENING:
                self._done(records.OPENING, first, digit, 0, ms)
            else:
                self._done(records.DICE, sheet.turn, first, digit, ms)

    def _done(self, kind, a, b, c, ms):
        self._back()
        self.app.record(kind, a, b, c, ms)

    def _undo(self, ms):
        fold = self.app.fold
        target = fold.undoable()
        if self.mode != _MAIN:
            self._back()
        if not target:
            self.app.refuse(texts.ASK_DIRECTOR if fold.sheet.phase else texts.NOTHING_HERE, ms)
            return
        self.app.record(records.UNDO, 0, 0, 0, ms, target)

    def _back(self):
        self.mode = _MAIN
        self.die = 0
        self.kind = 0
        self.setup = None

    # --- the screen -------------------------------------------------------------------------

    def look(self, now):
        """Fill in the view: which screen, which question, what the keys mean now."""
        view = self.app.view
        sheet = self.app.fold.sheet
        view.pending = self.die
        view.question = ""
        view.hint = ""
        if self.mode == _SETUP:
            self.setup.look(view)
            return
        if sheet.phase == match.EMPTY:
            view.screen = screens.WELCOME
            view.hint = texts.FOREIGN if self.app.journal.foreign else texts.HASH_NEW_MATCH
            return
        view.screen = screens.MATCH
        if self.app.keys.holding() == keys.STAR:
            view.hint = self._undo_label()
        elif self.mode != _MAIN:
            self._ask(view, sheet)
        elif sheet.phase == match.RESULT:
            view.hint = texts.STAR_REJECT if sheet.how != records.ON_TIME else texts.BOTH_CONFIRM
        elif sheet.phase == match.OVER:
            view.hint = texts.HASH_NEW_MATCH
        elif sheet.pause != match.NOBODY:
            view.hint = texts.HASH_RESUME
        elif sheet.phase == match.READY:
            view.hint = texts.ROLL_OPENING
        elif sheet.phase == match.OPENING:
            equal = sheet.dice[0] and sheet.dice[0] == sheet.dice[1]
            view.hint = texts.ROLL_AGAIN if equal else texts.ROLL_OPENING
        elif sheet.phase == match.DOUBLED:
            view.hint = texts.HINT_DOUBLED
        elif sheet.phase == match.MOVE and sheet.clock.turn == match.NOBODY:
            view.hint = texts.LOWER_STARTS
        else:
            view.hint = texts.HINT_TURN

    def _ask(self, view, sheet):
        if self.mode == _DIE:
            view.hint = texts.SECOND_DIE
        elif self.mode == _CUBE:
            view.question = texts.ASK_TAKE if sheet.phase == match.DOUBLED else texts.ASK_DOUBLE
        elif self.mode == _DROP:
            view.question = texts.ASK_DROP
        elif self.mode == _KIND:
            view.question = texts.ASK_KIND
        elif self.mode == _WINNER:
            view.question = texts.ASK_CONCEDER if self.how == records.CONCEDED else texts.ASK_WINNER
        elif self.mode == _REASON:
            view.question = texts.ASK_REASON
        if view.question:
            view.hint = texts.STAR_BACK

    def _undo_label(self):
        target = self.app.fold.undoable()
        if not target:
            return texts.NO_UNDO
        record = self.app.journal.read(target)
        _, kind, a, b, c, _, _, _ = records.unpack(record)
        name = self.app.view.names[a] if a < 2 else ""
        if kind == records.DICE:
            return texts.UNDO_DICE % (b, c, name)
        if kind == records.OPENING:
            return texts.UNDO_DICE % (a, b, "")
        return texts.UNDO % (texts.ACTIONS.get(kind, records.name(kind)), name)
