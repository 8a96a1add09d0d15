"""Milliseconds since the sitting began, made from a counter that wraps.

`supervisor.ticks_ms()` wraps at 2**29 ms (6.2 days) and starts about a minute before the wrap,
so raw values are never compared. A sitting begins at power-on, and again whenever `rebase` is
called while no clock runs; that keeps every value below 2**30, a small int on the board.
"""

WRAP = 1 << 29
HALF = 1 << 28
#: Rebase if the sitting is older than this (6.2 days) and no clock runs; the hard limit is 2**30.
REBASE_AFTER = 1 << 29


def difference(later, earlier):
    """Return later - earlier in ms for two raw tick values less than 2**28 ms (3.1 days) apart."""
    return ((later - earlier + HALF) & (WRAP - 1)) - HALF


class Ticks:
    """Extends raw ticks to milliseconds since the sitting began.

    `now` must be called at least once in 3.1 days; `at` converts the stamp of a past or future
    event that is less than 3.1 days from the last `now`.
    """

    def __init__(self, raw):
        self._raw = raw
        self._ms = 0

    def now(self, raw):
        """Return milliseconds since the sitting began for the current raw value."""
        if raw != self._raw:
            step = difference(raw, self._raw)
            if step > 0:
                self._ms += step
                self._raw = raw
        return self._ms

    def at(self, raw):
        """Return milliseconds since the sitting began for the raw stamp of an event (never below 0)."""
        ms = self._ms + difference(raw, self._raw)
        return ms if ms > 0 else 0

    def rebase(self):
        """Begin a new sitting now; return how many ms the ended one lasted."""
        ended = self._ms
        self._ms = 0
        return ended
