"""The program of the pawn races: the meaning of the keys at a race, and the text on the screen.

    key      throws not logged          throws logged                          before a game
    button   end my turn, if turns      end my turn                            I begin: also to correct
             are kept                                                          another seat's wrong start
    1-6      pawn home for colour n     die; or: the board throws              die of the round of die-roll
    7        -                          pawn home, my first colour             colours for the next game
    8        -                          the throw does not count               start the round of die-roll
    9        end or stop the game       pawn home, my second colour            cancel the round
    0        centre the clock, then a reason 1-6; 1 ends or stops the game
    0, *, #  see `program`; # also begins the next game

Source: docs/rules/races.md, "Single games" and "League".
"""

from micropython import const

from tablecore import records, sheets
from tabledevice import buzzer, texts, thrower
from tabledevice.programs.program import BOTH_AT_ONCE, MAIN, REASON, Program
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race import texts as words

# modes of this program, besides the modes that every program has
_COLOURS = const(2)
_ROLL = const(3)
_STOP = const(4)
#: values of `view.pending`: show the line-up in its lowest bits; it is being chosen; show a round of die-roll
LINEUP_SHOWN = 1 << 12
CHOICE_SHOWN = 1 << 13
ROLL_SHOWN = 1 << 14


class Race(Program):
    """The keys of a series of races."""

    NUMBER = sheets.RACE
    #: the line-up that the players have chosen for the next game, packed; 0: no change
    lineup = 0

    def begin(self):
        """Forget unfinished inputs: after a boot or a set-up."""
        self.lineup = 0
        Program.begin(self)

    def lamps(self):
        """Return (lit, blinking) seats as masks; in a round of die-roll, seats that throw blink."""
        sheet = self.app.fold.sheet
        if sheet.phase == race.READY:
            return 0, sheet.rolling
        return Program.lamps(self)

    # --- keys ---

    def _next(self, ms, sheet):
        if sheet.phase != race.READY:
            return False
        if sheet.rolling:
            self.app.refuse(words.ROUND_FIRST, ms)
        elif _needs_first(sheet):
            self.app.refuse(words.WHO_BEGINS, ms)
        else:
            self._game(ms, race.NOBODY)
        return True

    def _game(self, ms, first):
        sheet = self.app.fold.sheet
        number = sheet.games + 1
        packed = self.lineup or sheet.next_lineup()
        self.begin()
        self.app.record(records.GAME, number & 255, sheet.next_rules(), first, ms, number, packed)

    def _button(self, ms, seat, sheet):
        if self.mode == _STOP:
            self._concede(ms, seat, sheet)
        elif self.mode == REASON or self.mode == _COLOURS:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
        elif sheet.phase == race.RESULT:
            self._confirm(ms, seat, sheet)
            self._end_if_agreed(ms)
        elif sheet.pause != race.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif self.mode == _ROLL or sheet.rolling:
            if seat == _asked(sheet):
                self._roll(ms, 0, sheet)
            else:
                self.app.refuse(texts.NOT_YOUR_TURN, ms)
        elif sheet.phase == race.READY:
            self._game(ms, seat)
        elif sheet.clock.flagged != race.NOBODY:
            self.app.refuse(texts.TIME_IS_UP, ms)
        elif seat != sheet.turn and sheet.is_untouched() and not _has_just_begun(ms, sheet.clock):
            # another seat's button began the game by mistake
            self.app.record(records.PRESS, sheet.turn, seat, 1, ms)
        elif sheet.turn == race.NOBODY:
            self.app.refuse(words.NO_TURNS, ms)
        elif seat != sheet.turn or _has_just_begun(ms, sheet.clock):
            self.app.refuse(texts.NOT_YOUR_TURN, ms)
        else:
            self.app.record(records.PRESS, seat, (seat + 1) % sheet.seats, 0, ms)

    def _concede(self, ms, seat, sheet):
        if sheet.seats != 2:
            # with three players no rule says who wins when one of them gives up
            self.app.refuse(words.ONE_STOPS, ms)
            return
        self._back()
        self.app.record(records.RESULT, 1 - seat, 0, records.CONCEDED, ms, seat)

    def _end_if_agreed(self, ms):
        sheet = self.app.fold.sheet
        if sheet.is_agreed():
            time = sheet.game_time(ms)
            self.app.record(
                records.END, sheet.winner, sheet.rules, sheet.how, ms, time, sheet.checksum()
            )
            self._back()

    def _digit(self, ms, digit, sheet):
        if digit == 0:
            self._stop(ms, sheet)
        elif self.mode == _COLOURS:
            self._choose(ms, digit, sheet)
        elif self.mode == _STOP:
            if digit == 1:
                self._back()
                self.app.record(records.RESULT, race.NOBODY, 0, race.STOPPED, ms, records.NONE)
            else:
                self.app.refuse(words.ONE_STOPS, ms)
        elif sheet.phase == race.RESULT:
            self.app.refuse(texts.NOTHING_HERE, ms)
        elif digit == 9 and sheet.phase == race.PLAY and not sheet.options & racerules.LOGGED:
            # this also works while the clock is stopped
            self.mode = _STOP
        elif sheet.pause != race.NOBODY:
            self.app.refuse(texts.PAUSED, ms)
        elif sheet.phase == race.READY:
            self._between(ms, digit, sheet)
        elif sheet.clock.flagged != race.NOBODY:
            self.app.refuse(texts.TIME_IS_UP, ms)
        elif not sheet.options & racerules.LOGGED:
            if digit <= 6:
                self._home(ms, digit - 1, sheet)
            else:
                self.app.refuse(texts.NOTHING_HERE, ms)
        elif digit <= 6:
            self._die(ms, digit, sheet)
        elif not sheet.die:
            self.app.refuse(words.THROW_FIRST, ms)
        elif digit == 8:
            self.app.record(records.CANCEL, sheet.turn, sheet.die, 0, ms)
        else:
            # inlined here, because a board's calls must stay shallow
            colours = sheet.colours_of(sheet.turn)
            if digit == 7 or len(colours) == 2:
                self._home(ms, colours[0 if digit == 7 else 1], sheet)
            else:
                self.app.refuse(texts.NOTHING_HERE, ms)

    # --- before a game ---

    def _between(self, ms, digit, sheet):
        rolling = self.mode == _ROLL or sheet.rolling
        if rolling and digit <= 6:
            self._roll(ms, digit, sheet)
        elif digit == 9 and sheet.rolling:
            self.app.record(records.ROLL, race.NOBODY, 0, 0, ms)
        elif digit == 7 and not rolling:
            self.mode = _COLOURS
        elif digit == 8 and not rolling:
            self.mode = _ROLL
        elif digit <= 6:
            self.app.refuse(words.WHO_BEGINS, ms)
        else:
            self.app.refuse(texts.NOTHING_HERE, ms)

    def _roll(self, ms, die, sheet):
        taking_part = 0 if sheet.rolling else sheet.everybody()
        seat = _asked(sheet)
        thrown = 1 if sheet.options & racerules.DEVICE else 0
        if thrown:
            die = thrower.throw(self.app.hardware.draw)
        elif not die:
            self.app.refuse(words.TYPE_DIE, ms)
            return
        self._back()
        self.app.record(records.ROLL, seat, die, taking_part, ms, thrown)

    def _choose(self, ms, digit, sheet):
        # choose colours seat by seat, for the next game
        rules = sheet.next_rules()
        taken = digit > 6 or self.draft >> 2 * (digit - 1) & 3
        if taken:
            self.app.refuse(texts.CHOOSE_FIRST, ms)
            return
        self.draft |= self._chooser() + 1 << 2 * (digit - 1)
        if racerules.fits(self.draft, rules):
            self.lineup = self.draft
            self._back()

    def _chooser(self):
        # return the seat that chooses its next colour
        sheet = self.app.fold.sheet
        each = racerules.each_of(sheet.next_rules())
        owner = racerules.unpack(self.draft)
        seat = 0
        while owner.count(seat) == each:
            seat += 1
        return seat

    # --- pawns and throws ---

    def _home(self, ms, colour, sheet):
        seat = sheet.owner[colour]
        if seat == race.NOBODY:
            self.app.refuse(words.NOT_PLAYED, ms)
        elif sheet.home[colour] == racerules.PAWNS:
            self.app.refuse(words.COMPLETE, ms)
        else:
            self._back()
            self.app.record(records.PAWN, seat, colour, sheet.home[colour] + 1, ms)
            if sheet.phase == race.RESULT:
                self.app.buzzer.play(buzzer.QUESTION)

    def _die(self, ms, digit, sheet):
        if not self.app.dice_fit():
            self.app.refuse(texts.MEMORY_FULL, ms)
            return
        thrown = 1 if sheet.options & racerules.DEVICE else 0
        if thrown:
            digit = thrower.throw(self.app.hardware.draw)
        self.app.record(records.DICE, sheet.thrower(), digit, 0, ms, thrown)

    def _reason_given(self, ms, reason):
        if reason == records.CONCESSION:
            self.mode = _STOP

    def _unfinished(self):
        # colours that are chosen for the next game are not recorded before it begins
        return Program._unfinished(self) or self.lineup

    def _back(self):
        self.mode = MAIN
        #: the line-up while it is being chosen, packed
        self.draft = 0

    # --- the screen ---

    def look(self, now):
        """Fill in the view."""
        pending = 0
        if self.mode == _ROLL:
            pending = ROLL_SHOWN
        elif self.mode == _COLOURS:
            pending = self.draft | LINEUP_SHOWN | CHOICE_SHOWN
        elif self.lineup:
            pending = self.lineup | LINEUP_SHOWN
        self.app.view.pending = pending
        Program.look(self, now)

    def _hint(self, view, sheet):
        logged = sheet.options & racerules.LOGGED
        if sheet.rolling:
            self._ask_die(view, sheet)
        elif sheet.phase == race.READY:
            view.hint = words.WHO_BEGINS if _needs_first(sheet) else texts.HASH_BEGINS
        elif sheet.clock.flagged != race.NOBODY:
            view.hint = words.HINT_FLAG
        elif logged:
            thrown = sheet.options & racerules.DEVICE
            if sheet.die:
                view.hint = words.HINT_THROW if thrown else words.HINT_LOGGED
                view.lesson = "tc8B*0E" if thrown else "1c8B*0E"
            else:
                # nothing can be brought home or cancelled yet
                view.hint = words.HINT_THROW_FIRST if thrown else words.HINT_DIE_FIRST
                view.lesson = "tB*0E" if thrown else "1B*0E"
        else:
            view.hint = words.HINT_PLAIN
            view.lesson = "h*90" if sheet.turn == race.NOBODY else "Bh*90"

    def _ask_die(self, view, sheet):
        hint = words.ASK_THROW if sheet.options & racerules.DEVICE else words.ASK_DIE
        view.hint = view.say(hint, _asked(sheet))

    def _question(self, view, sheet):
        if self.mode == _ROLL:
            self._ask_die(view, sheet)
        elif self.mode == _COLOURS:
            view.hint = view.say(words.ASK_COLOUR, self._chooser())
        elif self.mode == _STOP:
            view.question = words.ASK_CONCEDE if sheet.seats == 2 else words.ASK_STOP

    def cause(self, sheet):
        """Return the kind of the record to take back when a result is denied: the game is still over."""
        return records.PAWN if sheet.is_decided() else 0

    def label(self, undo, kind, a, b, c):
        say = self.app.view.say
        if kind == records.PAWN:
            return say(words.UNDO_PAWN % (words.SHORT[b], c, "%s"), a)
        if kind == records.DICE or kind == records.ROLL or kind == records.CANCEL:
            return say(words.UNDO_DIE % (words.UNDONE[kind], b, "%s"), a)
        return ""


def _asked(sheet):
    # return who throws next in the round of die-roll; before the round has begun, the first seat
    seat = sheet.asked()
    return 0 if seat == race.NOBODY else seat


def _needs_first(sheet):
    # return whether a player must say who begins: throws or limited clocks count for the seat on turn
    return sheet.options & racerules.LOGGED or sheet.clock.can_flag(0)


def _has_just_begun(ms, clock):
    return clock.running and not clock.used and ms - clock.since < BOTH_AT_ONCE


PROGRAM = Race
