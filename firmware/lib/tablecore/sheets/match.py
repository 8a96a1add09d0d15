"""The backgammon match as a table sees it: score, cube, Crawford, turn, dice, clocks, result.

The board knows no checkers. What a player presses becomes a record; this fold says what it means:

    phase     what may come                                            leads to
    EMPTY     a run match..commit                                      READY
    READY     game                                                     OPENING
    OPENING   opening (equal dice: again), or press of the lower roller MOVE, TURN
    TURN      dice; double; press; result                              MOVE, DOUBLED, TURN, RESULT
    MOVE      press; dice (re-roll of cocked dice); result             TURN, MOVE, RESULT
    DOUBLED   take; drop; result                                       TURN, RESULT
    RESULT    confirm of both seats, then end; reject                  READY or OVER; where it came from
    OVER                                                               EMPTY, READY

A run match..commit and close may come in every phase, pause and flag too; resume in every phase but
RESULT. A record that fits nowhere, or whose numbers are out of range, changes nothing but the time
and is counted in `odd`. Sources: rules/backgammon.md, "The game and the match", "Clock".
"""

import struct
from binascii import crc32

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.clock import LONGEST
from tablecore.sheets.draft import HIGHEST_CUBE, LONGEST_RUN, MOST, RUN_KINDS, clock_of, in_range

VERSION = 1
NOBODY = 255
EMPTY, READY, OPENING, TURN, MOVE, DOUBLED, RESULT, OVER = range(8)
#: MATCH.c
CRAWFORD_RULE = 1
DICE_REQUIRED = 2
DICE_OFF = 4
#: Crawford's state: before the Crawford game, in it, after it
BEFORE, NOW, AFTER = range(3)
_STATE = "<I20BHHHIHH"
_STATE_SIZE = 38


