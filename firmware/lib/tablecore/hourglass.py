"""The hourglass: while one seat's clock runs, the other seat gains the time used.

"5m hourglass": both begin with 5 minutes. The sum is always ten minutes; a seat whose time
reaches 0 has lost. There are exactly two seats, and both have this method.
"""

from tablecore.clock import HOURGLASS_FORM, NOBODY, UP, Clock

HOURGLASS = UP + 3


class HourglassClock(Clock):
    """A clock of two seats whose sum never changes."""

    form = HOURGLASS_FORM
    own_method = HOURGLASS

    def __init__(self, seats=2):
        if seats != 2:
            raise ValueError("an hourglass has two seats")
        Clock.__init__(self, seats)
        self.method = [HOURGLASS, HOURGLASS]

    def set(self, seat, method, reserve, delay=0, precredit=0):
        """Give a seat its time (ms); this clock has no other method and no delay."""
        if method != HOURGLASS or delay or precredit:
            raise ValueError("both seats of an hourglass have time and no delay")
        Clock.set(self, seat, method, reserve)

    def lasts(self, seat):
        """Return the time that a move of the seat has until its flag falls (ms)."""
        return self.reserve[seat]

    def remaining(self, seat, now):
        """Return what the seat's display shows at `now` (ms)."""
        if self.turn == NOBODY:
            return self.reserve[seat]
        moved = self._moved(now)
        upper = self.reserve[self.turn]
        if moved > upper:
            moved = upper
        return self.reserve[seat] - moved if seat == self.turn else self.reserve[seat] + moved

    def is_low(self, seat, now, limit):
        """Return whether the seat has at most `limit` ms left."""
        return self.remaining(seat, now) <= limit

    def _run_out(self, seat):
        self.reserve[1 - seat] += self.reserve[seat]

    def _spend(self, seat, moved, made):
        self.reserve[1 - seat] += moved
        return Clock._spend(self, seat, moved, made)

    def correct(self, seat, left, now, count=NOBODY):
        """Let the seat show `left` ms at `now`; the other seat's display does not change."""
        self.check_flag(now)
        shown = [self.remaining(0, now), self.remaining(1, now)]
        self._settle(now)
        shown[seat] = left
        self.reserve = shown
        if left and seat == self.flagged:
            self.flagged = NOBODY
