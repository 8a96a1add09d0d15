"""The public interface of the store: opened once, read from any thread, written by one writer."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Table, func, select, update

from tablekeeper.journal.action import Action
from tablekeeper.store import boards, heads, logs, schema, sealing, standing, verification
from tablekeeper.store.actions import ActionStore
from tablekeeper.store.boards import BoardRow
from tablekeeper.store.commands import Commands
from tablekeeper.store.counters import Counters
from tablekeeper.store.database import Database, default_database
from tablekeeper.store.entries import Entries
from tablekeeper.store.erasure import Erasure
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.events import EventStore
from tablekeeper.store.failures import StoreError
from tablekeeper.store.heads import Head
from tablekeeper.store.hosts import Hosts
from tablekeeper.store.intake import Batch, Ingested
from tablekeeper.store.logs import Base, Gap, JournalRow, Logs, Quarantined
from tablekeeper.store.matches import Matches, next_segment
from tablekeeper.store.pendingwrite import PendingWrite
from tablekeeper.store.people import People
from tablekeeper.store.releasing import release
from tablekeeper.store.rewinding import rewind
from tablekeeper.store.shipping import VenueJournals
from tablekeeper.store.writer import Committed, Writer

#: seconds after which the heads beside the file are written again
HEADS_S = 30


class Store:
    """The opened database. All methods may be called from any thread.

    Methods that write return after the commit, unless they return a future.
    """

    def __init__(self, database: Database, *, now: Callable[[], int], threaded: bool) -> None:
        self._database = database
        self._now = now
        self._logs = Logs(database)
        self._heads_s = time.monotonic()
        #: a sentence for each end of a journal, or of the log, that the file had before and has no more
        self.lost: tuple[str, ...] = ()
        if self.file is not None and database.cut_log is not None:
            heads.note_cut(self.file, database.cut_log)
        if self.file is not None and not database.read_only:
            self.lost = heads.set_aside(self.file, database)
        self.counters = Counters()
        self._writer = Writer(database, self.counters, threaded=threaded, after=self._keep_heads_sometimes)
        self.hosts = Hosts(database, self._writer)
        self.matches = Matches(database, self._writer, now)
        self.commands = Commands(database, self._writer, now)
        erasures = Erasures()
        self.events = EventStore(database, self._writer, now, erasures)
        self.desk = ActionStore(schema.desk_actions, database, self._writer, now, erasures)
        self.people = People(database, self._writer, now, erasures)
        self.entries = Entries(database, self._writer, now, erasures)
        self._director = ActionStore(schema.actions, database, self._writer, now, erasures)
        self.erasure = Erasure(database, self._writer, now, erasures)
        self.shipped = VenueJournals(database, self._writer)
        if database.shared and self._writer.run(_notice_restore):
            self.act("director", "restore backup", {})

    @property
    def name(self) -> str:
        """The database's name in sentences."""
        return self._database.name

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database; None for any other database."""
        if not self._database.is_sqlite or self._database.in_memory:
            return None
        return Path(self._database.url.database or "")

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for the writer."""
        return self._writer.waiting

    def size(self) -> int:
        """Return the size of the database in bytes, including its write-ahead log."""
        if self.file is None:
            pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
            query = pages if self._database.is_sqlite else "SELECT pg_database_size(current_database())"
            with self._database.reading() as connection:
                return int(connection.exec_driver_sql(query).scalar_one())
        parts = (self.file, self.file.with_name(f"{self.file.name}-wal"))
        return sum(one.stat().st_size for one in parts if one.exists())

    @property
    def announced(self) -> str | None:
        """The address that was last announced for this database; its process may have ended."""
        return self._database.announced()

    def announce(self, host: str | None) -> None:
        """Announce the address at which this process acts for commands that find the database in use."""
        self._database.announce(host)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Commit all queued jobs, and close the database."""
        try:
            self.hosts.close()
            self._writer.close()
            self._keep_heads()
        finally:
            self._database.close()

    def abandon(self) -> None:
        """Close the database without committing queued jobs, as after a killed process."""
        try:
            self.hosts.close()
            self._writer.abandon()
        finally:
            self._database.close()

    def flush(self) -> None:
        """Commit everything queued so far, and wait for it."""
        self._writer.flush()

    def listen(self, callback: Callable[[Committed], None]) -> None:
        """Call `callback` after each commit with data from a board, in the writer's thread.

        The callback may write: each of its writes is committed at once, in a separate transaction.
        """
        self._writer.listen(callback)

    # --- the boards' logs -----------------------------------------------------------------

    def ingest(self, batch: Batch) -> PendingWrite[Ingested]:
        """Store a frame's records; the future is done after the commit. On StoreError nothing was stored."""
        return self._writer.put(batch)

    def acked(self, uid: str, journal: int) -> int:
        """Return the last sequence that may be acknowledged to a board; 0 = none."""
        return self._logs.acked(uid, journal)

    def records(self, uid: str, journal: int, first: int = 1, last: int | None = None) -> list[bytes]:
        """Return a journal's records in order, from `first` to `last` (None: to the end)."""
        return self._logs.records(uid, journal, first, last)

    def received(self, uid: str, journal: int) -> list[tuple[int, int]]:
        """Return (sequence, hall ms of its arrival) of a journal's records, in order."""
        return self._logs.received(uid, journal)

    def count(self, uid: str) -> int:
        """Return the number of stored records of a board."""
        return self._logs.count(uid)

    def journals(self, uid: str) -> list[JournalRow]:
        """Return a board's journals in the order they appeared."""
        return self._logs.journals(uid)

    def gaps(self, uid: str) -> list[Gap]:
        """Return the ranges of records that the board had lost before it sent its log."""
        return self._logs.gaps(uid)

    def quarantined(self, uid: str) -> list[Quarantined]:
        """Return a board's records in quarantine, oldest first."""
        return self._logs.quarantined(uid)

    def bases(self, uid: str) -> list[Base]:
        """Return a board's time bases whose hall time is known."""
        return self._logs.bases(uid)

    def set_base(self, base: Base) -> PendingWrite[None]:
        """Store a time base; replaces its previous values."""
        return self._writer.put(lambda connection: logs.keep_base(connection, base))

    def restored(self) -> None:
        """Note that the database was restored from a copy: each board must send all its records again."""
        self._writer.run(_ask_again)

    def rewind(self, until_ms: int) -> None:
        """Restore the state of a moment, except for the data that `director.rewinding` makes again."""
        self._writer.rewrite(lambda connection: rewind(connection, until_ms))

    def asks_again(self, uid: str, journal: int) -> bool:
        """Return whether a board must send all its records of a journal again."""
        return any(one.reread for one in self.journals(uid) if one.journal == journal)

    def asked_again(self, uid: str, journal: int) -> PendingWrite[None]:
        """Note that a board has sent all records of a journal that it still has."""
        table = schema.journals
        own = (table.c.uid == uid) & (table.c.journal == journal)
        done = update(table).where(own).values(reread=0)
        return self._writer.put(lambda connection: connection.execute(done))

    def problems(self) -> Iterator[str]:
        """Yield a sentence for each row of a board's log that is not what the board wrote."""
        return verification.problems(self._database)

    # --- the checksums of journals --------------------------------------------------------

    def heads(self) -> tuple[Head, ...]:
        """Return the last number and the checksum of every journal, by name."""
        return heads.heads(self._database)

    def differences(self, written: Sequence[Head] = ()) -> Iterator[str]:
        """Yield a sentence for each head that no longer agrees: of these, and of those beside the file."""
        if self.file is not None:
            yield from heads.cuts(self.file)
        beside = () if self.file is None else heads.beside(self.file)
        for one in (beside, written):
            yield from (sentence for _, sentence in heads.differences(self._database, one))

    def _keep_heads_sometimes(self) -> None:
        now = time.monotonic()
        if now - self._heads_s >= HEADS_S:
            self._heads_s = now
            self._keep_heads()

    def _keep_heads(self) -> None:
        if self.file is None or self._database.read_only:
            return
        # a failing database is reported by the calls that read or write it
        with contextlib.suppress(StoreError):
            heads.keep(self.file, self.heads())

    # --- for support bundles: counts, and the texts that they leave out ------------------

    def rows(self) -> dict[str, int]:
        """Return the number of rows of each table."""
        with self._database.reading() as connection:
            return {
                name: connection.scalar(select(func.count()).select_from(table)) or 0
                for name, table in sorted(schema.metadata.tables.items())
            }

    def bodies(self) -> Iterator[str]:
        """Yield the JSON body of every action of all journals."""
        for table in _journals():
            with self._database.reading() as connection:
                yield from connection.scalars(select(table.c.body))

    def actors(self) -> set[str]:
        """Return the names of all actors in the journals."""
        with self._database.reading() as connection:
            return {
                one for table in _journals() for one in connection.scalars(select(table.c.actor).distinct())
            }

    # --- boards ---------------------------------------------------------------------------

    def boards(self) -> list[BoardRow]:
        """Return all boards, in the order they were first met."""
        return boards.all_boards(self._database)

    def board(self, uid: str) -> BoardRow | None:
        """Return a board; None if it never connected."""
        return boards.one_board(self._database, uid)

    def board_seen(self, uid: str, firmware: str = "") -> PendingWrite[None]:
        """Note that a board is here now; if `firmware` is empty, keep the known one."""
        now = self._now()
        return self._writer.put(lambda connection: boards.enter(connection, uid, now, firmware))

    def make_tables(
        self, actor: str, action: str, body: Callable[[tuple[str, ...]], Mapping[str, Any]],
        names: Sequence[str],
    ) -> tuple[str, ...]:  # fmt: skip
        """Make tables without boards, and enter the action about their uids, in one transaction."""
        now = self._now()

        def job(connection: Connection) -> tuple[str, ...]:
            uids = boards.make_tables(connection, names, now)
            self._director.add(connection, now, [(actor, action, body(uids))])
            return uids

        return self._writer.run(job)

    def name_board(self, uid: str, name: str) -> bool:
        """Name a board; return whether it is known."""
        return self._writer.run(lambda connection: boards.rename(connection, uid, name))

    # --- the director's journal -----------------------------------------------------------

    def act(self, actor: str, action: str, body: Mapping[str, Any]) -> int:
        """Enter an action into the director's journal; return its number."""
        return self._director.enter(actor, action, body)

    def move_match(
        self, actor: str, action: str, body: Mapping[str, Any], match_id: int, uid: str,
        end: tuple[int | None, int | None],
    ) -> None:  # fmt: skip
        """Enter an action that continues a match at a board, and begin its segment there, in one transaction.

        `end` is (to_seq, ended_ms) of the current segment.
        """
        now = self._now()

        def job(connection: Connection) -> None:
            self._director.add(connection, now, [(actor, action, body)])
            next_segment(connection, now, match_id, uid, end)

        self._writer.run(job)

    def release(self, held: Quarantined, actor: str, action: str, body: Mapping[str, Any]) -> Ingested:
        """Replace the stored record by one from quarantine, and enter the action, in one transaction."""
        if host := self.hosts.elsewhere().get(held.uid):
            raise StoreError("The board is at another host of this hall: release its record at %(host)s.",
                             host=host)
        number, now = held.id, self._now()

        def job(connection: Connection) -> None:
            release(connection, number)
            self._director.add(connection, now, [(actor, action, body)])

        self._writer.rewrite(job)
        # it passes the intake like any record, because later records may now be acknowledged
        batch = Batch(held.uid, held.journal, held.seq - 1, (held.bytes,), held.received_ms)
        done = self.ingest(batch)
        self.flush()
        return done.result()

    def last_action(self) -> int:
        """Return the number of the director's last action, from the table of journal ends."""
        return self._director.ends().get(0, 0)

    def director_problem(self) -> str:
        """Return the problem in the director's journal, as the end of a sentence; "" if there is none."""
        return self._director.problem()

    def actions(self, after: int = 0) -> list[Action]:
        """Return the director's actions with a number above `after`, oldest first."""
        return self._director.actions(after=after)


def open_store(
    url: str | None = None, *, now: Callable[[], int], threaded: bool = True, read_only: bool = False
) -> Store:
    """Open a database (a URL, or the path of a SQLite file; None: this user's default) and update it.

    `now` returns the hall's time in ms. Without `threaded` everything is written in the caller's
    thread, at `flush`. With `read_only` a database can be read while another Tablekeeper writes it.
    Raises StoreError if the database cannot be used.
    """
    database = Database(default_database() if url is None else url, read_only=read_only)
    try:
        return Store(database, now=now, threaded=threaded)
    except BaseException:
        database.close()
        raise


__all__ = ["Store", "StoreError", "open_store"]


def _ask_again(connection: Connection) -> None:
    connection.execute(update(schema.journals).values(reread=1))


def _notice_restore(connection: Connection) -> bool:
    restored = standing.moved(connection)
    if restored:
        _ask_again(connection)
    return restored


def _journals() -> list[Table]:
    return [schema.metadata.tables[name] for name in sealing.NAMES]
