"""The event as the author of a form saw it, and later changes that an action depends on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablekeeper.director import seen
from tablekeeper.director.events.journal import fold
from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.touches import touch
from tablekeeper.journal.action import Action
from tablekeeper.journal.reading import Reading


class ShownEvents:
    """Events as their forms have shown them. All methods may be called from any thread."""

    def __init__(self, read: Callable[[int], Reading[EventState]]) -> None:
        self._read = read

    def state(self, event: int) -> EventState | None:
        """Return an event as the author saw it; None if the form has no mark of this."""
        last = seen.number(seen.event_journal(event))
        actions = self._read(event).actions
        return None if last is None or not 0 < last <= len(actions) else fold(actions[:last])

    def said(self, event: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that an author changes: those unlike both the form's and the present value."""
        before = self.state(event)
        if before is None:
            return dict(options)
        known = (before.options, self._read(event).state.options)
        return {
            key: value for key, value in options.items()
            if all(key not in one or one[key] != value for one in known)
        }  # fmt: skip

    def check(self, event: int, reading: Reading[EventState], action: Action) -> None:
        """Refuse (`Meanwhile`) an action about something that has changed unseen."""
        seen.check(
            seen.event_journal(event), reading.actions, action, touch, reading.tell, reading.state.undone
        )

    def check_needs(self, event: int, *things: str) -> None:
        """Refuse (`Meanwhile`) if these things have changed since they were seen."""
        reading = self._read(event)
        seen.check_needs(
            seen.event_journal(event), reading.actions, frozenset(things), touch, reading.tell,
            reading.state.undone,
        )  # fmt: skip
