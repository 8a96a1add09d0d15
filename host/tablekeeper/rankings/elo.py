"""Elo by match length, as computed by the First Internet Backgammon Server (FIBS).

Let D be the difference of two ratings and n the match length in points. The better rated player wins with
probability 1 / (1 + 10 ^ (-D sqrt(n) / 2000)). The winner gains, and the loser loses, 4 K sqrt(n) times the
probability of the other result. Each player has an own K = max(1, 5 - exp / 100): 5 for a beginner, falling
to 1 with exp, the experience, which is the sum of the lengths of finished matches.
Source: FIBS, "help formula" (in the Backgammon FAQ by Mark Damish, part "FIBS ratings", and at
https://bkgm.com/rgb/rgb.cgi?view+1093).

Doubles: the rating of a consulting pair is the mean of its players' ratings. Each of them gains or loses as a
single player would, with their own K. So a pair of equal players is as good as each of them, and if all K are
equal, the sum of all ratings does not change.

    >>> fibs = Elo(FIBS)
    >>> fibs.grow(2)
    >>> fibs.rate([(((0,), (1,)), 1, ())])
    >>> fibs.value(0), fibs.value(1)  # a one-point match of beginners: 4 x 5 x 0.5
    (1510.0, 1490.0)
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from tablekeeper.errors import UserError
from tablekeeper.rankings.rating import Result, Side, State, taken_back


@dataclass(frozen=True, slots=True)
class EloRules:
    """The constants of an Elo system with match lengths.

    `k` and `scale` are the 4 and the 2000 of the formula. The multiplier K is `ramp` for a beginner, minus
    one for every `step` points of experience, but at least 1. A player with less experience than
    `provisional` has no rank. With `counted`, the experience for K includes the match being rated, as
    clients of that server computed it.
    """

    key: str
    start: float = 1500.0
    k: float = 4.0
    scale: float = 2000.0
    ramp: float = 5.0
    step: float = 100.0
    provisional: int = 50
    counted: bool = False

    def multiplier(self, experience: int) -> float:
        """Return K: max(1, 5 - experience / 100)."""
        return max(1.0, self.ramp - experience / self.step)

    def expectation(self, difference: float, length: int) -> float:
        """Return the probability to win for a player whose rating is higher by `difference`."""
        return 1.0 / (1.0 + math.pow(10.0, -difference * sqrt(length) / self.scale))


#: FIBS listed players with at least 50 points of experience
FIBS = EloRules("fibs")
#: the longest match in points; larger numbers are typing errors
LONGEST = 1001

#: square roots of match lengths
_ROOTS = [sqrt(length) for length in range(LONGEST + 1)]


class Elo:
    """Ratings and experience of players by Elo with match lengths."""

    def __init__(self, rules: EloRules = FIBS) -> None:
        self.rules = rules
        self.key = rules.key
        self._rating = array("d")
        self._experience = array("q")
        self._matches = array("q")

    def grow(self, players: int) -> None:
        """Make room for players numbered below `players`."""
        more = players - len(self._rating)
        if more > 0:
            self._rating.extend([self.rules.start] * more)
            self._experience.extend([0] * more)
            self._matches.extend([0] * more)

    def check(self, result: Result) -> None:
        """Refuse a result that is not a match between two sides with a length."""
        sides, length, ranks = result
        if len(sides) != 2 or ranks:
            raise UserError("an Elo rating needs two sides, one of which has won")
        if not length:
            raise UserError("an Elo rating needs the length of the match in points")
        if not 1 <= length <= LONGEST:
            raise UserError(
                "the match length is 1 to %(longest)s, not %(length)s",
                longest=LONGEST, length=length,
            )

    def rate(self, results: Iterable[Result]) -> None:
        """Change ratings and experience by results."""
        rules, rating, experience, matches = self.rules, self._rating, self._experience, self._matches
        k, scale, ramp, step, counted = rules.k, rules.scale, rules.ramp, rules.step, rules.counted
        roots, power = _ROOTS, math.pow
        for (winners, losers), length, _ in results:
            if len(winners) == 1 and len(losers) == 1:
                # the usual case, executed a million times: inlined for speed
                (winner,) = winners
                (loser,) = losers
                root = roots[length]
                won, lost = rating[winner], rating[loser]
                change = k * root / (1.0 + power(10.0, (won - lost) * root / scale))
                played = experience[winner]
                factor = ramp - (played + length if counted else played) / step
                rating[winner] = won + (change * factor if factor > 1.0 else change)
                experience[winner] = played + length
                matches[winner] += 1
                played = experience[loser]
                factor = ramp - (played + length if counted else played) / step
                rating[loser] = lost - (change * factor if factor > 1.0 else change)
                experience[loser] = played + length
                matches[loser] += 1
            else:
                self._rate_pairs(winners, losers, length)

    def _rate_pairs(self, winners: Side, losers: Side, length: int) -> None:
        rules = self.rules
        lead = self._mean(winners) - self._mean(losers)
        change = rules.k * sqrt(length) * (1.0 - rules.expectation(lead, length))
        for side, gain in ((winners, change), (losers, -change)):
            for player in side:
                played = self._experience[player]
                self._rating[player] += gain * rules.multiplier(played + length if rules.counted else played)
                self._experience[player] = played + length
                self._matches[player] += 1

    def _mean(self, side: Side) -> float:
        return sum(self._rating[player] for player in side) / len(side)

    def value(self, player: int) -> float:
        """Return the rating."""
        return self._rating[player]

    def experience(self, player: int) -> int:
        """Return the sum of the lengths of a player's finished matches."""
        return self._experience[player]

    def matches(self, player: int) -> int:
        """Return a player's number of rated matches."""
        return self._matches[player]

    def provisional(self, player: int) -> bool:
        """Return whether a player's experience is too small for a rank."""
        return self._experience[player] < self.rules.provisional

    def figures(self, player: int) -> dict[str, float | int]:
        """Return rating and experience."""
        return {"rating": self._rating[player], "experience": self._experience[player]}

    def state(self) -> State:
        """Return copies of all figures."""
        return self._rating.tobytes(), self._experience.tobytes(), self._matches.tobytes()

    def restore(self, state: State) -> None:
        """Restore all figures; later players get the start values again."""
        players = len(self._rating)
        rating, experience, matches = state
        self._rating = taken_back("d", rating)
        self._experience = taken_back("q", experience)
        self._matches = taken_back("q", matches)
        self.grow(players)
