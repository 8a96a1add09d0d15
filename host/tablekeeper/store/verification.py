"""The thorough check of what a database holds of the boards: each row against the board's bytes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, select

from tablecore import records
from tablekeeper.store import schema, sealing
from tablekeeper.store.chain import LogChain, begin, block_of, block_range, stamped
from tablekeeper.store.database import Database


def problems(database: Database) -> Iterator[str]:
    """Yield a sentence for each row that is not what the logs make; StoreError: it cannot be read."""
    with database.reading() as connection:
        if database.is_sqlite:
            for (found,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
                if found != "ok":
                    yield f"SQLite finds: {' '.join(str(found).split())}."
            for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                yield f"Row {row[1]} of {row[0]} belongs to a row of {row[2]} that is missing."
        yield from _logs(connection)
        yield from _quarantine(connection)


def _quarantine(connection: Connection) -> Iterator[str]:
    last, head = sealing.end(connection, sealing.QUARANTINE)
    before = begin(sealing.QUARANTINE)
    rows = connection.execute(select(schema.quarantine).order_by(schema.quarantine.c.id)).all()
    for row in rows:
        before = sealing.aside_checksum(before, row)
    if len(rows) != last:
        yield f"The quarantine: {last} records were set aside, and {len(rows)} are there."
    elif rows and before != head:
        yield "The quarantine: a record in it is not the one that was set aside."


def _logs(connection: Connection) -> Iterator[str]:
    gaps: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for row in connection.execute(select(schema.gaps).order_by(schema.gaps.c.first)):
        gaps.setdefault((row.uid, row.journal), []).append((row.first, row.last))
    seals: dict[tuple[str, int], dict[int, str]] = {}
    for row in connection.execute(select(schema.seals).order_by(schema.seals.c.block)):
        seals.setdefault((row.uid, row.journal), {})[row.block] = row.checksum
    journals = {(row.uid, row.journal): row for row in connection.execute(select(schema.journals))}
    table = schema.records
    query = select(table).order_by(table.c.uid, table.c.journal, table.c.seq)
    rows = connection.execution_options(yield_per=10_000).execute(query)
    seen = set()
    for key, held in groupby(rows, lambda row: (row.uid, row.journal)):
        seen.add(key)
        where = f"Board {key[0]}, journal {key[1]:08x}"
        journal = journals.get(key)
        if journal is None:
            yield f"{where}: its records are stored, but the journal is missing."
        found = _Log(key, seals.get(key, {}))
        for row in held:
            for sentence in found.take(row):
                yield f"{where}: {sentence}"
        for sentence in found.end(journal, gaps.get(key, [])):
            yield f"{where}: {sentence}"
    for key in sorted(journals.keys() - seen):
        found = _Log(key, seals.get(key, {}))
        for sentence in found.end(journals[key], gaps.get(key, [])):
            yield f"Board {key[0]}, journal {key[1]:08x}: {sentence}"


class _Log:
    """Reads the records of a journal in order, and says what is wrong, each thing once."""

    def __init__(self, key: tuple[str, int], seals: dict[int, str]) -> None:
        self._journal = key[1]
        self._seals = seals
        self._before = begin(sealing.board_journal(*key))
        self._chain = LogChain(self._before)
        self._numbers: list[int] = []
        #: blocks of which something was said already
        self._told: set[int] = set()
        #: blocks whose records are not those that their checksum was made of
        self._changed: list[int] = []

    def take(self, row: Row[Any]) -> Iterator[str]:
        """Take the next record; yield what is wrong with it."""
        data = bytes(row.bytes)
        if self._numbers and block_of(row.seq) != self._chain.block:
            self._leave()
        self._numbers.append(row.seq)
        self._chain.add(row.seq, stamped([data], row.received_ms))
        if not records.is_whole(data, self._journal):
            self._told.add(block_of(row.seq))
            yield f"the bytes of record {row.seq} do not fit their check sum."
            return
        seq, kind, _, _, _, ms, _, _ = records.unpack(data)
        if (seq, kind, ms) != (row.seq, row.kind, row.ms):
            self._told.add(block_of(row.seq))
            yield f"record {row.seq} is listed with another number, kind or time than it has."

    def _leave(self) -> None:
        """Compare a block with its seal, and continue from the seal: a fault shows in one block only."""
        block = self._chain.block
        seal = self._seals.get(block)
        if seal != self._chain.head:
            self._changed.append(block)
        self._chain = LogChain(seal or self._chain.head)

    def end(self, journal: Row[Any] | None, gaps: list[tuple[int, int]]) -> Iterator[str]:
        """Yield what is wrong with the log as a whole."""
        if journal is None:
            return
        for first, last in self._holes(gaps, journal.acked):
            self._told.update(range(block_of(first), block_of(min(last, journal.last)) + 1))
            if last >= journal.acked:
                # the block before a tail that is gone is compared with a head that stood further on
                self._told.add(block_of(max(first - 1, 1)))
            which = f"record {first} was" if first == last else f"records {first} to {last} were"
            yield f"{which} acknowledged to the board, and {'is' if first == last else 'are'} missing."
        for first, last in gaps:
            if found := next((number for number in self._numbers if first <= number <= last), None):
                yield f"record {found} is stored, and listed as missing."
        last = self._numbers[-1] if self._numbers else 0
        if self._chain.block >= 0 and self._chain.head != journal.head:
            self._changed.append(self._chain.block)
        wrong = [block for block in self._changed if block not in self._told]
        for block in wrong:
            first, end = block_range(block)
            yield (
                f"records {first} to {min(end, max(last, journal.last))} are not those that were stored: one "
                "was changed, removed or added."
            )
        if not (wrong or self._told) and (last, len(self._numbers)) != (journal.last, journal.held):
            yield (
                f"{journal.held} records to number {journal.last} were stored, and {len(self._numbers)} to "
                f"number {last} are there."
            )

    def _holes(self, gaps: list[tuple[int, int]], acked: int) -> Iterator[tuple[int, int]]:
        """Yield the ranges that were acknowledged and are neither stored nor listed as missing."""
        lacking = 1
        for first, last in sorted([*gaps, *((number, number) for number in self._numbers)]):
            if lacking < first and lacking <= acked:
                yield lacking, min(first - 1, acked)
            lacking = max(lacking, last + 1)
        if lacking <= acked:
            yield lacking, acked
