"""A TripleAthlon in rankings and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.departure import ABSENT
from tablekeeper.formats.event import Event
from tablekeeper.formats.ranking import Ranking, Rated, Unit, by_rank, count_wins, rated_game, sum_wins
from tablekeeper.rankings.winners import triathlon_game

if TYPE_CHECKING:
    from tablekeeper.rankings.rules import Version


class TriathlonRanking(Ranking):
    """One unit; a GP game's winner points follow its two points."""

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return one unit."""

        def game(result: Mapping[str, Any]) -> Mapping[str, Fraction]:
            if result.get("winner") is not None:
                return count_wins(event.players, [result["winner"]])
            return triathlon_game(event.players, result["first_colour"], result.get("first_both"))

        wins = sum_wins(event.players, (game(one.value) for one in event.results if not one.has(ABSENT)))
        return [Unit("TA", wins, by_rank(answer))]


def rated(games: Iterable[tuple[Mapping[str, Any], Sequence[str]]]) -> list[Rated]:
    """Return each game; the winner is best, in a GP game the player with most of the two points."""
    found = []
    for one, players in games:
        winners = [one.get("winner"), one.get("first_colour"), one.get("first_both")]
        found.append(rated_game({player: winners.count(player) for player in players}))
    return found
