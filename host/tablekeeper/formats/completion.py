"""What a result may leave out, because the event knows it: its match and its players. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tablekeeper.strictjson import Cursor

#: the fields that tell whose result it is
WHOSE = ("match", "players")
#: so many matches are named where several fit
_NAMED = 4


def completed(
    fields: Collection[str],
    result: Mapping[str, Any],
    following: Callable[[], Sequence[Mapping[str, Any]]],
    instead: Mapping[str, Any] | None,
) -> Mapping[str, Any]:
    """Return a result with its match and players, if one match to be played fits what is said of them.

    Only where matches have names. Who leaves the players out tells the winner's score first. `following`
    tells what is to be played; a ruling is about the match of the result that it stands `instead` of.
    DocumentError: several matches fit.
    """
    missing = [key for key in WHOSE if key not in result]
    told = [key for key in (*WHOSE, "winner") if key in result]
    if "match" not in fields or not missing or not told:
        return result
    pairings = following() if instead is None else [instead]
    found = [one for one in pairings if one.keys() >= set(WHOSE) and _fits(one, result)]
    if len(found) > 1:
        few = ", ".join(str(one["match"]) for one in found[:_NAMED]) + ", ..." * (len(found) > _NAMED)
        raise Cursor(result).at(missing[0]).refuse(f"{len(found)} matches fit ({few}): say which one")
    if not found:
        return result
    players = sorted(found[0]["players"], key=lambda name: name != result.get("winner"))
    return {"match": found[0]["match"], "players": players, **result}


def _fits(pairing: Mapping[str, Any], result: Mapping[str, Any]) -> bool:
    if result.get("match", pairing["match"]) != pairing["match"]:
        return False
    players = result.get("players", pairing["players"])
    if not isinstance(players, list | tuple) or sorted(map(str, players)) != sorted(pairing["players"]):
        return False
    return "winner" not in result or result["winner"] in players
