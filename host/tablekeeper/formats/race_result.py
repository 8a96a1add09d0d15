"""The result of a race in the shape of event files (docs/event-files.md), computed from the pawns.

A stated result is compared with the computed one and refused, with the reason, if they differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.race.lineup import COLOURS
from tablekeeper.games.race.race import Race
from tablekeeper.languages import _, ngettext
from tablekeeper.text import alternatives, listing, name_list
from tableprograms.race import rules as racerules


def formats_of(rules: str) -> tuple[str, ...]:
    """Return the formats that have games by these rules, the usual one first."""
    return tuple(key for key, form in FORMATS.items() if rules in form.board.race_rules)


def format_of(race: Race) -> str:
    """Return the default format for the results of a race."""
    known = formats_of(race.lineup.rules)
    early = [key for key in known if race.triathlon and FORMATS[key].board.ends_early]
    return [*early, *known][0]


def checked_format(rules: str, key: str | None) -> str:
    """Return a game's format, the usual one for None; refuse a format without games by these rules."""
    known = formats_of(rules)
    if key is not None and key not in known:
        raise UserError(
            "a game by %(rules)s belongs to %(known)s, not to %(key)s",
            rules=rules, known=alternatives(known), key=key,
        )
    return key or known[0]


def has_minutes(key: str) -> bool:
    """Return whether results of a format contain the game time."""
    return any(field.key == "minutes" for field in FORMATS[key].result)


def result(
    race: Race, key: str | None = None, *, minutes: float | None = None, event_over: bool = False
) -> dict[str, Any]:
    """Return a decided game's result for an event of format `key`; UserError while it is open.

    `minutes` (game time) is added if the format's results have this field. `event_over`: the first colour of
    a TripleAthlon's Grand Prix game has ended the event, so nobody needs both colours home.

    >>> from tablekeeper.games.race.lineup import usual
    >>> race = Race(usual("3T", ("Ann", "Bob", "Cid")))
    >>> for _ in range(4):
    ...     race = race.home("black")
    >>> result(race)
    {'winner': 'Cid'}
    """
    form = FORMATS[checked_format(race.lineup.rules, key or format_of(race))]
    early = bool(form.board.ends_early) and race.lineup.rules == "GP"
    if event_over and not early:
        raise UserError("only the first colour of a TripleAthlon's Grand Prix game ends an event early")
    if not early and not race.decided:
        raise UserError("the game is not decided: %(race)s", race=_open(race))
    if early:
        _check_early(race, event_over)
    players = race.lineup.players
    ways = form.board.race_results(form.result, {"players": list(players)}, _finished(race))
    found = {**ways[0], form.board.ends_early: None} if event_over else ways[0]
    # the time of a game comes from the record, which may leave it out
    found.pop("minutes", None)
    return found if minutes is None or not has_minutes(form.key) else {**found, "minutes": minutes}


def _finished(race: Race) -> FinishedRace:
    lineup = race.lineup
    seats = range(len(lineup.players))
    owner = {colour: seat for seat in seats for colour in lineup.colours[seat]}
    return FinishedRace(
        lineup.rules,
        tuple(COLOURS.index(colour) for colour in race.order),
        tuple(owner.get(colour, racerules.NOBODY) for colour in COLOURS),
        tuple(race.counted(seat) for seat in seats),
        tuple(race.colours_completed(seat) for seat in seats),
        tuple(lineup.players.index(name) for name in race.finishers),
        0,
        lineup.players.index(race.winner) if race.winner is not None else None,
        "played",
    )


def _check_early(race: Race, event_over: bool) -> None:
    if race.first_colour is None:
        raise UserError("the game is not decided: no colour is complete yet")
    if race.first_both is None and not event_over:
        raise UserError("the game is not decided: nobody has both colours home yet")
    if race.first_both is not None and event_over:
        raise UserError(
            "%(first_both)s has both colours home: the event did not end with the first one",
            first_both=race.first_both,
        )


def _open(race: Race) -> str:
    held = ", ".join(f"{colour} {race.pawns[colour]}" for colour in race.lineup.in_play)
    return _("at home are %(held)s", held=held)


def check(race: Race, stated: Mapping[str, Any], key: str | None = None) -> dict[str, Any]:
    """Return the result if the stated one follows from the pawns; UserError names a field that does not.

    Only the fields of the stated result are compared; stated minutes are accepted unchecked.
    """
    over = "first_both" in stated and stated["first_both"] is None and race.first_both is None
    minutes = stated.get("minutes")
    if minutes is not None and not _is_time(minutes):
        raise UserError('"minutes" is a number such as 47.5')
    found = result(race, key, minutes=minutes, event_over=over)
    for field, value in stated.items():
        if field not in found:
            raise UserError(
                'the result of this game has no "%(input)s": it has %(found)s',
                input=field, found=", ".join(found),
            )
        if value == found[field]:
            continue
        if field == "order":
            raise UserError(_about_order(value, found[field]))
        raise UserError(
            '"%(input)s" does not agree with the pawns: it is stated as %(value)s, but by the pawns it is '
            "%(found)s",
            input=field, value=_said(value), found=_said(found[field]),
        )
    return found


def _is_time(minutes: Any) -> bool:
    return isinstance(minutes, int | float) and not isinstance(minutes, bool) and 0 <= minutes < 1e5


def _about_order(stated: Any, order: Sequence[str]) -> str:
    if not isinstance(stated, list) or not all(isinstance(one, str) for one in stated):
        return _("the order is a list of names")
    for place, one in enumerate(stated):
        if one in stated[:place]:
            return _("the order names %(one)s twice", one=one)
        if one not in order:
            return _(
                "the order has %(one)s in place %(where)s, who is not in this game",
                one=one or _("nobody"), where=place + 1,
            )
    missing = [one for one in order if one not in stated]
    if missing:
        return ngettext(
            "the order has a gap: %(missing)s is not in it", "the order has a gap: %(missing)s are not in it",
            len(missing), missing=listing(missing),
        )
    return _("this order does not agree with the pawns, which give %(order)s", order=name_list(order))


def _said(value: Any) -> str:
    return "-".join(str(one) for one in value) if isinstance(value, list) else str(value)
