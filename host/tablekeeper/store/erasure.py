"""Removes a name from every row of the database, and from its files.

Logs of boards hold only numbers. All other columns may hold names: the table below says what each column
contains, and a test checks that it lists every column of the schema. `director.people.renaming` decides the
replacement; here every text is read, rewritten and stored in one transaction.

SQLite leaves deleted bytes in freed pages and in its log until they are overwritten. So afterwards the file
is rewritten (VACUUM) and the log is emptied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, select, update

from tablekeeper.journal.action import NewAction
from tablekeeper.store import schema, sealing
from tablekeeper.store.actions import ActionStore
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.people import NumberedName, rename
from tablekeeper.store.writer import Writer

#: columns with texts by people: a name may occur anywhere in them
TEXTS = (
    "boards.name", "matches.source", "names.name", "commands.reason", "quarantine.reason", "events.name",
    "clubs.name", "clubs.key", "actions.actor", "event_actions.actor", "people_actions.actor",
    "ranking_actions.actor", "desk_actions.actor",
)  # fmt: skip
#: columns with JSON that contains texts by people
DOCUMENTS = (
    "actions.body", "event_actions.body", "people_actions.body", "ranking_actions.body",
    "desk_actions.body",
)  # fmt: skip
#: columns with bytes that contain a name in the boards' character set
MESSAGES = ("commands.tail",)
#: columns that contain only numbers, days, notations and the program's own words
PLAIN = (
    "boards.uid", "boards.firmware", "journals.uid", "records.uid", "records.bytes", "quarantine.uid",
    "quarantine.bytes", "gaps.uid", "bases.uid", "matches.control", "segments.uid", "commands.uid",
    "commands.state", "actions.action", "events.format", "event_actions.action", "desk_actions.action",
    "people_actions.action", "ranking_entries.kind", "ranking_actions.action", "rated_results.day",
    "rated_results.sides", "rated_results.ranks", "backup_marks.expires", "journal_ends.journal",
    "journal_ends.head", "journals.head", "seals.uid", "seals.checksum", "actions.checksum",
    "event_actions.checksum", "desk_actions.checksum", "people_actions.checksum", "ranking_actions.checksum",
    "venue.venue", "venue.servers", "venue.secret", "venue.authority", "shipped_runs.journal",
    "shipped_runs.checksum", "shipped_marks.journal", "shipped_marks.checksum", "shipped_ends.journal",
    "standing.place",
)  # fmt: skip
#: columns that are written together with the person's new name: not searched
OWN = ("aliases.name", "aliases.key")


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of a text: its column, and the other values of its row."""

    column: str
    #: the event of its journal, or the match; None if it has none
    event: int | None = None
    match: int | None = None
    #: the owner of its journal, 0 if the table holds one journal
    owner: int = 0
    #: the action of a journal's row
    verb: str = ""
    #: the number of a command's message
    message: int | None = None


class Rewriter(Protocol):
    """Returns the replacement of a text or a message."""

    def text(self, cell: Cell, text: str) -> str:
        """Return the text with the name removed."""

    def document(self, cell: Cell, text: str) -> str:
        """Return a JSON text without the name."""

    def message(self, cell: Cell, tail: bytes) -> bytes:
        """Return the tail of a command without the name."""


@dataclass(frozen=True, slots=True)
class Erased:
    """The changes of a removal."""

    #: (column, how many rows), only where something changed
    changed: tuple[tuple[str, int], ...]
    events: tuple[int, ...]
    matches: tuple[int, ...]


class Erasure:
    """Removes people's names from a database."""

    def __init__(
        self, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._database = database
        self._writer = writer
        self._erasures = erasures
        self._register = ActionStore(schema.people_actions, database, writer, now, erasures)

    @property
    def count(self) -> int:
        """A number that increases with every removal; needs no query."""
        return self._erasures.count

    def remove(
        self, after: int, action: NewAction, gone: Collection[int], name: NumberedName, rewriter: Rewriter
    ) -> Erased:
        """Add an action of the register behind number `after`, and rewrite every text.

        `name` takes the place of the aliases that are `gone`.
        """
        counts: dict[str, int] = {}
        events: set[int] = set()
        matches: set[int] = set()
        journals: set[tuple[Table, int]] = set()

        def also(connection: Connection) -> None:
            for cell, table, where, column, new in _rewritten(connection, rewriter):
                connection.execute(update(table).where(where).values({column.name: new}))
                counts[cell.column] = counts.get(cell.column, 0) + 1
                if cell.event is not None:
                    events.add(cell.event)
                if cell.match is not None:
                    matches.add(cell.match)
                if table.name in sealing.NAMES or table is schema.quarantine:
                    journals.add((table, cell.owner))
            for table, owner in sorted(journals, key=lambda one: (one[0].name, one[1])):
                if table is schema.quarantine:
                    sealing.seal_quarantine(connection)
                else:
                    sealing.seal_actions(connection, table, owner)
            sealing.count(connection, sealing.REMOVALS)
            rename(connection, schema.aliases, gone, [name])
            self._erasures.rise()

        try:
            self._register.append(after, [action], also=also)
        finally:
            self._erasures.rise()
        return Erased(tuple(sorted(counts.items())), tuple(sorted(events)), tuple(sorted(matches)))

    def sweep(self) -> bool:
        """Rewrite a SQLite file without freed pages and empty its log; return whether that succeeded.

        It fails while another process reads the file. Other databases need no rewriting: return True.
        """
        return self._writer.alone(self._database.sweep)


def columns() -> Iterator[tuple[str, Column[object]]]:
    """Yield every column that is searched, as "table.column"."""
    for name in (*TEXTS, *DOCUMENTS, *MESSAGES):
        table, column = name.split(".")
        yield name, schema.metadata.tables[table].c[column]


def _rewritten(
    connection: Connection, rewriter: Rewriter
) -> Iterator[tuple[Cell, Table, ColumnElement[bool], Column[object], object]]:
    """Yield every value that changes: its place and its new value."""
    for name, column in columns():
        table = column.table
        assert isinstance(table, Table)
        rows = connection.execute(select(table).where(column.is_not(None))).all()
        for row in rows:
            found = row._mapping
            cell = Cell(
                name,
                event=found["event"] if table is schema.event_actions else
                found["id"] if table is schema.events else None,
                match=found["match_id"] if table in (schema.names, schema.commands) else
                found["id"] if table is schema.matches else None,
                owner=found.get("event", found.get("entry", 0)) if table.name in sealing.NAMES else 0,
                verb=found.get("action", ""),
                message=found["verb"] if table is schema.commands else None,
            )  # fmt: skip
            old = found[column.name]
            if name in MESSAGES:
                old = bytes(old)
                new: object = rewriter.message(cell, old)
            else:
                new = (rewriter.document if name in DOCUMENTS else rewriter.text)(cell, old)
            if new != old:
                where = and_(*(key == found[key.name] for key in table.primary_key))
                yield cell, table, where, column, new
