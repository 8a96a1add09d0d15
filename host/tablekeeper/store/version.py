"""The schema version of a database, and its upgrade.

Alembic is loaded only if an upgrade is needed, so that an up-to-date database opens quickly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, column, inspect, select, table

from tablekeeper.languages import _
from tablekeeper.store import schema

#: the revision that this program needs, and the older ones that it can upgrade (migrations/versions)
HEAD = "0014"
OLDER: tuple[str, ...] = (
    "0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012",
    "0013",
)  # fmt: skip
_TABLE = "alembic_version"
#: queries for all (table, column): SQLAlchemy's inspector reads each table separately, five times as slowly
_COLUMNS = {
    "sqlite": "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns "
    "WHERE table_schema = current_schema()",
}
#: queries for (table, trigger, or "" for a view) of all that this program did not make
_FOREIGN = {
    "sqlite": "SELECT tbl_name, CASE type WHEN 'trigger' THEN name ELSE '' END FROM sqlite_master "
    "WHERE type IN ('trigger', 'view') ORDER BY 1, 2",
    "postgresql": "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
    "WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace "
    "AND (t.tgname, t.tgfoid::regproc::text) <> ('tablekeeper_changed', 'tablekeeper_changed') "
    "UNION ALL SELECT viewname, '' FROM pg_views WHERE schemaname = current_schema() ORDER BY 1, 2",
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


def differences(connection: Connection) -> Iterator[str]:
    """Yield a sentence for each trigger, view, table, column and index that differs from those of HEAD.

    A trigger that somebody has added would change data later, behind all checksums.
    """
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    for where, trigger in connection.exec_driver_sql(_FOREIGN[connection.dialect.name]):
        if trigger:
            yield _(
                "Table %(table)s has the trigger %(name)s, which is not Tablekeeper's.",
                table=where, name=trigger,
            )
        else:
            yield _("The view %(name)s is not Tablekeeper's.", name=where)
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    for found in compare_metadata(context, schema.metadata):
        # changes of a column come as a list
        for one in found if isinstance(found, list) else [found]:
            yield _difference(*one)


def _difference(change: str, *what: Any) -> str:
    """Return the sentence for a step of Alembic that would make the database what it should be."""
    if change == "remove_table":
        return _("The table %(name)s is not Tablekeeper's.", name=what[0].name)
    if change == "remove_column":
        return _(
            "Table %(table)s has the column %(name)s, which is not Tablekeeper's.",
            table=what[1], name=what[2].name,
        )
    if change == "remove_index":
        return _(
            "Table %(table)s has the index %(name)s, which is not Tablekeeper's.",
            table=what[0].table.name, name=what[0].name,
        )
    named = what[1] if len(what) > 1 else what[0].table.name
    return _("Table %(table)s is not as Tablekeeper makes it (%(change)s).", table=named, change=change)


def upgrade(connection: Connection) -> None:
    """Upgrade a database to HEAD, or make its tables, within the current transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tablekeeper.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
