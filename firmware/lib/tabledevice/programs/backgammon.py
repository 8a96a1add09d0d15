"""The backgammon program: what the keys mean at a match, and what the screen says about it.

    key      in the game                                     at a question
    button   end my turn                                     I agree
    1-6      dice, two keys                                  choice
    7        double or take, then own button
    8        drop, then own button
    9        result: 1 single, 2 gammon, 3 backgammon, then the winner's button; the other confirms
    0        centre the clock, then a reason 1-6
    *        back; held: undo (the screen says what)
    #        menu, start of the next game, resume; held between games: a new match, unless the host set it up

What has been typed but is not a record yet is kept in `mode` and goes away with `*`. A key that would make
a record without effect is refused with a text: the log holds what happened, not what was tried.
Source: rules/backgammon.md, "Clock"; regulations, "Stopping the clock".
"""

from tablecore import records
from tablecore.sheets import match
from tabledevice import keys, screens, texts
from tabledevice.programs.setup import SetUp

_MAIN, _DIE, _CUBE, _DROP, _KIND, _WINNER, _REASON, _SETUP = range(8)
#: reason of a pause while none has been given
_NO_REASON = 7
#: ms at the beginning of a turn in which its player's button does not end it: both pressed at once
_BOTH_AT_ONCE = 100
#: ms after a flag in which a press was meant for the clock, not for the result
_AFTER_FLAG = 1000
#: what is done by the seat in `a`
_BY_SEAT = (
    records.PRESS, records.DOUBLE, records.TAKE, records.DROP, records.RESULT, records.CONFIRM, records.REJECT
)


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
        if kind == records.SEAL or kind == records.CORRECT:
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
        """Record that the flag of `seat` fell at `at`: the match is lost, unless an overtime begins.

        Source: regulations, Bronstein; rules/backgammon.md, "Clock", `overtime`.
        """
        clock = self.app.fold.sheet.clock
        if clock.overtime[seat] and not clock.fell[seat]:
            self.app.record(records.FLAG, seat, 1, 0, at)
            self.app.flash(texts.OVERTIME, at)
            return
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
        if self.mode == _SETUP:
            if how == keys.HELD and key == keys.STAR:
                self.begin()
            else:
                self.setup.key(ms, key)
        elif how == keys.HELD:
            if key == keys.STAR:
                self._undo(ms)
            else:
                self._hash_held(ms, sheet)
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
        elif sheet.phase == match.RESULT and _may_reject(sheet):
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

    def _hash_held(self, ms, sheet):
        if self.app.journal.foreign and sheet.phase == match.EMPTY:
            self.app.take_memory(ms)
        elif self.may_set_up() or self._may_leave(sheet):
            self.set_up(ms)
        else:
            self.app.refuse(texts.NOTHING_HERE, ms)

    def _may_leave(self, sheet):
        # players who set the wrong match up can get out of it; a match of the host's is not theirs to leave
        return not sheet.match_id and (sheet.phase == match.READY or sheet.phase == match.OPENING)

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
                self._back()
                self.app.record(records.DROP, seat, 0, 0, ms)
            else:
                self.app.refuse(texts.NOT_ASKED, ms)
        elif self.mode == _WINNER:
            self._claim(ms, seat)
        elif self.mode == _KIND or self.mode == _REASON:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif sheet.phase == match.RESULT:
            self._confirm(ms, seat, sheet)
            self._end_if_agreed(ms)
        else:
            self._press(ms, seat, sheet)

    def _press(self, ms, seat, sheet):
        if sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.phase == match.READY:
            self.app.refuse(texts.HASH_BEGINS if sheet.options & match.DICE_OFF else texts.ROLL_OR_BEGIN, ms)
        elif sheet.phase == match.DOUBLED:
            self.app.refuse(texts.TAKE_OR_DROP, ms)
        elif sheet.phase == match.OPENING:
            # no dice logged: the lower roller starts the other's time
            self._back()
            self.app.record(records.PRESS, seat, 1 - seat, 1, ms)
        elif sheet.clock.turn == match.NOBODY:
            if seat == sheet.turn:
                self.app.refuse(texts.OTHER_STARTS, ms)
            else:
                self._back()
                self.app.record(records.PRESS, seat, 1 - seat, 0, ms)
        elif seat != sheet.turn or self._has_just_begun(ms, sheet.clock):
            self.app.refuse(texts.NOT_YOUR_TURN, ms)
        else:
            unrolled = sheet.phase == match.TURN
            self._back()
            self.app.record(records.PRESS, seat, 1 - seat, 1 if unrolled else 0, ms)
            if unrolled and sheet.options & match.DICE_REQUIRED:
                # closed out, perhaps: it stands, and the record says so
                self.app.flash(texts.NO_DICE, ms)

    def _has_just_begun(self, ms, clock):
        return clock.running and not clock.used and ms - clock.since < _BOTH_AT_ONCE

    def _cube(self, ms, seat, sheet):
        if sheet.phase == match.DOUBLED:
            if seat == sheet.turn:
                self._back()
                self.app.record(records.TAKE, seat, 0, 0, ms)
            else:
                self.app.refuse(texts.NOT_ASKED, ms)
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
        self.app.record(records.RESULT, winner, kind, how, ms, seat)

    def _confirm(self, ms, seat, sheet):
        if sheet.confirmed & (1 << seat):
            self.app.refuse(texts.OTHER_CONFIRMS, ms)
            return
        if sheet.how == records.ON_TIME and not sheet.confirmed and ms - sheet.last_ms < _AFTER_FLAG:
            self.app.refuse(texts.TIME_IS_UP, ms)
            return
        self.app.record(records.CONFIRM, seat, 0, 0, ms)

    def _end_if_agreed(self, ms):
        sheet = self.app.fold.sheet
        if sheet.phase == match.RESULT and sheet.confirmed == 3:
            worth = sheet.points(sheet.kind)
            self.app.record(records.END, sheet.winner, sheet.kind, sheet.how, ms, worth, sheet.checksum())
            self._back()

    def _digit(self, ms, digit, sheet):
        if self.mode == _REASON:
            self._reason(ms, digit, sheet)
        elif digit == 0:
            self._stop(ms, sheet)
        elif self.mode == _KIND:
            if digit <= 3:
                self.kind = digit
                self.mode = _WINNER
            else:
                self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif self.mode != _MAIN and self.mode != _DIE:
            self.app.refuse(texts.BUTTON_FIRST, ms)
        elif digit == 7:
            self._ask_cube(ms, sheet)
        elif digit == 8:
            self._ask_drop(ms, sheet)
        elif digit == 9:
            if match.OPENING <= sheet.phase <= match.DOUBLED:
                self._ask_kind(records.PLAYED)
            else:
                self.app.refuse(texts.NOTHING_HERE, ms)
        else:
            self._die(ms, digit, sheet)

    def _stop(self, ms, sheet):
        # whatever is being asked: the clock stops at this very press; the reason follows
        if match.READY <= sheet.phase <= match.DOUBLED and sheet.pause != match.NOBODY:
            # it stands already: another reason may follow
            self._ask(_REASON)
        elif match.READY <= sheet.phase <= match.DOUBLED:
            self._back()
            self.app.record(records.PAUSE, _NO_REASON, 0, 0, ms)
            self.mode = _REASON
        else:
            self.app.refuse(texts.NOTHING_HERE, ms)

    def _ask_cube(self, ms, sheet):
        if not match.OPENING <= sheet.phase <= match.DOUBLED:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.phase == match.DOUBLED or sheet.may_double(0) or sheet.may_double(1):
            self._ask(_CUBE)
        else:
            self.app.refuse(_why_no_cube(sheet, sheet.turn), ms)

    def _ask_drop(self, ms, sheet):
        if sheet.phase != match.DOUBLED:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif sheet.pause != match.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        else:
            self._ask(_DROP)

    def _ask(self, mode):
        # a die typed before it is forgotten
        self.die = 0
        self.mode = mode

    def _ask_kind(self, how):
        self.how = how
        self._ask(_KIND)

    def _reason(self, ms, digit, sheet):
        # between games there is nothing to concede or to claim
        lowest = records.FALLEN if sheet.phase == match.READY else records.CONCESSION
        if not lowest <= digit <= records.BREAK:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
            return
        self._back()
        self.app.record(records.PAUSE, digit, 0, 0, ms)
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
                self._back()
                self.app.record(records.OPENING, first, digit, 0, ms)
            else:
                self._back()
                self.app.record(records.DICE, sheet.turn, first, digit, ms)

    def _undo(self, ms):
        app = self.app
        self._back()
        if not app.holds_game():
            app.refuse(texts.UNDO_LOST, ms)
            return
        target = app.fold.undoable()
        if target:
            app.record(records.UNDO, 0, 0, 0, ms, target)
        else:
            app.refuse(texts.ASK_DIRECTOR if app.fold.sheet.phase else texts.NOTHING_HERE, ms)

    def _back(self):
        # before every record; not in one function with it, because a board's calls must stay shallow
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
            # what will be undone is more urgent than why the last key did nothing
            view.flash = ""
            view.hint = self._undo_label()
        elif self.mode != _MAIN:
            self._show_question(view, sheet)
        elif sheet.phase == match.RESULT:
            view.hint = texts.STAR_REJECT if _may_reject(sheet) else texts.BOTH_CONFIRM
        elif sheet.phase == match.OVER:
            view.hint = texts.HASH_NEW_MATCH
        elif sheet.pause != match.NOBODY:
            view.hint = texts.HASH_RESUME
        elif sheet.phase == match.READY:
            view.hint = texts.HASH_BEGINS if sheet.options & match.DICE_OFF else texts.ROLL_OPENING
        elif sheet.phase == match.OPENING:
            equal = sheet.dice[0] and sheet.dice[0] == sheet.dice[1]
            if sheet.options & match.DICE_OFF:
                view.hint = texts.LOWER_STARTS
            else:
                view.hint = texts.ROLL_AGAIN if equal else texts.ROLL_OPENING
        elif sheet.phase == match.DOUBLED:
            view.hint = texts.HINT_DOUBLED
        elif sheet.phase == match.MOVE and sheet.clock.turn == match.NOBODY:
            view.hint = texts.LOWER_STARTS
        else:
            view.hint = texts.HINT_TURN

    def _show_question(self, view, sheet):
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
        record = self.app.journal.read(target)
        if record is None:
            return texts.NO_UNDO
        _, kind, a, b, c, _, _, _ = records.unpack(record)
        if kind == records.OPENING:
            return texts.UNDO_OPENING % (a, b)
        name = self.app.view.names[a] or texts.SEATS[a] if a < 2 else ""
        if kind == records.DICE:
            return texts.UNDO_DICE % (b, c, name)
        if kind in _BY_SEAT:
            return texts.UNDO_BY % (texts.ACTIONS[kind], name)
        return texts.UNDO % texts.ACTIONS[kind]


def _may_reject(sheet):
    # a flag is no claim; but the director may have given its owner time again
    return sheet.how != records.ON_TIME or sheet.clock.flagged == match.NOBODY


def _why_no_cube(sheet, seat):
    # why `seat` may not offer the cube (rules/backgammon.md, "The game and the match")
    if sheet.crawford == match.NOW:
        return texts.CRAWFORD_NO_CUBE
    if sheet.cube >= match.HIGHEST_CUBE:
        return texts.CUBE_LIMIT
    if sheet.phase == match.OPENING:
        return texts.ROLL_FIRST
    if sheet.owner == 1 - seat:
        return texts.NOT_YOUR_CUBE
    return texts.TOO_LATE_TO_DOUBLE
