"""One virtual clock for a whole hall, so that an evening of play takes seconds and repeats exactly.

Time is an integer number of microseconds. Everything that will happen is an entry of one heap, ordered by
(time, insertion number): stimuli (a key goes down, bytes arrive) and the wake-ups of boards. A running board
may move the clock forward up to, but not including, the next entry (`due`); before it goes further, the
scheduler must run that entry. So every board sees all events in their true order.

A timeline and everything on it belongs to one thread (greenlets cannot change threads).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any, Protocol

from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]


class Working(Protocol):
    """A board's working program, for its chips and its processor: a `tablesim.vm.Vm`."""

    timeline: Timeline
    alive: bool
    work_us: int

    def spend(self, us: int) -> None:
        """Let `us` of processor or bus time pass."""

    def sleep_until(self, us: int) -> None:
        """Stop until a moment of the timeline (us)."""


class Timeline:
    """The virtual clock and its scheduler."""

    __slots__ = ("_cancelled", "_heap", "_horizon", "_hub", "_number", "_running", "due", "now_us")

    def __init__(self, start_us: int = 0) -> None:
        self.now_us = start_us
        """The present, in microseconds. Moved by the scheduler and by the board that is running."""
        self.due = start_us
        """The first moment at which something else may happen; the running board may not reach it alone."""
        self._heap: list[tuple[int, int, Callable[[Any], None], Any]] = []
        self._cancelled: set[int] = set()
        self._number = 0
        self._horizon = start_us
        self._hub: greenlet | None = None
        self._running = False

    def at(self, us: int, fn: Callable[[], None]) -> int:
        """Call ``fn`` at ``us``, or as the next entry if that time is past; return a handle."""
        return self.push(us, _call, fn)

    def after(self, us: int, fn: Callable[[], None]) -> int:
        """Call ``fn`` in ``us`` microseconds; return a handle."""
        return self.push(self.now_us + us, _call, fn)

    def push(self, us: int, fn: Callable[[Any], None], argument: Any) -> int:
        """Enter ``fn(argument)`` at ``us`` and return the entry's insertion number."""
        if us < self.now_us:
            us = self.now_us
        self._number += 1
        heapq.heappush(self._heap, (us, self._number, fn, argument))
        if us < self.due:
            self.due = us
        return self._number

    def cancel(self, handle: int) -> None:
        """Remove an entry that has not happened yet."""
        self._cancelled.add(handle)

    def next_us(self) -> int | None:
        """When the next entry is due, or None when there is none."""
        return self._heap[0][0] if self._heap else None

    def run_until(self, us: int) -> None:
        """Run all entries up to and including ``us``; the clock is then at ``us``."""
        self._run(us, None)

    def run(self, stop: Callable[[], bool], limit_us: int) -> bool:
        """Run until ``stop()`` is true; return False if ``limit_us`` comes first.

        The condition is checked only between entries, not while a program computes or transfers.
        """
        return self._run(limit_us, stop)

    def hand_over(self) -> None:
        """Switch from a board's greenlet back to the scheduler."""
        hub = self._hub
        if hub is None:
            raise RuntimeError("A board can only wait while its timeline runs.")
        hub.switch()

    def _run(self, limit_us: int, stop: Callable[[], bool] | None) -> bool:
        if self._running:
            raise RuntimeError("This timeline is already running; a stimulus must not run it again.")
        heap, cancelled = self._heap, self._cancelled
        pop = heapq.heappop
        self._running = True
        self._hub = getcurrent()
        self._horizon = horizon = limit_us + 1
        try:
            while True:
                if stop is not None and stop():
                    return True
                while heap and cancelled and heap[0][1] in cancelled:
                    cancelled.discard(pop(heap)[1])
                if not heap or heap[0][0] > limit_us:
                    break
                us, _, fn, argument = pop(heap)
                if us > self.now_us:
                    self.now_us = us
                self.due = heap[0][0] if heap and heap[0][0] < horizon else horizon
                fn(argument)
            self.now_us = max(self.now_us, limit_us)
            return False
        finally:
            self._running = False
            self._hub = None
            self.due = self.now_us


def _call(fn: Callable[[], None]) -> None:
    fn()
