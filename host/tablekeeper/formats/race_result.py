"""The result of a race as an event file has it (docs/event-files.md): derived from the pawns, never typed.

A result that somebody states is compared with it, and refused with the reason when it does not follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.games.race.race import Race
from tablekeeper.text import plural

#: the formats that a game by these rules can be played in, the usual one first
FORMATS = {
    "2T": ("league-2t", "challengers"),
    "2T-XL": ("league-2t-xl", "challengers"),
    "3T": ("championship", "triathlon"),
    "3T+": ("masters", "triathlon"),
    "3T-XS": ("challengers",),
    "GP": ("grand-prix", "triathlon"),
    "GP+": ("grand-prix-plus",),
}


def format_of(race: Race) -> str:
    """Return the format whose results a race has when nobody says another one."""
    return "triathlon" if race.triathlon else FORMATS[race.lineup.rules][0]


def result(
    race: Race, form: str | None = None, *, minutes: float | None = None, event_over: bool = False
) -> dict[str, Any]:
    """Return a decided game's result for an event of format `form`; UserError while it is open.

    `minutes` (game time) goes into results of leagues. `event_over`: the first colour of a TripleAthlon's
    Grand Prix game has ended the event, so nobody needs both colours home.

    >>> from tablekeeper.games.race.lineup import usual
    >>> race = Race(usual("3T", ("Ann", "Bob", "Cid")))
    >>> for _ in range(4):
    ...     race = race.home("black")
    >>> result(race)
    {'winner': 'Cid'}
    """
    chosen = form or format_of(race)
    rules, players = race.lineup.rules, race.lineup.players
    if chosen not in FORMATS[rules]:
        raise UserError(f"a game by {rules} belongs to {' or '.join(FORMATS[rules])}, not to {chosen}")
    if chosen == "triathlon" and rules == "GP":
        return _triathlon(race, event_over)
    if event_over:
        raise UserError("only the first colour of a TripleAthlon's Grand Prix game ends an event early")
    if not race.decided:
        raise UserError(f"the game is not decided: {_open(race)}")
    if chosen.startswith("league"):
        seats = range(len(players))
        told: dict[str, Any] = {
            "players": list(players), "winner": race.winner,
            "pawns": [race.counted(seat) for seat in seats],
        }  # fmt: skip
        if chosen == "league-2t-xl":
            told["colours"] = [race.colours_completed(seat) for seat in seats]
        return told if minutes is None else {**told, "minutes": minutes}
    if rules == "3T-XS":
        return {"game": 0, "order": list(race.placing)}
    if chosen == "challengers":
        return {"players": list(players), "winner": race.winner}
    if rules == "GP":
        return {"order": list(race.order)}
    if rules == "GP+":
        return {"order": list(race.placing)}
    return {"winner": race.winner}


def _triathlon(race: Race, event_over: bool) -> dict[str, Any]:
    if race.first_colour is None:
        raise UserError("the game is not decided: no colour is complete yet")
    if race.first_both is None and not event_over:
        raise UserError("the game is not decided: nobody has both colours home yet")
    if race.first_both is not None and event_over:
        raise UserError(f"{race.first_both} has both colours home: the event did not end with the first one")
    return {"first_colour": race.first_colour, "first_both": race.first_both}


def _open(race: Race) -> str:
    held = ", ".join(f"{colour} {race.pawns[colour]}" for colour in race.lineup.in_play)
    return f"at home are {held}"


def check(race: Race, stated: Mapping[str, Any], form: str | None = None) -> dict[str, Any]:
    """Return the result if the stated one follows from the pawns; UserError says what does not.

    Of a stated result only the fields that it has are compared; minutes are taken as they are stated.
    """
    over = "first_both" in stated and stated["first_both"] is None and race.first_both is None
    minutes = stated.get("minutes")
    if minutes is not None and not _is_time(minutes):
        raise UserError('"minutes" are a number like 47.5')
    found = result(race, form, minutes=minutes, event_over=over)
    for key, value in stated.items():
        if key not in found:
            raise UserError(f'the result of this game has no "{key}": it has {", ".join(found)}')
        if value == found[key]:
            continue
        if key == "order":
            raise UserError(_about_order(value, found[key]))
        raise UserError(
            f'"{key}" does not follow from the pawns: {_said(value)} is stated, it is {_said(found[key])}'
        )
    return found


def _is_time(minutes: Any) -> bool:
    return isinstance(minutes, int | float) and not isinstance(minutes, bool) and 0 <= minutes < 1e5


def _about_order(stated: Any, order: Sequence[str]) -> str:
    if not isinstance(stated, list) or not all(isinstance(one, str) for one in stated):
        return "the order is a list of names"
    for place, one in enumerate(stated):
        if one in stated[:place]:
            return f"the order names {one} twice"
        if one not in order:
            return f"the order has {one or 'nobody'} in place {place + 1}, who is not in this game"
    missing = [one for one in order if one not in stated]
    if missing:
        return (
            f"the order has a gap: {' and '.join(missing)} {plural(len(missing), 'is', 'are')} not in it"
        )
    return f"the order does not follow from the pawns: it is {', '.join(order)}"


def _said(value: Any) -> str:
    return "-".join(str(one) for one in value) if isinstance(value, list) else str(value)
