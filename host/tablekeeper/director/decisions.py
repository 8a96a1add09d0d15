"""What the director does with tables and matches as sentences, which the log and the journal show.

A record holds only numbers. The reasons are stored in the director's journal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.games import catalogue
from tablekeeper.games.sentences import duration
from tablekeeper.journal.action import Action
from tablekeeper.languages import _
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
    if payload.get("at_seq") is not None:
        why = payload.get("reason", "")
        if "flag" in payload:
            who, left = _side(names, payload["flag"]), duration(payload["left_ms"])
            return f"restores the match, which {who} has not lost on time, with {left} left: {why}"
        return f"lets the match go on from where it stood before: {why}"
    if "rows" in payload:
        return "moves the match to another board, as it stands"
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
    "end again": lambda payload, names: (
        f"ends the match as before, for {_side(names, payload['winner'])}: {payload['reason']}"
    ),
    "confirm": lambda payload, names: "confirms the result",
    "forfeit": lambda payload, names: f"gives the match to {_side(names, payload['winner'])} by forfeit",
    "end game": lambda payload, names: "ends the game"
    + ("" if payload["winner"] is None else f" for seat {payload['winner'] + 1}"),
    "pause": lambda payload, names: "stops the clock",
    "close match": lambda payload, names: "closes the match",
}

#: what is about a table, or about the records and dice of one
_OTHERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "create match": lambda payload: f"sets up a match to {payload['length']}"
    f": {' v '.join(payload['players'])}",
    "set up": lambda payload: f"sets up {payload['program']}"
    + (f": {' v '.join(names)}" if (names := [name for name in payload["names"] if name]) else ""),
    "rename board": lambda payload: (
        f"names a table {payload['name']}" if payload["name"] else "takes the name of a table away"
    ),
    "order tables": lambda payload: "puts the tables in another order",
    "clear table": lambda payload: "frees the table of a match that went on elsewhere",
    "label dice": lambda payload: f"names the dice of the table {payload['label'] or 'nothing'}",
    "discard quarantined record": lambda payload: f"discards record {payload['id']} of the quarantine",
    "join federation": lambda payload: f"joins a federation as {payload['venue']}",
    "leave federation": lambda payload: f"leaves the federation as {payload['venue']}",
    "restore backup": lambda payload: "restores a copy of the database",
    "release quarantined record": lambda payload: f"releases record {payload['id']} of the quarantine",
}
#: why an action cannot be undone, where another action is better than to do it the other way round
_LASTING = {
    "pause": _("The players let their clock go on themselves, with a button or # at the board."),
    "clear table": _("Nothing of what that table showed counts: its match goes on at another table."),
    "label dice": _("The name of dice is not undone: name them as before."),
    "end again": _("The match was ended as before: restore it once more at its table."),
    "discard quarantined record": _(
        "What was discarded can still be released: `tablekeeper board quarantine`.",
    ),
    "join federation": _("Leave it: `tablekeeper venue leave`."),
    "leave federation": _("Join it again: `tablekeeper venue join`."),
    "restore backup": _("A restore is not undone: the database that it replaced lies beside this one."),
    "release quarantined record": _("Release the other record: `tablekeeper board quarantine` lists it."),
}


def told(action: Action, names: Mapping[int, Names]) -> str:
    """Return an action of the director's journal in words; `names` are those of the matches."""
    say, about = _SENTENCES.get(action.action), _OTHERS.get(action.action)
    if say is not None:
        return say(action.body, names.get(action.body["match"], ("", "")))
    return action.action if about is None else about(action.body)


def lasting(action: Action) -> str:
    """Return why an action of the director's journal cannot be undone, a sentence."""
    otherwise = _("The hall is closed: what was decided at a table is taken back at an open one.")
    return _LASTING.get(action.action, otherwise)


def decision(action: Action, names: Mapping[int, Names]) -> Decision | None:
    """Return an action as a decision about one of these matches (id: names), None when it is none."""
    say = _SENTENCES.get(action.action)
    match = action.body.get("match")
    if say is None or match not in names:
        return None
    return Decision(action.at_ms, action.actor, match, say(action.body, names[match]))
