"""Finds the matches that are not played because a player leaves a running event. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper import formats
from tablekeeper.director.events.state import EventState
from tablekeeper.strictjson import Cursor, DocumentError


def walkovers(
    state: EventState, answer: formats.Answer, left: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the open pairings of a running event that the result `left` of a departure ends.

    A game that the others play without this player is not one of them.
    """
    document = state.document()
    try:
        after = formats.standings(Cursor(document | {"results": [*document["results"], left]})).next
    except DocumentError:
        # the action itself is refused, with this sentence
        return []
    player = left[state.format.departure]
    kept = [(one.get("game"), {*one.get("players", ())}) for one in after]
    lost = [
        one
        for one in answer.next
        if one not in after
        and "draw" not in one
        and ("players" in one or "couples" in one)
        and (one.get("game"), {*one.get("players", ())} - {player}) not in kept
    ]
    return [{key: one[key] for key in ("match", "couples", "players") if key in one} for one in lost]
