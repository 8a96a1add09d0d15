"""Computes standings and futures from the results of events, once for each state."""

from __future__ import annotations

from tablekeeper import formats
from tablekeeper.director.events.sentences import unread
from tablekeeper.director.events.state import EventState
from tablekeeper.formats.format import Futures
from tablekeeper.journal.action import canonical
from tablekeeper.strictjson import DocumentError


class EventAnswers:
    """A cache of the standings and futures of each event's last state. May be called from any thread."""

    def __init__(self) -> None:
        #: by event: the state and the text of the last standings' input, and the standings
        self._answers: dict[int, tuple[EventState, str, formats.Answer]] = {}
        self._futures: dict[int, tuple[EventState, Futures | None]] = {}

    def of(self, event: int, state: EventState) -> formats.Answer:
        """Return the standings of a started event; DocumentError if this version cannot compute them."""
        known = self._answers.get(event)
        if known is not None and known[0] is state:
            return known[2]
        # compare texts, because 1 and True are equal in Python
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
        """Return settled places and needs; None if no game is open, or the format does not compute them."""
        known = self._futures.get(event)
        if known is None or known[0] is not state:
            answer, _ = self.known(event, state)
            found = None if answer is None or answer.over else state.format.futures(state.event())
            known = self._futures[event] = (state, found)
        return known[1]
