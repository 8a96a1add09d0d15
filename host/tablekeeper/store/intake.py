"""Stores arriving records: sorts them into new, already known, quarantined, and missing.

The rules, per journal of a board:

- records may arrive in any order; a record's key is (uid, journal, sequence);
- a record whose key and bytes are stored already changes nothing; if the bytes differ, it goes to quarantine,
  together with the new records behind it in the frame;
- `before` is the sequence the board sent before these records. Numbers between `before` and the
  first record, and between two records, are lost on the board: they are listed as a gap (and
  removed from the list if they arrive later);
- the acknowledgement moves to the frame's last record only if `before` is acknowledged already, and not
  to a record of the frame that goes to quarantine, or past it. It never decreases: a second board with
  the same uid cannot cancel an acknowledgement of the first;
- a journal and a board have limits (docs/trust.md). Records beyond them are not stored and not acknowledged,
  and `over` names the limit.

The writer may cache the state of each journal; a failed transaction clears the cache.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, bindparam, delete, func, insert, select, update

from tablekeeper.languages import _
from tablekeeper.store import boards, driver, schema
from tablekeeper.store.chain import LogChain, begin, block_of, stamped
from tablekeeper.store.sealing import board_journal, keep_seals, log_chain, seal_aside, seal_log

#: sequence, kind, ms of a record of exactly 24 bytes (tablecore.records), and the time of arrival behind it
_HEAD = "IB3xI12x8x"
#: gaps that a journal may have: a working memory makes none
MOST_GAPS = 200
#: records held beyond the acknowledgement: two full memories of a board
MOST_AHEAD = 2048
#: records of a journal in quarantine
MOST_ASIDE = 200
#: journals that a board may begin in a day: a board without a memory begins one at each start
MOST_JOURNALS = 200
DAY_MS = 86_400_000
#: columns of a row, and rows that one statement inserts at most: SQLite before 3.32 takes 999 values
_WIDTH = len(schema.records.columns)
_AT_ONCE = 128
OTHER_BYTES = _("another record with this number is stored already")


@dataclass(frozen=True, slots=True)
class Batch:
    """The records of one frame, whole and in the order sent."""

    uid: str
    journal: int
    before: int
    records: tuple[bytes, ...]
    received_ms: int


class Ingested(NamedTuple):
    """The outcome of a batch after its commit."""

    #: the sequence that may be acknowledged to the board
    acked: int
    #: the records that were new, in the order received
    fresh: tuple[bytes, ...]
    #: how many had the key of another record
    quarantined: int
    #: (first, last) of the ranges that turned out to be missing on the board
    gaps: tuple[tuple[int, int], ...]
    #: the limit that the board exceeded, as the end of a sentence; then nothing of the batch is stored
    over: str = ""


class _Journal:
    """The cached state of a journal."""

    __slots__ = ("acked", "ahead", "aside", "chain", "gaps", "held", "last", "seals", "unsealed")

    def __init__(
        self,
        acked: int,
        last: int,
        ahead: int,
        aside: int,
        gaps: list[tuple[int, int]],
        held: int,
        chain: LogChain,
    ) -> None:
        self.acked = acked
        self.last = last
        #: how many records are stored, and the fold along them
        self.held = held
        self.chain = chain
        #: seals to write; and the lowest sequence from which seals must be made again, None if from none
        self.seals: list[tuple[int, str]] = []
        self.unsealed: int | None = None
        #: how many records are held beyond the acknowledgement
        self.ahead = ahead
        #: how many records were set aside
        self.aside = aside
        self.gaps = gaps


class _Sorted(NamedTuple):
    """The records of a batch, sorted by how they are stored."""

    rows: list[tuple[Any, ...]]
    contradicting: list[tuple[int, bytes]]
    gaps: list[tuple[int, int]]
    #: the highest sequence in the batch
    last: int
    #: whether they are consecutive, and behind everything that is stored
    plain: bool


@lru_cache(maxsize=32)
def _heads(count: int) -> struct.Struct:
    """Return what reads the heads of so many `stamped` records."""
    return struct.Struct("<" + _HEAD * count)


@lru_cache(maxsize=2 * _AT_ONCE)
def _inserting(dialect: Dialect, rows: int) -> str:
    """Return the statement that inserts so many records, for the driver."""
    compiled = insert(schema.records).compile(dialect=dialect)
    assert compiled.positiontup == [column.name for column in schema.records.c]
    into, _values, row = str(compiled).partition(" VALUES ")
    return f"{into} VALUES {', '.join([row] * rows)}"


def _rows_of(batch: Batch, heads: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """Return the rows of the records of a batch."""
    uid, number, received_ms = batch.uid, batch.journal, batch.received_ms
    numbers, kinds, times = heads[::3], heads[1::3], heads[2::3]
    return [
        (uid, number, seq, kind, ms, record, received_ms)
        for seq, kind, ms, record in zip(numbers, kinds, times, batch.records, strict=True)
    ]


class Intake:
    """Stores batches in the database; used by the writer only."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        own = schema.journals.c
        moved = update(schema.journals).where(own.uid == bindparam("u"), own.journal == bindparam("j"))
        named: dict[str, Any] = {name: bindparam(name) for name in ("acked", "last", "held", "head")}
        updated = moved.values(named).compile(dialect=dialect)
        assert updated.positiontup == [*named, "u", "j"]
        self._update = str(updated)
        self._insert_seals = str(insert(schema.seals).compile(dialect=dialect))
        self._seals: list[tuple[Any, ...]] = []
        self._known: dict[tuple[str, int], _Journal] = {}
        # of all rows that are still to be inserted: a list of values costs the driver less than one of rows
        self._values: list[Any] = []
        self._moved: dict[tuple[str, int], _Journal] = {}

    def forget(self) -> None:
        """Forget everything: the transaction was rolled back."""
        self._known.clear()
        self._values.clear()
        self._seals.clear()
        self._moved.clear()

    def forget_board(self, uid: str) -> None:
        """Forget the cached state of a board's journals: another host may have stored records of it."""
        for key in [key for key in self._known if key[0] == uid]:
            del self._known[key]

    def ingest(self, connection: Connection, batches: Sequence[Batch]) -> list[Ingested]:
        """Store the batches within the transaction; the results are valid after its commit."""
        results = [self._take(connection, batch) for batch in batches]
        if any(one.unsealed is not None for one in self._moved.values()):
            self._flush(connection)  # seals are made again from what is stored
        self._flush(connection, [
            (one.acked, one.last, one.held, self._sealed(connection, uid, journal, one), uid, journal)
            for (uid, journal), one in self._moved.items()
        ])  # fmt: skip
        self._moved.clear()
        if self._seals:
            driver.run(connection, self._insert_seals, self._seals)
            self._seals = []
        return results

    def _sealed(self, connection: Connection, uid: str, number: int, journal: _Journal) -> str:
        """Write the seals of a journal that are due; return its head."""
        if journal.unsealed is not None:
            whole = block_of(journal.unsealed)
            keep_seals(connection, uid, number, [one for one in journal.seals if one[0] < whole])
            journal.chain = seal_log(connection, uid, number, journal.unsealed)
            journal.unsealed = None
        else:
            self._seals += [(uid, number, block, seal) for block, seal in journal.seals]
        journal.seals = []
        return journal.chain.head

    def _flush(self, connection: Connection, moved: Sequence[tuple[Any, ...]] = ()) -> None:
        """Insert the rows that wait, and update the journals that have moved."""
        size, values = _AT_ONCE * _WIDTH, self._values
        whole = len(values) - len(values) % size
        if whole:
            blocks = [tuple(values[start : start + size]) for start in range(0, whole, size)]
            driver.run(connection, _inserting(self._dialect, _AT_ONCE), blocks)
        rest, update = tuple(values[whole:]), self._update
        if rest:
            inserting = _inserting(self._dialect, len(rest) // _WIDTH)
            if len(moved) == 1 and self._dialect.name == "postgresql":
                # the usual frame: a server needs longer to answer than to run it
                update, moved = f"WITH inserted AS ({inserting}) {update}", [rest + moved[0]]
            else:
                driver.run(connection, inserting, [rest])
        if moved:
            driver.run(connection, update, moved)
        self._values = []

    def _take(self, connection: Connection, batch: Batch) -> Ingested:
        key = (batch.uid, batch.journal)
        journal = self._known.get(key)
        if journal is None:
            journal = self._load(connection, batch)
            if journal is None:
                return Ingested(0, (), 0, (), f"has begun {MOST_JOURNALS} journals in a day")
            self._known[key] = journal
        if not batch.records:
            return Ingested(journal.acked, (), 0, ())
        data = stamped(batch.records, batch.received_ms)
        heads = _heads(len(batch.records)).unpack(data)
        if self._follows(batch, journal, data, heads):
            self._moved[key] = journal
            return Ingested(journal.acked, batch.records, 0, ())
        rows = _rows_of(batch, heads)
        # sort them, check the limits, store, acknowledge
        sorted_out = self._sort_out(connection, batch, journal, rows)
        over = self._over(connection, batch, journal, sorted_out)
        if over:
            return Ingested(journal.acked, (), 0, (), over)
        self._put(connection, batch, journal, sorted_out, data)
        self._advance(batch, journal, sorted_out)
        fresh = tuple(row[5] for row in sorted_out.rows)
        return Ingested(journal.acked, fresh, len(sorted_out.contradicting), tuple(sorted_out.gaps))

    def _follows(self, batch: Batch, journal: _Journal, data: bytes, heads: tuple[int, ...]) -> bool:
        """Store records in the usual case: consecutive, behind a complete journal; else return False."""
        before, count, numbers = batch.before, len(batch.records), heads[::3]
        if (
            before != journal.last or before != journal.acked or journal.unsealed is not None
            or numbers != tuple(range(before + 1, before + count + 1))
        ):  # fmt: skip
            return False
        values: list[Any] = [batch.uid, batch.journal, 0, 0, 0, b"", batch.received_ms] * count
        values[2::_WIDTH], values[3::_WIDTH], values[4::_WIDTH] = numbers, heads[1::3], heads[2::3]
        values[5::_WIDTH] = batch.records
        self._values += values
        journal.seals += journal.chain.add(before + 1, data)
        journal.last = journal.acked = before + count
        journal.held += count
        journal.ahead = 0
        return True

    def _sort_out(
        self, connection: Connection, batch: Batch, journal: _Journal, rows: list[tuple[Any, ...]]
    ) -> _Sorted:
        """Return the new records of a batch, those that contradict stored ones, and the missing numbers."""
        numbers = [row[2] for row in rows]
        first = numbers[0]
        contradicting: list[tuple[int, bytes]] = []
        gaps: list[tuple[int, int]] = []
        # the usual case: consecutive records behind everything that is stored
        plain = first > journal.last and numbers == list(range(first, first + len(numbers)))
        if not plain:
            rows, contradicting = self._compare(connection, batch, rows)
        if not plain or first != batch.before + 1:
            gaps = self._missing(connection, batch, journal, set(numbers))
        return _Sorted(rows, contradicting, gaps, max(numbers), plain)

    def _put(
        self, connection: Connection, batch: Batch, journal: _Journal, found: _Sorted, data: bytes
    ) -> None:
        """Store the new records, set contradicting ones aside and list the gaps; `data` is stamped."""
        if not found.plain:
            for row in found.rows:
                self._fill(connection, batch, journal, row[2])
            for seq, record in found.contradicting:
                self._set_aside(connection, batch, journal, seq, record)
        for start, end in found.gaps:
            self._list_gap(connection, batch, journal, start, end, batch.received_ms)
        if not found.rows:
            return
        self._values += itertools.chain.from_iterable(found.rows)
        if found.plain and journal.unsealed is None:
            journal.seals += journal.chain.add(found.rows[0][2], data)
        else:
            first = min(row[2] for row in found.rows)
            journal.unsealed = first if journal.unsealed is None else min(first, journal.unsealed)
        journal.last = found.last if found.plain else max(journal.last, *(row[2] for row in found.rows))
        journal.held += len(found.rows)
        journal.ahead += len(found.rows)
        self._moved[batch.uid, batch.journal] = journal

    def _advance(self, batch: Batch, journal: _Journal, found: _Sorted) -> None:
        """Move the acknowledgement, if everything before this batch is acknowledged."""
        if batch.before <= journal.acked:
            contradicting = found.contradicting
            acked = max(journal.acked, min(contradicting)[0] - 1 if contradicting else found.last)
            if acked != journal.acked:
                journal.acked = acked
                self._moved[batch.uid, batch.journal] = journal
            if journal.last <= acked:
                journal.ahead = 0

    def _over(self, connection: Connection, batch: Batch, journal: _Journal, found: _Sorted) -> str:
        """Return the limit that this batch would exceed; "" if none. Correct records are always accepted."""
        new, contradicting, gaps = len(found.rows), len(found.contradicting), len(found.gaps)
        if gaps and len(journal.gaps) + gaps > MOST_GAPS:
            return f"has more than {MOST_GAPS} gaps in one journal"
        if contradicting and journal.aside + contradicting > MOST_ASIDE:
            return f"has sent more than {MOST_ASIDE} records that contradict stored ones"
        if batch.before > journal.acked and journal.ahead + new > MOST_AHEAD:
            self._flush(connection)
            # `ahead` still counts records that were acknowledged since: count again
            journal.ahead = _ahead(connection, batch.uid, batch.journal, journal.acked)
            if journal.ahead + new > MOST_AHEAD:
                return f"has sent more than {MOST_AHEAD} records behind a hole"
        return ""

    def _load(self, connection: Connection, batch: Batch) -> _Journal | None:
        """Read a journal's state; enter a new journal or board. None if the board began too many journals."""
        uid, number = batch.uid, batch.journal
        journals, kept, aside = schema.journals, schema.records, schema.quarantine
        row = connection.execute(
            select(journals.c.acked, journals.c.held).where(
                journals.c.uid == uid, journals.c.journal == number
            )
        ).one_or_none()
        if row is None:
            since = batch.received_ms - DAY_MS
            begun = connection.scalar(
                select(func.count())
                .select_from(journals)
                .where(journals.c.uid == uid, journals.c.first_seen_ms > since)
            )
            if (begun or 0) >= MOST_JOURNALS:
                return None
            boards.enter(connection, uid, batch.received_ms)
            count = select(func.count()).select_from(journals).where(journals.c.uid == uid).scalar_subquery()
            connection.execute(
                insert(journals).values(
                    uid=uid, journal=number, ordinal=count, acked=0, first_seen_ms=batch.received_ms
                )
            )
            return _Journal(0, 0, 0, 0, [], 0, LogChain(begin(board_journal(uid, number))))
        last = connection.scalar(
            select(func.max(kept.c.seq)).where(kept.c.uid == uid, kept.c.journal == number)
        )
        set_aside = connection.scalar(
            select(func.count())
            .select_from(aside)
            .where(aside.c.uid == uid, aside.c.journal == number)
        )
        gaps = connection.execute(
            select(schema.gaps.c.first, schema.gaps.c.last)
            .where(schema.gaps.c.uid == uid, schema.gaps.c.journal == number)
            .order_by(schema.gaps.c.first)
        )
        listed = [(row.first, row.last) for row in gaps]
        ahead = _ahead(connection, uid, number, row.acked)
        chain = log_chain(connection, uid, number, last or 0)
        return _Journal(row.acked, last or 0, ahead, set_aside or 0, listed, row.held, chain)

    def _stored(self, connection: Connection, batch: Batch, first: int, last: int) -> dict[int, bytes]:
        self._flush(connection)
        kept = schema.records
        found = connection.execute(
            select(kept.c.seq, kept.c.bytes).where(
                kept.c.uid == batch.uid, kept.c.journal == batch.journal, kept.c.seq.between(first, last)
            )
        )
        return {row.seq: bytes(row.bytes) for row in found}

    def _compare(
        self, connection: Connection, batch: Batch, rows: list[tuple[Any, ...]]
    ) -> tuple[list[tuple[Any, ...]], list[tuple[int, bytes]]]:
        """Return the new rows, and the records for quarantine.

        A record goes to quarantine if its key belongs to another record; so do the new records after it in
        the frame, because a board that contradicts the log must not continue it.
        """
        numbers = [row[2] for row in rows]
        stored = self._stored(connection, batch, min(numbers), max(numbers))
        fresh = []
        contradicting: list[tuple[int, bytes]] = []
        for row in rows:
            seq, record = row[2], row[5]
            held = stored.get(seq)
            if held == record:
                continue
            if held is None and not contradicting:
                stored[seq] = record
                fresh.append(row)
            else:
                contradicting.append((seq, record))
        return fresh, contradicting

    def _set_aside(
        self, connection: Connection, batch: Batch, journal: _Journal, seq: int, record: bytes
    ) -> None:
        aside = schema.quarantine
        known = connection.scalar(
            select(aside.c.id).where(
                aside.c.uid == batch.uid,
                aside.c.journal == batch.journal,
                aside.c.seq == seq,
                aside.c.bytes == record,
            )
        )
        if known is None:
            made = connection.execute(
                insert(aside).values(
                    uid=batch.uid,
                    journal=batch.journal,
                    seq=seq,
                    bytes=record,
                    reason=OTHER_BYTES,
                    received_ms=batch.received_ms,
                )
            ).inserted_primary_key
            assert made is not None
            seal_aside(connection, int(made[0]))
            journal.aside += 1

    def _fill(self, connection: Connection, batch: Batch, journal: _Journal, seq: int) -> None:
        """Remove a number that has arrived late from the list of gaps."""
        for first, last in journal.gaps:
            if first <= seq <= last:
                break
        else:
            return
        row = (
            (schema.gaps.c.uid == batch.uid)
            & (schema.gaps.c.journal == batch.journal)
            & (schema.gaps.c.first == first)
        )
        noticed = connection.scalar(select(schema.gaps.c.noticed_ms).where(row))
        connection.execute(delete(schema.gaps).where(row))
        journal.gaps.remove((first, last))
        for start, end in ((first, seq - 1), (seq + 1, last)):
            if start <= end:
                self._list_gap(connection, batch, journal, start, end, noticed)

    def _missing(
        self, connection: Connection, batch: Batch, journal: _Journal, here: set[int]
    ) -> list[tuple[int, int]]:
        """Return the unlisted ranges that are missing between `before` and the last of these records."""
        first = batch.before + 1
        last = max(here)
        if first <= journal.last:
            here |= self._stored(connection, batch, first, last).keys()
        found = []
        # walk from one present number to the next: a gap may be millions of numbers wide
        for seq in [*sorted(number for number in here if number >= first), last + 1]:
            if seq > first:
                found += self._beyond_known(journal, first, min(seq - 1, last))
            first = seq + 1
        return found

    def _beyond_known(self, journal: _Journal, first: int, last: int) -> list[tuple[int, int]]:
        """Return the parts of a range that are not listed as gaps yet."""
        parts = []
        for start, end in sorted(journal.gaps):
            if end < first or start > last:
                continue
            if first < start:
                parts.append((first, start - 1))
            first = end + 1
        if first <= last:
            parts.append((first, last))
        return parts

    def _list_gap(
        self, connection: Connection, batch: Batch, journal: _Journal, first: int, last: int, noticed: Any
    ) -> None:
        connection.execute(
            insert(schema.gaps).values(
                uid=batch.uid, journal=batch.journal, first=first, last=last, noticed_ms=noticed
            )
        )
        journal.gaps.append((first, last))


def _ahead(connection: Connection, uid: str, journal: int, acked: int) -> int:
    """Return how many records of a journal are held beyond its acknowledgement."""
    kept = schema.records.c
    count = select(func.count()).where(kept.uid == uid, kept.journal == journal, kept.seq > acked)
    return connection.scalar(count) or 0
