"""A second clock, built another way, to hold the first one to: it keeps what happened, not what is left.

Every finished move is kept as its intervals of running; a reserve is worked out anew from all of
them, in exact fractions of a second, by the formulas of rules/backgammon.md, "Clock". Nothing here
is shared with `tablecore.clock` but the numbers of the methods.
"""

from fractions import Fraction

from tablecore import clock

NOBODY = clock.NOBODY


class IntervalClock:
    """What the seats did, and what follows from it."""

    def __init__(self, settings):
        """`settings`: one (method, reserve ms, delay ms, precredit) per seat."""
        self.settings = settings
        self.moves = [[] for _ in settings]  # per seat, per finished move: its intervals
        self.seat = None  # whose move it is
        self.intervals = []  # of the move in progress, the finished ones
        self.began = None  # of the stretch that runs
        self.flagged = None

    def copy(self):
        """Return an independent copy."""
        other = IntervalClock(self.settings)
        other.moves = [list(moves) for moves in self.moves]
        other.seat, other.intervals = self.seat, list(self.intervals)
        other.began, other.flagged = self.began, self.flagged
        return other

    def reserve(self, seat):
        """Return the seat's reserve at the beginning of its present or next move, in seconds."""
        method, reserve, delay, precredit = self.settings[seat]
        if seat == self.flagged:
            return Fraction(0)
        left = Fraction(reserve, 1000)
        extra = Fraction(delay, 1000)
        if precredit and method in (clock.BRONSTEIN, clock.FISCHER):
            left += extra
        for intervals in self.moves[seat]:
            used = Fraction(sum(end - start for start, end in intervals), 1000)
            if method == clock.SUDDEN:
                left = left - used
            elif method == clock.DELAY:
                left = left - max(Fraction(0), used - extra)
            elif method == clock.BRONSTEIN:
                left = left - used + min(used, extra)
            elif method == clock.FISCHER:
                left = left - used + extra
            elif method == clock.UP:
                left = left + used
        return left

    def used(self, now):
        """Return the ms that the move in progress has lasted."""
        used = sum(end - start for start, end in self.intervals)
        if self.began is not None:
            used += max(0, now - self.began)
        return used

    def flag_instant(self):
        """Return when the running seat's flag falls (ms), or None."""
        if self.began is None:
            return None
        method, _, delay, _ = self.settings[self.seat]
        if method in (clock.NONE, clock.UP):
            return None
        lasts = self.reserve(self.seat) * 1000 + (delay if method == clock.DELAY else 0)
        return self.began + lasts - sum(end - start for start, end in self.intervals)

    def shown(self, seat, now):
        """Return what the display shows (ms)."""
        method, _, delay, _ = self.settings[seat]
        left = self.reserve(seat) * 1000
        if seat != self.seat or method == clock.NONE or seat == self.flagged:
            return left
        used = self.used(now)
        if method == clock.UP:
            return left + used
        if method == clock.DELAY:
            used = max(0, used - delay)
        return max(Fraction(0), left - used)

    def delay_shown(self, seat, now):
        """Return the delay that is left in the move (ms)."""
        method, _, delay, _ = self.settings[seat]
        if seat != self.seat or seat == self.flagged or method not in (clock.DELAY, clock.BRONSTEIN):
            return 0
        return max(0, delay - self.used(now))

    def look(self, now):
        """Let the flag fall if it has."""
        instant = self.flag_instant()
        if instant is not None and max(now, self.began) >= instant:
            self.flagged = self.seat
            self.began = None
            self.intervals = []
        return self.flagged

    def _finish(self, now):
        if self.began is not None:
            self.intervals.append((self.began, max(now, self.began)))
        self.moves[self.seat].append(tuple(self.intervals))
        self.seat, self.intervals, self.began = None, [], None

    def start(self, seat, now):
        """Begin a move of a seat, whatever went on before."""
        if self.look(now) is not None:
            return
        if self.seat is not None:
            if self.began is not None:
                now = max(now, self.began)
            self._finish(now)
        self.seat, self.began = seat, now

    def press(self, now, after):
        """End the running move."""
        if self.began is None or self.look(now) is not None:
            return False
        now = max(now, self.began)
        self._finish(now)
        self.seat, self.began = after, now
        return True

    def pause(self, now):
        """Stop the time."""
        if self.began is None or self.look(now) is not None:
            return False
        self.intervals.append((self.began, max(now, self.began)))
        self.began = None
        return True

    def resume(self, now):
        """Let the time go on."""
        if self.seat is None or self.began is not None or self.flagged is not None:
            return False
        self.began = now
        return True

    def centre(self, now):
        """End the move and run nobody's clock."""
        if self.look(now) is None and self.seat is not None:
            self._finish(now)
