"""What a finished match or game at a board is as a result of an event, in the words of its format.

Source: docs/formats.md, "A result is ..." of each format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.director.recordtext import COLOURS
from tablekeeper.director.sheetviews.ending import Ending
from tablekeeper.director.views import GameView
from tablekeeper.formats import Format

#: what a game's kind is called in results; who drops a double loses a single game
_KINDS = {"single": "single", "drop": "single", "gammon": "gammon", "backgammon": "backgammon"}
_POINTS = {"single": 1, "gammon": 2, "backgammon": 3}
#: ends that need nobody's decision
SETTLED = ("played", "conceded")
STOPPED = "stopped"
#: ms of a tenth of a minute
_TENTH = 6_000


def result_of(
    form: Format,
    pairing: Mapping[str, Any],
    match: int,
    winner: int,
    score: Sequence[int],
    games: Sequence[GameView],
) -> dict[str, Any] | None:
    """Return a finished match as a result of a format, or None where the table does not tell enough.

    The pairing's fields (its match, round or phase) go into the result where the format has them; a
    format that numbers its matches gets the table's number for a pairing that has none.
    """
    fields = {field.key for field in form.result}
    if any(field.key == "match" and field.kind == "whole" for field in form.result):
        pairing = {"match": match, **pairing}
    players = list(pairing["players"])
    told: dict[str, Any] = {"players": players, "winner": players[winner], "score": list(score)}
    if fields & {"kind", "points", "cube"}:
        # the format counts one game, not a match: what it was worth has to be known
        if len(games) != 1 or games[0].kind not in _KINDS or games[0].how not in SETTLED:
            return None
        kind = _KINDS[games[0].kind]
        told |= {"kind": kind, "points": _POINTS[kind], "cube": games[0].cube}
    if not {"players", "winner"} <= fields:
        return None
    return {key: value for key, value in {**pairing, **told}.items() if key in fields}


def race_results(form: Format, pairing: Mapping[str, Any], ending: Ending) -> list[dict[str, Any]]:
    """Return a finished race as a result of a format: ways of saying it, the fullest first; none if unknown.

    A TripleAthlon's game that the first colour has ended has nobody with both colours home.
    """
    race, players = ending.race, list(pairing["players"])
    if race is None:
        return []
    if form.key == "triathlon" and race.rules == "GP":
        if not race.order:
            return []
        first = {"first_colour": players[race.owner[race.order[0]]]}
        whole = [first | {"first_both": players[race.finishers[0]]}] if race.finishers else []
        return [*whole, first]
    if ending.how == STOPPED:
        return []
    if form.key == "grand-prix":
        return [{"order": [COLOURS[colour] for colour in race.order]}]
    if form.key == "grand-prix-plus":
        rest = [seat for seat in range(len(players)) if seat not in race.finishers]
        return [{"order": [players[seat] for seat in (*race.finishers, *rest)]}]
    if race.rules == "3T-XS":
        return [{"game": 0, "order": [players[race.owner[colour]] for colour in race.order]}]
    if ending.winner is None:
        return []
    fields = {field.key for field in form.result}
    told = {
        "players": players,
        "winner": players[ending.winner],
        "pawns": list(race.pawns),
        "colours": list(race.completed),
        # whole tenths: what is compared are full minutes
        "minutes": race.time_ms // _TENTH / 10,
        "stage": pairing.get("stage"),
    }
    return [{key: value for key, value in told.items() if key in fields and value is not None}]


def sets_result(pairing: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any] | None:
    """Return a match of sets as a result, by who has won each set; None while nobody has the majority."""
    needed = int(pairing["sets"]) // 2 + 1
    players = list(pairing["players"])
    score = [winners.count(0), winners.count(1)]
    if max(score) < needed:
        return None
    winner = players[0 if score[0] > score[1] else 1]
    return {"match": pairing["match"], "players": players, "winner": winner, "score": score}
