"""Sentences about the director's actions with tables and matches, for the log and the journal.

A record holds only numbers. The reasons are stored in the director's journal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.places import DETACH, NEW, PLACE, REMOVE, RESERVE, SERVICE, STAND, ZONE
from tablekeeper.games import catalogue
from tablekeeper.games.sentences import SIDES, duration
from tablekeeper.journal.action import Action
from tablekeeper.languages import _, joined, ngettext, recognised
from tablekeeper.text import counted, listing, versus

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
    return name or (SIDES[seat] if len(names) == 2 else _("seat %(seat)s", seat=seat + 1))


def _because(told: str, reason: str) -> str:
    """Return a sentence with its reason; `without_reason` removes it for a separate column."""
    return joined((told, f": {reason}"), "")


def _handover(payload: Mapping[str, Any], names: Names) -> str:
    if payload.get("at_seq") is not None:
        why = payload.get("reason", "")
        if "flag" in payload:
            who, left = _side(names, payload["flag"]), duration(payload["left_ms"])
            told = _(
                "restores the match, which %(who)s has not lost on time, with %(left)s left",
                who=who, left=left,
            )  # fmt: skip
            return _because(told, why)
        return _because(_("continues the match from its earlier state"), why)
    if "rows" in payload:
        return _("moves the match to another board, as it stands")
    return _(
        "hands the match over at %(score)s-%(score2)s", score=payload["score"][0], score2=payload["score"][1]
    )


def _introduce(payload: Mapping[str, Any], names: Names) -> str:
    return _(
        "introduces the clock %(control)s: %(duration)s each",
        control=payload["control"],
        duration=duration(payload["reserve"]),
    )


def _correct(payload: Mapping[str, Any], names: Names) -> str:
    who = _side(names, payload["seat"])
    told = _(
        "sets the clock of %(who)s to %(duration)s", who=who, duration=duration(payload["left_ms"])
    )
    return _because(told, payload["reason"])


def _award(payload: Mapping[str, Any], names: Names) -> str:
    who, points = _side(names, payload["seat"]), payload["points"]
    cause = dict(catalogue.AWARDS)[payload["cause"]]
    amount = counted(points, "point")
    if payload["take_back"]:
        told = _("takes %(amount)s back from %(who)s (%(cause)s)", amount=amount, who=who, cause=cause)
    elif not points:
        # the award goes to the other one of the two players
        told = _("warns %(who)s (%(cause)s)", who=_side(names, 1 - payload["seat"]), cause=cause)
    else:
        told = _("awards %(amount)s to %(who)s (%(cause)s)", amount=amount, who=who, cause=cause)
    return _because(told, payload["reason"])


def _of_zones(zones: Mapping[str, str]) -> str:
    return listing(dict.fromkeys(zone or _("none") for zone in zones.values()))


_SENTENCES: dict[str, Callable[[Mapping[str, Any], Names], str]] = {
    "handover": _handover,
    "introduce clock": _introduce,
    "correct clock": _correct,
    "award": _award,
    "seal": lambda payload, names: _("seals %(games)s", games=counted(payload["games"], "game")),
    "end again": lambda payload, names: _because(
        _("ends the match as before, for %(side)s", side=_side(names, payload["winner"])), payload["reason"]
    ),
    "confirm": lambda payload, names: _("confirms the result"),
    "forfeit": lambda payload, names: _(
        "gives the match to %(side)s by forfeit", side=_side(names, payload["winner"])
    ),
    "end game": lambda payload, names: (
        _("ends the game")
        + ("" if payload["winner"] is None else _(" for seat %(winner)s", winner=payload["winner"] + 1))
    ),
    "pause": lambda payload, names: _("stops the clock"),
    "close match": lambda payload, names: _("closes the match"),
}

#: sentences of actions about a table, its records or its dice
_OTHERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "create match": lambda payload: _(
        "sets up a match to %(length)s: %(players)s",
        length=payload["length"],
        players=versus(payload["players"]),
    ),
    "set up": lambda payload: (
        _("sets up %(program)s", program=recognised(payload["program"]))
        + (": " + versus(names) if (names := [name for name in payload["names"] if name]) else "")
    ),
    "rename board": lambda payload: (
        _("names a table %(name)s", name=payload["name"])
        if payload["name"]
        else _("removes the name of a table")
    ),
    "order tables": lambda payload: _("reorders the tables"),
    NEW: lambda payload: _("makes the tables %(names)s", names=listing(payload["names"])),
    REMOVE: lambda payload: (
        ngettext("brings %(num)s table back", "brings %(num)s tables back", len(payload["uids"]))
        if payload.get("back")
        else ngettext("removes %(num)s table", "removes %(num)s tables", len(payload["uids"]))
    ),
    ZONE: lambda payload: _("places tables in the zone %(zone)s", zone=_of_zones(payload["zones"])),
    STAND: lambda payload: _(
        "puts board %(uid)s at the table %(table)s", uid=payload["uids"][0][-6:], table=payload["names"][0]
    ) if payload["names"][0] else _("takes a board away from its table"),
    DETACH: lambda payload: _(
        "takes board %(uid)s away from the table %(table)s", uid=payload["uids"][0][-6:],
        table=payload["names"][1],
    ),
    RESERVE: lambda payload: (
        _("reserves the zone %(zone)s for event %(event)s", zone=payload["zone"], event=payload["event"])
        if payload["event"]
        else _("opens the zone %(zone)s to all events", zone=payload["zone"])
    ),
    PLACE: lambda payload: ngettext(
        "places %(num)s table on the floor plan", "places %(num)s tables on the floor plan",
        len(payload["spots"]),
    ),
    SERVICE: lambda payload: (
        _because(_("takes the table out of service"), payload["reason"])
        if payload["reason"]
        else _("brings the table back into service")
    ),
    "clear table": lambda payload: _("frees the table of a match that went on elsewhere"),
    "label dice": lambda payload: _(
        "names the dice of the table %(label)s", label=payload["label"] or _("nothing")
    ),
    "discard quarantined record": lambda payload: _(
        "discards record %(id)s of the quarantine", id=payload["id"]
    ),
    "join federation": lambda payload: _("joins a federation as %(venue)s", venue=payload["venue"]),
    "leave federation": lambda payload: _("leaves the federation as %(venue)s", venue=payload["venue"]),
    "restore backup": lambda payload: _("restores a copy of the database"),
    "release quarantined record": lambda payload: _(
        "releases record %(id)s of the quarantine", id=payload["id"]
    ),
}
#: why an action cannot be undone, if there is a better action for the purpose
_LASTING = {
    "pause": _("The players start their clock again themselves, with a button or # at the board."),
    "clear table": _("What that table showed does not count: its match goes on at another table."),
    "label dice": _("The name of a set of dice cannot be undone: give it its earlier name again."),
    "end again": _("The match was ended as before: to undo that, restore it again at its table."),
    "discard quarantined record": _(
        "What was discarded can still be released: `tablekeeper board quarantine`.",
    ),
    "join federation": _("Leave it: `tablekeeper venue leave`."),
    "leave federation": _("Join it again: `tablekeeper venue join`."),
    "restore backup": _("A restore cannot be undone: the database that it replaced is kept beside this one."),
    "release quarantined record": _("Release the other record: `tablekeeper board quarantine` lists it."),
}


def told(action: Action, names: Mapping[int, Names]) -> str:
    """Return an action of the director's journal in words; `names` are the players of the matches."""
    say, about = _SENTENCES.get(action.action), _OTHERS.get(action.action)
    if say is not None:
        return say(action.body, names.get(action.body["match"], ("", "")))
    return action.action if about is None else about(action.body)


def lasting(action: Action) -> str:
    """Return why an action of the director's journal cannot be undone, a sentence."""
    otherwise = _("The hall is closed: decisions at a table can be undone only while the hall is open.")
    return _LASTING.get(action.action, otherwise)


def decision(action: Action, names: Mapping[int, Names]) -> Decision | None:
    """Return an action as a decision about one of these matches (id: names), None for other actions."""
    say = _SENTENCES.get(action.action)
    match = action.body.get("match")
    if say is None or match not in names:
        return None
    return Decision(action.at_ms, action.actor, match, say(action.body, names[match]))
