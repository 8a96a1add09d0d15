"""The hall's clock: the common time of all pages, tables and journal entries of a hall.

In a real hall it is wall-clock time. In a hall of virtual boards it is their virtual time, which may run
faster or stop; browsers count at the speed `rate`.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def wall_ms() -> int:
    """Return the wall-clock time as milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class HallClock:
    """Reads the hall's time from a function; the default is wall-clock time at rate 1."""

    def __init__(self, now: Callable[[], int] = wall_ms, rate: float = 1.0) -> None:
        self._now = now
        #: hall milliseconds per real millisecond, 0 while the hall is stopped
        self.rate = rate

    def now_ms(self) -> int:
        """Return the hall's time in milliseconds."""
        return self._now()
