"""TARA (Sacred Hill, Kingdoms) as a table knows it: turns, BATTLE, OUT, the last turns, the count, points.

The board does not know the hills: it keeps the order of turns, the clocks, and the players' calls and counts.

    phase     what may come                                        leads to
    EMPTY     a run tara..commit                                   READY
    READY     game                                                 OPENING
    OPENING   start, by the seat that starts this game             PLAY
    PLAY      press; battle; out; count; result                    PLAY, COUNT, RESULT
    COUNT     tally of the first side, then of the other; result   COUNT, RESULT
    RESULT    confirm of both sides, then end; reject              READY or OVER; COUNT or PLAY
    OVER                                                           EMPTY, READY

Seats are numbered clockwise. In doubles 0 and 2 are Red, 1 and 3 Blue; a side is a seat's lowest bit. Source:
docs/rules/tara.md, "Match", "Manoeuvres", "Doubles", "Scoring".
"""

import struct

from micropython import const

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.sheets import TARA
from tablecore.sheets.sheet import CLOCK_KINDS, Sheet

VERSION = 2
NOBODY = 255
EMPTY, READY, OPENING, PLAY, COUNT, RESULT, OVER = range(7)
#: TARA.c: the board only keeps them, for a program that checks the moves
LEVEL_2 = 1
LINKED_OPENING = 2
OP0_BUILDS = 4
_OPTIONS = LEVEL_2 | LINKED_OPENING | OP0_BUILDS
#: a value of END.b: the game was counted; records.WHOLE_MATCH means a whole match
COUNTED = 1
HILLS = 45
#: points of a game's winner in addition to the difference; points of each side after a draw
WINNERS = 2
DRAWN = 1
#: most points that a side can have when a match is taken over
_MOST = const(255)
_STATE = const("<I19BHHHIHH")
_STATE_SIZE = const(37)
RUN_KINDS = (kinds.TARA, kinds.TARA_SCORE) + CLOCK_KINDS


