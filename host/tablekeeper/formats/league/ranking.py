"""A league in rankings and ratings: one unit of all its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.league.course import LeagueCourse
from tablekeeper.formats.ranking import Ranking, Rated, Unit, by_rank, count_wins, rated_pair

if TYPE_CHECKING:
    from tablekeeper.rankings.rules import Part, Version


class LeagueRanking(Ranking):
    """One unit of all games, playoffs included; walkovers are not wins."""

    part: Part = "double-threat"

    def __init__(self, course: Callable[[Event], LeagueCourse]) -> None:
        """Set the function that reads the results of the format."""
        self.course = course

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return one unit: a win is a game won."""
        course = self.course(event)
        games = [result.value for result in event.results if result.has("players")]
        counted = [game for game in games if not set(game["players"]) & set(course.removed)]
        wins = count_wins(event.players, (game["winner"] for game in counted))
        return [Unit("2T", wins, by_rank(answer))]


def rated(event: Event) -> list[Rated]:
    """Return each played game for the ratings."""
    return [
        rated_pair(result.value["winner"], result.value["players"])
        for result in event.results
        if "players" in result.value
    ]
