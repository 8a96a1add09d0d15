"""Events and their journals: an event is what its actions say, and no action is ever changed.

Who adds an action names the last one it knows of: when another came in between, nothing is added,
because what was checked may no longer hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, insert, select

from tablekeeper.store import schema
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.writer import Writer

#: numbers that a column can hold
_NUMBERS = range(1, 1 << 63)


class Overtaken(Exception):
    """Another action came in between: look at the event again."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event, and the format whose rules it follows."""

    id: int
    name: str
    format: str
    created_ms: int


@dataclass(frozen=True, slots=True)
class EventAction:
    """An action of an event's journal; `seq` counts 1, 2, 3, and `at_ms` (hall time) never falls."""

    seq: int
    at_ms: int
    actor: str
    action: str
    body: Any


#: an action to be added: actor, action, body
NewAction = tuple[str, str, Mapping[str, Any]]


def canonical(body: Mapping[str, Any]) -> str:
    """Return the one JSON text of a body: sorted keys, no blanks, letters as they are."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class EventStore:
    """What is written and asked about events."""

    def __init__(
        self, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._database = database
        self._writer = writer
        self._now = now
        self._erasures = erasures

    # --- writing --------------------------------------------------------------------------

    def create(self, name: str, form: str, actions: Sequence[NewAction]) -> int:
        """Enter an event with its first actions; return its id."""
        now = self._now()
        kept = [EventAction(seq, now, *action) for seq, action in enumerate(actions, 1)]
        return self.adopt(name, form, kept)

    def adopt(self, name: str, form: str, journal: Sequence[EventAction]) -> int:
        """Enter an event with a journal that was kept elsewhere, as it is; return its id."""
        now = self._now()

        def job(connection: Connection) -> int:
            row = connection.execute(
                insert(schema.events).values(name=name, format=form, created_ms=now)
            ).inserted_primary_key
            assert row is not None
            _add(connection, int(row[0]), journal)
            return int(row[0])

        return self._writer.run(job)

    def append(
        self, event: int, after: int, actions: Sequence[NewAction], erasures: int | None = None
    ) -> int:
        """Add actions behind number `after`, which must be the last, all or none; return the last number.

        `erasures` is the count of removals when the event was looked at: what was checked against a name
        that is gone since then is overtaken, too.
        """
        now, table = self._now(), schema.event_actions

        def job(connection: Connection) -> int:
            last, at_ms = connection.execute(
                select(func.max(table.c.seq), func.max(table.c.at_ms)).where(table.c.event == event)
            ).one()
            if last != after or erasures not in (None, self._erasures.count):
                raise Overtaken(event)
            # a clock that is set back does not reorder a journal
            at = max(now, at_ms)
            kept = [EventAction(after + place, at, *action) for place, action in enumerate(actions, 1)]
            _add(connection, event, kept)
            return after + len(kept)

        return self._writer.run(job)

    # --- asking ---------------------------------------------------------------------------

    def get(self, event: int) -> EventRow | None:
        """Return an event, or None when there is none with this id."""
        if event not in _NUMBERS:
            # no driver sends a number that no column can hold
            return None
        found = self._rows(select(schema.events).where(schema.events.c.id == event))
        return found[0] if found else None

    def all(self) -> list[EventRow]:
        """Return all events, oldest first."""
        return self._rows(select(schema.events).order_by(schema.events.c.id))

    def actions(self, event: int, after: int = 0) -> list[EventAction]:
        """Return an event's journal in order, or what follows its action `after`."""
        table = schema.event_actions
        query = select(table).where(table.c.event == event, table.c.seq > after).order_by(table.c.seq)
        with self._database.reading() as connection:
            return [
                EventAction(row.seq, row.at_ms, row.actor, row.action, json.loads(row.body))
                for row in connection.execute(query)
            ]

    def _rows(self, query: Select[Any]) -> list[EventRow]:
        with self._database.reading() as connection:
            return [EventRow(**row._mapping) for row in connection.execute(query)]


def _add(connection: Connection, event: int, journal: Sequence[EventAction]) -> None:
    if not journal:
        return
    connection.execute(
        insert(schema.event_actions),
        [
            {
                "event": event,
                "seq": one.seq,
                "at_ms": one.at_ms,
                "actor": one.actor,
                "action": one.action,
                "body": canonical(one.body),
            }
            for one in journal
        ],
    )
