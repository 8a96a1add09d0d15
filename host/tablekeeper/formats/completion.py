"""Completes a result with facts that the event knows: its match and its players. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.text import meant, name_list, shortened, versus

#: the fields that identify the match and the players of a result
WHOSE = ("match", "stage", "players")
#: the largest number of matches that a refusal names
_NAMED = 4


@dataclass(frozen=True, slots=True)
class GivenResult:
    """A result as entered, before its format fills in missing facts."""

    result: Mapping[str, Any]
    #: ids of the matches at tables, and of the match with this result
    tables: Collection[int] = ()
    table: int | None = None
    #: the result that a ruling replaces with this one
    instead: Mapping[str, Any] | None = None


def completed(
    fields: Collection[str],
    given: GivenResult,
    following: Callable[[], Sequence[Mapping[str, Any]]],
    *,
    in_order: bool = False,
) -> Mapping[str, Any]:
    """Return a result with its match, stage and players, if one match to be played fits the given facts.

    In a result without players the winner's figures come first. `following` returns the matches to be
    played; if games are played `in_order`, only the next one can be meant. A ruling that replaces the result
    `instead` belongs to the same match. DocumentError: several matches fit.
    """
    result, instead = given.result, given.instead
    missing = [key for key in WHOSE if key in fields and key not in result]
    told = [key for key in (*WHOSE, "winner") if key in result]
    if not missing or not told:
        return result
    pairings = [one for one in (following() if instead is None else [instead]) if len(_players(one)) == 2]
    # a result that names both players may mean a later game
    offered = pairings if "players" in result or not in_order else pairings[:1]
    if in_order:
        pairings = pairings[:1]
    found = [one for one in pairings if _fits(one, result)]
    if instead is None and "winner" in result and not offered:
        _refuse_without_games(following(), result)
    if len(found) > 1:
        named = [str(one["match"]) if "match" in one else versus(one["players"]) for one in found]
        few = name_list(named[:_NAMED]) + ", ..." * (len(found) > _NAMED)
        raise Cursor(result).at(missing[0]).refuse(
            "%(count)s matches fit (%(few)s): say which one",
            count=len(found), few=few,
        )
    if not found:
        if instead is None and not any(_fits(one, result) for one in offered):
            _refuse_strangers(offered, result)
        return result
    players = sorted(found[0]["players"], key=lambda name: name != result.get("winner"))
    known = {key: found[0][key] for key in missing if key in found[0]}
    return {**known, **({"players": players} if "players" in known else {}), **result}


def _refuse_without_games(following: Sequence[Mapping[str, Any]], result: Mapping[str, Any]) -> None:
    """Refuse a winner if no game can be meant: all games are played, or throws come first."""
    if not following:
        raise Cursor(result).at("winner").refuse("no game is left to play")
    if "players" not in result and not _players(following[0]):
        raise Cursor(result).refuse("the %(told)s comes first", told=pairing_text(following[0]))


def _refuse_strangers(pairings: Sequence[Mapping[str, Any]], result: Mapping[str, Any]) -> None:
    """Refuse a winner or players without a match to play, and name the players who have one."""
    match = result.get("match")
    pairings = [one for one in pairings if match in (None, one.get("match"))]
    playing = [name for one in pairings for name in one["players"]]
    players = result.get("players", ())
    named = [name for name in players if isinstance(name, str)] if isinstance(players, list | tuple) else []
    told = [pairing_text({key: one[key] for key in WHOSE if key in one}) for one in pairings[:_NAMED]]
    coming = _(
        "; to be played: %(told)s%(more)s", told="; ".join(told), more="; ..." * (len(pairings) > _NAMED)
    )
    for key, name in (("winner", result.get("winner")), *(("players", name) for name in named)):
        if isinstance(name, str) and pairings and name not in playing:
            near = meant(name, playing) or coming
            raise Cursor(result).at(key).refuse(
                "%(name)s has no game to play%(near)s",
                name=shortened(name), near=near,
            )
    if len(named) > 1 and pairings:
        raise (
            Cursor(result)
            .at("players")
            .refuse(
                "%(named)s is not to be played%(coming)s",
                named=versus(named),
                coming=coming,
            )
        )


def _players(pairing: Mapping[str, Any]) -> Sequence[str]:
    found: Sequence[str] = pairing.get("players", ())
    return found


def _fits(pairing: Mapping[str, Any], result: Mapping[str, Any]) -> bool:
    if "match" in result and result["match"] != pairing.get("match"):
        return False
    players = result.get("players", pairing["players"])
    if not isinstance(players, list | tuple) or sorted(map(str, players)) != sorted(pairing["players"]):
        return False
    return "winner" not in result or result["winner"] in players
