"""All rankings in one pass over very many events, to be timed: results into lists, tournaments into tables.

Events must be given in the order in which they ended. Only a book of ratings for each system, the windows of
the World and Double-Threat Rankings, and the season of the Medal Race are kept, so memory does not grow with
the number of results.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from datetime import date

from tablekeeper.rankings.book import Named, RatingBook
from tablekeeper.rankings.elo import Elo
from tablekeeper.rankings.rating import Rating
from tablekeeper.rankings.reading import RankingFile
from tablekeeper.rankings.rules import WINDOWS
from tablekeeper.rankings.table import RankingTable, ranking_table
from tablekeeper.rankings.tournament import Tournament


class Federation:
    """The rankings of everybody after the events so far.

    `matches` is the book of two-sided matches with a length, `games` (if a system is given for them) that of
    all other games.
    """

    def __init__(self, matches: Rating | None = None, games: Rating | None = None) -> None:
        self.matches: RatingBook[str] = RatingBook(matches or Elo())
        self.games: RatingBook[str] | None = RatingBook(games) if games else None
        self._windows = {
            "triple-threat": deque[Tournament](maxlen=WINDOWS["world"]),
            "double-threat": deque[Tournament](maxlen=WINDOWS["double-threat"]),
        }
        self._season: list[Tournament] = []
        self._latest = date.min

    def add(
        self,
        matches: Iterable[Named[str]] = (),
        games: Iterable[Named[str]] = (),
        tournaments: Iterable[Tournament] = (),
    ) -> None:
        """Take one more event: its matches, its games, and what it is worth in the rankings.

        Raises ValueError for a tournament without a date, or before one that was taken already.
        """
        for one in tournaments:
            if one.date is None or one.date < self._latest:
                raise ValueError(f"{one.name} has no date, or one before {self._latest}")
            if one.date.year != self._latest.year:
                self._season.clear()
            self._latest = one.date
            self._season.append(one)
            if one.part is not None:
                self._windows[one.part].append(one)
        self.matches.add(matches)
        if self.games is not None:
            self.games.add(games)

    def table(self, ranking: str) -> RankingTable:
        """Return the World Rankings, Double-Threat Rankings or Medal Race as they are now."""
        held = {
            "world": self._windows["triple-threat"],
            "double-threat": self._windows["double-threat"],
            "medal": self._season,
        }
        return ranking_table(RankingFile(ranking, None, None, tuple(held[ranking])))
