"""The game clock: pure, exact, in integer milliseconds.

A clock has 1 to 6 seats and at most one of them runs. Nothing ticks: `remaining` is computed
from the instant at which the clock was last started. A *move* lasts from the start of a
seat's clock to its press; pauses do not end it.

What a press does to the reserve r after a move of t ms, with delay or increment d:

    method        reserve after the move         flag falls when the move has lasted
    none          -                              never
    sudden        r - t                          r
    delay         r - max(0, t - d)              r + d
    bronstein     r - t + min(t, d)              r          (the seat must have the time in hand)
    fischer       r - t + d                      r
    up            r + t                          never      (r counts time used)

Only a move has this effect. What ends otherwise (a game's end, a double, a take: `made` is false) costs its
time in the same way, but a Fischer clock adds nothing and no stage, period or round counts it as a move.
`precredit` adds d to a Bronstein or Fischer reserve once, at the start. The flag falls at the
exact instant at which the reserve is used up; a press at that instant or later comes too late
(regulations: "If a player completely ends his time (his clock reaches 0), he loses"). With
`overtime` the first fall of a seat's flag is noted in `fell` and adds that time to the reserve of
the same move; the second one ends it. Stages and the methods beyond these have modules and classes
of their own, which a board loads when a set-up asks for them (`clockforms`).

Time never runs backwards: an event with a stamp before the last start of the clock counts as if
it came at that start.
"""

import struct

from micropython import const

NONE, SUDDEN, DELAY, BRONSTEIN, FISCHER, UP = range(6)
NOBODY = 255
#: No reserve and no time used is longer than this (12.4 days): larger numbers are no small ints on the board.
LONGEST = 0x3FFFFFFF
#: No overtime is longer (ms).
LONGEST_OVERTIME = 3600000
_HEAD = const("<BBBBII")
_SEAT = const("<BBIIIIB")
_HEAD_SIZE = const(12)
_SEAT_SIZE = const(19)
#: says which class a packed state belongs to (high half of its first byte)
PLAIN, STAGED, BYOYOMI_FORM, CANADIAN_FORM, HOURGLASS_FORM = range(5)


