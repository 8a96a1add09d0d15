"""The preview of a draw: the draw of a seed, and the event with this draw."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper import formats
from tablekeeper.director.events import journal
from tablekeeper.director.events.journal import follow
from tablekeeper.director.events.sentences import sentences
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.formats.option import read_options
from tablekeeper.formats.wording import entrants
from tablekeeper.journal.action import Action
from tablekeeper.journal.reading import Reading
from tablekeeper.strictjson import Cursor, DocumentError

#: the limit of seeds that are taken from the operating system
SEEDS = 1 << 31


@dataclass(frozen=True, slots=True)
class DrawPreview:
    """The result of a possible draw."""

    seed: int
    #: the drawn values by option; `players` is the order of the players
    drawn: Mapping[str, Any]
    #: the event with this draw, and its first pairings
    event: formats.Event
    answer: formats.Answer


def body(state: EventState, seed: int | None, choices: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the body of the action `draw`; without a seed it gets a random one from the operating system."""
    form, given = state.format, dict(choices or {})
    if len(state.entrants) < form.least:
        raise UserError(
            "%(title)s needs %(entrants)s or more: enter them first.",
            title=form.title, entrants=entrants(form.least, form.entrant),
        )
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    if seed < 0:
        raise UserError("A seed is a whole number, 0 or more.", field="seed")
    with sentences(form):
        drawn = form.draw(state.event(), seed, **read_options(form.draws, Cursor(given, "choices")))
    if not drawn:
        raise UserError("In %(title)s there is nothing to draw.", title=form.title)
    return {"seed": seed, "drawn": dict(drawn)} | ({"choices": given} if given else {})


def numbered(state: EventState) -> dict[str, int]:
    """Return the number of the draw that would replace the current one, as a field; {} before the start."""
    return {"number": state.draws + 1} if state.started else {}


class EventDraws:
    """Previews of draws; `Events.draw` enters one. All methods may be called from any thread."""

    def __init__(self, read: Callable[[int], Reading[EventState]]) -> None:
        self._read = read

    def preview(
        self, event: int, seed: int | None = None, choices: Mapping[str, Any] | None = None
    ) -> DrawPreview:
        """Return the preview of a draw; refuse an impossible draw, or one that contradicts played games."""
        reading = self._read(event)
        told = body(reading.state, seed, choices)
        action = Action(
            len(reading.actions) + 1, 0, "", journal.DRAW, told | numbered(reading.state)
        )
        with sentences(reading.state.format):
            after = follow(reading.actions, action, reading.state)
            drawn = after.event()
            return DrawPreview(told["seed"], told["drawn"], drawn, after.format.answer(drawn))

    def standing(self, event: int) -> DrawPreview | None:
        """Return the last valid draw; None without a draw, or if it does not fit the players any more."""
        reading = self._read(event)
        counting = [
            one.body
            for one in reading.actions
            if one.action == journal.DRAW and one.seq not in reading.state.undone
        ]
        if not counting:
            return None
        try:
            drawn = reading.state.event()
            answer = reading.state.format.answer(drawn)
        except DocumentError:
            return None
        return DrawPreview(counting[-1]["seed"], counting[-1]["drawn"], drawn, answer)
