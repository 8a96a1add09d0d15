"""Grand Prix and Grand Prix Plus in rankings and ratings: winner points and Grand Prix Points (GPP)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.ranking import Ranking, Rated, Unit, by_rank, rated_game, sum_wins
from tablekeeper.rankings.winners import game_points, grand_prix_game

if TYPE_CHECKING:
    from tablekeeper.rankings.rules import Version


class GrandPrixRanking(Ranking):
    """One unit; a result is the order of the colours, or of the players (GP+)."""

    def __init__(self, style: str, orders: Callable[[Event], Sequence[Sequence[str]]]) -> None:
        """Set the style, and the function that returns each game's owners in finishing order."""
        self.style, self._orders = style, orders

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return one unit with its GPP."""
        tariff, bonus = event.options["tariff"], event.options["bonus"]
        games = self._orders(event)
        worth = (grand_prix_game(game, tariff, bonus, rules.sharing) for game in games)
        wins = sum_wins(event.players, worth)
        gpp = dict.fromkeys(event.players, 0)
        for game in games:
            for player, scored in game_points(game, tariff, bonus).items():
                gpp[player] += scored
        return [Unit(self.style, wins, by_rank(answer), gpp)]

    def rated(self, event: Event) -> Iterator[Rated]:
        """Yield each game; most GPP are best."""
        tariff, bonus = event.options["tariff"], event.options["bonus"]
        for game in self._orders(event):
            yield rated_game(game_points(game, tariff, bonus))
