"""The plain clock: one to six seats in any order of turns; only time and moves.

    phase    what may come                                              leads to
    EMPTY    a run plain..commit                                        READY
    READY    game                                                       PLAY
    PLAY     press by the seat on turn, the first by NOBODY; flag       PLAY
             result: a winner or nobody                                 RESULT
    RESULT   confirm of every seat, then end; reject                    OVER; PLAY
    OVER                                                                EMPTY, READY

The run may hold every method of `tablecore.clockforms`: a time row of byo-yomi or Canadian overtime has its
periods or moves in c; for the hourglass c is not used. With FLAG_GOES_ON a fallen flag does not end the game:
the seat's clock then counts up the time overrun.
"""

import struct
from binascii import crc32

from micropython import const

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.clock import LONGEST, UP
from tablecore.sheets import PLAIN
from tablecore.sheets.sheet import CLOCK_KINDS, NOBODY, READY, Sheet

PLAY, RESULT, OVER = range(READY + 1, READY + 4)
#: PLAIN.c
FLAG_GOES_ON = 1
MOST_SEATS = 6
#: the method of `tablecore.hourglass`, copied because only an hourglass loads that module
_HOURGLASS = const(8)
#: how many moves of a seat can be counted
_MOST_MOVES = const(65535)
_STATE = const("<IHHHI11B")
_STATE_SIZE = const(25)


class PlainSheet(Sheet):
    """The state of one clock; the seats take turns in order, unless another seat is named."""

    PROGRAM = PLAIN
    VERSION = 2
    RESULT = RESULT
    OVER = OVER
    RUN_KINDS = (kinds.PLAIN,) + CLOCK_KINDS

    def _clear(self):
        Sheet._clear(self)
        self.winner = NOBODY
        self.how = 0
        # seats whose time is over, as bits
        self.over = 0
        self.moves = [0] * MOST_SEATS
        # the method set for each seat; a clock whose time is over may use another one
        self.methods = [0] * MOST_SEATS

    # --- reading, for the program, screens and host ---

    def after(self, seat):
        """Return the seat that has the next turn."""
        return (seat + 1) % self.seats

    def all_moves(self):
        """Return how many moves have been made."""
        return sum(self.moves)

    # --- the fold ---

    def _seats_of(self, opener):
        return opener[2] if 1 <= opener[2] <= MOST_SEATS else self.SEATS

    def _fits(self, row, opener, seats):
        kind, a, b, c, p, q, _ = row
        if kind == kinds.PLAIN:
            return a > 0 and b == seats
        if kind == kinds.TIME and b > UP:
            return (a < seats or a == NOBODY) and b <= _HOURGLASS and p <= LONGEST and q <= LONGEST - p
        from tablecore.sheets.draft import in_range

        return in_range(kind, a, b, c, p, q, 0, seats)

    def _set_up(self, row, ms):
        if row[0] == kinds.PLAIN:
            self.methods[: self.seats] = self.clock.method

    def _game(self, seq, short, b, c, ms, number, q):
        if self.phase != READY or number != self.games + 1 or short != number & 255:
            return False
        self.phase = PLAY
        self.game = number
        self.turn = NOBODY
        self.pause = NOBODY
        return True

    def _press(self, seq, seat, after, c, ms, p, q):
        clock = self.clock
        if self.phase != PLAY or after >= self.seats or clock.flagged != NOBODY:
            return False
        if seat == NOBODY:
            # somebody begins: does the same as `start`, in fewer calls
            if clock.turn != NOBODY:
                return False
            self.pause = NOBODY
            clock.turn = after
            clock.since = ms
            clock.running = True
        elif seat != self.turn or not clock.press(ms, after):
            return False
        elif self.moves[seat] < _MOST_MOVES:
            self.moves[seat] += 1
        self.turn = after
        return True

    def _flag(self, seq, seat, overtime, c, ms, p, q):
        clock = self.clock
        clock.check_flag(ms)
        if seat >= self.seats:
            return False
        if overtime:
            return clock.fell[seat] == 1
        if clock.flagged != seat:
            return False
        if self.options & FLAG_GOES_ON and self.phase == PLAY and self.methods[seat] != _HOURGLASS:
            self._count_over(seat, ms)
        return True

    def _count_over(self, seat, ms):
        # the move continues; a clock with stages has no more stages then
        clock = self.clock
        self.over |= 1 << seat
        if clock.form == clockforms.STAGED:
            clock.stages[seat] = []
        clock.method[seat] = UP
        clock.reserve[seat] = 0
        clock.flagged = NOBODY
        clock.used = 0
        clock.since = ms
        clock.running = True

    def _correct(self, seat, count, ms, left):
        if seat < self.seats and self.over & (1 << seat) and left <= LONGEST:
            # the director has given this seat new time
            clock = self.clock
            clock.check_flag(ms)
            if seat == clock.turn:
                clock.used = 0
                if clock.running and ms > clock.since:
                    clock.since = ms
            clock.method[seat] = self.methods[seat]
            self.over &= ~(1 << seat)
        return Sheet._correct(self, seat, count, ms, left)

    def _result(self, seq, winner, kind, how, ms, by, q):
        if self.phase != PLAY or (winner >= self.seats and winner != NOBODY) or kind or how > kinds.ON_TIME:
            return False
        self.clock.pause(ms)
        self._propose(by)
        self.winner = winner
        self.how = how
        return True

    def _reject(self):
        if not Sheet._reject(self):
            return False
        self.winner = NOBODY
        self.how = 0
        return True

    def _end(self, seq, winner, kind, how, ms, points, check):
        if not self.is_agreed() or winner != self.winner or kind:
            return False
        # the same as `checksum`, which is not called because a board's calls must stay shallow
        if check != crc32(self.pack()) & 0xFFFFFFFF:
            self.mismatch = seq
        self.clock.centre(ms, self.version < self.MOVES_GAIN)
        self.turn = NOBODY
        self.pause = NOBODY
        self.games += 1
        self.phase = OVER
        return True

    ACTS = {
        kinds.GAME: _game, kinds.PRESS: _press, kinds.FLAG: _flag, kinds.RESULT: _result, kinds.END: _end,
    }

    # --- state as bytes ---

    def pack(self):
        """Return the whole state as bytes: equal states give equal bytes, on every machine."""
        seats = self.seats
        data = struct.pack(
            _STATE, self.match_id, self.games, self.game, self.sealed, self.last_ms, self.version, seats,
            self.options, self.phase, self.turn, self.winner, self.how, self.over, self.confirmed, self.back,
            self.pause,
        )
        data += bytes(self.methods[:seats])
        moves = bytearray(2 * seats)
        for seat in range(seats):
            struct.pack_into("<H", moves, 2 * seat, self.moves[seat])
        return data + moves + self.clock.pack()

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        (self.match_id, self.games, self.game, self.sealed, self.last_ms, self.version, self.seats,
         self.options, self.phase, self.turn, self.winner, self.how, self.over, self.confirmed, self.back,
         self.pause) = struct.unpack_from(_STATE, data, offset)
        offset += _STATE_SIZE
        self.methods = [0] * MOST_SEATS
        self.moves = [0] * MOST_SEATS
        for seat in range(self.seats):
            self.methods[seat] = data[offset + seat]
        offset += self.seats
        for seat in range(self.seats):
            self.moves[seat] = struct.unpack_from("<H", data, offset)[0]
            offset += 2
        self._draft = []
        self.clock, offset = clockforms.restore(data, offset)
        return offset


SHEET = PlainSheet
