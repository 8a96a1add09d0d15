"""The boards' stored logs: records, gaps, quarantined records, and time maps."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, insert, select, update

from tablekeeper.store import schema
from tablekeeper.store.database import Database

_BASES = schema.bases.c
# made once: making a statement takes longer than running it
_MOVE_BASE = update(schema.bases).where(
    _BASES.uid == bindparam("board"),
    _BASES.journal == bindparam("number"),
    _BASES.base_seq == bindparam("seq"),
)
_NEW_BASE = insert(schema.bases)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A journal of a board; `ordinal` numbers the board's journals in the order they appeared."""

    uid: str
    journal: int
    ordinal: int
    acked: int
    first_seen_ms: int
    #: the highest stored sequence, the number of stored records, and the checksum over them (chain.py)
    last: int
    held: int
    head: str
    #: after a restore: the board must still be asked to send all its records again
    reread: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """Records that the board itself no longer has: from `first` to `last`."""

    uid: str
    journal: int
    first: int
    last: int
    noticed_ms: int


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A record that must not be counted, with the reason."""

    id: int
    uid: str
    journal: int
    seq: int
    #: the record that is stored under its number; None if there is none
    stored: bytes | None
    bytes: bytes
    reason: str
    received_ms: int


@dataclass(frozen=True, slots=True)
class Base:
    """Converts a time base of a board (the BOOT or SITTING record `base_seq`) to hall time.

    Hall time = device ms + `offset_ms`, to within half of `rtt_ms`.
    """

    uid: str
    journal: int
    base_seq: int
    offset_ms: int
    rtt_ms: int


class Logs:
    """Queries about the boards' logs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def acked(self, uid: str, journal: int) -> int:
        """Return the last sequence that may be acknowledged; 0 = none."""
        table = schema.journals
        with self._database.reading() as connection:
            acked = connection.scalar(
                select(table.c.acked).where(table.c.uid == uid, table.c.journal == journal)
            )
        return acked or 0

    def records(self, uid: str, journal: int, first: int = 1, last: int | None = None) -> list[bytes]:
        """Return a journal's records from `first` to `last` (None: all) in order, as the board wrote them."""
        table = schema.records
        query = select(table.c.bytes).where(
            table.c.uid == uid, table.c.journal == journal, table.c.seq >= first
        )
        if last is not None:
            query = query.where(table.c.seq <= last)
        with self._database.reading() as connection:
            return [bytes(row.bytes) for row in connection.execute(query.order_by(table.c.seq))]

    def count(self, uid: str) -> int:
        """Return the number of stored records of a board."""
        table = schema.records
        with self._database.reading() as connection:
            query = select(func.count()).select_from(table).where(table.c.uid == uid)
            return connection.scalar(query) or 0

    def received(self, uid: str, journal: int) -> list[tuple[int, int]]:
        """Return (sequence, hall ms of arrival) of each record of a journal, in order."""
        table = schema.records
        query = (
            select(table.c.seq, table.c.received_ms)
            .where(table.c.uid == uid, table.c.journal == journal)
            .order_by(table.c.seq)
        )
        with self._database.reading() as connection:
            return [(row.seq, row.received_ms) for row in connection.execute(query)]

    def journals(self, uid: str) -> list[JournalRow]:
        """Return a board's journals in the order they appeared."""
        table = schema.journals
        query = select(table).where(table.c.uid == uid).order_by(table.c.ordinal)
        with self._database.reading() as connection:
            rows = connection.execute(query)
            return [JournalRow(**{**row._mapping, "reread": bool(row.reread)}) for row in rows]

    def gaps(self, uid: str) -> list[Gap]:
        """Return the ranges of records that the board had lost before it sent its log."""
        table = schema.gaps
        query = select(table).where(table.c.uid == uid).order_by(table.c.journal, table.c.first)
        with self._database.reading() as connection:
            return [Gap(**row._mapping) for row in connection.execute(query)]

    def quarantined(self, uid: str) -> list[Quarantined]:
        """Return a board's records in quarantine, oldest first."""
        table, kept = schema.quarantine, schema.records
        same = (kept.c.uid == table.c.uid) & (kept.c.journal == table.c.journal) & (kept.c.seq == table.c.seq)
        query = select(table, kept.c.bytes.label("stored")).outerjoin_from(table, kept, same)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(table.c.uid == uid).order_by(table.c.id))
            return [Quarantined(**row._mapping) for row in rows]

    def bases(self, uid: str) -> list[Base]:
        """Return a board's time bases whose hall time is known."""
        table = schema.bases
        query = select(table).where(table.c.uid == uid).order_by(table.c.journal, table.c.base_seq)
        with self._database.reading() as connection:
            return [Base(**row._mapping) for row in connection.execute(query)]


def keep_base(connection: Connection, base: Base) -> None:
    """Store a time base; replaces its previous values."""
    values = {"offset_ms": base.offset_ms, "rtt_ms": base.rtt_ms}
    same = {"board": base.uid, "number": base.journal, "seq": base.base_seq}
    if connection.execute(_MOVE_BASE, same | values).rowcount == 0:
        own = {"uid": base.uid, "journal": base.journal, "base_seq": base.base_seq}
        connection.execute(_NEW_BASE, own | values)
