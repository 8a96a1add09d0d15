"""All real ports of this computer: finds boards when they are plugged in, and keeps them connected."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any

from tablekeeper.store import Store
from tablekeeper.tables.connection import Connection
from tablekeeper.tables.discovery import Port, candidates
from tablekeeper.tables.linetransport import LineTransport
from tablekeeper.tables.listener import Listener
from tablekeeper.tables.presence import Presence
from tablekeeper.tables.pumps import Pumps
from tablekeeper.tables.reader import PortReader
from tablekeeper.tables.trace import Traced, describe

LOOK_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Hub:
    """Runs a reader for each port; one thread transfers the bytes of all ports.

    `ports` names them; None: all ports with our USB product name.
    `told(address, sentence)` is called with a port's problem, and with None when its board answers. A
    found port without a board is ignored until it is plugged in again.
    """

    def __init__(
        self,
        store: Store,
        listener: Listener,
        *,
        clock: Callable[[], int],
        ports: Sequence[str] | None = None,
        told: Callable[[str, str | None], None] | None = None,
        look: Callable[[], list[Port]] = candidates,
    ) -> None:
        self._store = store
        self._listener = listener
        self._clock = clock
        self._named = None if ports is None else list(dict.fromkeys(ports))
        self._told = told
        self._look = look
        self._readers: dict[str, PortReader] = {}
        self._dismissed: set[str] = set()
        self._said: dict[str, str | None] = {}
        self._presence = Presence(store.hosts)
        self._pumps = Pumps()
        self._lock = threading.Lock()
        self._attaching = threading.Lock()
        self._stopping = threading.Event()
        self._finder: threading.Thread | None = None

    def start(self) -> None:
        """Open the ports; search for new boards every two seconds."""
        if self._named is not None:
            for address in self._named:
                self._open(address, patient=True, asks=True)
            return
        self._finder = threading.Thread(target=self._find, name="port finder", daemon=True)
        self._finder.start()

    def stop(self) -> None:
        """Close all ports and wait until they are closed."""
        with self._attaching:
            self._stopping.set()
        if self._finder is not None:
            self._finder.join()
        with self._lock:
            readers = list(self._readers.values())
        for reader in readers:
            reader.end()
        for reader in readers:
            reader.stop()
        self._pumps.close()

    def attach(self, end: socket.socket, uid: str) -> bool:
        """Serve the line of a phone that is the board `uid`, and no other, until either end is closed.

        It replaces an earlier line of this phone. Return False if the phone is cut off, because it has passed
        a limit, or if the host stops.
        """
        address = f"phone {uid}"
        with self._attaching:
            with self._lock:
                earlier = self._readers.get(address)
            if self._stopping.is_set() or (earlier is not None and earlier.resting):
                return False
            if earlier is not None:
                earlier.stop()
            reader = self._reader(
                address, patient=False, asks=True, opens=lambda _: LineTransport(end), only=uid
            )
            with self._lock:
                self._readers[address] = reader
            reader.start()
        return True

    def connections(self) -> dict[str, Connection]:
        """Return the connection on each open port, by its address."""
        with self._lock:
            readers = list(self._readers.values())
        return {reader.address: reader.connection for reader in readers if reader.connection is not None}

    def want_screen(self, uid: str, until_ms: int) -> None:
        """Ask a board for its display until a hall time; nothing happens while it is offline."""
        for connection in self.connections().values():
            if connection.uid == uid:
                connection.want_screen(until_ms)

    def trace(self, which: str) -> list[Traced]:
        """Return the last frames of a port, or of a board's port: oldest first, empty when unknown."""
        for address, connection in self.connections().items():
            if which in (address, connection.uid):
                return connection.ring.lines()
        return []

    def traces(self) -> dict[str, list[str]]:
        """Return the last frames of each open port without texts (`describe`), by board, else by address."""
        return {
            connection.uid or address: [
                f"{one.ms:>10} {one.direction} {describe(one.line, texts=False)}"
                for one in connection.ring.lines()
            ]
            for address, connection in self.connections().items()
        }

    def _find(self) -> None:
        while not self._stopping.is_set():
            try:
                present = {port.address: port.data for port in self._look()}
            except OSError:
                _log.exception("The computer's ports cannot be listed")
            else:
                self._attend(present)
            self._stopping.wait(LOOK_SECONDS)

    def _attend(self, present: dict[str, bool]) -> None:
        with self._lock:
            for address, reader in list(self._readers.items()):
                if not reader.running:
                    del self._readers[address]
                    if reader.connection is not None and reader.connection.hello is None:
                        # the board's console, or no board
                        self._dismissed.add(address)
            self._dismissed &= present.keys()
            wanted = present.keys() - self._dismissed - self._readers.keys()
        for address in sorted(wanted):
            self._open(address, patient=False, asks=present[address])

    def _say(self, address: str, sentence: str | None) -> None:
        # a port that cannot be opened is tried again and again, but reported once
        if self._said.get(address, "") != sentence:
            self._said[address] = sentence
            if self._told is not None:
                self._told(address, sentence)

    def _open(self, address: str, *, patient: bool, asks: bool) -> None:
        reader = self._reader(address, patient=patient, asks=asks)
        with self._lock:
            self._readers[address] = reader
        reader.start()

    def _reader(self, address: str, **how: Any) -> PortReader:
        return PortReader(
            address, self._store, self._clock, self._listener, self._say, presence=self._presence,
            pumps=self._pumps, **how,
        )  # fmt: skip
