"""The power of the tests: how likely a biased die is detected. "Nothing unusual" does not mean "surely fair".

The example is always a die that shows one face too often and the other five equally often. For the report's
test of all faces the power comes from the noncentral chi-square distribution with 5 degrees of freedom (a
test compares with simulated dice: within 2 of 100). For a face suspected beforehand it is exact.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from tablekeeper.fairness.binomial import masses
from tablekeeper.fairness.chisquare import approximate_tail
from tablekeeper.fairness.verdict import LEVEL, SIXTH

#: the example: a face with probability 1/5 instead of 1/6
LOADED = Fraction(1, 5)
#: the part of a report's level for the test of faces, if one group is tested
FACES_LEVEL = LEVEL / 2
#: more dice than anybody throws
_MOST = 1 << 17


@lru_cache(maxsize=64)
def critical(level: Fraction) -> float:
    """Return the chi-square of six faces that fair dice exceed with this probability."""
    low, high = 0.0, 200.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if approximate_tail(middle) > level else (low, middle)
    return high


def power(dice: int, share: Fraction = LOADED, level: Fraction = FACES_LEVEL) -> float:
    """Return the probability that the test of faces detects a face with this share, for this number of dice.

    >>> round(power(500), 2), round(power(1000), 2)
    (0.2, 0.45)
    """
    uneven = (share - SIXTH) ** 2 * 6 + 5 * ((1 - share) / 5 - SIXTH) ** 2 * 6
    half, limit = float(dice * uneven) / 2, critical(level)
    # the tail of 5 + 2j degrees of freedom, weighted by the Poisson probability of j
    tail, total = approximate_tail(limit), 0.0
    for step in range(int(half + 12 * math.sqrt(half) + 30)):
        total += math.exp(step * math.log(half) - half - math.lgamma(step + 1)) * tail
        degrees = 2.5 + step
        tail += math.exp(degrees * math.log(limit / 2) - limit / 2 - math.lgamma(degrees + 1))
    return min(1.0, total)


def suspicion_power(dice: int, share: Fraction = LOADED, level: Fraction = LEVEL) -> float:
    """Return the exact power of the single test of a face that was suspected beforehand.

    >>> round(suspicion_power(500), 2), round(suspicion_power(1000), 2)
    (0.61, 0.86)
    """
    fair, least, tail = masses(dice, SIXTH), dice + 1, 0.0
    while least and tail + fair[least - 1] <= level:
        least -= 1
        tail += fair[least]
    return math.fsum(masses(dice, share)[least:])


@lru_cache(maxsize=64)
def needed(surely: Fraction, share: Fraction = LOADED, level: Fraction = FACES_LEVEL) -> int:
    """Return the number of dice with which the test of faces detects this share with power `surely`."""
    low, high = 1, _MOST
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle, share, level) >= surely else (middle + 1, high)
    return low
