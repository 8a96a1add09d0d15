"""The slow oracle: every possible row of throws, one by one, with fractions."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import comb, factorial


def compositions(n, cells):
    """Yield every way to divide n over cells."""
    if cells == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in compositions(n - first, cells - 1):
            yield (first, *rest)


@cache
def square_tails(n):
    """Return {sum of squares of six counts: probability of this or more}."""
    found = {}
    for counts in compositions(n, 6):
        ways = factorial(n)
        for count in counts:
            ways //= factorial(count)
        squares = sum(count * count for count in counts)
        found[squares] = found.get(squares, 0) + Fraction(ways, 6**n)
    tails, total = {}, Fraction()
    for squares in sorted(found, reverse=True):
        total += found[squares]
        tails[squares] = total
    return tails


def binomial_masses(n, chance):
    """Return the probability of each count."""
    return [comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]


def as_rare(masses, count):
    """Return the probability of all counts that are as rare as this one, or rarer."""
    return sum(one for one in masses if one <= masses[count])


def run_masses(lows, highs):
    """Return {runs: probability} over every order of these numbers of lows and highs."""
    found, total = {}, 0
    for row in product((0, 1), repeat=lows + highs):
        if sum(row) == highs:
            runs = 1 + sum(one != other for one, other in pairwise(row))
            found[runs] = found.get(runs, 0) + 1
            total += 1
    return {runs: Fraction(count, total) for runs, count in found.items()}


def again_masses(dice, throws):
    """Return {repeats: probability} over every row of throws; the order within a throw does not matter."""
    kinds = [tuple(sorted(faces)) for faces in product(range(6), repeat=dice)]
    found = {}
    for row in product(kinds, repeat=throws):
        same = sum(one == other for one, other in pairwise(row))
        found[same] = found.get(same, 0) + 1
    return {same: Fraction(count, len(kinds) ** throws) for same, count in found.items()}
