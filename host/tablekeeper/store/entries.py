"""Ranking entries: what an event, or an imported table, adds to a ranking or to the ratings.

An entry is a journal: proposed, confirmed, corrected, withdrawn. Its bodies hold the players' numbers in the
register, so a name can be removed while the points stay. The results for the ratings are copied from the
journal into a separate table, in the same transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select

from tablekeeper.store import schema
from tablekeeper.store.actions import ActionStore
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.writer import Writer

WORLD, DOUBLE_THREAT, RATING = KINDS = ("world", "double-threat", "rating")
PROPOSED, CONFIRMED, CORRECTED, WITHDRAWN = ACTIONS = ("proposed", "confirmed", "corrected", "withdrawn")
#: how many rows of rated results are read at a time
_PAGE = 10_000


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry: the ranking that it counts for, and its event (None = imported from elsewhere)."""

    id: int
    kind: str
    event: int | None
    created_ms: int


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result that ratings are computed from: people's numbers by side, the best side first."""

    day: str
    sides: tuple[tuple[int, ...], ...]
    #: points of the match; None if the game has no match length
    length: int | None
    #: places of the sides if some are tied, else ()
    ranks: tuple[int, ...] = ()


class Entries:
    """Writes and reads ranking entries. Writing methods return after the commit."""

    def __init__(
        self, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._database = database
        self._writer = writer
        self._now = now
        self.journals = ActionStore(schema.ranking_actions, database, writer, now, erasures)

    # --- writing --------------------------------------------------------------------------

    def create(
        self,
        kind: str,
        event: int | None,
        action: str,
        body: Mapping[str, Any],
        *,
        actor: str,
        rated: Sequence[RatedResult] = (),
    ) -> int:
        """Enter an entry with its first action; return its number."""
        now = self._now()

        def job(connection: Connection) -> int:
            row = connection.execute(
                insert(schema.ranking_entries).values(kind=kind, event=event, created_ms=now)
            ).inserted_primary_key
            assert row is not None
            self.journals.add(connection, now, [(actor, action, body)], int(row[0]))
            _rate(connection, int(row[0]), rated)
            return int(row[0])

        return self._writer.run(job)

    def append(
        self,
        entry: int,
        after: int,
        action: str,
        body: Mapping[str, Any],
        *,
        actor: str,
        rated: Sequence[RatedResult] = (),
    ) -> int:
        """Add an action behind number `after`, which must be the last; return its number.

        `rated` are the results that count from now on; they replace the previous ones.
        """
        return self.journals.append(
            after,
            [(actor, action, body)],
            owner=entry,
            also=lambda connection: _rate(connection, entry, rated),
        )

    def rate(self, entry: int, rated: Sequence[RatedResult]) -> None:
        """Replace the results of an entry by these."""
        self._writer.run(lambda connection: _rate(connection, entry, rated))

    # --- reading --------------------------------------------------------------------------

    def all(self) -> list[EntryRow]:
        """Return all entries, oldest first."""
        return self._rows(select(schema.ranking_entries).order_by(schema.ranking_entries.c.id))

    def of_event(self, event: int) -> list[EntryRow]:
        """Return the entries of an event, oldest first."""
        table = schema.ranking_entries
        return self._rows(select(table).where(table.c.event == event).order_by(table.c.id))

    def count(self) -> int:
        """Return how many actions all journals have together."""
        with self._database.reading() as connection:
            return int(connection.scalar(select(func.count()).select_from(schema.ranking_actions)) or 0)

    def rated(self) -> Iterator[tuple[int, RatedResult]]:
        """Yield every rated result with its entry, sorted by day, entry and place in the entry.

        The results are read in pages, so that memory does not grow with their number. Results that are
        confirmed during the reading may be included or not.
        """
        table = schema.rated_results
        place = ("", 0, -1)
        while True:
            query = (
                select(table)
                .where(
                    (table.c.day > place[0])
                    | ((table.c.day == place[0]) & (table.c.entry > place[1]))
                    | ((table.c.day == place[0]) & (table.c.entry == place[1]) & (table.c.ordinal > place[2]))
                )
                .order_by(table.c.day, table.c.entry, table.c.ordinal)
                .limit(_PAGE)
            )
            with self._database.reading() as connection:
                rows = list(connection.execute(query))
            for row in rows:
                sides = tuple(map(tuple, json.loads(row.sides)))
                yield row.entry, RatedResult(row.day, sides, row.length, tuple(json.loads(row.ranks or "[]")))
            if len(rows) < _PAGE:
                return
            place = (rows[-1].day, rows[-1].entry, rows[-1].ordinal)

    def _rows(self, query: Select[Any]) -> list[EntryRow]:
        with self._database.reading() as connection:
            return [EntryRow(**row._mapping) for row in connection.execute(query)]


def _rate(connection: Connection, entry: int, rated: Sequence[RatedResult]) -> None:
    """Replace the results of an entry."""
    table = schema.rated_results
    connection.execute(delete(table).where(table.c.entry == entry))
    if rated:
        connection.execute(
            insert(table),
            [
                {
                    "entry": entry,
                    "ordinal": place,
                    "day": one.day,
                    "sides": json.dumps(one.sides, separators=(",", ":")),
                    "length": one.length,
                    "ranks": json.dumps(one.ranks, separators=(",", ":")) if one.ranks else None,
                }
                for place, one in enumerate(rated)
            ],
        )
