"""A league in rankings and ratings: one unit, its places those of the final where there was one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.league.playoffs import FINAL
from tablekeeper.formats.ranking import Groups, Ranking, Rated, Unit, by_rank, count_wins, rated_pair
from tablekeeper.rankings.rules import Part, Version


class LeagueRanking(Ranking):
    """One unit of all games, playoffs included."""

    part: Part = "double-threat"

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return one unit: a win is a game won."""
        games = [result.value for result in event.results if "cancelled" not in result.value]
        wins = count_wins(event.players, (game["winner"] for game in games))
        return [Unit("2T", wins, playoff_places(games, event.players) or by_rank(answer))]


def playoff_places(games: Sequence[Mapping[str, Any]], players: Sequence[str]) -> Groups | None:
    """Return the places by the final, None where there was none; who plays in no final comes after."""
    finals = [game for game in games if game.get("stage") == FINAL]
    if not finals:
        return None
    # the last game is the final's
    winner = finals[-1]["winner"]
    other = next(player for player in finals[-1]["players"] if player != winner)
    rest = [player for player in players if player not in (winner, other)]
    return [[winner], [other], *([player] for player in rest)]


def rated(event: Event) -> list[Rated]:
    """Return each game that was played between two."""
    return [
        rated_pair(result.value["winner"], result.value["players"])
        for result in event.results
        if "players" in result.value
    ]
