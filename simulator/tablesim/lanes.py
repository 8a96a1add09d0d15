"""A timeline with a lane for each board, so that many boards need not wait for each other.

On one timeline every board stops whenever anything happens to any other. But a board can be affected only
through its own cable and keys. With its own lane a board can run ahead of the others, up to the next entry of
its lane or of the whole timeline. Entries still happen strictly in the order of their times; only the
progress of the programs between their own entries differs.

An entry of a lane affects only its own board, and may add entries for all boards only `lookahead_us` or more
later. The creator of the timeline must guarantee this. Without this guarantee, and while a condition is
checked between entries, all boards advance together.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from greenlet import getcurrent  # type: ignore[import-untyped]

from tablesim.timeline import Timeline


class Lane(Timeline):
    """One board's part of a timeline: its present time, and its future entries."""

    __slots__ = ("_whole",)

    def __init__(self, whole: Lanes) -> None:
        super().__init__(whole.now_us)
        self._whole = whole

    def push(self, us: int, fn: Callable[[Any], None], argument: Any) -> int:
        """Enter ``fn(argument)`` at ``us`` and return the entry's insertion number."""
        if us < self.now_us:
            us = self.now_us
        # one sequence of numbers for all lanes
        whole, heap = self._whole, self._heap
        whole._number = number = whole._number + 1
        heapq.heappush(heap, (us, number, fn, argument))
        if heap[0][1] == number:
            heapq.heappush(whole._heads, (us, number, self))
        if us < self.due:
            self.due = us
        return number

    def hand_over(self) -> None:
        """Switch from the board's greenlet back to the common scheduler."""
        self._whole.hand_over()

    def _run(self, limit_us: int, stop: Callable[[], bool] | None) -> bool:
        raise RuntimeError("A lane runs with its whole timeline.")


class Lanes(Timeline):
    """The timeline of many boards, each on a `lane`; entries made here concern all of them."""

    __slots__ = ("_heads", "_lanes", "_lookahead")

    def __init__(self, start_us: int = 0, *, lookahead_us: int = 0) -> None:
        super().__init__(start_us)
        self._lanes: list[Lane] = []
        #: a heap of (time, insertion number, lane): the first entry of each lane, and former first ones
        self._heads: list[tuple[int, int, Lane]] = []
        self._lookahead = lookahead_us

    def lane(self) -> Lane:
        """Return a new lane."""
        lane = Lane(self)
        self._lanes.append(lane)
        return lane

    def next_us(self) -> int | None:
        """When the next entry of any lane is due, or None when there is none."""
        heads = [one._heap[0][0] for one in (self, *self._lanes) if one._heap]
        return min(heads, default=None)

    def _first(self) -> Any:
        """Return (time, insertion number, lane) of the first entry of all lanes; None if there is none."""
        heads = self._heads
        while heads:
            head = heads[0]
            heap = head[2]._heap
            if heap and heap[0][1] == head[1]:
                return head
            # it has happened, or another entry of its lane was made that comes before it
            heapq.heappop(heads)
        return None

    def _run(self, limit_us: int, stop: Callable[[], bool] | None) -> bool:
        if self._running:
            raise RuntimeError("This timeline is already running; a stimulus must not run it again.")
        whole, pop, heads = self._heap, heapq.heappop, self._heads
        lookahead = 0 if stop is not None else self._lookahead
        self._running = True
        self._hub = getcurrent()
        horizon = limit_us + 1
        try:
            while True:
                if stop is not None and stop():
                    return True
                first = self._first()
                general = whole[0][0] if whole and whole[0][0] < horizon else horizon
                owner: Timeline = self
                if first is not None and not (whole and whole[0] < first):
                    owner = first[2]
                own = owner._heap
                if not own or own[0][0] > limit_us:
                    break
                us, number, fn, argument = pop(own)
                if own and owner is not self:
                    heapq.heapreplace(heads, (own[0][0], own[0][1], first[2]))
                if number in owner._cancelled:
                    owner._cancelled.discard(number)
                    continue
                self.now_us = us
                if owner is self:
                    for lane in self._lanes:
                        lane.now_us = lane.due = us
                    self.due = us
                else:
                    bound = us + lookahead
                    if not lookahead:
                        first = self._first()
                        bound = general if first is None else first[0]
                    elif own and own[0][0] < bound:
                        bound = own[0][0]
                    owner.now_us = us
                    owner.due = bound if bound < general else general
                fn(argument)
            self._level(max(self.now_us, limit_us))
            return False
        finally:
            self._running = False
            self._hub = None
            self._level(self.now_us)

    def _level(self, us: int) -> None:
        self.now_us = self.due = us
        for lane in self._lanes:
            lane.now_us = max(lane.now_us, us)
            lane.due = lane.now_us
