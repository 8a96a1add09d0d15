"""The ports of the online boards: a uid is online only once, on the first port in the hall that has it."""

from __future__ import annotations

import threading

from tablekeeper.store.hosts import Hosts


class Presence:
    """The boards of a hub by their uids; used by every port's thread."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self._ports: dict[str, str] = {}
        self._lock = threading.Lock()

    def enter(self, uid: str, address: str) -> str:
        """Take a uid for a port unless another port, here or at another host, has it; return its owner."""
        with self._lock:
            port = self._ports.setdefault(uid, address)
        if port != address:
            return port
        try:
            host = self._hosts.hold(uid)
        except BaseException:
            self._leave(uid, address)
            raise
        if not host:
            return address
        self._leave(uid, address)
        return f"another host of this hall ({host})"

    def leave(self, uid: str, address: str) -> None:
        """Release a uid if this port has it, after all queued records of the board."""
        if self._leave(uid, address):
            self._hosts.give_back(uid)

    def _leave(self, uid: str, address: str) -> bool:
        with self._lock:
            has = self._ports.get(uid) == address
            if has:
                del self._ports[uid]
            return has
