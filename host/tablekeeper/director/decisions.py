"""The director's decisions as sentences, which the log page shows beside the records.

A record holds only numbers. The reasons are stored in the director's journal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.games import catalogue
from tablekeeper.games.sentences import duration
from tablekeeper.journal.action import Action
from tablekeeper.text import counted

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry of the director's journal about a match."""

    at_ms: int
    actor: str
    match: int
    text: str


def _side(names: Names, seat: int) -> str:
    name = names[seat] if seat < len(names) else ""
    return name or (("left", "right")[seat] if len(names) == 2 else f"seat {seat + 1}")


def _handover(payload: Mapping[str, Any], names: Names) -> str:
    return f"hands the match over at {payload['score'][0]}-{payload['score'][1]}"


def _introduce(payload: Mapping[str, Any], names: Names) -> str:
    return f"introduces the clock {payload['control']}: {duration(payload['reserve'])} each"


def _correct(payload: Mapping[str, Any], names: Names) -> str:
    who = _side(names, payload["seat"])
    return f"sets the clock of {who} to {duration(payload['left_ms'])}: {payload['reason']}"


def _award(payload: Mapping[str, Any], names: Names) -> str:
    who, points = _side(names, payload["seat"]), payload["points"]
    cause = dict(catalogue.AWARDS)[payload["cause"]]
    amount = counted(points, "point")
    if payload["take_back"]:
        return f"takes {amount} back from {who} ({cause}): {payload['reason']}"
    if not points:
        return f"warns the opponent of {who} ({cause}): {payload['reason']}"
    return f"awards {amount} to {who} ({cause}): {payload['reason']}"


_SENTENCES: dict[str, Callable[[Mapping[str, Any], Names], str]] = {
    "handover": _handover,
    "introduce clock": _introduce,
    "correct clock": _correct,
    "award": _award,
    "seal": lambda payload, names: f"seals {counted(payload['games'], 'game')}",
    "confirm": lambda payload, names: "confirms the result",
    "forfeit": lambda payload, names: f"gives the match to {_side(names, payload['winner'])} by forfeit",
    "end game": lambda payload, names: "ends the game"
    + ("" if payload["winner"] is None else f" for seat {payload['winner'] + 1}"),
    "close match": lambda payload, names: "closes the match",
}


def decision(action: Action, names: Mapping[int, Names]) -> Decision | None:
    """Return an action as a decision about one of these matches (id: names), None when it is none."""
    say = _SENTENCES.get(action.action)
    match = action.body.get("match")
    if say is None or match not in names:
        return None
    return Decision(action.at_ms, action.actor, match, say(action.body, names[match]))
