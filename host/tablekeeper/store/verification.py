"""The thorough check of what a database holds of the boards: each row against the board's bytes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import Connection, select

from tablecore import records
from tablekeeper.store import schema
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


def _logs(connection: Connection) -> Iterator[str]:
    gaps: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for row in connection.execute(select(schema.gaps).order_by(schema.gaps.c.first)):
        gaps.setdefault((row.uid, row.journal), []).append((row.first, row.last))
    acked = {(row.uid, row.journal): row.acked for row in connection.execute(select(schema.journals))}
    table = schema.records
    query = select(table).order_by(table.c.uid, table.c.journal, table.c.seq)
    rows = connection.execution_options(yield_per=10_000).execute(query)
    seen = set()
    for key, held in groupby(rows, lambda row: (row.uid, row.journal)):
        seen.add(key)
        where = f"Board {key[0]}, journal {key[1]:08x}"
        if key not in acked:
            yield f"{where}: its records are stored, but the journal is missing."
        numbers = []
        for row in held:
            numbers.append(row.seq)
            data = bytes(row.bytes)
            if not records.is_whole(data, key[1]):
                yield f"{where}: the bytes of record {row.seq} do not fit their check sum."
                continue
            seq, kind, _, _, _, ms, _, _ = records.unpack(data)
            if (seq, kind, ms) != (row.seq, row.kind, row.ms):
                yield f"{where}: record {row.seq} is listed with another number, kind or time than it has."
        yield from _missing(where, numbers, acked.get(key, 0), gaps.get(key, []))
    for key in acked.keys() - seen:
        yield from _missing(f"Board {key[0]}, journal {key[1]:08x}", [], acked[key], gaps.get(key, []))


def _missing(where: str, numbers: list[int], acked: int, gaps: list[tuple[int, int]]) -> Iterator[str]:
    """Yield what was acknowledged and is neither stored nor listed as a gap, and what is both."""
    held = set(numbers)
    for first, last in gaps:
        if found := sorted(number for number in held if first <= number <= last):
            yield f"{where}: record {found[0]} is stored, and listed as missing."
    lacking = 1
    for first, last in sorted([*gaps, *((number, number) for number in numbers)]):
        if first > min(lacking, acked):
            break
        lacking = max(lacking, last + 1)
    if lacking <= acked:
        yield f"{where}: record {lacking} was acknowledged to the board, and is missing."
