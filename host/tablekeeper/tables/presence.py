"""Which board is online on which port: a uid is online once, and the first port has it."""

from __future__ import annotations

import threading


class Presence:
    """The boards of a hub by their uids; asked and told from every port's thread."""

    def __init__(self) -> None:
        self._ports: dict[str, str] = {}
        self._lock = threading.Lock()

    def enter(self, uid: str, address: str) -> str:
        """Take a uid for a port unless another has it; return the port that has it now."""
        with self._lock:
            return self._ports.setdefault(uid, address)

    def leave(self, uid: str, address: str) -> None:
        """Give a uid back, if this port has it."""
        with self._lock:
            if self._ports.get(uid) == address:
                del self._ports[uid]
