"""Timetables of events as pages and commands use them: which rounds there are, and changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.timetable import ALL, RoundPlan, check_times
from tablekeeper.errors import UserError
from tablekeeper.journal.reading import Reading


class EventTimetables:
    """The timetables of a store's events."""

    def __init__(
        self,
        read: Callable[[int], Reading[EventState]],
        do: Callable[[int, str, str, Mapping[str, Any]], int],
        as_seen: Callable[[int], EventState | None],
    ) -> None:
        """Take what reads an event, what appends an action to it (event, actor, action, body), and what
        returns the state that an author has seen."""
        self._read = read
        self._do = do
        self._as_seen = as_seen

    def rounds(self, event: int) -> tuple[str, ...]:
        """Return the rounds that the timetable can have now, in order; () for an event without rounds."""
        state = self._read(event).state
        found: tuple[str, ...] = ()
        with suppress(UserError):
            # before the start options and players may not fit each other yet
            found = state.format.round_names(state.event())
        return tuple(dict.fromkeys((*found, *(name for name in state.rounds if name != ALL))))

    def change(
        self, event: int, rounds: Mapping[str, Mapping[str, Any]], *, actor: str = "director"
    ) -> bool:
        """Change starts (hall ms), time controls and lengths by round; None removes a value.

        What says the same as before is left out, and what a form has left as its author has seen it. Return
        whether anything has changed.
        """
        known, shown = self._read(event).state.rounds, self._as_seen(event)
        seen = known if shown is None else shown.rounds
        changes: dict[str, dict[str, Any]] = {}
        for name, plan in rounds.items():
            now, before = known.get(name, RoundPlan()), seen.get(name, RoundPlan())
            changed = {
                key: value for key, value in plan.items()
                if getattr(now, key, self) != value and getattr(before, key, self) != value
            }  # fmt: skip
            if changed.get("control") is not None:
                check_times(changed["control"])
            if changed:
                changes[name] = changed
        if changes:
            self._do(event, actor, "timetable", {"rounds": changes})
        return bool(changes)
