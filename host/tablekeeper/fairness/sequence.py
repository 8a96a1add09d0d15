"""Tests whether a throw depends on the previous one: repeated throws, and runs of low and high ones.

Both distributions are exact. Runs: for fixed numbers of lows and highs, fair dice give every order with the
same probability (Wald and Wolfowitz 1940). Repeated throws: with one die the probability is 1/6 after every
throw; with two it is 1/36 after a double and 1/18 after any other throw, so the distribution is computed
throw by throw, for up to COUNTED throws. Beyond that only every second throw is used; these have independent
probabilities of 11/216.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from tablekeeper.fairness.binomial import as_rare, masses

COUNTED = 2000
ONE_AGAIN = Fraction(1, 6)
#: probability that two throws of two dice are equal: the sum of squares of 6 doubles of 1/36, 15 others of
#: 2/36
TWO_AGAIN = Fraction(11, 216)


def count_runs(row: Sequence[bool]) -> int:
    """Return the number of runs: groups of equal neighbours.

    >>> count_runs([True, True, False, True])
    3
    """
    return sum(place == 0 or row[place] != row[place - 1] for place in range(len(row)))


@lru_cache(maxsize=256)
def run_masses(lows: int, highs: int) -> tuple[float, ...]:
    """Return the probabilities of 0, 1, 2, .. runs, for these numbers of lows and highs in random order."""
    if not lows or not highs:
        return (0.0, 1.0) if lows or highs else (1.0,)
    whole = _log_choose(lows + highs, lows)
    found = [0.0, 0.0]
    for runs in range(2, 2 * min(lows, highs) + 2):
        half = runs // 2
        ways = [(half, half - 1), (half - 1, half)] if runs % 2 else [(half - 1, half - 1)] * 2
        found.append(
            math.fsum(
                math.exp(_log_choose(lows - 1, one) + _log_choose(highs - 1, other) - whole)
                for one, other in ways
                if one < lows and other < highs
            )
        )
    return tuple(found)


@lru_cache(maxsize=256)
def _rare_runs(lows: int, highs: int) -> tuple[float, ...]:
    return as_rare(run_masses(lows, highs))


def runs_two_sided(lows: int, highs: int, runs: int) -> float:
    """Return the probability of a number of runs that is as rare as this one, or rarer."""
    return _rare_runs(lows, highs)[runs]


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def count_again(throws: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """Return the number of throws that repeat the previous one, and the number of comparisons.

    The order of the dice within a throw does not matter.

    >>> count_again([(3, 1), (1, 3), (6, 6)])
    (1, 2)
    """
    kinds = [tuple(sorted(faces)) for faces in throws]
    two = bool(kinds) and len(kinds[0]) == 2
    step = 2 if two and len(kinds) > COUNTED else 1
    places = range(1, len(kinds), step)
    return sum(kinds[place] == kinds[place - 1] for place in places), len(places)


@lru_cache(maxsize=64)
def again_masses(dice: int, throws: int) -> tuple[float, ...]:
    """Return the probabilities that 0, 1, 2, .. of this number of throws repeat the previous one."""
    if dice == 1:
        return masses(max(0, throws - 1), ONE_AGAIN)
    if throws > COUNTED:
        return masses(throws // 2, TWO_AGAIN)
    # by the last throw: a double, or two different faces
    double, mixed = [1 / 6], [5 / 6]
    for _ in range(1, throws):
        after_double, after_mixed = [0.0] * (len(double) + 1), [0.0] * (len(mixed) + 1)
        for count, (one, other) in enumerate(zip(double, mixed, strict=True)):
            after_double[count + 1] += one / 36
            after_double[count] += one * 5 / 36 + other / 6
            after_mixed[count + 1] += other / 18
            after_mixed[count] += one * 5 / 6 + other * 14 / 18
        while len(after_double) > 2 and after_double[-1] + after_mixed[-1] < 1e-30:
            after_double.pop()
            after_mixed.pop()
        double, mixed = after_double, after_mixed
    return tuple(one + other for one, other in zip(double, mixed, strict=True)) if throws else (1.0,)


@lru_cache(maxsize=64)
def _rare_again(dice: int, throws: int) -> tuple[float, ...]:
    return as_rare(again_masses(dice, throws))


def again_two_sided(dice: int, throws: int, count: int) -> float:
    """Return the probability of a number of repeated throws that is as rare as `count`, or rarer."""
    rare = _rare_again(dice, throws)
    return rare[count] if count < len(rare) else 0.0