class MatchSheet:
    """The state of one match at one table; seats are 0 and 1."""

    def __init__(self):
        self.clock = clockforms.make()
        self._draft = []
        self.mismatch = 0
        self.odd = 0
        self._clear()

    def _clear(self):
        self.match_id = 0
        self.version = VERSION
        self.length = 0
        self.options = 0
        self.phase = EMPTY
        self.score = [0, 0]
        self.crawford = BEFORE
        self.games = 0
        self.game = 0
        self._clear_game()
        self.back = EMPTY
        self.sealed = 0
        self.champion = NOBODY
        self.last_ms = 0

    def _clear_game(self):
        # what belongs to one game
        self.cube = 0
        self.owner = NOBODY
        self.turn = NOBODY
        self.doubler = NOBODY
        self.premature = NOBODY
        self.dice = [0, 0]
        self.rolled_by = NOBODY
        self.winner = NOBODY
        self.kind = 0
        self.how = 0
        self.confirmed = 0
        self.pause = NOBODY

    # --- what the program and the screens ask ----------------------------------------------

    def in_game(self):
        """Return whether a game is in progress (a result awaiting confirmation included)."""
        return OPENING <= self.phase <= RESULT

    def cube_value(self):
        """Return the cube's value; centred it counts 1."""
        return 1 << self.cube

    def is_crawford_game(self):
        """Return whether the game in progress, or the next one, is the Crawford game."""
        if self.phase != READY:
            return self.crawford == NOW
        return (
            self.options & CRAWFORD_RULE != 0
            and self.length > 1
            and self.crawford == BEFORE
            # with both one point short it is over: it came when the first of them got there
            and (self.score[0] == self.length - 1) != (self.score[1] == self.length - 1)
        )

    def may_double(self, seat):
        """Return whether `seat` may offer the cube now (or, prematurely, before his turn)."""
        if self.crawford == NOW or self.cube >= HIGHEST_CUBE or (self.owner != NOBODY and self.owner != seat):
            return False
        if seat == self.turn:
            return self.phase == TURN
        return (self.phase == TURN or self.phase == MOVE) and self.premature == NOBODY

    def points(self, kind):
        """Return what a result of this kind is worth to the winner named in `winner`."""
        if kind == kinds.WHOLE_MATCH:
            return self.length - self.score[self.winner] if self.length else 0
        return (kind if kind else 1) << self.cube

    def may_roll(self, seat):
        """Return whether dice of `seat` may be entered now."""
        return seat == self.turn and (self.phase == TURN or self.phase == MOVE)

    # --- the fold ---------------------------------------------------------------------------

    def apply(self, seq, kind, a, b, c, ms, p, q):
        """Fold one record, return whether it had its effect.

        Every kind of `catalogue.KINDS` is known; undo is the fold's.
        """
        if kind >= 128:
            return False
        if kind in RUN_KINDS or kind == kinds.COMMIT:
            done = self._run(seq, kind, a, b, c, ms, p, q)
            if not done:
                self.odd += 1
            return done
        if self._draft:
            # a run that was never committed has no effect
            self._draft = []
            self.odd += 1
        if kind == kinds.BOOT or kind == kinds.SITTING:
            self._new_time(kind, p)
            return True
        if kind == kinds.DICE:
            done = self._dice(a, b, c)
        elif kind == kinds.PRESS:
            done = self._press(a, b, ms)
        elif kind == kinds.PAUSE:
            done = self._pause(a, ms)
        elif kind == kinds.RESUME:
            done = self._resume(ms)
        elif kind == kinds.FLAG:
            self.clock.check_flag(ms)
            done = a < 2 and (self.clock.fell[a] == 1 if b else self.clock.flagged == a)
        elif kind == kinds.GAME:
            done = self._game(a, b, p)
        elif kind == kinds.OPENING:
            done = self._opening(a, b)
        elif kind == kinds.DOUBLE:
            done = self._double(a, b, ms)
        elif kind == kinds.TAKE:
            done = self._take(a, ms)
        elif kind == kinds.DROP:
            done = self._drop(a, ms)
        elif kind == kinds.RESULT:
            done = self._result(a, b, c, p, ms)
        elif kind == kinds.CONFIRM:
            done = self._confirm(a)
        elif kind == kinds.REJECT:
            done = self._reject()
        elif kind == kinds.END:
            done = self._end(seq, a, b, c, p, q, ms)
        elif kind == kinds.SEAL:
            done = p <= self.games
            if done:
                self.sealed = p
        elif kind == kinds.CORRECT:
            done = self._correct(a, b, ms, p)
        elif kind == kinds.CLOSE:
            done = True
            self._close()
        else:
            done = False
        # last, because the checksum in an end covers the sheet as it was before
        self.last_ms = ms
        if not done:
            self.odd += 1
        return done

    def _run(self, seq, kind, a, b, c, ms, p, q):
        if kind == kinds.MATCH:
            self._draft = [(kind, a, b, c, p, q, seq)]
            return True
        draft = self._draft
        if not draft:
            return False
        if kind != kinds.COMMIT:
            if len(draft) == LONGEST_RUN:
                self._draft = []
                return False
            draft.append((kind, a, b, c, p, q, seq))
            return True
        self._draft = []
        if a != len(draft) or p != draft[0][6]:
            return False
        length = draft[0][2]
        for kind, a, b, c, p, q, _ in draft:
            if not in_range(kind, a, b, c, p, q, length):
                return False
        try:
            clock = clock_of(draft)
        except ValueError:
            return False
        self._clear()
        self.mismatch = 0
        self.clock = clock
        self.last_ms = ms
        self.phase = READY
        for kind, a, b, c, p, q, _ in draft:
            self._set_up(kind, a, b, c, p, q, ms)
        if self.phase != READY:
            self.game = self.games + 1
        return True

    def _set_up(self, kind, a, b, c, p, q, ms):
        if kind == kinds.MATCH:
            self.version = a
            self.length = b
            self.options = c
            self.match_id = p
            if b == 1:
                # both begin at match point: there is no Crawford game
                self.crawford = AFTER
        elif kind == kinds.SCORE:
            self.score = [a, b]
            self.crawford = c
            self.games = p
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
                if c != NOBODY:
                    # the clock waits, centred on the seat on turn, for a resume
                    self.clock.start(c, ms)
                    self.clock.pause(ms)
                    self.pause = kinds.DIRECTOR

    def _new_time(self, kind, alive):
        # the power was cut: charge the running seat up to the last sign of life and wait for a resume
        if self.clock.running:
            until = self.last_ms
            if kind == kinds.BOOT and alive != kinds.NONE and alive > until:
                until = alive
            self.clock.pause(until)
            self.pause = kinds.POWER
        self.last_ms = 0

    def _pause(self, reason, ms):
        clock = self.clock
        if clock.running:
            if not clock.pause(ms):
                return False
        elif clock.flagged != NOBODY:
            return False
        # an idle clock can be given a reason, and a better one
        self.pause = reason
        return True

    def _resume(self, ms):
        if self.phase == RESULT:
            return False
        if self.pause == NOBODY and not (self.clock.turn != NOBODY and not self.clock.running):
            return False
        self.pause = NOBODY
        self.clock.resume(ms)
        return True

    def _correct(self, seat, count, ms, left):
        clock = self.clock
        if self.phase == EMPTY or seat > 1 or left > LONGEST or not clock.method[seat]:
            return False
        goes = clock.running or clock.flagged == seat
        clock.correct(seat, left, ms, count)
        if goes and not clock.running and clock.flagged == NOBODY and self.pause == NOBODY:
            # a flag was taken back: the move goes on when somebody resumes it
            self.pause = kinds.DIRECTOR
        return True

    def _game(self, short, crawford, number):
        if self.phase != READY or number != self.games + 1 or short != number & 255 or number > MOST:
            return False
        self.crawford = NOW if crawford else self.crawford
        self.phase = OPENING
        self.game = number
        self._clear_game()
        return True

    def _opening(self, first, second):
        if self.phase != OPENING or not (1 <= first <= 6 and 1 <= second <= 6):
            return False
        self.dice = [first, second]
        self.rolled_by = NOBODY
        if first != second:
            self.turn = 0 if first > second else 1
            self.rolled_by = self.turn
            self.phase = MOVE
        return True

    def _dice(self, seat, first, second):
        if not self.may_roll(seat) or not (1 <= first <= 6 and 1 <= second <= 6):
            return False
        self.dice = [first, second]
        self.rolled_by = seat
        self.phase = MOVE
        return True

    def _press(self, seat, after, ms):
        if seat > 1 or after != 1 - seat or self.clock.flagged != NOBODY:
            return False
        if self.phase == OPENING:
            self.turn = after
            self.phase = TURN
            self.pause = NOBODY
            self.clock.start(after, ms)
            return True
        if self.phase == MOVE and self.clock.turn == NOBODY:
            # the lower roller starts the other's time
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
        if self.premature == after:
            # a premature double stands: the opponent, having moved, answers on his own time
            self.clock.press(ms, seat)
            self._offer(after)
        return True

    def _offer(self, seat):
        self.doubler = seat
        self.premature = NOBODY
        self.turn = 1 - seat
        self.phase = DOUBLED

    def _double(self, seat, offered, ms):
        if seat > 1 or not self.may_double(seat) or offered != self.cube + 1:
            return False
        if seat != self.turn:
            self.premature = seat
            return True
        if self.clock.turn != NOBODY and not self.clock.press(ms, 1 - seat):
            return False
        self._offer(seat)
        return True

    def _take(self, seat, ms):
        if self.phase != DOUBLED or seat != self.turn:
            return False
        if self.clock.turn != NOBODY and not self.clock.press(ms, self.doubler):
            return False
        self.cube += 1
        self.owner = seat
        self.turn = self.doubler
        self.doubler = NOBODY
        self.phase = TURN
        return True

    def _drop(self, seat, ms):
        if self.phase != DOUBLED or seat != self.turn:
            return False
        if self.clock.flagged != NOBODY or self.clock.check_flag(ms) != NOBODY:
            return False
        self.clock.pause(ms)
        self._propose(1 - seat, kinds.DROPPED, kinds.PLAYED, seat)
        return True

    def _result(self, winner, kind, how, by, ms):
        if not OPENING <= self.phase <= DOUBLED or winner > 1:
            return False
        if kind > kinds.WHOLE_MATCH or how > kinds.ON_TIME:
            return False
        self.clock.pause(ms)
        self._propose(winner, kind, how, by)
        return True

    def _propose(self, winner, kind, how, by):
        self.back = self.phase
        self.phase = RESULT
        self.winner = winner
        self.kind = kind
        self.how = how
        self.confirmed = 1 << by if by < 2 else 0

    def _confirm(self, seat):
        if self.phase != RESULT or (seat > 1 and seat != NOBODY):
            return False
        self.confirmed |= 3 if seat == NOBODY else 1 << seat
        return True

    def _reject(self):
        if self.phase != RESULT:
            return False
        self.phase = self.back
        self.winner = NOBODY
        self.kind = 0
        self.how = 0
        self.confirmed = 0
        # the clock stays stopped until somebody resumes it
        self.pause = kinds.CONTESTED
        return True

    def _end(self, seq, winner, kind, how, points, check, ms):
        if self.phase != RESULT or self.confirmed != 3 or winner != self.winner or kind != self.kind:
            return False
        worth = self.points(kind)
        if check != self.checksum() or points != worth:
            # the board saw another sheet, or counts in another way
            self.mismatch = seq
        left = self.length - self.score[winner] if self.length else MOST - self.score[winner]
        # points beyond the match length are not counted
        self.score[winner] += min(worth, left)
        self.games += 1
        if self.crawford == NOW:
            self.crawford = AFTER
        self.clock.centre(ms)
        self.turn = NOBODY
        self.pause = NOBODY
        if kind == kinds.WHOLE_MATCH or (self.length and self.score[winner] >= self.length):
            self.phase = OVER
            self.champion = winner
        else:
            self.phase = READY
        return True

    def _close(self):
        self._clear()
        self.clock = clockforms.make()

    # --- state as bytes ---------------------------------------------------------------------

    def pack(self):
        """Return the whole state as bytes: the same bytes for the same state, everywhere."""
        return struct.pack(
            _STATE, self.match_id, self.version, self.length, self.options, self.phase, self.crawford,
            self.cube, self.owner, self.turn, self.doubler, self.premature, self.dice[0], self.dice[1],
            self.rolled_by, self.winner, self.kind, self.how, self.confirmed, self.back, self.pause,
            self.champion, self.games, self.game, self.sealed, self.last_ms, self.score[0],
            self.score[1],
        ) + self.clock.pack()

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        (self.match_id, self.version, self.length, self.options, self.phase, self.crawford, self.cube,
         self.owner, self.turn, self.doubler, self.premature, first, second, self.rolled_by, self.winner,
         self.kind, self.how, self.confirmed, self.back, self.pause, self.champion, self.games, self.game,
         self.sealed, self.last_ms, one, two) = struct.unpack_from(_STATE, data, offset)
        self.dice = [first, second]
        self.score = [one, two]
        self._draft = []
        self.clock, offset = clockforms.restore(data, offset + _STATE_SIZE)
        return offset

    def checksum(self):
        """Return the CRC-32 of the state, as the closing record of a game carries it."""
        return crc32(self.pack()) & 0xFFFFFFFF
