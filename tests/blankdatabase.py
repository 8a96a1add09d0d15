"""Makes SQLite databases as copies of the first one: running the migrations takes twenty times as long.

They need not survive a power cut: the system decides when to write the data to the disk.
The conftest of a folder whose tests make many databases imports `new_databases`. For other
processes, other engines and older databases nothing changes.
"""

import contextlib
import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, event

from tablekeeper.store import version
from tablekeeper.store.database import Database

#: the original functions that open the file, and make its tables in one transaction
OPENING, MIGRATING = Database._engine, version.upgrade


@contextlib.contextmanager
def copied() -> Iterator[list[str]]:
    """Run the migrations once; yield the statements that make the same tables."""
    statements: list[str] = []
    blank = sqlite3.connect(":memory:", check_same_thread=False)
    with pytest.MonkeyPatch.context() as patch, contextlib.closing(blank):
        migrate = version.upgrade

        def upgrade(connection: Connection) -> None:
            if connection.dialect.name != "sqlite" or version.current(connection) is not None:
                migrate(connection)
            elif statements:
                new = connection.connection.driver_connection
                assert new is not None
                # a copy is no part of the transaction that has begun
                new.rollback()
                blank.backup(new)
            else:
                migrate(connection)
                made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
                statements.extend(sql for (sql,) in made if "sqlite_sequence" not in sql)
                statements.append(f"INSERT INTO alembic_version VALUES ('{version.HEAD}')")
                for statement in statements:
                    blank.execute(statement)
                blank.commit()

        patch.setattr(version, "upgrade", upgrade)
        yield statements


class Statements(dict[tuple[object, ...], object]):
    """Statements as SQL, kept for all databases of a kind: SQLAlchemy makes each again for each database."""

    def get(self, key: tuple[object, ...], default: object = None) -> object:
        """Return the SQL of a statement; its key begins with the dialect, an object of each database."""
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[object, ...], made: object) -> None:
        super().__setitem__((type(key[0]), *key[1:]), made)


def _unhurried(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")


@contextlib.contextmanager
def unhurried() -> Iterator[None]:
    """Set SQLite not to wait for the disk, and SQLAlchemy to make the SQL of a statement once."""
    statements = Statements()
    with pytest.MonkeyPatch.context() as patch:
        engine_of = Database._engine

        def engine(database: Database) -> Engine:
            made = engine_of(database)
            made.update_execution_options(compiled_cache=statements)
            if made.dialect.name == "sqlite":
                # first, because the change to WAL writes, too; and last, because the host sets it again
                for first in (True, False):
                    event.listen(made, "connect", _unhurried, insert=first)
            return made

        patch.setattr(Database, "_engine", engine)
        yield


@pytest.fixture(scope="session", autouse=True)
def new_databases() -> Iterator[None]:
    """Make new databases from the first one's statements, without waiting for the disk."""
    with copied(), unhurried():
        yield
