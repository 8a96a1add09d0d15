"""Turns a finished match or game at a board into a result of an event, as its format defines it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.formats import Format
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.view import FinishedGame


def race_results(form: Format, pairing: Mapping[str, Any], game: FinishedGame) -> list[dict[str, Any]]:
    """Return the possible forms of a finished race as a result of a format, the most complete first."""
    if not isinstance(game.details, FinishedRace):
        return []
    return form.board.race_results(form.result, pairing, game.details)


def sets_result(pairing: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any] | None:
    """Return the result of a match of sets from the winner of each set; None before a majority."""
    needed = int(pairing["sets"]) // 2 + 1
    players = list(pairing["players"])
    score = [winners.count(0), winners.count(1)]
    if max(score) < needed:
        return None
    winner = players[0 if score[0] > score[1] else 1]
    return {"match": pairing["match"], "players": players, "winner": winner, "score": score}
