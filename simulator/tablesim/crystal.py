"""A board's time: its crystal, its 1/1024 s tick and CircuitPython's millisecond counter.

Everything the firmware can read about time comes from one 64-bit microsecond timer that starts at reset. The
tick is that timer divided as CircuitPython's RP2040 port divides it (977 us a tick, 1024 ticks a second), and
`supervisor.ticks_ms` is the tick turned into milliseconds, offset so that it wraps about 65.5 s after reset.
"""

from __future__ import annotations

TICKS_PERIOD = 1 << 29
TICKS_OFFSET = 0x1FFF0000
"""What `supervisor.ticks_ms` adds at reset: 65,536 ms short of the wrap."""
TICK_US = 977
TICKS_PER_SECOND = 1024
MILLION = 1_000_000


class Crystal:
    """Converts timeline microseconds to the board's counts, and back.

    ``drift_ppm`` > 0 means that the board's crystal runs fast.
    """

    __slots__ = ("_rate", "reset_us")

    def __init__(self, reset_us: int, drift_ppm: int = 0) -> None:
        self.reset_us = reset_us
        self._rate = MILLION + drift_ppm

    def local_us(self, now_us: int) -> int:
        """Return microseconds the board has counted since its reset."""
        elapsed = now_us - self.reset_us
        return elapsed if self._rate == MILLION else elapsed * self._rate // MILLION

    def global_us(self, local_us: int) -> int:
        """Return the first timeline microsecond at which the board has counted ``local_us``."""
        if self._rate == MILLION:
            return self.reset_us + local_us
        return self.reset_us - (-local_us * MILLION // self._rate)

    def tick(self, now_us: int) -> int:
        """Return the 1/1024 s tick count."""
        seconds, rest = divmod(self.local_us(now_us), MILLION)
        return TICKS_PER_SECOND * seconds + rest // TICK_US

    def tick_us(self, tick: int) -> int:
        """Return the timeline microsecond at which the tick count becomes ``tick``."""
        seconds, rest = divmod(tick, TICKS_PER_SECOND)
        return self.global_us(seconds * MILLION + rest * TICK_US)

    def milliseconds(self, now_us: int) -> int:
        """Return milliseconds since reset, as the firmware counts them (never wraps)."""
        # written out, because every pass of every board's loop calls it twice
        elapsed = now_us - self.reset_us
        if self._rate != MILLION:
            elapsed = elapsed * self._rate // MILLION
        seconds, rest = divmod(elapsed, MILLION)
        return (TICKS_PER_SECOND * seconds + rest // TICK_US) * 1000 // TICKS_PER_SECOND

    def milliseconds_us(self, milliseconds: int) -> int:
        """Return the timeline microsecond at which `milliseconds` reaches a value."""
        return self.tick_us(-(-milliseconds * TICKS_PER_SECOND // 1000))

    def ticks_ms(self, now_us: int) -> int:
        """Return the value of `supervisor.ticks_ms`."""
        return (self.milliseconds(now_us) + TICKS_OFFSET) % TICKS_PERIOD
