"""A third clock that really ticks: every millisecond is lived through, one at a time.

Slow and simple-minded on purpose: a display that counts, as a mechanical clock would. It settles
what the formulas of the other two could have in common.
"""

from tablecore import clock


class MillisecondClock:
    """Counters of one clock; `tick` lets one millisecond pass."""

    def __init__(self, settings):
        """`settings`: one (method, reserve ms, delay ms, precredit) per seat."""
        self.method = [one[0] for one in settings]
        self.delay = [one[2] for one in settings]
        self.counter = [one[1] for one in settings]
        for seat, (method, _, delay, precredit) in enumerate(settings):
            if precredit and method in (clock.BRONSTEIN, clock.FISCHER):
                self.counter[seat] += delay
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
        """Let the flag fall when the counter stands at zero."""
        seat = self.seat
        limited = self.method[seat] in (clock.SUDDEN, clock.DELAY, clock.BRONSTEIN, clock.FISCHER)
        if self.running and limited and self.counter[seat] == 0 and self.waiting == 0:
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
            if self.method[seat] == clock.BRONSTEIN and self.given < self.delay[seat]:
                self.given += 1
        self.look()

    def end(self):
        """End the move, as a press does."""
        if self.method[self.seat] == clock.BRONSTEIN:
            self.counter[self.seat] += self.given
        if self.method[self.seat] == clock.FISCHER:
            self.counter[self.seat] += self.delay[self.seat]
        self.seat = None
        self.running = False
