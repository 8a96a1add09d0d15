"""The six-colour pawn race as a table knows it: pawns home, colours completed, throws, game time.

The board does not know the track. Each pawn that comes home is a record; completed colours, the winner
and the end of a game follow from these records:

    phase     what may come                                        leads to
    EMPTY     a run race..commit                                   READY
    READY     roll; game                                           READY, PLAY
    PLAY      pawn; dice, cancel, press; result                    PLAY; RESULT when the game is decided
    RESULT    confirm of all seats, then end; reject               READY; PLAY

A run sets up a series: game follows game until the close. Source:
docs/rules/races.md, "Single games"; "League" for the round of die-roll; "TripleAthlon" for its rules.
"""

from tablecore import records as kinds
from tablecore.clock import LONGEST
from tablecore.sheets import MOST
from tablecore.sheets.sheet import NOBODY, READY, Sheet
from tableprograms.race import rules as racerules
from tableprograms.race import state as racestate
from tableprograms.race.state import RaceState

VERSION = racerules.VERSION
PLAY = racestate.PLAY
RESULT = racestate.RESULT
OVER = racestate.OVER
#: a further value of RESULT.c and END.c: stopped without a winner
STOPPED = 5
#: options of a game that begins
_NO_PAWNS = (0,) * racerules.COLOURS
_NO_THROWS = (0, 0, 0)


