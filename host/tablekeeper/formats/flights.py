"""Flights of a tournament that share its boards: the order in which their matches get free boards.

Source: docs/regulation.md, §8: matches of Championship and Intermediate take precedence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.option import Option
from tablekeeper.languages import _

#: whether a flight comes first: "name" looks for one of these words in its name
YES, NO, NAME = "yes", "no", "name"
_WORDS = ("championship", "intermediate")
PRECEDENCE = Option(
    "precedence", _("Its matches get boards first (§8)"), "choice", NAME, choices=(NAME, YES, NO),
    words=(_("if Championship or Intermediate is in its name"), _("yes"), _("no")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight's name and its matches that can be played, as its standings list them in `next`."""

    name: str
    waiting: Sequence[Mapping[str, Any]]
    #: whether it takes precedence over others
    first: bool = False


def takes_precedence(name: str, options: Mapping[str, Any]) -> bool:
    """Return whether an event with this name and these options comes before others."""
    said = options.get(PRECEDENCE.key, NAME)
    return any(word in name.casefold() for word in _WORDS) if said == NAME else bool(said == YES)


def on_boards(
    flights: Sequence[Flight], playing: Collection[str] = ()
) -> list[tuple[Flight, Mapping[str, Any]]]:
    """Return the matches that can start on boards, the most urgent first: flight and match.

    Flights that take precedence come before all others. Next, matches of a Main come before
    matches of a Consolation or a Last Chance, then flights keep their given order. A player sits at one
    board at a time: a match waits if one of its players is in `playing` or in a match before it.
    """
    order = sorted(
        (
            (not flight.first, _beside(match), seat, place)
            for seat, flight in enumerate(flights)
            for place, match in enumerate(flight.waiting)
        )
    )
    busy = set(playing)
    found: list[tuple[Flight, Mapping[str, Any]]] = []
    for _first, _late, seat, place in order:
        match = flights[seat].waiting[place]
        names = match.get("players", ())
        if busy.isdisjoint(names):
            busy.update(names)
            found.append((flights[seat], match))
    return found


def _beside(match: Mapping[str, Any]) -> bool:
    """Return whether a match belongs to a Consolation or a Last Chance, by its name."""
    return str(match.get("match", "")).startswith(("PC", "LC"))
