"""The backgammon match as a table knows it: score, cube, Crawford, turn, dice, clocks, result.

The board knows no checkers. What a player presses becomes a record; this fold decides what it means:

    phase     what may come                                            leads to
    EMPTY     a run match..commit                                      READY
    READY     game                                                     OPENING
    OPENING   opening (equal dice: again), or press of the lower roller MOVE, TURN
    TURN      dice; double; press; result                              MOVE, DOUBLED, TURN, RESULT
    MOVE      press; dice (re-roll of cocked dice); result             TURN, MOVE, RESULT
              before the clock starts: opening, thrown anew            MOVE, OPENING
    DOUBLED   take; drop; result                                       TURN, RESULT
    RESULT    confirm of both seats, then end; reject                  READY or OVER; where it came from
    OVER                                                               EMPTY, READY

A run match..commit and a close are possible in every phase, pause and flag too; a resume in every phase but
RESULT; clock and award in every phase but EMPTY, RESULT and OVER. In READY, between games, a pause may be a
seat's break, which is timed. A record that is not allowed now, or whose numbers are out of range, changes
nothing but the time and is counted in `odd`. Source:
docs/rules/backgammon.md, "The game and the match", "Clock", "Breaks, lateness, penalties".
"""

import struct

from micropython import const

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.sheets import BACKGAMMON, HIGHEST_CUBE, MOST
from tablecore.sheets.sheet import CLOCK_KINDS, Sheet

#: Version 2 adds breaks; version 3: opening dice can be thrown anew, clocks gain by moves only, a cube in the
#: Crawford game, dice that come too early and a break within a game are kept as what they are. A match that
#: an older board began is folded and packed as in its version
VERSION = 3
NOBODY = 255
EMPTY, READY, OPENING, TURN, MOVE, DOUBLED, RESULT, OVER = range(8)
#: MATCH.c
CRAWFORD_RULE = 1
DICE_REQUIRED = 2
DICE_OFF = 4
DICE_BY_DEVICE = 8
#: pairs play: seats 0 and 2 against seats 1 and 3
CONSULTATION = 16
#: Crawford's state: before the Crawford game, during it, after it
BEFORE, NOW, AFTER = range(3)
_STATE = const("<I20BHHHIHH")
_STATE_SIZE = const(38)
#: at the end since version 2: breaks taken, break in progress, when it is over, excess seconds; since
#: version 3 a byte follows: the dice that were thrown too soon, the second one times 8
_BREAKS = const("<BBIHH")
_BREAKS_SIZE = const(10)
#: DOUBLE.c: accepted at a wrong moment; accepted in the Crawford game; all doubles of that game are void
ACCEPTED, IN_CRAWFORD, VOID = range(2, 5)
#: DICE.p: thrown before the other's turn was over
TOO_SOON = 2
#: length of a break (ms), and the match length from which on each player has two (regulations)
BREAK_MS = 600000
LONG_MATCH = 13
#: `breaking` is 1 + the seat that has a break, 0 if there is none; this bit: its time is over
BREAK_OVER = 128
RUN_KINDS = (kinds.MATCH, kinds.SCORE, kinds.CUBE, kinds.RESERVES) + CLOCK_KINDS