class RaceSheet(RaceState):
    """Folds the records of a series of races."""

    RUN_KINDS = (kinds.RACE, kinds.LINEUP, kinds.SERIES, kinds.TIME)

    # --- set-up ---

    def _seats_of(self, opener):
        return racerules.seats_of(opener[2])

    def _fits(self, row, opener, seats):
        kind, a, b, c, p, q, _ = row
        if kind == kinds.RACE:
            return b <= racerules.TRIPLEATHLON and not c & ~racerules.OPTIONS
        if kind == kinds.LINEUP:
            under_way = p >> 14
            return (
                racerules.fits(p & racerules.LINEUP, opener[2])
                and p >> 12 & 3 <= seats
                and (racerules.stand(p, q) if under_way == 1 else not p >> 12 and not q)
            )
        if kind == kinds.SERIES:
            return sorted((a, b, c)) == list(racerules.ROTATION) and p < MOST and q <= LONGEST
        from tablecore.sheets.draft import in_range

        return in_range(kind, a, b, c, p, q, 0, seats)

    def _set_up(self, row, ms):
        kind, a, b, c, p, q, _ = row
        if kind == kinds.RACE:
            self.series = b
            self.rules = self.next_rules()
            self.owner = racerules.unpack(racerules.usual(self.rules))
            if c & racerules.ROLL_FIRST:
                self._open_round(self.everybody())
        elif kind == kinds.LINEUP:
            self.wins = [a, b, c]
            self.owner = racerules.unpack(p)
            if p >> 14:
                self._go_on(p >> 12 & 3, q)
        elif kind == kinds.SERIES:
            self.rotation = [a, b, c]
            self.games = p
            self.rules = self.next_rules()
            self.owner = racerules.unpack(racerules.usual(self.rules))
            self.spent = q

    def _go_on(self, turn, pawns):
        # a game taken over from another board; the clock waits for a resume
        for place in range(1, racerules.COLOURS + 1):
            for colour in range(racerules.COLOURS):
                stand = pawns >> 5 * colour & 31
                if stand == place:
                    self.order.append(colour)
                    self.home[colour] = racerules.PAWNS
                elif stand & 7 == 0:
                    self.home[colour] = stand >> 3
        self.phase = PLAY
        self.game = self.games + 1
        self.turn = turn - 1 if turn else NOBODY
        self.clock.turn = turn - 1 if turn else 0
        self.pause = kinds.DIRECTOR

    # --- the round of die-roll ---

    def _open_round(self, taking_part):
        self.rolling = taking_part
        self.thrown = [0, 0, 0]
        for seat in range(3):
            self.place[seat] = 1 if taking_part & (1 << seat) else NOBODY

    def _roll(self, seq, seat, die, taking_part, ms, p, q):
        if self.phase != READY:
            return False
        if seat == NOBODY:
            # the round is cancelled
            self._open_round(0)
            return True
        bit = 1 << seat
        if seat >= self.seats or not 1 <= die <= 6:
            return False
        if taking_part:
            if taking_part > self.everybody() or taking_part == bit or not taking_part & bit:
                return False
            self._open_round(taking_part)
        if not self.rolling & bit:
            return False
        self.thrown[seat] = die
        self.rolling &= ~bit
        if not self.rolling:
            self._settle_round()
        return True

    def _settle_round(self):
        # higher throws come before lower ones; players with equal throws throw again
        before = list(self.place)
        for seat in range(self.seats):
            for other in range(self.seats):
                if before[other] == before[seat] != NOBODY and self.thrown[other] > self.thrown[seat]:
                    self.place[seat] += 1
        for seat in range(self.seats):
            for other in range(self.seats):
                if other != seat and self.place[other] == self.place[seat] != NOBODY:
                    self.rolling |= 1 << seat

    # --- the game ---

    def _game(self, seq, short, rules, first, ms, number, packed):
        if self.phase != READY or self.rolling or number != self.games + 1 or number > MOST:
            return False
        if short != number & 255 or rules != self.next_rules() or not racerules.fits(packed, rules):
            return False
        if first != NOBODY and first >= self.seats:
            return False
        self.phase = PLAY
        self.game = number
        self.rules = rules
        self.owner = racerules.unpack(packed)
        # changed in place: a press leaves little garbage
        self.home[:] = _NO_PAWNS
        self.order.clear()
        self.die = 0
        self.winner = NOBODY
        self.how = 0
        self.confirmed = 0
        self.pause = NOBODY
        self.turn = first
        self.spent = 0
        self.thrown[:] = _NO_THROWS
        clock = self.clock
        clock.turn = NOBODY
        clock.flagged = NOBODY
        clock.used = 0
        for seat in range(self.seats):
            # clocks are set for each game
            clock.reserve[seat] = clock.initial[seat]
        # if nobody said who begins, the first seat's clock runs for the game
        clock.start(0 if first == NOBODY else first, ms)
        return True

    def _pawn(self, seq, seat, colour, count, ms, p, q):
        # It is not checked that a clock runs, nor that earlier pawns are in the log: if a full memory has
        # lost a resume, pawns that came home are still home.
        if self.phase != PLAY or self.is_decided():
            return False
        if seat == NOBODY or colour >= racerules.COLOURS or self.owner[colour] != seat:
            return False
        if not self.home[colour] < count <= racerules.PAWNS:
            return False
        self.home[colour] = count
        if count == racerules.PAWNS:
            self.order.append(colour)
            if self.is_decided():
                self.clock.pause(ms)
                self._claim(self.leader(), kinds.PLAYED, NOBODY)
        return True

    def _dice(self, seq, seat, die, second, ms, p, q):
        if self.phase != PLAY or not self.options & racerules.LOGGED or second or not 1 <= die <= 6:
            return False
        clock = self.clock
        if seat == NOBODY or seat != self.thrower() or not clock.running:
            return False
        if seat != self.turn:
            time = self.game_time(ms)
            if not clock.press(ms, seat):
                return False
            self.spent = time
            self.turn = seat
        self.die = die
        return True

    def _cancel(self, seq, seat, die, c, ms, p, q):
        if self.phase != PLAY or seat != self.turn or not self.die or die != self.die:
            return False
        self.die = 0
        return True

    def _press(self, seq, seat, after, c, ms, p, q):
        if c:
            return c == 1 and self._begin_instead(seat, after, ms)
        if self.phase != PLAY or seat == NOBODY or seat != self.turn or after != (seat + 1) % self.seats:
            return False
        time = self.game_time(ms)
        if not self.clock.press(ms, after):
            return False
        self.spent = time
        self.turn = after
        self.die = 0
        return True

    def _begin_instead(self, seat, after, ms):
        # the wrong seat began by mistake: the game and its time begin again with another seat
        clock = self.clock
        if not self.is_untouched() or seat != self.turn or after == seat or after >= self.seats:
            return False
        if not clock.running or clock.check_flag(ms) != NOBODY:
            return False
        clock.turn = after
        clock.used = 0
        clock.since = ms
        self.turn = after
        return True

    def _flag(self, seq, seat, b, c, ms, p, q):
        # the event decides about a fallen flag; the game waits until time is given
        clock = self.clock
        at = clock.flag_at()
        time = self.game_time(at) if at >= 0 else 0
        if clock.check_flag(ms) != seat or seat == NOBODY or b:
            return False
        if at >= 0:
            self.spent = time - clock.used
        return True

    def _correct(self, seat, count, ms, left):
        time = self.game_time(ms)
        if not Sheet._correct(self, seat, count, ms, left):
            return False
        # this corrects the seat's time, not the game's
        self.spent += time - self.game_time(ms)
        return True

    # --- the end of a game ---

    def _result(self, seq, winner, b, how, ms, by, q):
        if self.phase != PLAY or (winner != NOBODY and winner >= self.seats) or how > STOPPED:
            return False
        if how == kinds.PLAYED and (winner != self.leader() or not self.is_decided()):
            return False
        if how == STOPPED and winner != NOBODY:
            return False
        self.clock.pause(ms)
        self._claim(winner, how, by)
        return True

    def _claim(self, winner, how, by):
        self._propose(by)
        self.winner = winner
        self.how = how

    def _reject(self):
        if not Sheet._reject(self):
            return False
        self.winner = NOBODY
        self.how = 0
        return True

    def _resume(self, ms):
        if self.phase == PLAY and self.pause != NOBODY and self.is_decided():
            # no pawn was taken back, so the game is still over
            self.pause = NOBODY
            self._claim(self.leader(), kinds.PLAYED, NOBODY)
            return True
        return Sheet._resume(self, ms)

    def _end(self, seq, winner, rules, how, ms, time, check):
        if not self.is_agreed() or winner != self.winner or rules != self.rules or how != self.how:
            return False
        if check != self.checksum() or time != self.game_time(ms):
            # the board had another sheet
            self.mismatch = seq
        self.spent = self.game_time(ms)
        self.clock.centre(ms, self.version < self.MOVES_GAIN)
        self.games += 1
        if winner != NOBODY and rules != racerules.THREE_XS and self.wins[winner] < 255:
            # "Game 0": this game has no effect on the series
            self.wins[winner] += 1
        if how == STOPPED:
            # it does not count: its rules come again, so all later rules move one game on
            self.rotation.insert(0, self.rotation.pop())
        self.turn = NOBODY
        self.die = 0
        self.pause = NOBODY
        self.phase = READY
        return True

    ACTS = {
        kinds.PAWN: _pawn, kinds.DICE: _dice, kinds.PRESS: _press, kinds.CANCEL: _cancel, kinds.ROLL: _roll,
        kinds.GAME: _game, kinds.FLAG: _flag, kinds.RESULT: _result, kinds.END: _end,
    }


SHEET = RaceSheet
