"""Reads the desk's journal and appends to it: checks each entry, then stores or refuses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.actions.kind import sentences as sentences
from tablekeeper.director import seen
from tablekeeper.director.desk import journal
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.desk.touches import touch
from tablekeeper.director.events.document import storable
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.journal.reading import Reading
from tablekeeper.store import Store
from tablekeeper.strictjson import Cursor

TOPIC = "desk"


class DeskJournal:
    """The journal of the desk in a store."""

    def __init__(self, store: Store, topics: Topics | None) -> None:
        self._store = store
        self._topics = topics

    def read(self) -> Reading[DeskState]:
        """Return the present journal, and the desk folded from it."""
        return self._store.desk.reading(journal.DESK)

    def as_seen(self) -> DeskState:
        """Return the desk as the author of the present request has seen it."""
        reading, last = self.read(), seen.number(TOPIC)
        return reading.state if last is None else journal.fold(reading.actions[:last])

    def add(self, actor: str, action: str, body: Mapping[str, Any]) -> int:
        """Add an entry; return its number. Raise UserError, and add nothing, if it cannot follow."""
        with sentences():
            body = storable(Cursor(dict(body)))
            try:
                seq = self._store.desk.follow(
                    lambda: self._check(actor, action, body), (actor, action, body)
                )
            except Overtaken as error:
                raise UserError("Other people keep changing the desk's journal: try again.") from error
        seen.added(TOPIC, seq)
        if self._topics is not None:
            self._topics.bump(TOPIC, "hall")
        return seq

    def _check(self, actor: str, action: str, body: Mapping[str, Any]) -> int:
        """Return the number of the last entry; refuse this entry if it cannot follow it."""
        reading = self.read()
        actions = reading.actions
        at_ms = actions[-1].at_ms if actions else 0
        new = Action(len(actions) + 1, at_ms, actor, action, body)
        seen.check(TOPIC, actions, new, touch, reading.tell, reading.state.undone)
        journal.follow(actions, new, reading.state)
        return len(actions)
