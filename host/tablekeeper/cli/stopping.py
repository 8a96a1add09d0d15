"""Converts Ctrl-C and SIGTERM to a request to stop; a command obeys it only between two steps."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: seconds between two checks for a request during a wait
_LOOK_S = 0.05
#: Windows never sends SIGTERM, but it has the constant
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """A request to stop the program."""

    def __init__(self) -> None:
        self.asked = False

    def wait(self, seconds: float) -> bool:
        """Wait for `seconds`, or until a request to stop; return whether there was a request."""
        until = time.monotonic() + seconds
        while not self.asked and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _LOOK_S))
        return self.asked

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal. A second signal stops the program at once, without cleaning up."""
        # set only a flag: the interrupted code may hold a lock that is needed here
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def stopping() -> Iterator[Stop]:
    """Yield a `Stop` that Ctrl-C and SIGTERM set; restore the previous handlers at the end."""
    stop = Stop()
    before = {number: signal.signal(number, stop.ask) for number in _SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
