"""Flights of a tournament that share its boards: the order in which their matches get free boards.

Source: docs/regulation.md, §8: matches of Championship and Intermediate take precedence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PRECEDENCE = ("championship", "intermediate")


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight's name and its matches that can be played, as its standings list them in `next`."""

    name: str
    waiting: Sequence[Mapping[str, Any]]


def takes_precedence(name: str, first: Sequence[str] = PRECEDENCE) -> bool:
    """Return whether a flight with this name comes before others."""
    return any(word in name.casefold() for word in first)


def on_boards(
    flights: Sequence[Flight], playing: Collection[str] = (), first: Sequence[str] = PRECEDENCE
) -> list[tuple[Flight, Mapping[str, Any]]]:
    """Return the matches that can start on boards, the most urgent first: flight and match.

    Flights with a word of `first` in their name come before all others. Next, matches of a Main come before
    matches of a Consolation or a Last Chance, then flights keep their given order. A player sits at one
    board at a time: a match waits if one of its players is in `playing` or in a match before it.
    """
    order = sorted(
        (
            (not takes_precedence(flight.name, first), _beside(match), seat, place)
            for seat, flight in enumerate(flights)
            for place, match in enumerate(flight.waiting)
        )
    )
    busy = set(playing)
    found: list[tuple[Flight, Mapping[str, Any]]] = []
    for _, _, seat, place in order:
        match = flights[seat].waiting[place]
        names = match.get("players", ())
        if busy.isdisjoint(names):
            busy.update(names)
            found.append((flights[seat], match))
    return found


def _beside(match: Mapping[str, Any]) -> bool:
    """Return whether a match belongs to a Consolation or a Last Chance, by its name."""
    return str(match.get("match", "")).startswith(("PC", "LC"))
