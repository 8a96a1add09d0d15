"""Turns Ctrl-C and SIGTERM into a request to stop; a command obeys it between two steps, never within one."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: how often a request is checked while nothing else happens
_LOOK_S = 0.05
#: Windows never sends SIGTERM, but it has the constant
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """Whether somebody has asked the program to stop."""

    def __init__(self) -> None:
        self.asked = False

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until asked to stop; return whether asked."""
        until = time.monotonic() + seconds
        while not self.asked and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _LOOK_S))
        return self.asked

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Take a signal. A second one stops the program at once, without a tidy end."""
        # only a flag: the interrupted code could hold the lock that would be taken here
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def stopping() -> Iterator[Stop]:
    """Lend a `Stop` that Ctrl-C and SIGTERM set; afterwards both mean again what they meant."""
    stop = Stop()
    before = {number: signal.signal(number, stop.ask) for number in _SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
