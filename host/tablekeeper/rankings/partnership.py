"""OpenSkill ratings: partnerships, and games of three players with one winner or an order.

Every player has a mean mu and an uncertainty sigma (Weng and Lin, "A Bayesian Approximation Method for Online
Ranking", Journal of Machine Learning Research 12, 2011; their Plackett-Luce model, computed by the library
`openskill`). Players are listed by mu - 3 sigma: their skill is almost certainly higher. The length of a
match has no effect.

    >>> skill = OpenSkill()
    >>> skill.grow(3)
    >>> skill.rate([(((0,), (1,), (2,)), 0, (1, 2, 2))])  # a 3T game: one winner, two level
    >>> skill.mu(0) > 25.0 > skill.mu(1) == skill.mu(2)
    True
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from tablekeeper.errors import UserError
from tablekeeper.rankings.rating import Result, State, taken_back


@dataclass(frozen=True, slots=True)
class SkillRules:
    """The constants of the model: start values, the effect of chance (`beta`), the drift of skill (`tau`).

    A player whose sigma is above `provisional` has no rank.
    """

    key: str
    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    beta: float = 25.0 / 6.0
    tau: float = 25.0 / 300.0
    provisional: float = 25.0 / 6.0


OPENSKILL = SkillRules("openskill")
#: most sides of one game, and most partners of one side
_SIDES = 6
_PARTNERS = 4


class OpenSkill:
    """Means and uncertainties of players."""

    def __init__(self, rules: SkillRules = OPENSKILL) -> None:
        # imported here, because commands that only name the rating lists need no library
        from openskill.models import PlackettLuce

        self.rules = rules
        self.key = rules.key
        self._model = PlackettLuce(mu=rules.mu, sigma=rules.sigma, beta=rules.beta, tau=rules.tau)
        # the library's objects, reused for each game: the library rates copies of them
        self._seats = [self._model.rating() for _ in range(_SIDES * _PARTNERS)]
        self._mu = array("d")
        self._sigma = array("d")
        self._matches = array("q")

    def grow(self, players: int) -> None:
        """Make room for players numbered below `players`."""
        more = players - len(self._mu)
        if more > 0:
            self._mu.extend([self.rules.mu] * more)
            self._sigma.extend([self.rules.sigma] * more)
            self._matches.extend([0] * more)

    def check(self, result: Result) -> None:
        """Refuse a game that does not have two to six sides of one to four players."""
        if not 2 <= len(result[0]) <= _SIDES:
            raise UserError(
                "a game has 2 to %(sides)s sides, not %(count)s",
                sides=_SIDES, count=len(result[0]),
            )
        if not all(1 <= len(side) <= _PARTNERS for side in result[0]):
            raise UserError("a side has 1 to %(partners)s players", partners=_PARTNERS)

    def rate(self, results: Iterable[Result]) -> None:
        """Change means and uncertainties by results."""
        mu, sigma, matches, model = self._mu, self._sigma, self._matches, self._model
        for sides, _, ranks in results:
            seats = iter(self._seats)
            teams = [list(islice(seats, len(side))) for side in sides]
            for side, team in zip(sides, teams, strict=True):
                for player, seat in zip(side, team, strict=True):
                    seat.mu = mu[player]
                    seat.sigma = sigma[player]
            rated = model.rate(teams, ranks=list(ranks)) if ranks else model.rate(teams)
            for side, team in zip(sides, rated, strict=True):
                for player, figure in zip(side, team, strict=True):
                    mu[player] = figure.mu
                    sigma[player] = figure.sigma
                    matches[player] += 1

    def value(self, player: int) -> float:
        """Return mu - 3 sigma."""
        return self._mu[player] - 3.0 * self._sigma[player]

    def mu(self, player: int) -> float:
        """Return a player's mean."""
        return self._mu[player]

    def sigma(self, player: int) -> float:
        """Return the uncertainty of a player's mean."""
        return self._sigma[player]

    def matches(self, player: int) -> int:
        """Return a player's number of rated games."""
        return self._matches[player]

    def provisional(self, player: int) -> bool:
        """Return whether a player's mean is too uncertain for a rank."""
        return self._sigma[player] > self.rules.provisional

    def figures(self, player: int) -> dict[str, float | int]:
        """Return the list's figure, the mean and the uncertainty."""
        return {"rating": self.value(player), "mu": self._mu[player], "sigma": self._sigma[player]}

    def state(self) -> State:
        """Return copies of all figures."""
        return self._mu.tobytes(), self._sigma.tobytes(), self._matches.tobytes()

    def restore(self, state: State) -> None:
        """Restore all figures; later players get the start values again."""
        players = len(self._mu)
        mu, sigma, matches = state
        self._mu = taken_back("d", mu)
        self._sigma = taken_back("d", sigma)
        self._matches = taken_back("q", matches)
        self.grow(players)
