"""Flights of a tournament that share its boards: whose matches get free boards first.

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


def on_boards(
    flights: Sequence[Flight],
    free: int,
    playing: Collection[str] = (),
    first: Sequence[str] = PRECEDENCE,
) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the matches for so many free boards, the most urgent first: flight and match.

    Flights named in `first` (in any case of letters) come before all others, and within that a Main before
    what is beside it, then flights in the order given. A player sits at one board at a time: matches of
    those `playing`, or put on a board before, wait.
    """
    preferred = {name.casefold() for name in first}
    order = sorted(
        (
            (flight.name.casefold() not in preferred, _beside(match), seat, place)
            for seat, flight in enumerate(flights)
            for place, match in enumerate(flight.waiting)
        )
    )
    busy = set(playing)
    found: list[tuple[str, Mapping[str, Any]]] = []
    for _, _, seat, place in order:
        if len(found) >= free:
            break
        match = flights[seat].waiting[place]
        if busy.isdisjoint(match["players"]):
            busy.update(match["players"])
            found.append((flights[seat].name, match))
    return found


def _beside(match: Mapping[str, Any]) -> bool:
    """Return whether a match belongs to a Consolation or a Last Chance: its name says so."""
    return str(match.get("match", "")).startswith(("PC", "LC"))
