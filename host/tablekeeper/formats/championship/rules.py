"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.completions import Table, summary, table_of, table_of_rows, wins_text
from tablekeeper.formats.departure import ABSENT, Leavers, departed
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.formats.ranking import FirstToRanking, Ranking, Rated, rated_game
from tablekeeper.languages import _
from tablekeeper.standings.ranking import Criterion, rank

_FIRST_TO = Option(
    "first_to",
    _("Wins needed"),
    "whole",
    None,
    low=1,
    needed=True,
    help=_("The first player with this number of wins wins the series."),
)


@dataclass(slots=True)
class FirstToCourse:
    """The games so far: leavers, wins, each game's winner and players, and the winner of the event."""

    leavers: Leavers
    wins: dict[str, int]
    games: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    winner: str | None = None

    def played(self, player: str) -> int:
        """Return the number of games a player has played."""
        return sum(player in players for _, players in self.games)


class Championship(Format):
    """A Championship: single games by 3T rules."""

    key = "championship"
    listed = 40
    title = _("Championship (3T)")
    presets = (Preset("championship-3", _("Championship, first to 3 wins"), {"first_to": 3}),)
    growth = ("won", _("games won"))
    ranking: ClassVar[Ranking | None] = FirstToRanking("3T")
    is_rated = True
    board = RaceBoard("3T", counts_wins=True)
    options: ClassVar[tuple[Option, ...]] = (_FIRST_TO,)
    result: ClassVar[tuple[Option, ...]] = (
        Option("winner", _("Winner"), "text", None),
        departed(_("The others play on, and rank before this player.")),
    )
    departure = ABSENT
    least = 3
    most = 3

    def _course(self, event: Event) -> FirstToCourse:
        course = FirstToCourse(Leavers(event.players), dict.fromkeys(event.players, 0))
        for result in event.results:
            if result.has(ABSENT):
                course.leavers.take(result, course.winner is not None)
                course.winner = course.winner or course.leavers.alone
                continue
            fields = result.fields(("winner",), ("winner",))
            if course.winner is not None:
                raise result.refuse("%(winner)s has already won the event", winner=course.winner)
            player = fields["winner"].player(course.leavers.there)
            course.wins[player] += 1
            course.games.append((player, tuple(course.leavers.there)))
            if course.wins[player] == event.options["first_to"]:
                course.winner = player
        return course

    def answer(self, event: Event) -> Answer:
        """Return the standings; players with equal wins share a place."""
        course = self._course(event)
        wins, winner, there = course.wins, course.winner, course.leavers.there
        lines = rows(
            rank(event.players, (course.leavers.criterion, Criterion(_("wins"), lambda level: wins))),
            lambda player: {"won": wins[player], "lost": course.played(player) - wins[player]},
            winner is not None,
        )
        following = () if winner else ({"game": len(course.games) + 1, "players": list(there)},)
        return Answer(self.key, winner is not None, winner, winner is None, lines, following)

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places: the event ends when one player has enough wins."""
        course = self._course(event)
        first_to, there = event.options["first_to"], course.leavers.there
        if course.winner is not None:
            tables = {table_of_rows(self.answer(event).rows)}
        else:
            found = _tables(there, [course.wins[name] for name in there], first_to)
            tables = course.leavers.behind(found)

        def missing(player: str) -> int:
            return 0 if player == course.winner else first_to - course.wins[player]

        def sentence(player: str, best: int, worst: int) -> str:
            return wins_text(player, missing(player), best, worst)

        return summary(event.players, tables, sentence, missing)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield every game: one player has won, the others are level."""
        for winner, players in self._course(event).games:
            yield rated_game({player: int(player == winner) for player in players})


class Masters(Championship):
    """Masters: a Championship with single games by 3T+ rules."""

    key = "masters"
    listed = 50
    title = _("Masters (3T+)")
    presets = (Preset("masters-3", _("Masters, first to 3 wins"), {"first_to": 3}),)
    ranking = FirstToRanking("3T+")
    board = RaceBoard("3T+", counts_wins=True)


def _tables(players: Sequence[str], wins: Sequence[int], first_to: int) -> set[Table]:
    # Every final table: one player has `first_to` wins, each other one any number from the present wins to
    # `first_to` - 1. The smallest and the largest number are enough to get every order of the others.
    found = set()
    for winner in players:
        spans = [
            {first_to} if name == winner else {won, first_to - 1}
            for name, won in zip(players, wins, strict=True)
        ]
        found |= {table_of(dict(zip(players, figures, strict=True))) for figures in product(*spans)}
    return found
