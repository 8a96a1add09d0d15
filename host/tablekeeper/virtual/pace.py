"""Runs a virtual hall at a multiple of real time, or as fast as possible."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tablekeeper.virtual.hall import VirtualHall

#: the longest piece of virtual time computed in one go
_PIECE_US = 2_000_000
#: how often clicks and progress are checked
_LOOK_S = 0.02


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Let the garbage collector run rarely: with Python's own thresholds it takes up to 9 % of the time."""
    before = gc.get_threshold()
    gc.set_threshold(10_000, 10, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@_collecting_seldom()
def run_at(
    hall: VirtualHall,
    speed: float | None,
    stop: Callable[[], bool],
    look: Callable[[], None] = lambda: None,
) -> None:
    """Run the hall until `stop()` holds; `speed` None is as fast as the computer can.

    The hall's clock sends its rate to the pages: the chosen speed, or the speed that the computer reaches.
    """
    began, base = time.monotonic(), hall.timeline.now_us
    hall.clock.rate = speed or 1.0
    since, since_us = began, base
    while not stop():
        hall.press_clicked()
        now = time.monotonic()
        ahead = _PIECE_US
        if speed is not None:
            ahead = min(_PIECE_US, base + round((now - began) * speed * 1_000_000) - hall.timeline.now_us)
        if ahead > 0:
            hall.run_for(ahead)
        look()
        if now - since >= 1:
            managed = (hall.timeline.now_us - since_us) / 1_000_000 / (now - since)
            if speed is None or managed < 0.9 * speed:
                hall.clock.rate = managed
                # do not catch up missed time at a higher speed
                began, base = now, hall.timeline.now_us
            else:
                hall.clock.rate = speed
            since, since_us = now, hall.timeline.now_us
        if speed is not None:
            rest = _LOOK_S - (time.monotonic() - now)
            if rest > 0:
                time.sleep(rest)
