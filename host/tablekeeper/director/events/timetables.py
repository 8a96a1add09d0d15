"""Timetables of events for pages and commands: the rounds, and changes."""

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
        """Store the arguments: `read` reads an event, `do` appends (event, actor, action, body), `as_seen`
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

        Values equal to the present ones, or unchanged in the author's form, are ignored. Return whether
        anything has changed.
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
