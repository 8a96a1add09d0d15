"""What follows from the results of events: standings, and what is at stake, computed once for each state."""

from __future__ import annotations

from tablekeeper import formats
from tablekeeper.director.events.sentences import unread
from tablekeeper.director.events.state import EventState
from tablekeeper.formats.format import Futures
from tablekeeper.journal.action import canonical
from tablekeeper.strictjson import DocumentError


class EventAnswers:
    """The standings and futures of events, kept for the last state of each. May be called from any thread."""

    def __init__(self) -> None:
        #: by event: what the standings were made from last, as state and as text, and they
        self._answers: dict[int, tuple[EventState, str, formats.Answer]] = {}
        self._futures: dict[int, tuple[EventState, Futures | None]] = {}

    def of(self, event: int, state: EventState) -> formats.Answer:
        """Return the standings of a started event; a DocumentError says what this version cannot compute."""
        known = self._answers.get(event)
        if known is not None and known[0] is state:
            return known[2]
        # as text, because to Python 1 and True are equal
        told = canonical(state.document())
        answer = known[2] if known is not None and known[1] == told else state.answer()
        self._answers[event] = (state, told, answer)
        return answer

    def known(self, event: int, state: EventState) -> tuple[formats.Answer | None, str | None]:
        """Return the standings of a started event, or the reason why this version cannot compute them."""
        try:
            return (self.of(event, state) if state.started else None), None
        except DocumentError as error:
            return None, unread(error, state.format)

    def futures(self, event: int, state: EventState) -> Futures | None:
        """Return what is settled and at stake; None if nothing is open, or the format does not compute it."""
        known = self._futures.get(event)
        if known is None or known[0] is not state:
            answer, _ = self.known(event, state)
            found = None if answer is None or answer.over else state.format.futures(state.event())
            known = self._futures[event] = (state, found)
        return known[1]