class TaraSheet(Sheet):
    """The state of one match of two games (two seats) or four games (four seats)."""

    PROGRAM = TARA
    VERSION = VERSION
    RESULT = RESULT
    OVER = OVER
    RUN_KINDS = RUN_KINDS

    def _clear(self):
        Sheet._clear(self)
        self.score = [0, 0]
        # the seat that starts the first game; the others follow clockwise
        self.first = NOBODY
        self.champion = NOBODY
        self._clear_game()

    def _clear_game(self):
        # the state of one game
        self.turn = NOBODY
        self.battle = 0
        self.last = 0
        self.kingdoms = [0, 0]
        self.hills = [0, 0]
        self.winner = NOBODY
        self.kind = 0
        self.how = 0
        self.confirmed = 0
        self.pause = NOBODY

    # --- reading, for the program, screens and host ---

    def match_games(self):
        """Return how many games the match has: each seat starts one."""
        return self.seats

    def starter(self):
        """Return the seat that starts the game in progress or the next one; NOBODY: either may start."""
        return NOBODY if self.first == NOBODY else (self.first + self.games) % self.seats

    def may_start(self, seat):
        """Return whether this seat starts the game."""
        return seat < self.seats and self.starter() in (seat, NOBODY)

    def in_battle(self, seat):
        """Return whether a seat has left Manoeuvres: on turn since BATTLE was called."""
        return self.battle & (1 << seat) != 0

    def is_last_turn(self, out):
        """Return whether the game ends with the turn in progress; `out`: if that turn ends with OUT."""
        # doubles: three more turns after the first OUT; singles: the game ends when neither side can move
        return self.last == 1 and (out or self.seats == 4)

    def after(self, out):
        """Return the seat that is on turn after the turn in progress; NOBODY: the game ends then."""
        return NOBODY if self.is_last_turn(out) else (self.turn + 1) % self.seats

    def caller(self):
        """Return the seat whose OUT began the last turns, or NOBODY."""
        return (self.turn + self.last) % self.seats if self.last and self.turn != NOBODY else NOBODY

    def counted(self):
        """Return how many sides have been counted."""
        return (1 if self.hills[0] else 0) + (1 if self.hills[1] else 0)

    def fits(self, side, kingdoms, hills):
        """Return whether a side can have this number of kingdoms on this number of hills.

        Every side has at least one ringfort, a kingdom has at least one, and there are 45 hills.
        """
        return side < 2 and 1 <= kingdoms <= hills <= HILLS - self.hills[1 - side]

    def points(self, kind):
        """Return the points of the claimed result for its winner, or for each side of a draw."""
        if kind == kinds.WHOLE_MATCH:
            return 0
        less = abs(self.kingdoms[0] - self.kingdoms[1])
        return WINNERS + (less or abs(self.hills[0] - self.hills[1])) if self.winner != NOBODY else DRAWN

    def leader(self):
        """Return the side that has more points, NOBODY if they are equal."""
        if self.score[0] == self.score[1]:
            return NOBODY
        return 0 if self.score[0] > self.score[1] else 1

    # --- the fold ---

    def _seats_of(self, opener):
        return opener[2] if opener[2] in (2, 4) else 2

    def _fits(self, row, opener, seats):
        kind, a, b, c, p, q, _ = row
        if kind == kinds.TARA:
            return a > 0 and b == seats and not c & ~_OPTIONS
        if kind != kinds.TARA_SCORE:
            from tablecore.sheets.draft import in_range

            return in_range(kind, a, b, c, p, q, 0, seats)
        if p >= seats or (c >= seats and c != NOBODY):
            return False
        # q: 0 between games; otherwise 1 + seat on turn, seats in Battle from bit 4, last turns from bit 8
        turn = q & 15
        battle = q >> 4 & 15
        last = q >> 8
        if not turn or not battle:
            return battle == last == 0 and turn <= seats and (not turn or c != NOBODY)
        if turn > seats or battle >> seats or last >= seats:
            return False
        return c != NOBODY and battle & (1 << (turn - 1)) != 0

    def _set_up(self, row, ms):
        kind, a, b, c, p, q, _ = row
        if kind == kinds.TARA_SCORE:
            self.score = [a, b]
            self.first = c
            self.games = p
            self.phase = READY
            if q:
                self.game = p + 1
                self.phase = PLAY
                self.turn = (q & 15) - 1
                self.battle = q >> 4 & 15
                self.last = q >> 8
                # the clock is centred on the seat on turn and waits for a resume
                self.clock.start(self.turn, ms)
                self.clock.pause(ms)
                self.pause = kinds.DIRECTOR

    def _game(self, seq, short, b, c, ms, number, q):
        if self.phase != READY or number != self.games + 1 or short != number:
            return False
        self._clear_game()
        self.phase = OPENING
        self.game = number
        return True

    def _start(self, seq, seat, b, c, ms, p, q):
        if self.phase != OPENING or not self.may_start(seat):
            return False
        self.first = (seat - self.games) % self.seats
        self.turn = seat
        self.phase = PLAY
        self.pause = NOBODY
        self.clock.start(seat, ms)
        return True

    def _press(self, seq, seat, after, c, ms, p, q):
        if not self._may_end(seat, after, False) or not self.clock.press(ms, after):
            return False
        self._turn_ended(after, False)
        return True

    def _out(self, seq, seat, after, c, ms, p, q):
        if not self._may_end(seat, after, True) or not self.clock.press(ms, after):
            return False
        self._turn_ended(after, True)
        return True

    def _may_end(self, seat, after, out):
        # return whether the turn in progress is this seat's and may end in this way
        if self.phase != PLAY or seat != self.turn or after != self.after(out):
            return False
        return not out or self.in_battle(seat)

    def _turn_ended(self, after, out):
        if after == NOBODY:
            self.clock.running = False
            self.phase = COUNT
        if self.last:
            # in singles, a move after the other side's OUT continues the game
            self.last = self.last - 1 if self.seats == 4 else 0
        elif out:
            self.last = self.seats - 1
        self.turn = after
        if self.battle and after != NOBODY:
            self.battle |= 1 << after

    def _battle(self, seq, seat, b, c, ms, p, q):
        if self.phase != PLAY or seat != self.turn or self.battle or not self.clock.running:
            return False
        if self.clock.check_flag(ms) != NOBODY:
            return False
        self.battle = 1 << seat
        return True

    def _count(self, seq, a, b, c, ms, p, q):
        return self.phase == PLAY and self.battle != 0 and self._stop_play(ms)

    def _stop_play(self, ms):
        # the clock is stopped during the count, but not after a flag
        if self.clock.check_flag(ms) != NOBODY or self.clock.flagged != NOBODY:
            return False
        self.clock.pause(ms)
        self.phase = COUNT
        self.turn = NOBODY
        self.last = 0
        self.pause = NOBODY
        return True

    def _tally(self, seq, side, kingdoms, hills, ms, p, q):
        if not OPENING <= self.phase <= COUNT or side != self.counted():
            return False
        if not self.fits(side, kingdoms, hills):
            return False
        # a full memory may have lost the turns before the count, but what was counted stays valid
        if self.phase != COUNT and not self._stop_play(ms):
            return False
        self.kingdoms[side] = kingdoms
        self.hills[side] = hills
        if side:
            self._claim(self._ahead(), COUNTED, kinds.PLAYED, NOBODY)
        return True

    def _ahead(self):
        # fewest kingdoms, then most territory
        first = self.kingdoms[1] - self.kingdoms[0] or self.hills[0] - self.hills[1]
        return NOBODY if first == 0 else 0 if first > 0 else 1

    def _result(self, seq, winner, kind, how, ms, by, q):
        if not OPENING <= self.phase <= COUNT or winner > 1:
            return False
        if kind != kinds.WHOLE_MATCH or how > kinds.ON_TIME:
            return False
        self.clock.pause(ms)
        self._claim(winner, kind, how, by)
        return True

    def _claim(self, winner, kind, how, by):
        self._propose(by)
        self._with_partner()
        self.winner = winner
        self.kind = kind
        self.how = how

    def _with_partner(self):
        # one partner's agreement counts for both
        if self.seats == 4:
            self.confirmed |= (self.confirmed & 3) << 2 | self.confirmed >> 2

    def _confirm(self, seat):
        done = Sheet._confirm(self, seat)
        self._with_partner()
        return done

    def _reject(self):
        if not Sheet._reject(self):
            return False
        if self.kind == COUNTED:
            # the board will be counted again; no clock waits
            self.kingdoms = [0, 0]
            self.hills = [0, 0]
            self.pause = NOBODY
        self.winner = NOBODY
        self.kind = 0
        self.how = 0
        return True

    def _end(self, seq, winner, kind, how, ms, points, check):
        if not self.is_agreed() or winner != self.winner or kind != self.kind:
            return False
        worth = self.points(kind)
        if check != self.checksum() or points != worth:
            # the board had another sheet, or counts differently
            self.mismatch = seq
        for side in range(2):
            if winner == side or winner == NOBODY:
                self.score[side] += worth
        self.games += 1
        self.clock.centre(ms, self.version < self.MOVES_GAIN)
        self.turn = NOBODY
        self.pause = NOBODY
        if kind == kinds.WHOLE_MATCH or self.games >= self.seats:
            self.phase = OVER
            self.champion = winner if kind == kinds.WHOLE_MATCH else self.leader()
        else:
            self.phase = READY
        return True

    ACTS = {
        kinds.GAME: _game, kinds.START: _start, kinds.PRESS: _press, kinds.BATTLE: _battle, kinds.OUT: _out,
        kinds.COUNT: _count, kinds.TALLY: _tally, kinds.RESULT: _result, kinds.END: _end,
    }  # fmt: skip

    # --- state as bytes ---

    def pack(self):
        """Return the whole state as bytes: equal states give equal bytes, on every machine."""
        return struct.pack(
            _STATE, self.match_id, self.version, self.options, self.phase, self.first, self.turn,
            self.battle, self.last, self.kingdoms[0], self.kingdoms[1], self.hills[0], self.hills[1],
            self.winner, self.kind, self.how, self.confirmed, self.back, self.pause, self.champion,
            self.seats, self.games, self.game, self.sealed, self.last_ms, self.score[0], self.score[1],
        ) + self.clock.pack()

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        (self.match_id, self.version, self.options, self.phase, self.first, self.turn, self.battle,
         self.last, kingdoms, others, hills, theirs, self.winner, self.kind, self.how, self.confirmed,
         self.back, self.pause, self.champion, self.seats, self.games, self.game, self.sealed,
         self.last_ms, one, two) = struct.unpack_from(_STATE, data, offset)
        self.kingdoms = [kingdoms, others]
        self.hills = [hills, theirs]
        self.score = [one, two]
        self._draft = []
        self.clock, offset = clockforms.restore(data, offset + _STATE_SIZE)
        return offset


SHEET = TaraSheet
