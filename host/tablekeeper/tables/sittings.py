"""Bounds for the times of a sitting during which the board was not connected to a host.

A board counts milliseconds from each start (a *sitting*, named by its boot or sitting record). A host that
asks for the time learns the hall time at which that count began. A sitting without an answer is bounded by
its neighbours: it starts after everything known before it, and ends before everything known after it. If the
board itself reset its count, the new sitting starts at the millisecond at which the old one ended.

    >>> bounds([Sitting(1, 60_000, 1_000_000), Sitting(9, 5_000), Sitting(20, 100, 2_000_000)])[9]
    Bounds(earliest=1059992, latest=1995003)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.tables.timemap import DRIFT


@dataclass(frozen=True, slots=True)
class Sitting:
    """A time during which a board counted milliseconds without a reset.

    It lasted at least `lasted_ms` by the board's count. `offset_ms` is the hall time at its 0; None if no
    host asked for the time. `goes_on`: it began when the previous sitting ended, without a gap.
    """

    base_seq: int
    lasted_ms: int
    offset_ms: int | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """The earliest and latest hall time of a sitting's 0; None: no bound on that side."""

    earliest: int | None
    latest: int | None

    def at(self, ms: int) -> Bounds:
        """Return the bounds of the instant at which the board counted `ms`."""
        return Bounds(
            None if self.earliest is None else self.earliest + ms - _drift(ms),
            None if self.latest is None else self.latest + ms + _drift(ms),
        )


def bounds(sittings: Sequence[Sitting], now_ms: int | None = None) -> dict[int, Bounds]:
    """Return the bounds of each sitting of one journal, in its order, by base sequence.

    If the hall time of a sitting is known, both bounds are this time. `now_ms` is a hall time after
    everything in the journal.
    """
    count = len(sittings)
    earliest: list[int | None] = [None] * count
    latest: list[int | None] = [None] * count
    after: int | None = None
    for place, sitting in enumerate(sittings):
        earliest[place] = after if sitting.offset_ms is None else sitting.offset_ms
        after = _end(earliest[place], sitting, -1)
    before = now_ms
    for place in range(count - 1, -1, -1):
        sitting = sittings[place]
        if sitting.offset_ms is not None:
            latest[place] = sitting.offset_ms
        elif before is not None:
            # it had lasted this long when the next one began
            latest[place] = before - sitting.lasted_ms + _drift(sitting.lasted_ms)
        before = latest[place]
    # after a reset of the count: a bound of one sitting is a bound of the next one, too
    for place in range(1, count):
        if sittings[place].goes_on and sittings[place].offset_ms is None:
            latest[place] = _least(latest[place], _end(latest[place - 1], sittings[place - 1], 1))
    for place in range(count - 1, 0, -1):
        ended = sittings[place - 1]
        began = earliest[place]
        if sittings[place].goes_on and ended.offset_ms is None and began is not None:
            since = began - ended.lasted_ms - _drift(ended.lasted_ms)
            known = earliest[place - 1]
            earliest[place - 1] = since if known is None else max(known, since)
    return {
        sitting.base_seq: Bounds(early, late)
        for sitting, early, late in zip(sittings, earliest, latest, strict=True)
    }


def _end(began: int | None, sitting: Sitting, sign: int) -> int | None:
    # its end if it began at `began` and the crystal is as slow (-1) or fast (1) as allowed
    return None if began is None else began + sitting.lasted_ms + sign * _drift(sitting.lasted_ms)


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _drift(ms: int) -> int:
    # the largest error of a crystal in that time, and the rounding to whole milliseconds
    return 2 - (-ms // DRIFT)
