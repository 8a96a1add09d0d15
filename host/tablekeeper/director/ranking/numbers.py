"""Replaces names by people's numbers in the tournaments of a ranking, and back. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablekeeper.store import RatedResult


def players_of(tournament: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all participants, in the order of the file."""
    return tuple(tournament["wins"])


def mapped(tournament: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Return a tournament of the ranking file with every player's name replaced."""
    found = dict(tournament)
    for key in ("wins", "gpp"):
        if key in found:
            found[key] = {change(player): points for player, points in found[key].items()}
    if "places" in found:
        found["places"] = [[change(player) for player in group] for group in found["places"]]
    if "cp" in found:
        found["cp"] = {**found["cp"], "player": change(found["cp"]["player"])}
    return found


def rated(body: Mapping[str, Any]) -> tuple[RatedResult, ...]:
    """Return the results for the ratings in an entry's body."""
    return tuple(
        RatedResult(
            body["day"],
            tuple(tuple(side) for side in one["sides"]),
            one.get("length"),
            tuple(one.get("ranks", ())),
        )
        for one in body.get("results", ())
    )


def people_of(body: Mapping[str, Any]) -> frozenset[int]:
    """Return the numbers of the people in the body of an entry's action."""
    tournaments: Sequence[Mapping[str, Any]] = body.get("tournaments", ())
    named = {int(player) for one in tournaments for player in players_of(one)}
    return frozenset(
        named | {person for one in body.get("results", ()) for side in one["sides"] for person in side}
    )
