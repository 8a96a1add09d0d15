"""Measures the time and memory of a script of presses, from the events of the emulated board.

Events are lists [ms, word, ...values], in their order (see main.mjs): `i2c` at the end of a transfer. If the
image's symbols are known, there are also `heap` before a press, and `gc-begins` and `gc` around a collection;
their last three values are the total bytes, the free bytes, and the bytes of the largest free piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from silicon.playing import Press

#: ms without a transfer to the display after which a drawing is over; longer than a garbage collection
PAUSE_MS = 40
#: ms after which a press counts as one that draws nothing
PATIENCE_MS = 400
_FREE = -2

Event = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Latency:
    """One press: ms to the last byte of its picture, and whether a collection came between."""

    press: Press
    took: float
    collected: bool


def latencies(presses: Sequence[Press], events: Sequence[Event], display: int) -> list[Latency]:
    """Return the presses that drew something."""
    drawn = [event[0] for event in events if event[1] == "i2c" and event[2] == display]
    collections = [event[0] for event in events if event[1] == "gc"]
    found = []
    for press in presses:
        last = None
        for end in drawn:
            if end <= press.ms:
                continue
            if end > (press.ms + PATIENCE_MS if last is None else last + PAUSE_MS):
                break
            last = end
        if last is not None:
            collected = any(press.ms < moment <= last for moment in collections)
            found.append(Latency(press, last - press.ms, collected))
    return found


def named(presses: Sequence[Press], events: Sequence[Event], display: int) -> list[tuple[str, float]]:
    """Return each press that has a name, and ms to the last byte that the display got before the next press.

    So a press that first shows "Loading" is timed to the picture of the loaded program.
    """
    drawn = [event[0] for event in events if event[1] == "i2c" and event[2] == display]
    found = []
    for press, until in _with_next(presses):
        ends = [end for end in drawn if press.ms < end <= until]
        if press.name and ends:
            found.append((press.name, ends[-1] - press.ms))
    return found


def garbage(presses: Sequence[Press], events: Sequence[Event]) -> list[int]:
    """Return the garbage of each press in bytes: up to the next collection, or the next press."""
    heaps = [event for event in events if event[1] in ("heap", "gc-begins") and len(event) > -_FREE]
    found = []
    for press, until in _with_next(presses):
        within = [event for event in heaps if press.ms <= event[0] <= until]
        if len(within) >= 2 and within[0][1] == "heap":
            found.append(within[0][_FREE] - within[1][_FREE])
    return found


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that this percentage of all values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _with_next(presses: Sequence[Press]) -> Iterator[tuple[Press, float]]:
    """Yield each press and the moment of the next one at another time."""
    for number, press in enumerate(presses):
        later = (one.ms for one in presses[number + 1 :] if one.ms > press.ms)
        yield press, next(later, float("inf"))
