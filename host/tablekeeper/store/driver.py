"""The engines of both databases, and the statements of every commit, run at SQLite's own driver.

SQLAlchemy needs longer to hand over one of these statements than SQLite to run it.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc
from sqlalchemy.pool import NullPool

from tablekeeper.store.failures import StoreError


def server_engine(url: URL, **settings: Any) -> Engine:
    """Return an engine for PostgreSQL; raise StoreError without its driver.

    A reader whose server was restarted gets a new connection instead of an error.
    """
    try:
        return create_engine(url, pool_pre_ping=True, **settings)
    except ImportError as error:
        raise StoreError(
            "PostgreSQL needs the package %(name)s: install 'tablekeeper[postgresql]', or name a "
            "SQLite file.",
            name=error.name,
        ) from error


def file_engine(url: URL, timeout: float, *, reads: bool) -> Engine:
    """Return an engine for a SQLite file; `reads` if it is never written.

    A user who may only read the file gets a new connection for each query, which looks whether a host has
    opened the file in the meantime.
    """
    file = Path(url.database or "")
    if reads and reads_apart(file):
        return create_engine(url, creator=lambda: reader(file, timeout), poolclass=NullPool)
    return create_engine(url, connect_args={"timeout": timeout})


def reads_apart(file: Path) -> bool:
    """Return whether this user may not write a SQLite file or its folder, and so can only read it."""
    real = file.resolve()
    return sys.platform != "win32" and not (_writable(real.parent) and _writable(real))


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def reader(file: Path, timeout: float = 5.0) -> sqlite3.Connection:
    """Return a connection for queries of a SQLite file, which is not made if it is missing.

    The first connection to a write-ahead log makes its index, a file (-shm). A user who may not make one
    reads apart: with an index in memory, or without a log.
    """
    real = file.resolve()
    log, index = (real.with_name(real.name + ending) for ending in ("-wal", "-shm"))
    apart = reads_apart(file) and not (log.exists() and index.exists())
    logged = log.exists() and log.stat().st_size > 0
    # without both no host has the database open, so its files do not change
    how = "mode=rw" if not apart else "mode=ro&vfs=unix-none" if logged else "mode=ro&immutable=1"
    connection = sqlite3.connect(
        f"{real.as_uri()}?{how}", uri=True, timeout=timeout, check_same_thread=False
    )
    if apart:
        # then the index is in memory
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    return connection


def begin_transactions(engine: Engine, writes: str) -> None:
    """Begin SQLite's transactions ourselves: at once for writing if a connection has the option `writes`."""

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        run(connection, "BEGIN IMMEDIATE" if connection.get_execution_options().get(writes) else "BEGIN")


def run(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]] = ((),)) -> None:
    """Run a compiled statement once for each row of values; its errors are those of SQLAlchemy."""
    if connection.dialect.name != "sqlite":
        # psycopg takes longer for many rows, even if there is one
        connection.exec_driver_sql(statement, rows[0] if len(rows) == 1 else list(rows))
        return
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    try:
        for values in rows:
            raw.execute(statement, values)
    except sqlite3.Error as error:
        raise exc.DBAPIError.instance(
            statement, None, error, sqlite3.Error, dialect=connection.dialect
        ) from error
