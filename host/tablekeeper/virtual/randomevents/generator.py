"""The base class of generators of random events, found by the entry points `tablekeeper.generators`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.entrypoints import EntryPoint, EntryPoints
from tablekeeper.errors import UserError
from tablekeeper.formats import Answer, Event, Format
from tablekeeper.strictjson import Cursor

#: results as an event file has them
Results = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Generator:
    """The functions that make random events of a format."""

    #: options and players
    event: Callable[[random.Random], tuple[dict[str, Any], list[str]]]
    #: results that complete an event, with ties, forfeits and byes if the format has them
    results: Callable[[Format, Event, random.Random], Results]


def _checked(point: EntryPoint, generator: Any) -> Generator:
    if not isinstance(generator, Generator):
        raise TypeError(f"{point.value} is no Generator")
    return generator


GENERATORS = EntryPoints("generator", _checked)


def random_event(form: Format, chance: random.Random) -> dict[str, Any]:
    """Return the document of a random event without results."""
    options, players = _generator(form).event(chance)
    return {"format": form.key, "options": options, "players": players}


def random_results(form: Format, event: Event, chance: random.Random) -> Results:
    """Return results that complete an event; throws of dice are added to the event's own options."""
    return _generator(form).results(form, event, chance)


def random_document(form: Format, chance: random.Random) -> dict[str, Any]:
    """Return the document of a random finished event."""
    document = {**random_event(form, chance), "results": []}
    # throws of dice are added to the options of the document itself
    return document | {"results": random_results(form, form.read(Cursor(document)), chance)}


def _generator(form: Format) -> Generator:
    generator = GENERATORS.get(form.key)
    if generator is None:
        raise UserError("%(title)s makes no random events.", title=form.title)
    return generator


def players(count: int) -> list[str]:
    """Return the names of this number of players."""
    return [f"Player {number}" for number in range(1, count + 1)]


def answer(form: Format, event: Event, results: Sequence[dict[str, Any]]) -> Answer:
    """Return the standings of an event after some results."""
    places = (Cursor(result, f"results[{number}]") for number, result in enumerate(results))
    return form.answer(replace(event, results=tuple(places)))