class MatchSheet(Sheet):
    """The state of one match at one table; seats are 0 and 1."""

    PROGRAM = BACKGAMMON
    VERSION = VERSION
    MOVES_GAIN = 3
    RESULT = RESULT
    OVER = OVER
    RUN_KINDS = RUN_KINDS

    def _clear(self):
        Sheet._clear(self)
        self.length = 0
        self.score = [0, 0]
        self.crawford = BEFORE
        self._clear_game()
        self.champion = NOBODY
        self.breaks = [0, 0]
        self.breaking = 0
        self.break_end = 0
        self.overrun = [0, 0]

    def _clear_game(self):
        # the state of one game
        self.cube = 0
        self.owner = NOBODY
        self.turn = NOBODY
        self.doubler = NOBODY
        self.premature = NOBODY
        self.dice = [0, 0]
        self.early = [0, 0]
        self.rolled_by = NOBODY
        self.winner = NOBODY
        self.kind = 0
        self.how = 0
        self.confirmed = 0
        self.pause = NOBODY

    # --- questions of the program and the screens ---

    def cube_value(self):
        """Return the cube's value; a centred cube counts 1."""
        return 1 << self.cube

    def is_crawford_game(self):
        """Return whether the game in progress, or the next one, is the Crawford game."""
        if self.phase != READY:
            return self.crawford == NOW
        return (
            self.options & CRAWFORD_RULE != 0
            and self.length > 1
            and self.crawford == BEFORE
            # if both need one point, it is over: it was the game after the first of them reached that score
            and (self.score[0] == self.length - 1) != (self.score[1] == self.length - 1)
        )

    def may_turn(self, seat):
        """Return whether a double of `seat` counts once it is accepted, at any moment."""
        return (
            (self.crawford != NOW or self.version > 2)
            and self.cube < HIGHEST_CUBE
            and self.owner != 1 - seat
            and OPENING <= self.phase <= MOVE
        )

    def is_crawford_cube(self):
        """Return whether the cube was turned in this Crawford game: either player may void that."""
        return self.version > 2 and self.crawford == NOW and self.cube > 0 and self.phase < RESULT

    def may_double(self, seat):
        """Return whether `seat` may offer the cube now (or before its turn, as a premature double)."""
        if self.crawford == NOW or not self.may_turn(seat):
            return False
        if seat == self.turn:
            return self.phase == TURN
        return (self.phase == TURN or self.phase == MOVE) and self.premature == NOBODY and not self.early[0]

    def is_in_own_turn(self):
        """Return whether a concession or a claim came before its player's turn was completed (§§108, 110)."""
        from tableprograms.backgammon import rulings

        return rulings.is_in_own_turn(self)

    def points(self, kind):
        """Return the points that a result of this kind gives to `winner`."""
        if kind == kinds.WHOLE_MATCH:
            return self.length - self.score[self.winner] if self.length else 0
        return (kind if kind else 1) << self.cube

    def may_roll(self, seat):
        """Return whether dice of `seat` may be entered now."""
        return seat == self.turn and (self.phase == TURN or self.phase == MOVE) and not self.may_open_anew()

    def may_open_anew(self):
        """Return whether the opening roll stands and no clock has started: dice that come now replace it."""
        return self.phase == MOVE and self.clock.turn == NOBODY and self.version > 2

    def chairs(self):
        """Return how many people sit here, each with a button and a name."""
        return 4 if self.options & CONSULTATION else 2

    def may_break(self, seat):
        """Return whether a break of `seat` can begin: between games one that is left, within a game any."""
        if READY < self.phase < RESULT:
            # no rule allows it, but it is timed and counted
            return self.version > 2 and not self.breaking
        most = 2 if self.length >= LONG_MATCH else 1
        between = self.phase == READY and self.games > 0 and not self.breaking
        return between and self.version > 1 and self.breaks[seat] < most

    # --- the fold ---

    def _set_up(self, row, ms):
        kind, a, b, c, p, q, _ = row
        if kind == kinds.MATCH:
            self.length = b
            if b == 1:
                # both begin one point short of the match: there is no Crawford game
                self.crawford = AFTER
        elif kind == kinds.SCORE:
            self.score = [a, b]
            self.crawford = c
            self.games = p
            if self.version > 1:
                self.breaks = [q & 15, q >> 4 & 15]
            if self.phase != READY:
                self.game = p + 1
        elif kind == kinds.RESERVES:
            self.clock.correct(0, p, ms, a)
            self.clock.correct(1, q, ms, b)
            self.clock.fell = [c & 1, c >> 1]
        elif kind == kinds.CUBE:
            self.cube = a
            self.owner = b
            self.turn = c
            if p:
                self.phase = OPENING if c == NOBODY else TURN
                self.game = self.games + 1
                if c != NOBODY:
                    # the clock is centred on the seat on turn and waits for a resume
                    self.clock.start(c, ms)
                    self.clock.pause(ms)
                    self.pause = kinds.DIRECTOR

    def _game(self, seq, short, crawford, c, ms, number, q):
        if self.phase != READY or number != self.games + 1 or short != number & 255 or number > MOST:
            return False
        self.crawford = NOW if crawford else self.crawford
        self._end_break(ms)
        self.phase = OPENING
        self.game = number
        self._clear_game()
        return True

    def _opening(self, seq, first, second, c, ms, p, q):
        if not (self.phase == OPENING or self.may_open_anew()) or not (1 <= first <= 6 and 1 <= second <= 6):
            return False
        self.dice = [first, second]
        self.phase = OPENING
        self.turn = NOBODY
        self.rolled_by = NOBODY
        if first != second:
            self.turn = 0 if first > second else 1
            self.rolled_by = self.turn
            self.phase = MOVE
        return True

    def _dice(self, seq, seat, first, second, ms, p, q):
        if not (1 <= first <= 6 and 1 <= second <= 6):
            return False
        if p == TOO_SOON and self.version > 2:
            if not self.may_roll(1 - seat) or self.premature != NOBODY:
                return False
            self.early = [first, second]
            return True
        if not self.may_roll(seat):
            return False
        self.dice = [first, second]
        self.rolled_by = seat
        self.phase = MOVE
        return True

    def _press(self, seq, seat, after, c, ms, p, q):
        if seat > 1 or after != 1 - seat or self.clock.flagged != NOBODY:
            return False
        if self.phase == OPENING:
            self.turn = after
            self.phase = TURN
            self.pause = NOBODY
            self.clock.start(after, ms)
            return True
        if self.phase == MOVE and self.clock.turn == NOBODY:
            # the press of the lower roller starts the other player's clock
            if after != self.turn:
                return False
            self.pause = NOBODY
            self.clock.start(after, ms)
            return True
        if seat != self.turn or (self.phase != TURN and self.phase != MOVE):
            return False
        if not self.clock.press(ms, after):
            return False
        self.turn = after
        self.phase = TURN
        if self.early[0]:
            # these dice must be played, without the cube
            self.dice = self.early
            self.early = [0, 0]
            self.rolled_by = after
            self.phase = MOVE
        if self.premature == after:
            # a premature double stands: the opponent answers it after moving, on the opponent's own time
            self.clock.press(ms, seat, self.version < self.MOVES_GAIN)
            self._offer(after)
        return True

    def _offer(self, seat):
        self.doubler = seat
        self.premature = NOBODY
        self.turn = 1 - seat
        self.phase = DOUBLED

    def _double(self, seq, seat, offered, c, ms, p, q):
        if c == VOID and seat < 2 and self.is_crawford_cube() and not offered:
            self.cube = 0
            self.owner = NOBODY
            return True
        if seat > 1 or offered != self.cube + 1:
            return False
        if c > 1:
            # an irregular double that is accepted counts (regulations, "Once a player is doubled")
            return self.may_turn(seat) and self._turn_cube(seat)
        if not self.may_double(seat):
            return False
        if seat != self.turn:
            self.premature = seat
            return True
        if self.clock.turn != NOBODY and not self.clock.press(ms, 1 - seat, self.version < self.MOVES_GAIN):
            return False
        self._offer(seat)
        return True

    def _take(self, seq, seat, b, c, ms, p, q):
        if self.phase != DOUBLED or seat != self.turn:
            return False
        made = self.version < self.MOVES_GAIN
        if self.clock.turn != NOBODY and not self.clock.press(ms, self.doubler, made):
            return False
        self._turn_cube(self.doubler)
        self.turn = self.doubler
        self.doubler = NOBODY
        self.phase = TURN
        return True

    def _turn_cube(self, doubler):
        self.cube += 1
        self.owner = 1 - doubler
        self.premature = NOBODY
        return True

    def _drop(self, seq, seat, b, c, ms, p, q):
        if self.phase != DOUBLED or seat != self.turn:
            return False
        if self.clock.flagged != NOBODY or self.clock.check_flag(ms) != NOBODY:
            return False
        self.clock.pause(ms)
        self._claim(1 - seat, kinds.DROPPED, kinds.PLAYED, seat)
        return True

    def _result(self, seq, winner, kind, how, ms, by, q):
        if not OPENING <= self.phase <= DOUBLED or winner > 1:
            return False
        if kind > kinds.WHOLE_MATCH or how > kinds.ON_TIME:
            return False
        self.clock.pause(ms)
        if self.version > 2:
            self._end_break(ms)
        self._claim(winner, kind, how, by)
        return True

    def _claim(self, winner, kind, how, by):
        self._propose(by)
        self.winner = winner
        self.kind = kind
        self.how = how

    def _reject(self):
        if not Sheet._reject(self):
            return False
        self.winner = NOBODY
        self.kind = 0
        self.how = 0
        return True

    def _end(self, seq, winner, kind, how, ms, points, check):
        if self.phase != RESULT or self.confirmed != 3 or winner != self.winner or kind != self.kind:
            return False
        worth = self.points(kind)
        if check != self.checksum() or points != worth:
            # the board had another sheet, or counts differently
            self.mismatch = seq
        left = self.length - self.score[winner] if self.length else MOST - self.score[winner]
        # points beyond the match length are not counted
        self.score[winner] += min(worth, left)
        self.games += 1
        if self.crawford == NOW:
            self.crawford = AFTER
        self.clock.centre(ms, self.version < self.MOVES_GAIN)
        self.turn = NOBODY
        self.pause = NOBODY
        if kind == kinds.WHOLE_MATCH or (self.length and self.score[winner] >= self.length):
            self.phase = OVER
            self.champion = winner
        else:
            self.phase = READY
        return True

    # --- breaks and the director's decisions ---

    def _break(self, reason, whose, over, ms):
        if self.version < 2:
            return self._pause(reason, ms)
        if whose > 2:
            return False
        if over:
            if self.breaking != whose or ms < self.break_end:
                return False
            self.breaking = whose | BREAK_OVER
            return True
        if reason != kinds.BREAK or not self.may_break(whose - 1):
            return False
        if self.phase != READY and not self._pause(reason, ms):
            return False
        self.breaks[whose - 1] = min(15, self.breaks[whose - 1] + 1)
        self.breaking = whose
        self.break_end = min(ms + BREAK_MS, kinds.NONE)
        self.pause = kinds.BREAK
        return True

    def _go_on(self, seq, a, b, c, ms, p, q):
        if not self._resume(ms):
            return False
        self._end_break(ms)
        return True

    def _end_break(self, ms):
        if self.breaking:
            self._overrun(ms)
            self.breaking = 0
            self.break_end = 0

    def _overrun(self, ms):
        # add the excess time of a break, in whole seconds
        if ms > self.break_end:
            seat = self.breaking % BREAK_OVER - 1
            self.overrun[seat] = min(MOST, self.overrun[seat] + (ms - self.break_end) // 1000)

    def _power_cut(self, p):
        if self.breaking:
            # time without power does not count
            until = self.last_ms if p == kinds.NONE else max(p, self.last_ms)
            self._overrun(until)
            self.break_end = max(0, self.break_end - until)

    def _introduce(self, seq, method, delay, c, ms, reserve, q):
        from tableprograms.backgammon import rulings

        return rulings.introduce(self, method, delay, c, ms, reserve)

    def _award(self, seq, seat, points, reason, ms, back, q):
        from tableprograms.backgammon import rulings

        done = rulings.take_back(self, seat, points) if back else rulings.award(self, seat, points, reason)
        if self.phase == OVER:
            # it is stopped already, unless the award has just won the match
            self.clock.pause(ms)
        return done

    ACTS = {
        kinds.DICE: _dice, kinds.PRESS: _press, kinds.GAME: _game, kinds.OPENING: _opening,
        kinds.DOUBLE: _double, kinds.TAKE: _take, kinds.DROP: _drop, kinds.RESULT: _result, kinds.END: _end,
        kinds.RESUME: _go_on, kinds.CLOCK: _introduce, kinds.AWARD: _award,
    }

    # --- state as bytes ---

    def pack(self):
        """Return the whole state as bytes: equal states give equal bytes, on every machine."""
        data = struct.pack(
            _STATE, self.match_id, self.version, self.length, self.options, self.phase, self.crawford,
            self.cube, self.owner, self.turn, self.doubler, self.premature, self.dice[0], self.dice[1],
            self.rolled_by, self.winner, self.kind, self.how, self.confirmed, self.back, self.pause,
            self.champion, self.games, self.game, self.sealed, self.last_ms, self.score[0],
            self.score[1],
        )
        if self.version > 1:
            data += struct.pack(
                _BREAKS, self.breaks[0] | self.breaks[1] << 4, self.breaking, self.break_end,
                self.overrun[0], self.overrun[1],
            )
            if self.version > 2:
                data += bytes((self.early[0] | self.early[1] << 3,))
        return data + self.clock.pack()

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        (self.match_id, self.version, self.length, self.options, self.phase, self.crawford, self.cube,
         self.owner, self.turn, self.doubler, self.premature, first, second, self.rolled_by, self.winner,
         self.kind, self.how, self.confirmed, self.back, self.pause, self.champion, self.games, self.game,
         self.sealed, self.last_ms, one, two) = struct.unpack_from(_STATE, data, offset)
        self.dice = [first, second]
        self.score = [one, two]
        self._draft = []
        offset += _STATE_SIZE
        taken = self.breaking = self.break_end = 0
        self.overrun = [0, 0]
        if self.version > 1:
            (taken, self.breaking, self.break_end, self.overrun[0],
             self.overrun[1]) = struct.unpack_from(_BREAKS, data, offset)
            offset += _BREAKS_SIZE
        self.early = [0, 0]
        if self.version > 2:
            self.early = [data[offset] & 7, data[offset] >> 3]
            offset += 1
        self.breaks = [taken & 15, taken >> 4]
        self.clock, offset = clockforms.restore(data, offset)
        return offset


SHEET = MatchSheet
