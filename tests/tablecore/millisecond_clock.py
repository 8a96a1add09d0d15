"""A third clock that really ticks, one millisecond at a time.

It is slow and simple on purpose: it has counters, like a mechanical clock. So it can find an error that both
formulas of the other clocks contain.
"""

from tablecore import clock
from tests.tablecore.interval_clock import BYOYOMI, CANADIAN, HOURGLASS

DOWN = (clock.SUDDEN, clock.DELAY, clock.BRONSTEIN, clock.FISCHER, BYOYOMI, CANADIAN, HOURGLASS)


class MillisecondClock:
    """Counters of one clock; `tick` lets one millisecond pass."""

    def __init__(self, settings):
        """`settings`: one interval_clock.Setting per seat."""
        self.method = [one.method for one in settings]
        self.delay = [one.delay for one in settings]
        self.counter = [one.reserve for one in settings]
        for seat, one in enumerate(settings):
            if one.count and one.method in (clock.BRONSTEIN, clock.FISCHER):
                self.counter[seat] += one.delay
        self.count = [one.count for one in settings]
        self.overtime = [one.overtime for one in settings]
        self.coming = [list(one.stages) for one in settings]
        self.periods = [one.count if one.method == BYOYOMI else 0 for one in settings]
        self.main = [True] * len(settings)  # the main time still runs
        self.to_make = [0] * len(settings)
        self.seat = None
        self.running = False
        self.waiting = 0  # ms of simple delay still to be waited for in this move
        self.given = 0  # ms of Bronstein time to be given back at the press
        self.fallen = None

    def begin(self, seat):
        """Begin a move."""
        self.seat = seat
        self.waiting = self.delay[seat] if self.method[seat] == clock.DELAY else 0
        self.given = 0
        self.running = True
        self.look()

    def look(self):
        """If the counter is at zero, let the flag fall, or start the next period before that."""
        seat = self.seat
        if not self.running or self.method[seat] not in DOWN or self.counter[seat] or self.waiting:
            return
        if self.method[seat] == BYOYOMI and self.main[seat]:
            self.main[seat] = False
            self.counter[seat] = self.delay[seat]
        elif self.method[seat] == BYOYOMI and self.periods[seat] > 1:
            self.periods[seat] -= 1
            self.counter[seat] = self.delay[seat]
        elif self.method[seat] == CANADIAN and self.main[seat]:
            self.main[seat] = False
            self.counter[seat] = self.delay[seat]
            self.to_make[seat] = self.count[seat]
        elif self.overtime[seat]:
            self.counter[seat] = self.overtime[seat]
            self.overtime[seat] = 0
        else:
            self.periods[seat] = 0
            self.running = False
            self.fallen = seat

    def tick(self):
        """Let one millisecond pass."""
        if not self.running:
            return
        seat = self.seat
        if self.method[seat] == clock.UP:
            self.counter[seat] += 1
        elif self.method[seat] != clock.NONE:
            if self.waiting:
                self.waiting -= 1
            else:
                self.counter[seat] -= 1
                if self.method[seat] == HOURGLASS:
                    self.counter[1 - seat] += 1
            if self.method[seat] == clock.BRONSTEIN and self.given < self.delay[seat]:
                self.given += 1
        self.look()

    def end(self):
        """End the move, as a press does."""
        seat = self.seat
        if self.method[seat] == clock.BRONSTEIN:
            self.counter[seat] += self.given
        if self.method[seat] == clock.FISCHER:
            self.counter[seat] += self.delay[seat]
        if self.method[seat] == BYOYOMI and not self.main[seat]:
            self.counter[seat] = self.delay[seat]
        if self.method[seat] == CANADIAN and not self.main[seat]:
            self.to_make[seat] -= 1
            if not self.to_make[seat]:
                self.to_make[seat] = self.count[seat]
                self.counter[seat] = self.delay[seat]
        self._count(seat)
        self.seat = None
        self.running = False

    def _count(self, seat):
        coming = self.coming[seat]
        if coming:
            moves, method, more, delay = coming.pop(0)
            if moves > 1:
                coming.insert(0, (moves - 1, method, more, delay))
            else:
                self.method[seat], self.delay[seat] = method, delay
                self.counter[seat] += more
