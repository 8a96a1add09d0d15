"""Several hosts on one PostgreSQL database: which host has a board, changes by others, and the turn to act.

All locks are held by the server, so nothing has to be cleaned up after a host has crashed.

- A board belongs to the host whose writer holds its advisory lock. The lock ends with the writer's session,
so a host that lost its session cannot store records of a board that another host took over.
- Triggers of the database (migration 0012) notify every session of a transaction's changes, by table and key:
  "journals/4554482b9ab1c2d3", "journal_ends/desk_actions/0". `sync` reports the changes of other hosts.
- One host at a time carries out the director's actions at the tables (`take_turn`); it first reads everything
  that the others have written.

A SQLite database has one host: there every method returns at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import select
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablekeeper.store import boards
from tablekeeper.store.database import Database
from tablekeeper.store.failures import StoreError
from tablekeeper.store.serverlocks import ACTING_NUMBER, SESSION, server_failed
from tablekeeper.store.writer import Writer

if TYPE_CHECKING:
    from psycopg import Notify

#: channel of the notifications, as the migration has it
CHANNEL = "tablekeeper"
#: used for changes whose notification was lost
ANYTHING = "*"
#: how often a host sends a statement to the server
LOOK_S = 0.5
#: a host that is silent for this long is treated as hung
FROZEN_S = 15
#: how often a host reads which host has which board
BOARDS_S = 2.0
#: how long an action waits for the action of another host
TURN_S = 10.0
_HOLDERS = (
    "SELECT l.classid::bigint << 32 | l.objid::bigint, a.application_name, l.pid FROM pg_locks l"
    " JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted"
    " AND l.mode = 'ExclusiveLock' AND a.datname = current_database()"
)
_OPEN = (
    "SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()"
    f" AND starts_with(application_name, '{SESSION}') ORDER BY 1"
)
#: ends the sessions of a host whose latest statement is older than FROZEN_S
_END_FROZEN = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = %s"
    " AND (SELECT max(state_change) FROM pg_stat_activity WHERE application_name = %s)"
    f" < clock_timestamp() - interval '{FROZEN_S} seconds'"
)
_log = logging.getLogger(__name__)


def lock_of(uid: str) -> int:
    """Return the number of a board's advisory lock: 63 bits."""
    return int.from_bytes(hashlib.blake2b(uid.encode(), digest_size=8).digest(), "big") >> 1


