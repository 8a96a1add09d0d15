"""Detects that a PostgreSQL database was restored: its place differs from the place of the last write.

The place is the server's identifier, its timeline and the database's number there. A point-in-time recovery
begins a new timeline, and so does a standby that takes over; a dump is loaded into another database. A
restart of the server does not change it. For a SQLite file, `tablekeeper backup restore` does the same work.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, text, update

from tablekeeper.store import schema

_PLACE = text(
    "SELECT concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid)"
    " FROM pg_control_system(), pg_database d WHERE d.datname = current_database()"
)


def moved(connection: Connection) -> bool:
    """Store the present place of the database; return whether it differs from the stored place."""
    table, here = schema.standing, connection.scalar(_PLACE)
    kept = connection.scalar(select(table.c.place).with_for_update())
    if kept is None:
        connection.execute(insert(table).values(id=1, place=here))
    elif kept != here:
        connection.execute(update(table).values(place=here))
    return kept not in (None, here)


def place(connection: Connection) -> str:
    """Return the present place of the database."""
    return str(connection.scalar(_PLACE))
