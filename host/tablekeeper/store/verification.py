"""The thorough check of the boards' data in a database: compares each row with the board's bytes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, select

from tablecore import records
from tablekeeper.languages import _, joined
from tablekeeper.store import schema, sealing, version
from tablekeeper.store.chain import LogChain, begin, block_of, block_range, stamped
from tablekeeper.store.database import Database


def board_journal(uid: str, journal: int) -> str:
    """Return the name of a board's log in sentences."""
    return _("Board %(uid)s, journal %(journal)s", uid=uid, journal=f"{journal:08x}")


def problems(database: Database) -> Iterator[str]:
    """Yield a sentence for each wrong row; raise StoreError if the database cannot be read."""
    with database.reading() as connection:
        if database.is_sqlite:
            for (found,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
                if found != "ok":
                    yield _("SQLite finds: %(finding)s.", finding=" ".join(str(found).split()))
            for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                yield _(
                    "Row %(row)s of %(table)s belongs to a row of %(other)s that is missing.",
                    row=row[1], table=row[0], other=row[2],
                )
        yield from version.differences(connection)
        yield from _logs(connection)
        yield from _quarantine(connection)


def _quarantine(connection: Connection) -> Iterator[str]:
    last, head = sealing.end(connection, sealing.QUARANTINE)
    before = begin(sealing.QUARANTINE)
    rows = connection.execute(select(schema.quarantine).order_by(schema.quarantine.c.id)).all()
    for row in rows:
        before = sealing.aside_checksum(before, row)
    if len(rows) != last:
        yield _(
            "The quarantine: %(last)s records were set aside, and %(count)s are there.",
            last=last, count=len(rows),
        )
    elif rows and before != head:
        yield _("The quarantine: a record in it is not the one that was set aside.")


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
        where = board_journal(*key)
        journal = journals.get(key)
        if journal is None:
            yield joined((where, _("its records are stored, but the journal is missing.")), ": ")
        found = _Log(key, seals.get(key, {}))
        for row in held:
            for sentence in found.take(row):
                yield joined((where, sentence), ": ")
        for sentence in found.end(journal, gaps.get(key, [])):
            yield joined((where, sentence), ": ")
    for key in sorted(journals.keys() - seen):
        found = _Log(key, seals.get(key, {}))
        for sentence in found.end(journals[key], gaps.get(key, [])):
            yield joined((board_journal(*key), sentence), ": ")


class _Log:
    """Reads the records of a journal in order, and reports each problem once."""

    def __init__(self, key: tuple[str, int], seals: dict[int, str]) -> None:
        self._journal = key[1]
        self._seals = seals
        self._before = begin(sealing.board_journal(*key))
        self._chain = LogChain(self._before)
        self._numbers: list[int] = []
        #: blocks with a reported problem
        self._told: set[int] = set()
        #: blocks whose records do not fit their checksum
        self._changed: list[int] = []

    def take(self, row: Row[Any]) -> Iterator[str]:
        """Read the next record; yield its problems."""
        data = bytes(row.bytes)
        if self._numbers and block_of(row.seq) != self._chain.block:
            self._leave()
        self._numbers.append(row.seq)
        self._chain.add(row.seq, stamped([data], row.received_ms))
        if not records.is_whole(data, self._journal):
            self._told.add(block_of(row.seq))
            yield _("the bytes of record %(seq)s do not match their checksum.", seq=row.seq)
            return
        seq, kind, *_rest, ms, _p, _q = records.unpack(data)
        if (seq, kind, ms) != (row.seq, row.kind, row.ms):
            self._told.add(block_of(row.seq))
            yield _("record %(seq)s is listed with another number, kind or time than it has.", seq=row.seq)

    def _leave(self) -> None:
        """Compare a block with its seal, and continue from the seal: then a fault is reported only once."""
        block = self._chain.block
        seal = self._seals.get(block)
        if seal != self._chain.head:
            self._changed.append(block)
        self._chain = LogChain(seal or self._chain.head)

    def end(self, journal: Row[Any] | None, gaps: list[tuple[int, int]]) -> Iterator[str]:
        """Yield the problems of the log as a whole."""
        if journal is None:
            return
        for first, last in self._holes(gaps, journal.acked):
            self._told.update(range(block_of(first), block_of(min(last, journal.last)) + 1))
            if last >= journal.acked:
                # records at the end are missing: do not compare their block with the head
                self._told.add(block_of(max(first - 1, 1)))
            yield (
                _("record %(first)s was acknowledged to the board, and is missing.", first=first)
                if first == last
                else _(
                    "records %(first)s to %(last)s were acknowledged to the board, and are missing.",
                    first=first, last=last,
                )
            )
        for first, last in gaps:
            if found := next((number for number in self._numbers if first <= number <= last), None):
                yield _("record %(seq)s is stored, and listed as missing.", seq=found)
        last = self._numbers[-1] if self._numbers else 0
        if self._chain.block >= 0 and self._chain.head != journal.head:
            self._changed.append(self._chain.block)
        wrong = [block for block in self._changed if block not in self._told]
        for block in wrong:
            first, end = block_range(block)
            yield _(
                "records %(first)s to %(last)s are not those that were stored: one was changed, removed or "
                "added.",
                first=first, last=min(end, max(last, journal.last)),
            )
        if not (wrong or self._told) and (last, len(self._numbers)) != (journal.last, journal.held):
            yield _(
                "%(held)s records up to number %(end)s were stored, but %(count)s up to number %(last)s "
                "are there now.",
                held=journal.held, end=journal.last, count=len(self._numbers), last=last,
            )

    def _holes(self, gaps: list[tuple[int, int]], acked: int) -> Iterator[tuple[int, int]]:
        """Yield the acknowledged ranges that are neither stored nor listed as missing."""
        lacking = 1
        for first, last in sorted([*gaps, *((number, number) for number in self._numbers)]):
            if lacking < first and lacking <= acked:
                yield lacking, min(first - 1, acked)
            lacking = max(lacking, last + 1)
        if lacking <= acked:
            yield lacking, acked
