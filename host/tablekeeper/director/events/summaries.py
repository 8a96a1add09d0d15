"""The list of events: one line each, with its phase and winner."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.director.events.answers import EventAnswers
from tablekeeper.director.events.reader import EventReader
from tablekeeper.director.events.state import EventState
from tablekeeper.formats import Answer
from tablekeeper.store import EventRow


@dataclass(frozen=True, slots=True)
class EventSummary:
    """One line of the list of events."""

    id: int
    name: str
    title: str  # of its format
    created_ms: int
    phase: str  # as `phase` returns it
    players: int
    results: int
    winner: str | None


class EventSummaries:
    """The lines of all events. All methods may be called from any thread."""

    def __init__(self, reader: EventReader, answers: EventAnswers) -> None:
        self._reader = reader
        self._answers = answers

    def all(self) -> tuple[EventSummary, ...]:
        """Return every event, oldest first."""
        return tuple(self._summary(row) for row in self._reader.rows())

    def _summary(self, row: EventRow) -> EventSummary:
        state = self._reader.read(row.id).state
        answer, _ = self._answers.known(row.id, state)
        return EventSummary(
            id=row.id,
            name=row.name,
            title=state.format.title,
            created_ms=row.created_ms,
            phase=phase(state, answer),
            players=len(state.entrants),
            results=len(state.results),
            winner=None if answer is None else answer.winner,
        )


def phase(state: EventState, answer: Answer | None) -> str:
    """Return "entries", "running", "over" (no open games), "finished" or "discarded"."""
    if state.discarded:
        return "discarded"
    if state.finished:
        return "finished"
    if not state.started:
        return "entries"
    return "over" if answer is not None and answer.over else "running"
