"""The rules: what a result may be, the standings, what is to be played, when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import ClassVar

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.completions import Table, summary, table_of, wins_text
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.formats.ranking import FirstToRanking, Ranking, Rated, rated_game
from tablekeeper.standings.ranking import Criterion, rank

_FIRST_TO = Option(
    "first_to", "Wins needed", "whole", None, low=1, needed=True, help="The first with so many wins wins."
)


class Championship(Format):
    """A Championship: single games by 3T rules."""

    key = "championship"
    listed = 40
    title = "Championship (3T)"
    presets = (Preset("championship-3", "Championship, first to 3 wins", {"first_to": 3}),)
    growth = ("won", "games won")
    ranking: ClassVar[Ranking | None] = FirstToRanking("3T")
    is_rated = True
    board = RaceBoard("3T", counts_wins=True)
    options: ClassVar[tuple[Option, ...]] = (_FIRST_TO,)
    result = (Option("winner", "Winner", "text", None),)
    least = 3
    most = 3

    def _wins(self, event: Event) -> tuple[dict[str, int], str | None]:
        wins = dict.fromkeys(event.players, 0)
        winner = None
        for result in event.results:
            fields = result.fields(("winner",), ("winner",))
            if winner is not None:
                raise result.refuse("%(winner)s has already won the event", winner=winner)
            player = fields["winner"].player(event.players)
            wins[player] += 1
            if wins[player] == event.options["first_to"]:
                winner = player
        return wins, winner

    def answer(self, event: Event) -> Answer:
        """Return the standings; players with equally many wins share a place."""
        wins, winner = self._wins(event)
        games = sum(wins.values())
        lines = rows(
            rank(event.players, (Criterion("wins", lambda level: wins),)),
            lambda player: {"won": wins[player], "lost": games - wins[player]},
            winner is not None,
        )
        following = () if winner else ({"game": games + 1, "players": list(event.players)},)
        return Answer(self.key, winner is not None, winner, winner is None, lines, following)

    def futures(self, event: Event) -> Futures | None:
        """Return the places open to each player: the event ends with the first who has enough wins."""
        wins, _ = self._wins(event)
        players, first_to = event.players, event.options["first_to"]
        tables = _tables(players, tuple(wins.values()), first_to)

        def sentence(player: str, best: int, worst: int) -> str:
            return wins_text(player, first_to - wins[player], best, worst)

        return summary(players, tables, sentence, lambda player: first_to - wins[player])

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield every game: one has won, the others are level."""
        for result in event.results:
            yield rated_game({player: int(player == result.value["winner"]) for player in event.players})


class Masters(Championship):
    """Masters: as a Championship, with single games by 3T+ rules."""

    key = "masters"
    listed = 50
    title = "Masters (3T+)"
    presets = (Preset("masters-3", "Masters, first to 3 wins", {"first_to": 3}),)
    ranking = FirstToRanking("3T+")
    board = RaceBoard("3T+", counts_wins=True)


def _tables(players: Sequence[str], wins: Sequence[int], first_to: int) -> set[Table]:
    # Every final table: one has all the wins, each of the others any number from their own to one less than
    # that. Of these the fewest and the most give every order of the others.
    if max(wins) == first_to:
        return {table_of(dict(zip(players, wins, strict=True)))}
    found = set()
    for winner in players:
        spans = [
            {first_to} if name == winner else {won, first_to - 1}
            for name, won in zip(players, wins, strict=True)
        ]
        found |= {table_of(dict(zip(players, figures, strict=True))) for figures in product(*spans)}
    return found
