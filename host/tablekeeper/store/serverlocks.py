"""The sessions of a host's writer at a PostgreSQL server, and the advisory locks that they hold.

All hosts share one lock; an update of the schema needs it exclusively. A host holds another lock for each of
its boards (`hosts`). Locks end with their session, so a new session takes those again that are still free.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, exc, func, select

from tablekeeper.languages import _
from tablekeeper.store.standing import place

#: the lock that all hosts share, a number: "TBLK" in four letters
LOCK_NUMBER = 0x54424C4B
#: the lock of a transaction that writes more than records: one at a time for all hosts together
TURN_NUMBER = LOCK_NUMBER + 1
#: the lock of an action at the tables
ACTING_NUMBER = LOCK_NUMBER + 2
#: the beginning of the sessions' name at the server; the name of the host follows
SESSION = "tablekeeper on "
#: the same of a program that only reads
READER = "tablekeeper reads on "
#: how long a host waits for others to close the database or to change its schema
UPDATE_S = 10.0
#: PostgreSQL's states for "failed together with another transaction: try again"
_CONTENDED = ("40001", "40P01")
#: and for "permission denied"
_FORBIDDEN = "42501"


def forbidden(error: exc.DBAPIError) -> bool:
    """Return whether PostgreSQL refused a statement because the role has no right to it."""
    return getattr(error.orig, "sqlstate", None) == _FORBIDDEN


def server_failed(name: str, error: BaseException | None) -> str:
    """Return the sentence about an error of a server's database, which is named without its password."""
    return _(
        "The database %(name)s does not work (%(told)s): check its server and the address; the boards keep "
        "what is not stored yet.",
        name=name, told=first_line(error),
    )  # fmt: skip


def first_line(error: BaseException | None) -> str:
    """Return a driver's message; its further lines are questions, or repeat the first for other addresses."""
    return " ".join(next(iter(str(error).splitlines()), "").split())


def own_name() -> str:
    """Return this host's name at the server and in sentences: its computer and process."""
    return f"{socket.gethostname()[:24]}, process {os.getpid()}"


def contended(error: BaseException | None) -> bool:
    """Return whether an error of the database means that the transaction may be repeated."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in _CONTENDED


class ServerLocks:
    """The writer's sessions: the present one and its locks."""

    def __init__(self) -> None:
        #: process ids of our present and earlier sessions at the server
        self.own: set[int] = set()
        #: numbers of the locks of the boards that we have; boards that another host has taken from us
        self.held: dict[str, int] = {}
        self.lost: set[str] = set()
        #: the place of the database at the first session (standing.py)
        self._place = ""

    def moved(self, connection: Connection) -> bool:
        """Return whether the database was restored since our first session: cached data may be wrong."""
        here = place(connection)
        connection.commit()
        self._place = self._place or here
        return here != self._place

    def begin(self, connection: Connection) -> bool:
        """Take the locks for a new session; return False while another host changes the schema."""
        raw: Any = connection.connection.driver_connection
        self.own.add(raw.info.backend_pid)
        if not _waits(connection, "pg_try_advisory_lock_shared"):
            return False
        for uid, number in list(self.held.items()):
            if not _locks(connection, "pg_try_advisory_lock", number):
                del self.held[uid]
                self.lost.add(uid)
        return True

    @contextlib.contextmanager
    def alone(self, connection: Connection) -> Iterator[bool]:
        """Take the right to change the schema; yield False if other hosts have the database open."""
        # release the shared lock first: two hosts that both hold it would wait for each other
        _locks(connection, "pg_advisory_unlock_shared", LOCK_NUMBER)
        yield _waits(connection, "pg_try_advisory_lock")
        _locks(connection, "pg_advisory_lock_shared", LOCK_NUMBER)
        _locks(connection, "pg_advisory_unlock", LOCK_NUMBER)

    def hold(self, connection: Connection, uid: str, number: int) -> bool:
        """Take the lock of a board within a transaction; return whether it was free, or ours already."""
        if uid not in self.held:
            if not connection.scalar(select(func.pg_try_advisory_lock(number))):
                return False
            self.held[uid] = number
        self.lost.discard(uid)
        return True

    def give_back(self, connection: Connection, uid: str) -> None:
        """Release the lock of a board."""
        number = self.held.pop(uid, None)
        if number is not None:
            connection.execute(select(func.pg_advisory_unlock(number)))


def _waits(connection: Connection, function: str) -> bool:
    """Try for UPDATE_S to take the lock that all hosts share; return whether we have it."""
    until = time.monotonic() + UPDATE_S
    while not (free := _locks(connection, function, LOCK_NUMBER)):
        if time.monotonic() > until:
            break
        time.sleep(0.05)
    return free


def _locks(connection: Connection, function: str, number: int) -> bool:
    """Call a function of advisory locks outside any transaction; return its result."""
    said = connection.scalar(select(getattr(func, function)(number)))
    connection.commit()
    return bool(said)
