"""The life of one port: opens the port, lets its connection be pumped, and reopens the port after a loss.

Each port has a thread, because opening it, and reading and storing when its board appears, take time. While
the board is online this thread sleeps: one thread (`pumps.py`) transfers the bytes of all ports.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tablekeeper.store import Store
from tablekeeper.tables.connection import Connection
from tablekeeper.tables.discovery import no_board
from tablekeeper.tables.listener import Listener
from tablekeeper.tables.presence import Presence
from tablekeeper.tables.pumps import Pumps
from tablekeeper.tables.transport import (
    CutOff,
    PortError,
    SerialTransport,
    TransportLost,
    WaitingTransport,
)

#: how long to wait for bytes before checking due work
WAIT_SECONDS = 0.02
#: how long to wait before checking again whether a board may be read
PAUSED_SECONDS = 0.01
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 4.0
#: how long a board's port stays closed after the board has passed a limit
CUT_OFF_SECONDS = 60.0
#: after this time without an introduction a port is reported as having no board
NOBODY_SECONDS = 5.0
_log = logging.getLogger(__name__)


class PortReader:
    """Keeps a connection on a port as long as it runs.

    `told(address, sentence)` is called with the port's problem, and with None when a board answers.
    With `patient` false the reader ends when the port is gone or has no board; a later discovery can
    start it again. With `asks` the board is asked for a hello. `presence`
    knows what is online on other ports; `pumps` carries the bytes. `opens` opens the port; with `only` no
    other uid may speak on it.
    """

    def __init__(
        self,
        address: str,
        store: Store,
        clock: Callable[[], int],
        listener: Listener,
        told: Callable[[str, str | None], None],
        *,
        patient: bool = True,
        asks: bool = True,
        presence: Presence | None = None,
        pumps: Pumps | None = None,
        opens: Callable[[str], WaitingTransport] = SerialTransport,
        only: str = "",
    ) -> None:
        self.address = address
        self.connection: Connection | None = None
        self._store = store
        self._clock = clock
        self._listener = listener
        self._told = told
        self._patient = patient
        self._asks = asks
        self._presence = presence
        self._pumps = pumps
        self._opens = opens
        self._only = only
        #: the port stays closed for a while, because the board has passed a limit
        self.resting = False
        self._nobody_at = math.inf
        self._said: str | None = ""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"port {Path(address).name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def end(self) -> None:
        """Close the port soon."""
        self._stopping.set()
        if self.connection is not None:
            self.connection.wake()

    def stop(self) -> None:
        """Close the port and wait until it is closed."""
        self.end()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    @property
    def running(self) -> bool:
        """Whether the reader is still trying."""
        return self._thread.is_alive()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                transport = self._opens(self.address)
            except PortError as error:
                self._say(str(error))
            else:
                self._serve(transport)
                if time.monotonic() - began > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
            if not self._patient:
                return
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _serve(self, transport: WaitingTransport) -> None:
        connection = Connection(
            transport, self._store, self._clock, self._listener, asks=self._asks,
            address=self.address, presence=self._presence,
        )  # fmt: skip
        connection.only = self._only
        self.connection = connection
        self._nobody_at = time.monotonic() + NOBODY_SECONDS
        rest = 0.0
        reason = "The host was stopped."
        try:
            while self._step(connection) is not None:
                if connection.online and self._pumps is not None and transport.handle is not None:
                    connection.wake = partial(self._pumps.wake, transport.handle)
                    carried = partial(self._carried, connection)
                    self._pumps.serve(transport.handle, carried, lambda: connection.paused)
                elif connection.paused:
                    self._stopping.wait(PAUSED_SECONDS)
                else:
                    transport.wait(WAIT_SECONDS)
        except TransportLost as error:
            reason = str(error)
            self._say(reason)
            rest = CUT_OFF_SECONDS if isinstance(error, CutOff) else 0.0
        except Exception:
            # an error in this program: log the last frames, and start again
            reason = "The host made a mistake on this connection, which is in its log."
            # frames may contain names, so they are printed only on the terminal
            frames = [f"last frame: {one}" for one in connection.ring.lines()]
            _log.exception("The connection on %s failed.", self.address, extra={"frames": frames})
            self._say(reason)
        finally:
            connection.close(reason)
        self.resting = rest > 0
        self._stopping.wait(rest)
        self.resting = False

    def _step(self, connection: Connection) -> bool | None:
        """Pump once; return whether anything happened, None if the port must be closed."""
        if self._stopping.is_set():
            return None
        moved = connection.pump(time.monotonic_ns() // 1_000_000)
        if connection.hello is not None:
            self._say(None)
        elif time.monotonic() >= self._nobody_at:
            self._say(no_board(self.address, len(connection.ring.lines())))
            if not self._patient:
                return None
            self._nobody_at = math.inf
        return moved

    def _carried(self, connection: Connection) -> bool | None:
        """Pump once for `pumps`; return None to give the port back to this thread."""
        moved = self._step(connection)
        return moved if connection.online else None

    def _say(self, sentence: str | None) -> None:
        if sentence != self._said:
            self._said = sentence
            self._told(self.address, sentence)
