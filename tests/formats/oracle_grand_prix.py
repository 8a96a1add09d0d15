"""A Grand Prix read once more: points are looked up per colour, certainty by playing the worst games out.

Written from docs/rules/races.md, not from the format.
"""

from functools import cache
from itertools import permutations, product


def home(order, pair):
    """Return the place in the order at which both things of a player are home."""
    return max(order.index(thing) for thing in pair)


def score(order, things, player, tariff, bonus):
    """Return a player's points in one game; `things` are each player's colours, or himself in a GP+."""
    mine = sum(tariff[order.index(thing)] for thing in things[player])
    first = min(things, key=lambda one: home(order, things[one]))
    return mine + (bonus if first == player else 0)


def total(results, things, player, tariff, bonus):
    """Return a player's points after some orders."""
    return sum(score(order, things, player, tariff, bonus) for order in results)


@cache
def most(each, tariff, bonus):
    """Return the most that one can gain on another in a game, three with `each` things: tries every order."""
    things = {p: [(p, number) for number in range(each)] for p in range(3)}
    games = games_of(things, tariff, bonus)
    return max(game[one] - game[other] for game in games for one in range(3) for other in range(3))


def winner(results, games, things, tariff, bonus):
    """Return who is first for certain: in the worst of all remaining games nobody comes level."""
    each = len(next(iter(things.values())))
    points = {p: total(results, things, p, tariff, bonus) for p in things}
    for one in things:
        for other in things:
            lead = points[one] - points[other]
            for _ in range(games - len(results)):
                lead -= most(each, tuple(tariff), bonus)
            if other != one and lead <= 0:
                break
        else:
            return one
    return None


def games_of(things, tariff, bonus):
    """Return the points that a game can bring to the three, each once."""
    names = [thing for own in things.values() for thing in own]
    return {tuple(score(order, things, p, tariff, bonus) for p in things) for order in permutations(names)}


def ends(points, left, scores, gain, extra):
    """Return all final points: `left` scheduled games, or fewer if one is certain, and up to `extra` more."""
    found = set()
    reached = {tuple(points)}
    for game in range(left + extra):
        reached = {
            tuple(a + b for a, b in zip(one, more, strict=True)) for one, more in product(reached, scores)
        }
        hope = gain * max(0, left - game - 1)
        certain = {one for one in reached if sorted(one)[2] - sorted(one)[1] > hope}
        found |= certain
        # only who is how far behind matters
        reached = {tuple(a - max(one) for a in one) for one in reached - certain}
    return found
