"""Converts a board's time to hall time: asks the board for its time and measures the round trip.

The board answers at some moment within the round trip, so with a round trip of 8 ms its time is known to
within 4 ms. The answer with the shortest round trip of each time base is kept. Crystals drift (boards by up
to 100 ppm), so after a minute a later answer that is equally good replaces it.

    >>> times = TimeMap()
    >>> times.sample(0xCAFE, 1, device_ms=500, rtt_ms=8, wall_ms=10_504)
    Anchor(offset_ms=10000, rtt_ms=8, at_ms=10504)
    >>> times.sample(0xCAFE, 1, device_ms=5_500, rtt_ms=20, wall_ms=15_517) is None
    True
    >>> times.wall(0xCAFE, 1, 2_500)
    12500
"""

from __future__ import annotations

from dataclasses import dataclass

#: a better answer is searched only after this time
RENEW_MS = 60_000
#: 100 ppm: one ms in this many
DRIFT = 10_000


@dataclass(frozen=True, slots=True)
class Anchor:
    """Hall time = device ms + `offset_ms`, to within half of `rtt_ms`; found at hall time `at_ms`."""

    offset_ms: int
    rtt_ms: int
    at_ms: int


class TimeMap:
    """The time bases of one board, by journal and the sequence of the record that began them."""

    def __init__(self) -> None:
        self._anchors: dict[tuple[int, int], Anchor] = {}

    def know(self, journal: int, base_seq: int, offset_ms: int, rtt_ms: int, at_ms: int) -> None:
        """Take over the anchors of an earlier connection."""
        self._anchors[journal, base_seq] = Anchor(offset_ms, rtt_ms, at_ms)

    def sample(
        self, journal: int, base_seq: int, *, device_ms: int, rtt_ms: int, wall_ms: int
    ) -> Anchor | None:
        """Process an answer that arrived at hall time `wall_ms`; return its anchor if it is now the best."""
        best = self._anchors.get((journal, base_seq))
        if best is not None and rtt_ms >= best.rtt_ms:
            age = wall_ms - best.at_ms
            # a hall clock that was set back makes the age negative: then start again
            if 0 <= age < RENEW_MS or rtt_ms > best.rtt_ms + 2 * abs(age) // DRIFT:
                return None
        anchor = Anchor(wall_ms - rtt_ms // 2 - device_ms, rtt_ms, wall_ms)
        self._anchors[journal, base_seq] = anchor
        return anchor

    def anchor(self, journal: int, base_seq: int) -> Anchor | None:
        """Return the anchor of a time base, or None."""
        return self._anchors.get((journal, base_seq))

    def wall(self, journal: int, base_seq: int, device_ms: int) -> int | None:
        """Return the hall time of a device time; None if its base is unknown."""
        anchor = self._anchors.get((journal, base_seq))
        return None if anchor is None else device_ms + anchor.offset_ms