class Hosts:
    """The hosts of a database, seen from one of them. Any thread may call the methods."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self._follow: Callable[[frozenset[str]], None] = lambda changes: None
        # the session that receives notifications; used only with the lock held
        self._lock = threading.RLock()
        self._session: Any = None
        self._changes: set[str] = set()
        #: a private channel: a message on it arrives after everything that was committed before it
        self._mark = ""
        self._marked = False
        #: held while changes are reported, so that they keep their order
        self._handing = threading.RLock()
        self._seen_elsewhere: dict[str, str] = {}
        self._look_at = 0.0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        #: whether other hosts may write this database, too
        self.shared = database.shared
        if self.shared:
            self._listen()

    def follow(self, callback: Callable[[frozenset[str]], None]) -> None:
        """Call `callback` with the changes of other hosts, each "TABLE/KEY", in the thread that syncs.

        If the connection was lost for a while, the changes contain ANYTHING.
        """
        self._follow = callback

    def start(self) -> None:
        """Follow the other hosts in a separate thread, until `close`."""
        if self.shared and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="other hosts", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            self._drop()

    # --- the hosts of the boards ----------------------------------------------------------

    def hold(self, uid: str) -> str:
        """Lock a board that is plugged in here; return "" on success, else the name of the host that has it.

        If that host hangs, end its sessions, so that it loses its boards.
        """
        if not self.shared:
            return ""
        for _ in range(2):
            if self._writer.run(lambda connection: self._writer.hold(connection, uid, lock_of(uid))):
                return ""
            holder = self.elsewhere().get(uid)
            if holder is None:
                # the other host has just released it
                continue
            if not self._end_frozen(holder):
                return holder
        return self.elsewhere().get(uid, "another host")

    def give_back(self, uid: str) -> None:
        """Release a board that is no longer here, after its queued records are stored."""
        if self.shared:
            self._writer.put(lambda connection: self._database.locks.give_back(connection, uid))

    def does_alone(self, what: str) -> bool:
        """Return whether this host does the task `what` for the whole hall: yes, unless another does it."""
        return not self.shared or what in self._database.locks.held or not self.hold(what)

    def elsewhere(self) -> dict[str, str]:
        """Return the boards that other hosts have, with the names of these hosts."""
        if not self.shared:
            return {}
        known = {lock_of(board.uid): board.uid for board in boards.all_boards(self._database)}
        with self._database.reading() as connection:
            held = connection.exec_driver_sql(_HOLDERS).all()
        return {
            known[number]: name.removeprefix(SESSION)
            for number, name, pid in held
            if number in known and pid not in self._database.locks.own
        }

    def names(self) -> tuple[str, ...]:
        """Return the names of the programs that may write a PostgreSQL database now."""
        if self._database.is_sqlite:
            return ()
        with self._database.reading() as connection:
            found = connection.exec_driver_sql(_OPEN).scalars().all()
        return tuple(name.removeprefix(SESSION) for name in found)

    def _end_frozen(self, holder: str) -> bool:
        name = f"{SESSION}{holder}"
        ended = self._ask(_END_FROZEN, name, name)
        if ended:
            _log.warning("The host %s stood still: its boards are taken over", holder)
            # the server ends a session a moment after the request
            time.sleep(0.5)
        return bool(ended)

    # --- changes by other hosts -------------------------------------------------------------

    def sync(self) -> None:
        """Report everything that other hosts have committed until now."""
        if self.shared:
            self._hand_on(self._wait_for_mark)

    def _hand_on(self, receive: Callable[[], None]) -> None:
        with self._handing:
            with self._lock:
                receive()
                changes, self._changes = frozenset(self._changes), set()
            if changes:
                self._follow(changes)

    def take_turn(self) -> None:
        """Begin this host's turn at the tables, after reading the changes of others.

        Raises StoreError if another host's turn takes longer than TURN_S.
        """
        if not self.shared:
            return
        until = time.monotonic() + TURN_S
        while not self._ask("SELECT pg_try_advisory_lock(%s)", ACTING_NUMBER):
            if time.monotonic() > until:
                raise StoreError("Another host of this hall has been acting for 10 seconds: try again, or "
                                 "see whether that computer still works.")
            time.sleep(0.01)
        try:
            self.sync()
        except BaseException:
            self.end_turn()
            raise

    def end_turn(self) -> None:
        """End this host's turn, so that other hosts can act."""
        if self.shared and self._session is not None:
            # if the session is lost, the turn has ended with it
            with contextlib.suppress(StoreError):
                self._ask("SELECT pg_advisory_unlock(%s)", ACTING_NUMBER)

    def _ask(self, statement: str, *values: object) -> Any:
        with self._lock:
            return self._execute(statement, values).fetchone()[0]

    # --- the session that listens -----------------------------------------------------------

    def _listen(self) -> None:
        import psycopg

        with self._lock, self._database.sentences():
            try:
                pooled = self._database.engine.raw_connection()
            except psycopg.Error as error:
                # SQLAlchemy raises this one unchanged
                raise self._failed(error) from error
            session: Any = pooled.driver_connection
            # this connection stays open, and no open transaction may hide notifications
            pooled.detach()
            self._session = session
            try:
                session.autocommit = True
                session.add_notify_handler(self._note)
                self._mark = f"{CHANNEL}_{session.info.backend_pid}"
                session.execute(f"LISTEN {CHANNEL}")
                session.execute(f"LISTEN {self._mark}")
            except BaseException:
                self._drop()
                raise

    def _drop(self) -> None:
        if self._session is not None:
            with contextlib.suppress(Exception):
                self._session.close()
            self._session = None

    def _note(self, notify: Notify) -> None:
        if notify.channel == self._mark:
            self._marked = True
        elif notify.pid not in self._database.locks.own:
            self._changes.add(notify.payload)

    def _wait_for_mark(self) -> None:
        self._marked = False
        self._execute("SELECT pg_notify(%s, '')", (self._mark,))
        until = time.monotonic() + TURN_S
        while not self._marked:
            if time.monotonic() > until:
                raise StoreError("The database sends no news of other hosts: check whether its server "
                                 "works.")
            time.sleep(0.001)
            self._receive()

    def _receive(self) -> None:
        """Receive notifications; the statement also shows the server that this host works."""
        self._execute("SELECT 1")

    def _look(self) -> None:
        """Receive notifications; every BOARDS_S read who has which board, as a crashed host sends nothing."""
        self._receive()
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + BOARDS_S
            now, before = self.elsewhere(), self._seen_elsewhere
            self._seen_elsewhere = now
            self._changes |= {
                f"boards/{uid}" for uid in now.keys() | before.keys() if now.get(uid) != before.get(uid)
            }

    def _execute(self, statement: str, values: tuple[object, ...] | None = None) -> Any:
        import psycopg

        if self._session is None:
            if self._stopping.is_set():
                # do not open a session after `close`: nobody would close it
                raise StoreError("The database is closed: nothing can be written any more.")
            # notifications of changes in the meantime are lost
            self._listen()
            self._changes.add(ANYTHING)
        try:
            return self._session.execute(statement, values)
        except psycopg.Error as error:
            self._drop()
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> StoreError:
        return StoreError(server_failed(self._database.name, error))

    def _take_again(self) -> None:
        """Begin the writer's new session, which takes the boards' locks: without a write they stay free."""
        # the first statement finds that the old session has ended
        for _ in range(2):
            with contextlib.suppress(StoreError):
                self._writer.run(lambda connection: connection.exec_driver_sql("SELECT 1").close())
                return

    def _run(self) -> None:
        away = False
        while not self._stopping.is_set():
            session = self._session
            try:
                if session is not None and not session.closed:
                    select.select([session.fileno()], [], [], LOOK_S)
                self._hand_on(self._look)
                if away:
                    away = False
                    _log.warning("The database %s works again.", self._database.name)
                    self._take_again()
            except StoreError as error:
                if not away:
                    away = True
                    _log.warning("%s", error)
                self._stopping.wait(1)
            except Exception:
                _log.exception("What other hosts did could not be taken over")
                self._stopping.wait(1)
