"""Counters of a running host, for its metrics: whole numbers and one histogram, from any thread."""

from __future__ import annotations

import threading
from bisect import bisect_left
from dataclasses import dataclass, field

#: bounds of the histogram: ms from the arrival of a frame to its acknowledgement
BOUNDS_MS = (5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000)


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts at one moment."""

    #: numbers of records that were new, that were set aside, and that were damaged in a board's memory
    records: int
    aside: int
    damaged: int
    #: lines of boards that were no whole frame or no message
    lines_refused: int
    commits: int
    commits_failed: int
    #: acknowledged frames: their number in each interval of BOUNDS_MS, then slower ones; their total time, ms
    latencies: tuple[int, ...]
    latency_ms: int


@dataclass(slots=True)
class Counters:
    """Counts from 0. Each frame or commit costs one addition under a lock."""

    _records: int = 0
    _aside: int = 0
    _damaged: int = 0
    _lines_refused: int = 0
    _commits: int = 0
    _commits_failed: int = 0
    _latencies: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_MS) + 1))
    _latency_ms: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def committed(self, records: int, aside: int) -> None:
        """Count a commit and its records."""
        with self._lock:
            self._commits += 1
            self._records += records
            self._aside += aside

    def failed(self) -> None:
        """Count a commit that failed."""
        with self._lock:
            self._commits_failed += 1

    def refused(self, lines: int, damaged: int) -> None:
        """Count refused lines and damaged records."""
        with self._lock:
            self._lines_refused += lines
            self._damaged += damaged

    def acknowledged(self, ms: int) -> None:
        """Count a frame that was acknowledged `ms` after its arrival."""
        with self._lock:
            self._latencies[bisect_left(BOUNDS_MS, ms)] += 1
            self._latency_ms += ms

    def now(self) -> Counts:
        """Return the counts."""
        with self._lock:
            return Counts(
                self._records, self._aside, self._damaged, self._lines_refused,
                self._commits, self._commits_failed, tuple(self._latencies), self._latency_ms,
            )  # fmt: skip