class Clock:
    """Reserves of 1 to 6 seats and which of them runs.

    `turn` is the seat whose move it is (NOBODY: the clock is centred), `running` says whether
    time passes, `since` is when the clock was last started and `used` what the move has used
    before it. `flagged` is the seat whose flag fell for good, or NOBODY.
    """

    form = PLAIN
    #: the clock methods of this class beyond those in the table above
    own_method = UP

    def __init__(self, seats=2):
        if not 1 <= seats <= 6:
            raise ValueError("a clock has 1 to 6 seats")
        self.seats = seats
        self.method = [NONE] * seats
        self.precredit = [0] * seats
        self.delay = [0] * seats
        self.initial = [0] * seats
        self.reserve = [0] * seats
        self.overtime = [0] * seats
        self.fell = [0] * seats
        self.turn = NOBODY
        self.running = False
        self.flagged = NOBODY
        self.since = 0
        self.used = 0

    def set(self, seat, method, reserve, delay=0, precredit=0):
        """Give a seat its method and full reserve (ms)."""
        if not NONE <= method <= UP and method != self.own_method:
            raise ValueError("unknown clock method")
        if not (0 <= reserve <= LONGEST - delay and 0 <= delay):
            raise ValueError("a reserve and its delay lie between 0 and %d ms" % LONGEST)
        self.method[seat] = method
        self.delay[seat] = delay
        self.precredit[seat] = precredit
        if precredit and (method == BRONSTEIN or method == FISCHER):
            reserve += delay
        self.initial[seat] = reserve
        self.reserve[seat] = reserve
        self.overtime[seat] = 0
        self.fell[seat] = 0

    def set_overtime(self, seat, extra):
        """Let the seat's flag fall once without loss, and then add `extra` ms (0: no overtime)."""
        if not 0 <= extra <= LONGEST_OVERTIME or (extra and self.method[seat] > UP):
            raise ValueError("an overtime lies between 0 and %d ms, behind a reserve" % LONGEST_OVERTIME)
        self.overtime[seat] = extra

    def correct(self, seat, left, now, count=NOBODY):
        """Let the seat's display show `left` ms at `now`; a flag that fell for good is taken back.

        The delay that the move has used stays used. A clock whose flag was taken back waits for
        `resume`. `count` is for the classes that count moves or periods: 255 leaves it as it is.
        """
        self.check_flag(now)
        self._set_count(seat, count, now)
        method = self.method[seat]
        moved = self._moved(now) if seat == self.turn else 0
        if method == DELAY:
            delay = self.delay[seat]
            left += moved - delay if moved > delay else 0
        elif method == UP:
            if moved:
                self._settle(now)
        elif method != NONE:
            left += moved
        self.reserve[seat] = left if left < LONGEST else LONGEST
        if left and seat == self.flagged:
            self.flagged = NOBODY

    def _set_count(self, seat, count, now):
        # for classes that count moves or periods; the base counts nothing
        pass

    def _settle(self, now):
        # the move counts from now on
        self.used = 0
        if self.running and now > self.since:
            self.since = now

    def can_flag(self, seat):
        """Return whether the seat's time is limited."""
        return self.lasts(seat) >= 0

    def lasts(self, seat):
        """Return the time that a move of the seat has until its flag falls (ms), or -1 if it never falls."""
        method = self.method[seat]
        if not SUDDEN <= method <= FISCHER:
            return -1
        return self.reserve[seat] + self.delay[seat] if method == DELAY else self.reserve[seat]

    def is_empty(self, seat, now):
        """Return whether the seat has lost on time: by a flag, or by a `correct` to 0 with no overtime left.

        A control without a reserve shows 0:00 from the beginning; only its flag ends it.
        """
        if seat == self.flagged:
            return True
        if not self.can_flag(seat) or not self.initial[seat] or self.remaining(seat, now):
            return False
        return not self.overtime[seat] or self.fell[seat] != 0

    def flag_at(self):
        """Return the instant at which the running seat's flag falls, or -1 if none will fall."""
        if not self.running:
            return -1
        lasts = self.lasts(self.turn)
        return -1 if lasts < 0 else self.since - self.used + lasts

    def low_at(self, limit):
        """Return the instant at which the running seat has `limit` ms left until its flag, or -1."""
        at = self.flag_at()
        return -1 if at < 0 else max(at - limit, 0)

    def is_low(self, seat, now, limit):
        """Return whether the seat's flag falls within `limit` ms if it goes on thinking.

        A delay counts as time to think. So a simple delay and a Bronstein clock that began with its
        delay added become low at the same instants.
        """
        lasts = self.lasts(seat)
        if seat == self.turn and lasts >= 0:
            lasts -= self._moved(now)
            return lasts <= limit
        return 0 <= lasts <= limit

    def _moved(self, now):
        # how long the current move has lasted (ms)
        if self.running and now > self.since:
            moved = self.used + now - self.since
            return moved if moved < LONGEST else LONGEST
        return self.used

    def remaining(self, seat, now):
        """Return what the seat's display shows at `now` (ms): time left, or time used when counting up.

        During a simple delay the reserve stands still; see `delay_left`.
        """
        if seat != self.turn:
            return self.reserve[seat]
        method = self.method[seat]
        moved = self._moved(now)
        reserve = self.reserve[seat]
        if method == DELAY:
            delay = self.delay[seat]
            left = reserve - (moved - delay if moved > delay else 0)
        elif method == UP:
            return reserve + moved
        elif method == NONE:
            return reserve
        else:
            left = reserve - moved
        if left <= 0 and self.running and not self.fell[seat] and moved >= self.lasts(seat):
            # the flag has fallen, but `check_flag` was not called yet
            left += self.overtime[seat]
        return left if left > 0 else 0

    def delay_left(self, seat, now):
        """Return the ms of delay (simple or Bronstein) left to the seat in its move, else 0."""
        method = self.method[seat]
        if seat != self.turn or seat == self.flagged or (method != DELAY and method != BRONSTEIN):
            return 0
        left = self.delay[seat] - self._moved(now)
        return left if left > 0 else 0

    def check_flag(self, now):
        """Let the flag fall if it is time; return the seat that has no time left, or NOBODY.

        The first fall of a seat with an overtime is noted in `fell`, and its move goes on.
        """
        if not self.running:
            return NOBODY
        seat = self.turn
        lasts = self.lasts(seat)
        if lasts < 0:
            return NOBODY
        at = self.since - self.used + lasts
        if now < at and self.since < at:
            return NOBODY
        extra = self.overtime[seat]
        if extra and not self.fell[seat]:
            self.fell[seat] = 1
            self.reserve[seat] += extra
            at += extra
            if now < at and self.since < at:
                return NOBODY
        self.running = False
        self.flagged = seat
        self._run_out(seat)
        self.reserve[seat] = 0
        self.used = self.delay[seat] if self.method[seat] == DELAY else 0
        return seat

    def _run_out(self, seat):
        # for subclasses: called when a flag falls for good, before the seat's reserve is changed
        pass

    def start(self, seat, now):
        """Begin a move of `seat` at `now`; a move in progress is ended as by a press.

        After a flag has fallen for good, this does nothing.
        """
        if self.flagged != NOBODY or self.check_flag(now) != NOBODY:
            return
        if self.turn != NOBODY:
            now = self._end_move(now)
        self.turn = seat
        self.since = now
        self.running = True

    def press(self, now, after, made=True):
        """End the running move at `now` and begin one of seat `after`; without a move nothing happens.

        Returns whether the press counted: it does not if the clock is paused or the flag has fallen.
        """
        if not self.running:
            return False
        if self.check_flag(now) != NOBODY:
            return False
        self.since = self._end_move(now, made)
        self.turn = after
        self.running = True
        return True

    def _end_move(self, now, made=True):
        # The flag has not fallen. Returns the instant at which the move ends. The formulas are inlined
        # here instead of a function of their own, because a board's calls must stay shallow.
        seat = self.turn
        moved = self.used
        if self.running:
            if now < self.since:
                now = self.since
            moved += now - self.since
        if moved > LONGEST:
            moved = LONGEST
        method = self.method[seat]
        reserve = self.reserve[seat]
        delay = self.delay[seat]
        if method == SUDDEN:
            reserve -= moved
        elif method == DELAY or method == BRONSTEIN:
            # r - t + min(t, d) and r - max(0, t - d) are the same number
            reserve -= moved - delay if moved > delay else 0
        elif method == FISCHER:
            reserve += delay - moved if made else -moved
        elif method == UP:
            reserve += moved
        elif method > UP:
            reserve = self._spend(seat, moved, made)
        if reserve < 0:
            # only a state restored from bytes can hold less time than the move has used
            reserve = 0
        self.reserve[seat] = reserve if reserve < LONGEST else LONGEST
        self.turn = NOBODY
        self.running = False
        self.used = 0
        if made:
            self._count_move(seat)
        return now

    def _spend(self, seat, moved, made):
        # for subclasses: the reserve after that time, for methods that only they know
        return self.reserve[seat] - moved

    def _count_move(self, seat):
        # for subclasses that count moves; the base counts nothing
        pass

    def pause(self, now):
        """Stop the time within the move; return whether it was running."""
        if not self.running:
            return False
        if self.check_flag(now) != NOBODY:
            return False
        self.used = self._moved(now)
        self.running = False
        return True

    def resume(self, now):
        """Resume the paused move; return whether there was one."""
        if self.running or self.turn == NOBODY or self.flagged != NOBODY:
            return False
        self.since = now
        self.running = True
        return True

    def centre(self, now, made=True):
        """End the move, if there is one, and run nobody's clock."""
        if self.turn != NOBODY and self.flagged == NOBODY and self.check_flag(now) == NOBODY:
            self._end_move(now, made)

    def pack(self):
        """Return the whole state as bytes (12, 19 per seat, then the bytes of the subclass)."""
        data = bytearray(_HEAD_SIZE + _SEAT_SIZE * self.seats)
        struct.pack_into(
            _HEAD, data, 0, self.form << 4 | self.seats, self.turn, 1 if self.running else 0, self.flagged,
            self.since, self.used,
        )
        for seat in range(self.seats):
            struct.pack_into(
                _SEAT, data, _HEAD_SIZE + _SEAT_SIZE * seat, self.method[seat], self.precredit[seat],
                self.delay[seat], self.initial[seat],
                self.reserve[seat], self.overtime[seat], self.fell[seat],
            )
        return data

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`; return the offset after it."""
        seats, turn, running, flagged, since, used = struct.unpack_from(_HEAD, data, offset)
        if seats != self.form << 4 | self.seats:
            raise ValueError("this state is of form %d with %d seats" % (seats >> 4, seats & 15))
        self.turn = turn
        self.running = running == 1
        self.flagged = flagged
        self.since = since
        self.used = used
        offset += _HEAD_SIZE
        for seat in range(self.seats):
            (self.method[seat], self.precredit[seat], self.delay[seat], self.initial[seat],
             self.reserve[seat], self.overtime[seat],
             self.fell[seat]) = struct.unpack_from(_SEAT, data, offset)
            offset += _SEAT_SIZE
        return offset
