"""Reads the events of a store: their rows and folded journals."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import NotFound
from tablekeeper.journal.reading import Reading
from tablekeeper.store import EventRow, Store


class EventReader:
    """Reads events with their real names; `people.publicnames` has a reader with published names."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def rows(self) -> Sequence[EventRow]:
        """Return every event, oldest first."""
        return self.store.events.all()

    def row(self, event: int) -> EventRow:
        """Return an event. NotFound: no event has this number."""
        row = self.store.events.get(event)
        if row is None:
            raise NotFound("There is no event %(event)s.", event=event)
        return row

    def read(self, event: int) -> Reading[EventState]:
        """Return an event's present journal, and the state folded from it."""
        return self.store.events.journals.reading(EVENTS, event)
