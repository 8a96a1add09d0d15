"""The schema version of a database, and its upgrade.

Alembic is loaded only if an upgrade is needed, so that an up-to-date database opens quickly.
"""

from __future__ import annotations

from sqlalchemy import Connection, column, inspect, select, table

from tablekeeper.store import schema

#: the revision that this program needs, and the older ones that it can upgrade (migrations/versions)
HEAD = "0013"
OLDER: tuple[str, ...] = (
    "0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012",
)  # fmt: skip
_TABLE = "alembic_version"
#: queries for all (table, column): SQLAlchemy's inspector reads each table separately, five times as slowly
_COLUMNS = {
    "sqlite": "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns "
    "WHERE table_schema = current_schema()",
}


def current(connection: Connection) -> str | None:
    """Return the revision of a database; None if it has none."""
    if not inspect(connection).has_table(_TABLE):
        return None
    revision: str | None = connection.scalar(select(column("version_num")).select_from(table(_TABLE)))
    return revision


def missing(connection: Connection) -> str:
    """Return the first missing table or column of HEAD, as part of a sentence; "" if none is missing."""
    asked = connection.exec_driver_sql(_COLUMNS[connection.dialect.name])
    held = {(table, column) for table, column in asked}
    connection.rollback()
    tables = {table for table, _ in held}
    for one in schema.metadata.tables.values():
        if lacked := {each.name for each in one.columns if (one.name, each.name) not in held}:
            what = f"column {min(lacked)} of its table" if one.name in tables else "table"
            return f"the {what} {one.name} is missing"
    return ""


def upgrade(connection: Connection) -> None:
    """Upgrade a database to HEAD, or make its tables, within the current transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tablekeeper.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
