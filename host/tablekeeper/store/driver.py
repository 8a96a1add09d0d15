"""The engines of both databases, and the statements of every commit, run at SQLite's own driver.

SQLAlchemy needs longer to hand over one of these statements than SQLite to run it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc

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
