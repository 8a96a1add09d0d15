"""Japanese byo-yomi: periods follow the main time; a move within a period resets that period.

"30m y5x30s": 30 minutes, then 5 periods of 30 s. A move that lasts longer than a period loses that period;
after the last period the flag falls. A move that begins in the main time continues in the first period.
`set` takes a period's length as `delay`, their number as `precredit`; other seats may have plain methods.
"""

from tablecore.clock import BYOYOMI_FORM, NOBODY, UP, Clock

BYOYOMI = UP + 1


class ByoyomiClock(Clock):
    """A clock with periods: `periods[seat]` are left, including the one that runs."""

    form = BYOYOMI_FORM
    own_method = BYOYOMI

    def __init__(self, seats=2):
        Clock.__init__(self, seats)
        self.periods = [0] * seats

    def set(self, seat, method, reserve, delay=0, precredit=0):
        """Give a seat its method; for byo-yomi its main time, the period (ms) and how many there are."""
        if method == BYOYOMI and not (1 <= precredit <= 255 and 1 <= delay <= 3600000):
            raise ValueError("byo-yomi has 1 to 255 periods of at most an hour")
        Clock.set(self, seat, method, reserve, delay, precredit)
        self.periods[seat] = precredit if method == BYOYOMI else 0

    def lasts(self, seat):
        """Return the time that a move of the seat has until its flag falls (ms), or -1 if it never falls."""
        if self.method[seat] != BYOYOMI:
            return Clock.lasts(self, seat)
        return self.reserve[seat] + self.periods[seat] * self.delay[seat]

    def remaining(self, seat, now):
        """Return what the seat's display shows at `now` (ms): the main time, then the present period."""
        if self.method[seat] != BYOYOMI:
            return Clock.remaining(self, seat, now)
        left = self.reserve[seat]
        if seat == self.turn:
            left -= self._moved(now)
        if left > 0:
            return left
        period = self.delay[seat]
        left += self.periods[seat] * period
        if left <= 0:
            return 0
        left %= period
        return left if left else period

    def periods_left(self, seat, now):
        """Return the periods the seat has left at `now`, including the one that runs."""
        over = (self._moved(now) if seat == self.turn else 0) - self.reserve[seat]
        if self.method[seat] != BYOYOMI or over < 0:
            return self.periods[seat]
        left = self.periods[seat] - over // self.delay[seat]
        return left if left > 0 else 0

    def _run_out(self, seat):
        self.periods[seat] = 0

    def _spend(self, seat, moved, made):
        over = moved - self.reserve[seat]
        if over < 0:
            return -over
        self.periods[seat] -= over // self.delay[seat]
        return 0 if made else self.delay[seat] - over % self.delay[seat]

    def correct(self, seat, left, now, count=NOBODY):
        """Let the seat show `left` ms at `now` and have `count` periods (255: as many as it has).

        During a period, `left` is the rest of that period. A longer time is main time before the periods;
        so is any time given to a seat that is not on the move.
        """
        self.check_flag(now)
        if self.method[seat] != BYOYOMI:
            Clock.correct(self, seat, left, now)
            return
        running = seat == self.turn and seat != self.flagged and self._moved(now) >= self.reserve[seat]
        periods = self.periods_left(seat, now) if count == NOBODY else count
        if seat == self.turn:
            self._settle(now)
        self.periods[seat] = periods
        self.reserve[seat] = left
        if running and periods and 0 < left <= self.delay[seat]:
            self.reserve[seat] = 0
            self.used = self.delay[seat] - left
        if seat == self.flagged and self.lasts(seat):
            self.flagged = NOBODY

    def pack(self):
        """Return the whole state as bytes: the plain clock's, then the periods left of each seat."""
        return Clock.pack(self) + bytes(self.periods)

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`; return the offset behind it."""
        offset = Clock.unpack(self, data, offset)
        self.periods = list(data[offset : offset + self.seats])
        return offset + self.seats
