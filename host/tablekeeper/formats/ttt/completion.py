"""Completes an entered result of a Tric Trac Tourney: adds its match id, and accepts plain words.

A result without a match id belongs to the match that its two players have started, or to a new one. It is
refused if the two have no game to play, because a friendly match needs an id.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tablekeeper.formats.ttt.matches import TttMatch
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted, meant, versus


def completed(
    result: Mapping[str, Any],
    matches: Sequence[TttMatch],
    following: Callable[[], Sequence[Mapping[str, Any]]],
    taken: Collection[int],
    table: int | None,
    players: Collection[str],
) -> dict[str, Any]:
    """Return a result with its missing facts; `following` returns the pairings to play.

    `taken` are ids in use. A table numbers its match (`table`); if another match has this id, the result
    gets a new one.
    """
    found = dict(result)
    if "winner" in found:
        found.setdefault("kind", "single")
    number = max([0, *taken, *(match.number for match in matches)]) + 1
    if "match" in found:
        earlier = [match for match in matches if match.number == found["match"]]
        strange = [one for one in earlier if one.points is not None or set(one.players) != _names(found)]
        if earlier and "players" not in found:
            found["players"] = list(earlier[0].players)
        return found | ({"match": number} if table == found["match"] and strange else {})
    if "players" not in found and (absent := found.get("timeout") or found.get("resigned")):
        mine = [one["players"] for one in following() if absent in one["players"]]
        if len(mine) != 1:
            games = _(
                "%(games)s open for %(absent)s",
                games=counted(len(mine), "game is", "games are"),
                absent=absent,
            )
            raise Cursor(found).at("players").refuse("%(games)s: say which one by its players", games=games)
        found["players"] = list(mine[0])
    place = Cursor(found).fields(found, ("players",))["players"]
    pair = [item.name() for item in place.items(2, 2)]
    open_pair = next((one for one in following() if set(one["players"]) == set(pair)), None)
    for name in pair:
        if open_pair is None and name not in players:
            raise place.refuse(
                '"%(name)s" is not among the players%(near)s; a friendly match needs its match id',
                name=name, near=meant(name, players),
            )
    if open_pair is None:
        raise place.refuse(
            "there is no game of %(pair)s to play; a friendly match needs its match id",
            pair=versus(pair),
        )
    found |= {"mini": open_pair["mini"]} if "mini" in open_pair else {}
    mine = [one for one in matches if set(one.players) == set(pair) and one.mini == found.get("mini", 0)]
    return found | {"match": min((one.number for one in mine if one.points is None), default=number)}


def _names(result: Mapping[str, Any]) -> set[Any]:
    players = result.get("players")
    return set(map(str, players)) if isinstance(players, list | tuple) else set()
