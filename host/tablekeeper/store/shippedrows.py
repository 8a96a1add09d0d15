"""The rows that a venue ships: their tables, their journals, and the number of rows in an entry."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, select

from tablekeeper.store import schema
from tablekeeper.store.sealing import RELEASES, REMOVALS, action_journal, board_journal

#: the most rows of an entry; and characters: once it has more, it gets no further row
RUN, LETTERS = 64, 200_000
PEOPLE = "people_actions"


@dataclass(frozen=True, slots=True)
class RowSource:
    """The source of the entries of some journals."""

    table: Table
    #: the columns that say which journal a row belongs to; empty if the table is one journal
    keys: tuple[Column[Any], ...]
    #: the place of a row in its journal; it increases
    place: Column[Any]
    columns: tuple[Column[Any], ...]
    #: the counts (of `journal_ends`) that increase when rows change on purpose
    changes: tuple[str, ...]

    def name(self, key: tuple[Any, ...]) -> str:
        """Return the name of a journal."""
        if self.table is schema.records:
            return board_journal(*key)
        if "action" in self.table.c:
            return action_journal(self.table, *(key or (0,)))
        return "entries" if self.table is schema.ranking_entries else self.table.name

    def where(self, key: tuple[Any, ...]) -> Sequence[ColumnElement[bool]]:
        """Return the condition for the rows of a journal."""
        return [column == value for column, value in zip(self.keys, key, strict=True)]

    def rows(
        self, connection: Connection, key: tuple[Any, ...], first: int, last: int | None = None,
        limit: int | None = None,
    ) -> list[tuple[Any, ...]]:  # fmt: skip
        """Return the rows of a journal from the place `first` on, each as its place and its columns."""
        query = select(self.place, *self.columns).where(*self.where(key), self.place >= first)
        if last is not None:
            query = query.where(self.place <= last)
        found = connection.execute(query.order_by(self.place).limit(limit)).all()
        return [tuple(_told(value) for value in row) for row in found]

    def whole(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Return the first rows of one entry: no gap in a board's records, and few enough characters."""
        letters = 0
        for place, row in enumerate(rows):
            hole = place and self.table is schema.records and row[0] != rows[place - 1][0] + 1
            letters += sum(len(value) for value in row if isinstance(value, str))
            if hole or (place and letters > LETTERS):
                return rows[:place]
        return rows


def _actions(table: Table) -> RowSource:
    columns = table.c
    keys = tuple(one for one in table.primary_key if one.name != "seq")
    told = (columns.at_ms, columns.actor, columns.action, columns.body)
    return RowSource(table, keys, columns.seq, told, (REMOVALS,))


def _rows(table: Table, *columns: str) -> RowSource:
    return RowSource(table, (), table.c.id, tuple(table.c[one] for one in columns), (REMOVALS, PEOPLE))


_RECORDS = schema.records.c
SOURCES = (
    RowSource(
        schema.records, (_RECORDS.uid, _RECORDS.journal), _RECORDS.seq,
        (_RECORDS.received_ms, _RECORDS.bytes), (RELEASES,),
    ),
    *map(
        _actions,
        (
            schema.actions, schema.desk_actions, schema.people_actions, schema.event_actions,
            schema.ranking_actions,
        ),
    ),
    _rows(schema.events, "name", "format", "created_ms"),
    _rows(schema.ranking_entries, "kind", "event", "created_ms"),
    # includes the names of people who do not want them published: the federation's pages hide them, too
    _rows(schema.aliases, "name"),
    _rows(schema.clubs, "name"),
)  # fmt: skip


def entry_content(rows: Sequence[tuple[Any, ...]]) -> str:
    """Return the content of an entry; its checksum is computed from it."""
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _told(value: Any) -> Any:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else value
