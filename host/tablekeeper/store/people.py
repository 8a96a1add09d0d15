"""The names of people and clubs, and the journal of the register.

Names are stored only here, in rows that may change. The journal and all other permanent data hold numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, Table, delete, exc, insert, select

from tablekeeper.journal.action import NewAction
from tablekeeper.store import schema
from tablekeeper.store.actions import ActionStore
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.writer import Writer


class Taken(Exception):
    """A person or a club has this name already."""


@dataclass(frozen=True, slots=True)
class NumberedName:
    """The name of an alias or of a club, with its number; `key` is the form used for searches."""

    id: int
    name: str
    key: str


class People:
    """Writes and reads people. Writing methods return after the commit."""

    def __init__(
        self, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._database = database
        self._writer = writer
        self.journal = ActionStore(schema.people_actions, database, writer, now, erasures)

    def append(
        self,
        after: int,
        actions: Sequence[NewAction],
        erasures: int | None = None,
        *,
        aliases: Sequence[NumberedName] = (),
        clubs: Sequence[NumberedName] = (),
        gone_aliases: Collection[int] = (),
        gone_clubs: Collection[int] = (),
    ) -> int:
        """Add actions (`ActionStore.append`), and add and delete names; raise Taken if a name is in use."""

        def also(connection: Connection) -> None:
            rename(connection, schema.aliases, gone_aliases, aliases)
            rename(connection, schema.clubs, gone_clubs, clubs)

        try:
            return self.journal.append(after, actions, erasures, also=also)
        except exc.IntegrityError as error:
            raise Taken from error

    def forget(self, aliases: Collection[int], clubs: Collection[int]) -> None:
        """Delete names that no longer belong to a person or club."""

        def job(connection: Connection) -> None:
            rename(connection, schema.aliases, aliases, [])
            rename(connection, schema.clubs, clubs, [])

        self._writer.run(job)

    def aliases(self) -> dict[int, NumberedName]:
        """Return the names of people by number, sorted by number."""
        return self._names(schema.aliases)

    def clubs(self) -> dict[int, NumberedName]:
        """Return the clubs by number, sorted by number."""
        return self._names(schema.clubs)

    def _names(self, table: Table) -> dict[int, NumberedName]:
        with self._database.reading() as connection:
            rows = connection.execute(select(table).order_by(table.c.id))
            return {row.id: NumberedName(**row._mapping) for row in rows}


def rename(
    connection: Connection, table: Table, gone: Collection[int], new: Sequence[NumberedName]
) -> None:
    """Delete names and enter others within the writer's transaction."""
    if gone:
        connection.execute(delete(table).where(table.c.id.in_(gone)))
    if new:
        connection.execute(insert(table), [asdict(one) for one in new])
