"""A slow second computation of the ratings: the formulas per player with dictionaries, from the start.

Elo from the text of FIBS's "help formula" (with its words favourite and underdog); OpenSkill uses the
library's objects in a plain loop.
"""

from openskill.models import PlackettLuce


def fibs(results, start=1500.0):
    """Return name -> (rating, experience)."""
    rating, experience = {}, {}
    for sides, length, _ in results:
        for side in sides:
            for name in side:
                rating.setdefault(name, start)
                experience.setdefault(name, 0)
        r1, r2 = (sum(rating[name] for name in side) / len(side) for side in sides)
        upset = 1 / (10 ** (abs(r1 - r2) * length**0.5 / 2000) + 1)
        p = upset if r1 >= r2 else 1 - upset
        changes = {}
        for side, sign in zip(sides, (1, -1), strict=True):
            for name in side:
                k = max(1, -experience[name] / 100 + 5)
                changes[name] = sign * 4 * k * length**0.5 * p
        for name, change in changes.items():
            rating[name] += change
            experience[name] += length
    return {name: (rating[name], experience[name]) for name in rating}


def openskill(results):
    """Return name -> (mu, sigma)."""
    model = PlackettLuce()
    players = {}
    for sides, _, ranks in results:
        teams = [[players.setdefault(name, model.rating()) for name in side] for side in sides]
        rated = model.rate(teams, ranks=list(ranks) or None)
        for side, team in zip(sides, rated, strict=True):
            players.update(zip(side, team, strict=True))
    return {name: (player.mu, player.sigma) for name, player in players.items()}
