"""Allows one action at the tables at a time, in this host and in all hosts of its database."""

from __future__ import annotations

import threading
from types import TracebackType

from tablekeeper.store.hosts import Hosts


class Acting:
    """A reentrant lock. Callbacks of the store never wait for it."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self._lock = threading.RLock()
        self._depth = 0

    def acquire(self, *, blocking: bool = True) -> bool:
        """Take the lock, and read the changes of other hosts; without `blocking` only if it need not wait."""
        if not self._lock.acquire(blocking=blocking):
            return False
        if self._depth == 0:
            if self._hosts.shared and not blocking:
                # this might wait for the turn of another host
                self._lock.release()
                return False
            try:
                self._hosts.take_turn()
            except BaseException:
                self._lock.release()
                raise
        self._depth += 1
        return True

    def release(self) -> None:
        """Release the lock."""
        self._depth -= 1
        if self._depth == 0:
            self._hosts.end_turn()
        self._lock.release()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
