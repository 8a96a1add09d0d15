"""The information for one player of an event: table, opponent, start, and what is at stake. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.events.matchrows import CLAIM, DONE, MatchRow
from tablekeeper.director.events.opengames import PlayerGames, player_games
from tablekeeper.director.events.views import EventView
from tablekeeper.formats.answer import StandingsRow
from tablekeeper.formats.format import Futures


@dataclass(frozen=True, slots=True)
class ComingMatch:
    """An unfinished match of a player."""

    row: MatchRow
    #: all other players
    opponents: tuple[str, ...]
    #: start of its round (hall ms); None if the timetable has none
    start_ms: int | None
    #: notation of the time control; "" if none is set
    control: str


@dataclass(frozen=True, slots=True)
class PlayerDay:
    """An event for one of its players."""

    player: str
    #: matches at a table now
    now: tuple[ComingMatch, ...]
    #: open matches, in the order of the event
    next: tuple[ComingMatch, ...]
    #: newest first
    played: tuple[MatchRow, ...]
    #: opponents to invite, and those who invite, in a Tric Trac Tourney
    games: PlayerGames
    #: the player's line by final place, and the line before it
    place: StandingsRow | None
    before: StandingsRow | None
    #: a sentence with the results that the player needs; "" if the format does not compute it
    need: str
    #: sentences why the player has no match yet; they name the player
    resting: tuple[str, ...]


def player_day(
    view: EventView,
    rows: Sequence[MatchRow],
    futures: Futures | None,
    player: str,
    control: Callable[[EventView, MatchRow], str],
) -> PlayerDay:
    """Return an event's information for one of its players; `rows` are all its matches.

    `control` returns the time control of a match that is not over.
    """
    mine = [row for row in rows if player in row.players]
    coming = [
        ComingMatch(
            row, tuple(name for name in row.players if name != player), _start(view, row), control(view, row)
        )
        for row in sorted((row for row in mine if row.pairing is not None), key=_order(view))
    ]
    needs = () if futures is None else futures.needs
    standings = () if view.answer is None else view.answer.placed
    place = next((at for at, row in enumerate(standings) if row.player == player), None)
    resting = () if view.answer is None else view.answer.resting
    named = re.compile(rf"(?<!\w){re.escape(player)}(?!\w)")
    return PlayerDay(
        player,
        tuple(one for one in coming if one.row.tables),
        tuple(one for one in coming if not one.row.tables),
        tuple(row for row in mine if row.pairing is None and row.state in (DONE, CLAIM)),
        player_games(view, player),
        None if place is None else standings[place],
        standings[place - 1] if place else None,
        next((one.sentence for one in needs if one.player == player), ""),
        tuple(sentence for sentence in resting if named.search(sentence)),
    )


def _start(view: EventView, row: MatchRow) -> int | None:
    return None if row.pairing is None else view.plan(row.pairing).start_ms


def _order(view: EventView) -> Callable[[MatchRow], int]:
    following: Sequence[Mapping[str, Any]] = () if view.answer is None else view.answer.next
    places = {id(pairing): place for place, pairing in enumerate(following)}
    return lambda row: places.get(id(row.pairing), len(places))
