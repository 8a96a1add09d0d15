"""Records into the database: the store beside raw inserts of the same rows and commits, on both engines.

The issue asks for at most 1.5 times the time of raw inserts at every size of a commit. The raw side (sqlite3,
psycopg) prepares its rows beforehand, hands those of a commit to one `executemany`, and checks nothing. The
store reads the heads of records, compares, seals, acknowledges and tells listeners; its statements insert up
to 128 rows each, so with large commits it may be the quicker one. Every commit is on the disk, on both sides.
Beside the time stands that of the processor, of this process only: on a busy machine it says more.
"""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, count
from pathlib import Path
from time import perf_counter, process_time

import psycopg
from sqlalchemy import create_engine
from sqlalchemy.schema import CreateTable

from benchmarks.figure import Figure
from tablecore import records
from tablekeeper.store import Batch, open_store
from tablekeeper.store.intake import _inserting
from tablekeeper.store.schema import records as table
from tests.conftest import program
from tests.store.postgresqlserver import PostgresqlServer

UID = "e66118604b2f3c21"
JOURNAL = 0x5EED
PER_FRAME = 7
COUNT = 70_000
ROUNDS = 5


def _batches() -> list[Batch]:
    made = [records.pack(JOURNAL, seq, records.DICE, 0, 3, 1, ms=seq * 250) for seq in range(1, COUNT + 1)]
    return [
        Batch(UID, JOURNAL, before, tuple(made[before : before + PER_FRAME]), 1_790_000_000_000 + before)
        for before in range(0, COUNT, PER_FRAME)
    ]


Took = tuple[float, float]


def _rows(batches: list[Batch]) -> list[list[tuple[object, ...]]]:
    return [
        [
            (UID, JOURNAL, *records.unpack(record)[:2], records.unpack(record)[5], record, batch.received_ms)
            for record in batch.records
        ]
        for batch in batches
    ]


def _timed(work: Callable[[], object]) -> Took:
    """Return the seconds of the clock and of the processor that work takes."""
    began, worked = perf_counter(), process_time()
    work()
    return perf_counter() - began, process_time() - worked


def _raw_sqlite(place: str, batches: list[Batch], together: int) -> Took:
    """Return what sqlite3 needs, committing after `together` batches."""
    engine = create_engine("sqlite://")
    insert, rows = _inserting(engine.dialect, 1), _rows(batches)
    connection = sqlite3.connect(place.removeprefix("sqlite:///"), isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(str(CreateTable(table).compile(engine)))

    def work() -> None:
        for start in range(0, len(rows), together):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(insert, chain.from_iterable(rows[start : start + together]))
            connection.execute("COMMIT")

    took = _timed(work)
    connection.close()
    return took


def _raw_postgresql(place: str, batches: list[Batch], together: int) -> Took:
    """Return what psycopg needs, committing after `together` batches."""
    rows, engine = _rows(batches), create_engine(place)
    named = str(CreateTable(table).compile(engine)).replace("records", "raw_records")
    engine.dispose()
    insert = f"INSERT INTO raw_records VALUES ({', '.join(['%s'] * len(table.columns))})"
    with psycopg.connect(place) as connection:
        connection.execute("DROP TABLE IF EXISTS raw_records")
        connection.execute(named)
        connection.commit()

        def work() -> None:
            for start in range(0, len(rows), together):
                with connection.cursor() as cursor:
                    cursor.executemany(insert, chain.from_iterable(rows[start : start + together]))
                connection.commit()

        return _timed(work)


def _store(place: str, batches: list[Batch], together: int) -> Took:
    with open_store(place, now=lambda: 0, threaded=False) as store:
        store.listen(lambda committed: None)

        def work() -> None:
            for start in range(0, len(batches), together):
                waiting = [store.ingest(batch) for batch in batches[start : start + together]]
                store.flush()
                if waiting[-1].result().acked != batches[start : start + together][-1].before + PER_FRAME:
                    raise AssertionError("not everything was stored")

        return _timed(work)


def _threaded(path: Path, batches: list[Batch]) -> float:
    with open_store(str(path), now=lambda: 0) as store:
        store.listen(lambda committed: None)
        began = perf_counter()
        waiting = [store.ingest(batch) for batch in batches]
        if waiting[-1].result().acked != COUNT:
            raise AssertionError("not everything was stored")
        return perf_counter() - began


@contextmanager
def _postgresql() -> Iterator[Callable[[], str] | None]:
    """Lend what makes an empty database, on a server whose commits are on the disk; None without one."""
    found = program("postgresql")
    if found is None:
        yield None
        return
    server = PostgresqlServer(found.resolve().parent)
    server.settings = ["listen_addresses=127.0.0.1"]
    server.start()

    def empty() -> str:
        with psycopg.connect(f"{server.url}/postgres", autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return f"{server.url}/postgres"

    try:
        yield empty
    finally:
        server.stop("fast")
        server.remove()


def run() -> list[Figure]:
    """Measure COUNT records in frames of 7, with few and with many frames to a commit."""
    batches = _batches()
    found = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        place, numbers = Path(folder), count(1)
        engines = [("SQLite", _raw_sqlite, lambda: f"sqlite:///{place / str(next(numbers))}.db")]
        empty = stack.enter_context(_postgresql())
        if empty is not None:
            engines.append(("PostgreSQL", _raw_postgresql, empty))
        for engine, raw, fresh in engines:
            for together, some in ((1, batches[:1000]), (100, batches), (1000, batches)):
                # in turns, so that both meet the same disk and the same neighbours
                pairs = [
                    (raw(fresh(), some, together), _store(fresh(), some, together)) for _ in range(ROUNDS)
                ]
                theirs, ours = (min(pair[side][0] for pair in pairs) for side in (0, 1))
                worked = [min(pair[side][1] for pair in pairs) for side in (0, 1)]
                many = len(some) * PER_FRAME
                found.append(
                    Figure(
                        f"{engine}, {together} frames a commit", many / ours, "/s",
                        f"{many / theirs:,.0f} /s raw, {ours / theirs:.2f} times its time; 1.5 asked",
                        f"{worked[1] / worked[0]:.2f} times its processor",
                    )
                )
        free = min(_threaded(place / f"threaded-{n}.db", batches) for n in range(ROUNDS))
        found.append(Figure("records stored by the thread", COUNT / free, "/s", note="as they queue up"))
    return found
