"""The TARA program: the meaning of the keys at a match, and the text on the screen.

    key      in the game                                  at the count
    button   end my turn; before the game: I start        I agree, for my side
    0-9      -                                            kingdoms, #, territory, #: first side, other side
    7        BATTLE, called by the seat on turn
    8        OUT, then the button of a seat that is not on turn
    9        the board will be counted now
    0        centre the clock, then a reason 1-6
    0, *, #  see `program`; # also begins the next game

Source: docs/rules/tara.md, "Match", "Manoeuvres", "Doubles", "Scoring"; regulations, "Stopping the clock".
"""

from micropython import const

from tablecore import records, sheets
from tabledevice import buzzer, texts
from tabledevice.programs.program import BOTH_AT_ONCE, MAIN, REASON, Program
from tableprograms.tara import sheet as tara
from tableprograms.tara import texts as words

# modes of this program, besides the modes that every program has
_OUT = const(2)
_MATCH = const(3)
#: for this time (ms) after a flag, a press was meant for the clock, not for the result
_AFTER_FLAG = const(1000)


class Tara(Program):
    """The keys of a match of TARA."""

    NUMBER = sheets.TARA
    SEATS = words.SEATS
    #: the number being typed, and the one typed before it; 0: none
    typed = 0
    kingdoms = 0

    def finish(self, now):
        """Write records that a power cut prevented: the result after a flag, the end after an agreement."""
        sheet = self.app.fold.sheet
        if sheet.clock.flagged != tara.NOBODY and tara.OPENING <= sheet.phase <= tara.COUNT:
            self._flagged(now, sheet.clock.flagged)
        self._end_if_agreed(now)

    def may_order(self, kind, a, b):
        """Return why the director's record cannot be written now, an empty text, or None: as usual."""
        if kind == records.RESULT:
            if a > 1 or b != records.WHOLE_MATCH:
                return "the order cannot be read"
            phase = self.app.fold.sheet.phase
            return "" if tara.OPENING <= phase <= tara.COUNT else "no game is in progress"
        return None

    def lamps(self):
        """Return (lit, blinking) seats as masks; before a game, seats that may start it blink."""
        sheet = self.app.fold.sheet
        if sheet.phase == tara.OPENING:
            starter = sheet.starter()
            return 0, sheet.everybody() if starter == tara.NOBODY else 1 << starter
        lit, blinking = Program.lamps(self)
        if sheet.seats == 4 and sheet.phase != tara.PLAY:
            # a side has won
            lit |= lit << 2
        return lit, blinking

    def _champion(self, sheet):
        return sheet.champion

    def _flagged(self, at, seat):
        # the match is lost, for the partner too (regulations, Bronstein)
        self.app.record(
            records.RESULT, 1 - (seat & 1), records.WHOLE_MATCH, records.ON_TIME, at, records.NONE
        )

    # --- keys ---

    def _may_reject(self, sheet):
        # a fallen flag cannot be rejected, unless the director has given that player new time
        return sheet.phase == tara.RESULT and (
            sheet.how != records.ON_TIME or sheet.clock.flagged == tara.NOBODY
        )

    def _star(self, ms, sheet):
        if sheet.phase == tara.COUNT and (self.typed or self.kingdoms):
            # one digit at a time, through both numbers
            if not self.typed:
                self.typed = self.kingdoms
                self.kingdoms = 0
            self.typed //= 10
        else:
            Program._star(self, ms, sheet)

    def _next(self, ms, sheet):
        if sheet.phase == tara.COUNT:
            self._enter(ms, sheet)
            return True
        if sheet.phase != tara.READY and sheet.phase != tara.OPENING:
            return False
        # inlined here, because a board's calls must stay shallow
        starter = sheet.starter()
        if sheet.phase == tara.READY:
            self.app.record(records.GAME, sheet.games + 1, 0, 0, ms, sheet.games + 1)
        elif starter == tara.NOBODY:
            self.app.refuse(words.STARTER_PRESSES, ms)
        if starter != tara.NOBODY:
            self.app.record(records.START, starter, 0, 0, ms)
        return True

    def may_leave(self, sheet):
        """Return whether players may cancel this match: a wrong one of their own, none of the host."""
        return not sheet.match_id and (sheet.phase == tara.READY or sheet.phase == tara.OPENING)

    def _button(self, ms, seat, sheet):
        if self.mode == _MATCH:
            winner = seat & 1 if self.how == records.CLAIMED else 1 - (seat & 1)
            how = self.how
            self._back()
            self.app.record(records.RESULT, winner, records.WHOLE_MATCH, how, ms, seat)
        elif self.mode == REASON:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif sheet.phase == tara.RESULT:
            if sheet.how == records.ON_TIME and not sheet.confirmed and ms - sheet.last_ms < _AFTER_FLAG:
                self.app.refuse(texts.TIME_IS_UP, ms)
            else:
                self._confirm(ms, seat, sheet)
                self._end_if_agreed(ms)
        elif sheet.phase == tara.COUNT:
            self.app.refuse(words.TYPE_NUMBERS, ms)
        elif sheet.pause != tara.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.phase != tara.PLAY:
            if not sheet.may_start(seat):
                self.app.refuse(words.ANOTHER_STARTS, ms)
                return
            if sheet.phase == tara.READY:
                self.app.record(records.GAME, sheet.games + 1, 0, 0, ms, sheet.games + 1)
            self.app.record(records.START, seat, 0, 0, ms)
        elif seat != sheet.turn or self._has_just_begun(ms, sheet.clock):
            self.app.refuse(texts.NOT_YOUR_TURN, ms)
        else:
            out = self.mode == _OUT
            self._back()
            self.app.record(records.OUT if out else records.PRESS, seat, sheet.after(out), 0, ms)

    def _has_just_begun(self, ms, clock):
        return clock.running and not clock.used and ms - clock.since < BOTH_AT_ONCE

    def _end_if_agreed(self, ms):
        sheet = self.app.fold.sheet
        if sheet.is_agreed():
            worth = sheet.points(sheet.kind)
            self.app.record(records.END, sheet.winner, sheet.kind, sheet.how, ms, worth, sheet.checksum())
            self._back()

    def _digit(self, ms, digit, sheet):
        if sheet.phase == tara.COUNT and self.mode == MAIN:
            self._type(ms, digit, sheet)
        elif digit == 0:
            self._stop(ms, sheet)
        elif self.mode != MAIN:
            self.app.refuse(texts.BUTTON_FIRST, ms)
        elif sheet.phase != tara.PLAY or digit < 7:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif sheet.pause != tara.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif digit == 7:
            if sheet.battle:
                self.app.refuse(words.BATTLE_IS_ON, ms)
            else:
                self.app.record(records.BATTLE, sheet.turn, 0, 0, ms)
                self.app.buzzer.play(buzzer.QUESTION)
        elif not sheet.in_battle(sheet.turn):
            self.app.refuse(words.BATTLE_FIRST, ms)
        elif digit == 8:
            self.mode = _OUT
        else:
            self.app.record(records.COUNT, 0, 0, 0, ms)

    def _reason_given(self, ms, reason):
        # no rule says how many points a conceded game is worth, so the match is conceded
        if reason == records.CONCESSION or reason == records.CLAIM:
            self.how = records.CONCEDED if reason == records.CONCESSION else records.CLAIMED
            self.mode = _MATCH

    # --- the count ---

    def _type(self, ms, digit, sheet):
        number = self.typed * 10 + digit
        if sheet.pause != tara.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif not 1 <= number <= tara.HILLS:
            self.app.refuse(words.NUMBER_RANGE % (1, tara.HILLS), ms)
        else:
            self.typed = number

    def _enter(self, ms, sheet):
        side = sheet.counted()
        # at most what the other side leaves of the 45 hills: it has at least one, even if counted later
        most = tara.HILLS - (sheet.hills[1 - side] or 1)
        if not self.typed:
            self.app.refuse(words.TYPE_NUMBERS, ms)
        elif not self.kingdoms:
            if sheet.fits(side, self.typed, most):
                self.kingdoms = self.typed
                self.typed = 0
            else:
                self.app.refuse(words.NUMBER_RANGE % (1, most), ms)
        elif self.typed <= most and sheet.fits(side, self.kingdoms, self.typed):
            kingdoms = self.kingdoms
            hills = self.typed
            self._back()
            self.app.record(records.TALLY, side, kingdoms, hills, ms)
            if side:
                self.app.buzzer.play(buzzer.QUESTION)
        else:
            self.app.refuse(words.NUMBER_RANGE % (self.kingdoms, most), ms)

    def _unfinished(self):
        return Program._unfinished(self) or self.typed or self.kingdoms

    def _back(self):
        self.mode = MAIN
        self.typed = 0
        self.kingdoms = 0
        self.how = 0

    # --- the screen ---

    def look(self, now):
        """Fill in the view."""
        # the screen needs both numbers of the side being counted
        self.app.view.pending = self.kingdoms * 100 + self.typed
        Program.look(self, now)

    def _hint(self, view, sheet):
        if sheet.phase == tara.COUNT:
            view.hint = texts.HINT_ENTRY
        elif sheet.phase != tara.PLAY:
            unknown = sheet.starter() == tara.NOBODY
            view.hint = words.STARTER_PRESSES if unknown else texts.HASH_BEGINS
        else:
            battle = sheet.in_battle(sheet.turn)
            view.hint = words.HINT_BATTLE if battle else words.HINT_MANOEUVRES
            view.lesson = "BOC*0" if battle else "BT*0"

    def _question(self, view, sheet):
        if self.mode == _OUT:
            view.question = words.ASK_OUT
        elif self.mode == _MATCH:
            view.question = words.ASK_CONCEDER if self.how == records.CONCEDED else words.ASK_CLAIMER

    def label(self, undo, kind, a, b, c):
        if kind == records.TALLY:
            text = undo.UNDO_BY % (words.UNDONE[kind], "%s")
            sheet = self.app.fold.sheet
            return text % words.SIDES[a] if sheet.seats == 4 else self.app.view.say(text, a)
        if kind == records.COUNT:
            return undo.UNDO % words.UNDONE[kind]
        word = words.UNDONE.get(kind) or (undo.ACTIONS[kind] if kind in self.BY_SEAT else "")
        if not word:
            return ""
        return self.app.view.say(undo.UNDO_BY % (word, "%s"), a)


PROGRAM = Tara
