"""Limits how much a board may send: a fixed amount at once, which refills at a steady rate."""

from __future__ import annotations

#: bytes a board may send at once, and per second: a whole memory, then a display
BYTES = (262_144, 49_152)
#: the same for records that are stored: two full memories, then ten times a player's pace
RECORDS = (2048, 40)
#: the same for introductions: a board sends one each second until it is welcomed. Each costs reads of the
#: database, and pages that are told
HELLOS = (10, 2)


class Allowance:
    """Holds at most `most`, and gets `per_second` back each second; times are integer milliseconds."""

    def __init__(self, most: int, per_second: int) -> None:
        self._most = most * 1000
        self._rate = per_second
        self._left = self._most
        self._at: int | None = None

    def left(self, now_ms: int) -> int:
        """Return the amount that is left, 0 or less if it is used up."""
        if self._left < self._most and self._at is not None and now_ms > self._at:
            self._left = min(self._most, self._left + (now_ms - self._at) * self._rate)
        self._at = now_ms
        return self._left // 1000

    def spend(self, amount: int) -> None:
        """Spend an amount. A received piece is spent as a whole, so the rest may be below zero."""
        self._left -= amount * 1000
