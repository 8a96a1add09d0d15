"""A point for each match won: the smallest rating system.

>>> wins = Wins()
>>> wins.grow(2)
>>> wins.rate([(((0,), (1,)), 7, ())])
>>> wins.value(0), wins.value(1)
(1.0, 0.0)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from tablekeeper.errors import UserError
from tablekeeper.rankings.rating import Result, State, taken_back


class Wins:
    """Matches won and played."""

    key = "wins"

    def __init__(self) -> None:
        self._won = array("q")
        self._matches = array("q")

    def grow(self, players: int) -> None:
        """Make room for players numbered below `players`."""
        more = [0] * (players - len(self._won))
        self._won.extend(more)
        self._matches.extend(more)

    def check(self, result: Result) -> None:
        """Refuse a match that is not between two sides."""
        if len(result[0]) != 2:
            raise UserError("a match has two sides")

    def rate(self, results: Iterable[Result]) -> None:
        """Count wins and matches."""
        for sides, _, _ in results:
            for place, side in enumerate(sides):
                for player in side:
                    self._won[player] += place == 0
                    self._matches[player] += 1

    def value(self, player: int) -> float:
        """Return the matches won."""
        return float(self._won[player])

    def matches(self, player: int) -> int:
        """Return the matches played."""
        return self._matches[player]

    def provisional(self, player: int) -> bool:
        """Return whether a player has played no match."""
        return not self._matches[player]

    def figures(self, player: int) -> dict[str, float | int]:
        """Return the matches won, as the rating."""
        return {"rating": self._won[player]}

    def state(self) -> State:
        """Return copies of all figures."""
        return self._won.tobytes(), self._matches.tobytes()

    def restore(self, state: State) -> None:
        """Restore all figures; later players get the start values again."""
        players = len(self._won)
        self._won, self._matches = (taken_back("q", one) for one in state)
        self.grow(players)
