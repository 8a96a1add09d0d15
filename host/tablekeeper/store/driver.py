"""Runs the statements of every commit at SQLite's own driver.

SQLAlchemy needs longer to hand over one of them than SQLite to run it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, exc


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
