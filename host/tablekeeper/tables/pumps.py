"""One thread that pumps the connections of all ports with a file descriptor.

Polling each port 50 times a second in its own thread costs half a core at 256 boards. Here one selector waits
for all ports: a port is pumped when bytes have arrived, when its records are committed, and when it is due.
"""

from __future__ import annotations

import contextlib
import math
import os
import selectors
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

#: seconds until a port is pumped again although nothing has arrived: after a pump that moved bytes, after
#: one that did not, and while reading is paused
BUSY_S, QUIET_S, PAUSED_S = 0.02, 0.1, 0.01
#: the selector for ttys: kqueue does not support them on every system
_Selector = getattr(selectors, "EpollSelector", getattr(selectors, "PollSelector", selectors.SelectSelector))

#: pumps a connection; returns whether anything happened, None to stop serving its port
Step = Callable[[], bool | None]


@dataclass(slots=True, eq=False)
class _Served:
    """A port that is served: the time of its next pump, and how it ended."""

    handle: int
    step: Step
    paused: Callable[[], bool]
    due: float = 0.0
    watched: bool = False
    error: BaseException | None = None
    over: threading.Event = field(default_factory=threading.Event)


class Pumps:
    """Serves ports until they report that they are done."""

    def __init__(self) -> None:
        self._selector = _Selector()
        self._hears, self._wakes = os.pipe()
        for end in (self._hears, self._wakes):
            os.set_blocking(end, False)
        self._selector.register(self._hears, selectors.EVENT_READ)
        self._served: dict[int, _Served] = {}
        self._woken: deque[_Served | int] = deque()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = self._closed = False
        #: no port is due before this time
        self._soonest = math.inf

    def serve(self, handle: int, step: Step, paused: Callable[[], bool]) -> None:
        """Pump a port in this object's thread until `step` reports the end; raise the error of `step`.

        `paused`: a wait for bytes would return at once.
        """
        served = _Served(handle, step, paused)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="ports", daemon=True)
                self._thread.start()
        self._tell(served)
        served.over.wait()
        if served.error is not None:
            raise served.error

    def wake(self, handle: int) -> None:
        """Pump a port soon; may be called from any thread."""
        self._tell(handle)

    def close(self) -> None:
        """Stop; no port is served any more."""
        self._closing = True
        self._tell(-1)
        if self._thread is not None:
            self._thread.join()
        self._selector.close()
        with self._lock:
            self._closed = True
            os.close(self._hears)
            os.close(self._wakes)

    def _tell(self, what: _Served | int) -> None:
        self._woken.append(what)
        # a commit may finish after the last port is closed
        with self._lock:
            if not self._closed:
                # a full pipe wakes the thread, too
                with contextlib.suppress(BlockingIOError):
                    os.write(self._wakes, b"\0")

    def _run(self) -> None:
        while not self._closing:
            wait = max(0.0, self._soonest - time.monotonic())
            ready = self._selector.select(None if math.isinf(wait) else wait)
            turn = {key.data: None for key, _ in ready if key.data is not None}
            if any(key.data is None for key, _ in ready):
                with contextlib.suppress(BlockingIOError):
                    os.read(self._hears, 4096)
                while self._woken:
                    what = self._woken.popleft()
                    if isinstance(what, _Served):
                        self._served[what.handle] = what
                    if (one := self._served.get(what if isinstance(what, int) else what.handle)) is not None:
                        turn[one] = None
            now = time.monotonic()
            if now >= self._soonest:
                turn |= {one: None for one in self._served.values() if one.due <= now}
            for one in turn:
                self._pump(one)
            if now >= self._soonest:
                self._soonest = min((one.due for one in self._served.values()), default=math.inf)

    def _pump(self, one: _Served) -> None:
        try:
            moved = one.step()
            paused = moved is not None and one.paused()
            self._watch(one, moved is not None and not paused)
        except BaseException as error:
            one.error, moved, paused = error, None, False
            self._watch(one, False)
        if moved is None:
            del self._served[one.handle]
            one.over.set()
            return
        one.due = time.monotonic() + (PAUSED_S if paused else BUSY_S if moved else QUIET_S)
        self._soonest = min(self._soonest, one.due)

    def _watch(self, one: _Served, watched: bool) -> None:
        if watched and not one.watched:
            self._selector.register(one.handle, selectors.EVENT_READ, one)
        elif one.watched and not watched:
            # a port that was closed in the meantime is not in the table any more
            with contextlib.suppress(KeyError, OSError, ValueError):
                self._selector.unregister(one.handle)
        one.watched = watched
