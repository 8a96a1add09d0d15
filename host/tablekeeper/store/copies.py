"""The federation's database: separate copies of each venue's journals, on SQLite or PostgreSQL.

Any number of consumers may write it at the same time. Transactions of one venue run one after the other: each
locks the venue's row (PostgreSQL) or the whole file (SQLite). An entry can only be added behind the last one,
so a message that arrives twice, or at two consumers, is stored once.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, Engine, delete, event, func, insert, select

from tablekeeper.federation.messages import Mark, ShippingSession
from tablekeeper.store import driver
from tablekeeper.store.copyledger import CopyLedger
from tablekeeper.store.copytables import (
    PARTED,
    REFUSED,
    VERSION,
    aside,
    conflicts,
    ends,
    entries,
    metadata,
    removals,
    same_people,
    venues,
    version,
)  # fmt: skip
from tablekeeper.store.database import BUSY_MS, address, only_readable, shown_address
from tablekeeper.store.failures import NoDatabase, StoreError
from tablekeeper.store.serverlocks import first_line, forbidden

_WRITES = "federation_writes"


@dataclass(frozen=True, slots=True)
class VenueCopy:
    """A venue as the federation knows it."""

    venue: str
    heard_ms: int
    journals: int
    entries: int
    conflicts: int


@dataclass(frozen=True, slots=True)
class CopyConflict:
    """A journal whose entries behind number `agreed` differ between the venue and this copy."""

    venue: str
    journal: str
    agreed: int
    #: the last entry at the venue, and here
    theirs: int
    ours: int
    noticed_ms: int


@dataclass(frozen=True, slots=True)
class OrderedRemoval:
    """A removal that one venue was ordered to do."""

    removal: int
    venue: str
    people: tuple[int, ...]
    ordered_ms: int
    confirmed_ms: int | None


@dataclass(frozen=True, slots=True)
class SamePerson:
    """A person of a venue who is treated as a person of another venue, and the evidence for it."""

    venue: str
    person: int
    as_venue: str
    as_person: int
    evidence: str


class Copies:
    """The opened database of a federation. All methods may be called from any thread."""

    def __init__(self, text: str, *, now: Callable[[], int], new: bool = True) -> None:
        """Open it; make a SQLite file that does not exist only if it may be `new`, else raise NoDatabase."""
        self._now = now
        self._url = address(text)
        self._sqlite = self._url.get_backend_name() == "sqlite"
        #: this user may only read it
        self._apart = self._sqlite and not new and only_readable(text)
        self.name = shown_address(self._url)
        if self._sqlite and not new and not Path(self._url.database or "").exists():
            raise NoDatabase(
                "There is no database %(name)s: name the federation's with --database; `tablekeeper "
                "federation serve` makes it.",
                name=self.name,
            )
        self._engine = self._open()
        # pages that read a SQLite file must not delay a writer
        self._writes = self._engine.execution_options(**{_WRITES: not self._apart})
        with self._sentences(), self._writes.begin() as connection:
            self._prepare(connection)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def __enter__(self) -> Copies:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing by consumers -------------------------------------------------------------

    @contextlib.contextmanager
    def of_venue(self, venue: str) -> Iterator[CopyLedger]:
        """Yield a venue's copies for one transaction; commit it at the end."""
        with self._sentences(), self._writes.begin() as connection:
            self._enter(connection, venue)
            row = connection.execute(select(venues).where(venues.c.venue == venue).with_for_update()).one()
            ledger = CopyLedger(connection, venue, ShippingSession(row.number, row.life), self._now())
            yield ledger
            ledger.flush()

    def _enter(self, connection: Connection, venue: str) -> None:
        if connection.scalar(select(venues.c.venue).where(venues.c.venue == venue)) is None:
            # two consumers may meet a new venue at once
            if self._sqlite:
                from sqlalchemy.dialects.sqlite import insert as entered
            else:
                from sqlalchemy.dialects.postgresql import insert as entered  # type: ignore[assignment]
            row = entered(venues).values(venue=venue, number=0, life="", heard_ms=self._now())
            connection.execute(row.on_conflict_do_nothing())

    # --- queries --------------------------------------------------------------------------

    def venues(self) -> tuple[VenueCopy, ...]:
        """Return all venues, by name."""
        sums = select(ends.c.venue, func.count().label("journals"), func.sum(ends.c.number).label("entries"))
        parted = select(conflicts.c.venue, func.count().label("parted")).group_by(conflicts.c.venue)
        with self._reading() as connection:
            counts = {row.venue: row for row in connection.execute(sums.group_by(ends.c.venue))}
            held = {row.venue: row.parted for row in connection.execute(parted)}
            return tuple(
                VenueCopy(
                    row.venue, row.heard_ms, counts[row.venue].journals if row.venue in counts else 0,
                    int(counts[row.venue].entries) if row.venue in counts else 0, held.get(row.venue, 0),
                )
                for row in connection.execute(select(venues).order_by(venues.c.venue))
            )  # fmt: skip

    def ends(self) -> dict[tuple[str, str], Mark]:
        """Return the end of each journal, by venue and name."""
        with self._reading() as connection:
            return {
                (row.venue, row.journal): Mark(row.number, row.checksum)
                for row in connection.execute(select(ends))
            }

    def contents(self, venue: str, journal: str, after: int = 0) -> Iterator[str]:
        """Yield the contents of a journal's entries behind one, in order."""
        query = select(entries.c.content).where(
            entries.c.venue == venue, entries.c.journal == journal, entries.c.number > after
        )
        with self._reading() as connection:
            yield from connection.scalars(query.order_by(entries.c.number)).all()

    def holding(self, venue: str, prefix: str, text: str) -> tuple[str, ...]:
        """Return the journals of a venue whose names begin so and whose entries have a text in them."""
        query = select(entries.c.journal).where(
            entries.c.venue == venue,
            entries.c.journal.startswith(prefix, autoescape=True),
            entries.c.content.contains(text, autoescape=True),
        )
        with self._reading() as connection:
            return tuple(connection.scalars(query.distinct().order_by(entries.c.journal)))

    def conflicts(self) -> tuple[CopyConflict, ...]:
        """Return what somebody has to decide, by venue and journal."""
        query = (
            select(conflicts, ends.c.number.label("ours"))
            .outerjoin(ends, (ends.c.venue == conflicts.c.venue) & (ends.c.journal == conflicts.c.journal))
            .order_by(conflicts.c.venue, conflicts.c.journal)
        )
        with self._reading() as connection:
            return tuple(
                CopyConflict(row.venue, row.journal, row.agreed, row.last, row.ours or 0, row.noticed_ms)
                for row in connection.execute(query)
            )

    def set_aside(self) -> dict[tuple[str, str, str], int]:
        """Return how many entries are set aside, by venue, journal and reason."""
        query = select(aside.c.venue, aside.c.journal, aside.c.why, func.count().label("many")).group_by(
            aside.c.venue, aside.c.journal, aside.c.why
        )
        with self._reading() as connection:
            return {(row.venue, row.journal, row.why): row.many for row in connection.execute(query)}

    def refused(self) -> dict[tuple[str, str], tuple[int, str]]:
        """Return the entries whose content was refused: number and reason, by venue and journal."""
        query = select(aside.c.venue, aside.c.journal, aside.c.number, aside.c.content)
        with self._reading() as connection:
            return {
                (row.venue, row.journal): (row.number, row.content.partition("\n")[0])
                for row in connection.execute(query.where(aside.c.why == REFUSED))
            }

    def discard(self, venue: str) -> int:
        """Delete the entries that were set aside when a venue was followed; return their number."""
        with self._sentences(), self._writes.begin() as connection:
            where = (aside.c.venue == venue) & (aside.c.why == PARTED)
            return connection.execute(delete(aside).where(where)).rowcount

    # --- removals, and people of several venues -------------------------------------------

    def order_removal(self, people: dict[str, tuple[int, ...]]) -> int:
        """Order that the names of people are removed at every venue; return the removal's number."""
        with self._sentences(), self._writes.begin() as connection:
            number = 1 + (connection.scalar(select(func.max(removals.c.removal))) or 0)
            # a venue that joined may have sent no message yet
            told = {*connection.scalars(select(venues.c.venue).with_for_update()), *people}
            now = self._now()
            connection.execute(
                insert(removals),
                [
                    {"removal": number, "venue": one, "people": json.dumps(people.get(one, ())),
                     "ordered_ms": now}
                    for one in sorted(told)
                ],
            )  # fmt: skip
            return number

    def removals(self) -> tuple[OrderedRemoval, ...]:
        """Return every removal at every venue."""
        with self._reading() as connection:
            return tuple(
                OrderedRemoval(
                    row.removal, row.venue, tuple(json.loads(row.people)), row.ordered_ms, row.confirmed_ms
                )
                for row in connection.execute(select(removals).order_by(removals.c.removal, removals.c.venue))
            )

    def same_people(self) -> tuple[SamePerson, ...]:
        """Return the people who are treated as a person of another venue."""
        with self._reading() as connection:
            return tuple(
                SamePerson(row.venue, row.person, row.as_venue, row.as_person, row.evidence)
                for row in connection.execute(
                    select(same_people).order_by(same_people.c.venue, same_people.c.person)
                )
            )

    def note_same(self, told: SamePerson) -> None:
        """Note that two people are one person; replaces an earlier note about the first one."""
        with self._sentences(), self._writes.begin() as connection:
            self._forget_same(connection, told.venue, told.person)
            values = {name: getattr(told, name) for name in SamePerson.__dataclass_fields__}
            connection.execute(insert(same_people).values(**values, noted_ms=self._now()))

    def note_other(self, venue: str, person: int) -> bool:
        """Delete the note that a person is a person of another venue; return whether there was one."""
        with self._sentences(), self._writes.begin() as connection:
            return self._forget_same(connection, venue, person)

    @staticmethod
    def _forget_same(connection: Connection, venue: str, person: int) -> bool:
        own = (same_people.c.venue == venue) & (same_people.c.person == person)
        return connection.execute(delete(same_people).where(own)).rowcount > 0

    # --- opening --------------------------------------------------------------------------

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._sentences(), self._engine.connect() as connection:
            yield connection

    def _open(self) -> Engine:
        if not self._sqlite:
            return driver.server_engine(self._url)
        engine = driver.file_engine(self._url, BUSY_MS / 1000, reads=self._apart)

        @event.listens_for(engine, "connect")
        def _connect(connection: Any, _record: Any) -> None:
            connection.isolation_level = None
            if not self._apart:
                connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")

        driver.begin_transactions(engine, _WRITES)
        return engine

    def _prepare(self, connection: Connection) -> None:
        """Make the tables, or check that they are of this version."""
        if not self._sqlite:
            # two consumers may start at once
            connection.execute(select(func.pg_advisory_xact_lock(VERSION)))
        known = sqlalchemy.inspect(connection).has_table(version.name)
        if not known and sqlalchemy.inspect(connection).has_table("records"):
            raise StoreError(
                "%(name)s is the database of a hall: name another one for the federation.", name=self.name
            )
        metadata.create_all(connection)
        found = connection.scalar(select(version.c.version))
        if found is None:
            connection.execute(insert(version).values(id=1, version=VERSION))
        elif found != VERSION:
            raise StoreError(
                "The federation's database %(name)s was made by another version of Tablekeeper: use that "
                "one, or a new database, which the venues fill again.",
                name=self.name,
            )

    @contextlib.contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except sqlalchemy.exc.DBAPIError as error:
            known = isinstance(error, sqlalchemy.exc.OperationalError | sqlalchemy.exc.InterfaceError)
            if not known and not forbidden(error):
                raise
            raise StoreError(
                "The federation's database %(name)s does not work (%(told)s): check its server or its disk; "
                "the venues keep what is not stored yet.",
                name=self.name,
                told=first_line(error.orig),
            ) from error
