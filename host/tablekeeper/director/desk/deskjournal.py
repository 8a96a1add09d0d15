"""Where the desk's journal is read and added to: checked, then stored, or refused in a sentence."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tablekeeper.director.desk import journal
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.events.document import storable
from tablekeeper.director.events.service import ATTEMPTS
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.store import Store
from tablekeeper.strictjson import Cursor, DocumentError

TOPIC = "desk"


@contextmanager
def sentences() -> Iterator[None]:
    """Turn the refusals of rules and journal into the director's sentences."""
    try:
        yield
    except DocumentError as error:
        reason = f"{error.reason[:1].upper()}{error.reason[1:]}."
        # what was written is named as a form or flag names it; where in the journal says nothing
        named = error.place.rsplit(".", 1)[-1].replace("_", " ")
        told = f"{named[:1].upper()}{named[1:]}: {error.reason}." if named.isascii() and named else reason
        raise UserError(told) from error


class DeskJournal:
    """The journal of the desk in a store."""

    def __init__(self, store: Store, topics: Topics | None) -> None:
        self._store = store
        self._topics = topics
        #: what the journal makes, until something is added: one process writes, and every page asks
        self._known: DeskState | None = None
        self._added = (0, 0)
        self._keeping = threading.Lock()

    def actions(self) -> list[Action]:
        """Return the journal in order."""
        return self._store.desk.actions()

    def state(self) -> DeskState:
        """Return the desk as it stands."""
        with self._keeping:
            # a removal of a name changes rows that were read long ago
            added = (self._added[0], self._store.erasure.count)
            known = self._known if added == self._added else None
            self._added = added
        if known is None:
            known = journal.fold(self.actions())
            with self._keeping:
                # unless something was added while it was read
                if added == self._added:
                    self._known = known
        return known

    def add(self, actor: str, action: str, body: Mapping[str, Any]) -> int:
        """Add an entry that can follow; return its number. UserError: nothing was added."""
        with sentences():
            body = storable(Cursor(dict(body)))
            # without a lock, as for events: whoever was overtaken checks again
            for _ in range(ATTEMPTS):
                erasures = self._store.erasure.count
                actions = self.actions()
                after = len(actions)
                at_ms = actions[-1].at_ms if actions else 0
                journal.follow(actions, Action(after + 1, at_ms, actor, action, body))
                try:
                    seq = self._store.desk.append(after, [(actor, action, body)], erasures)
                except Overtaken:
                    continue
                with self._keeping:
                    self._known = None
                    self._added = (self._added[0] + 1, self._added[1])
                if self._topics is not None:
                    self._topics.bump(TOPIC, "hall")
                return seq
        raise UserError("Others write at the desk all the time: try it again.")
