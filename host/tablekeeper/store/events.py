"""Events: an event is its journal of actions, which are never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, bindparam, insert, select

from tablekeeper.journal.action import Action, NewAction
from tablekeeper.store import schema
from tablekeeper.store.actions import ActionStore
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.writer import Writer

#: numbers that a column can hold
_NUMBERS = range(1, 1 << 63)
# made once: making a statement takes longer than running it
_ONE = select(schema.events).where(schema.events.c.id == bindparam("event"))
_ALL = select(schema.events).order_by(schema.events.c.id)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event and its format."""

    id: int
    name: str
    format: str
    created_ms: int


class EventStore:
    """Writes and reads events."""

    def __init__(
        self, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._database = database
        self._writer = writer
        self._now = now
        self.journals = ActionStore(schema.event_actions, database, writer, now, erasures)

    # --- writing --------------------------------------------------------------------------

    def create(self, name: str, form: str, actions: Sequence[NewAction]) -> int:
        """Enter an event with its first actions; return its id."""
        now = self._now()
        kept = [Action(seq, now, *action) for seq, action in enumerate(actions, 1)]
        return self.adopt(name, form, kept)

    def adopt(self, name: str, form: str, journal: Sequence[Action]) -> int:
        """Enter an event with an unchanged journal from elsewhere; return its id."""
        # the clock of the other hall may be ahead, or this hall's was: what is linked here comes later
        now = max(self._now(), *(one.at_ms for one in journal))

        def job(connection: Connection) -> int:
            row = connection.execute(
                insert(schema.events).values(name=name, format=form, created_ms=now)
            ).inserted_primary_key
            assert row is not None
            self.journals.adopt(connection, journal, int(row[0]))
            return int(row[0])

        return self._writer.run(job)

    # --- reading --------------------------------------------------------------------------

    def get(self, event: int) -> EventRow | None:
        """Return an event; None if the id is unknown."""
        if event not in _NUMBERS:
            # drivers cannot send a number that does not fit into a column
            return None
        found = self._rows(_ONE, {"event": event})
        return found[0] if found else None

    def all(self) -> list[EventRow]:
        """Return all events, oldest first."""
        return self._rows(_ALL, {})

    def _rows(self, query: Select[Any], values: Mapping[str, Any]) -> list[EventRow]:
        with self._database.reading() as connection:
            return [EventRow(**row._mapping) for row in connection.execute(query, values)]
