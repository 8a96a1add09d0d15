"""Exact tails of the binomial distribution: the number of successes of known probability in n tries.

Exact means computed from the formula, without the normal approximation. The only error is float rounding, far
below a millionth of the figure (a test compares with fractions).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

#: probabilities whose ratio is smaller are equal: rounding must not decide what is "as rare"
_CLOSE = 1 + 1e-7


@lru_cache(maxsize=256)
def masses(n: int, chance: Fraction) -> tuple[float, ...]:
    """Return the probability of 0, 1, .. n successes."""
    if not 0 < chance < 1:
        raise ValueError("a chance lies between 0 and 1")
    yes, no = math.log(chance), math.log1p(-float(chance))
    whole = math.lgamma(n + 1)
    return tuple(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * yes + (n - k) * no)
        for k in range(n + 1)
    )


def as_rare(probabilities: Sequence[float]) -> tuple[float, ...]:
    """Return for each outcome the probability of all outcomes that are as rare as it, or rarer.

    >>> as_rare((0.2, 0.5, 0.3))
    (0.2, 1.0, 0.5)
    """
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    found = [0.0] * len(probabilities)
    total, start = 0.0, 0
    while start < len(order):
        end = start
        limit = probabilities[order[start]] * _CLOSE
        while end < len(order) and probabilities[order[end]] <= limit:
            total += probabilities[order[end]]
            end += 1
        for place in order[start:end]:
            found[place] = min(1.0, total)
        start = end
    return tuple(found)


@lru_cache(maxsize=256)
def _two_sided(n: int, chance: Fraction) -> tuple[float, ...]:
    return as_rare(masses(n, chance))


def two_sided(count: int, n: int, chance: Fraction) -> float:
    """Return the probability of a count as rare as this one, or rarer, upwards or downwards."""
    return _two_sided(n, chance)[count]


def at_least(count: int, n: int, chance: Fraction) -> float:
    """Return the probability of this many successes or more."""
    return min(1.0, math.fsum(masses(n, chance)[count:]))


@lru_cache(maxsize=1024)
def usual(n: int, chance: Fraction, outside: Fraction) -> tuple[int, int]:
    """Return (least, most): a count is outside with a probability of at most `outside`, half on each side.

    >>> usual(60, Fraction(1, 6), Fraction(1, 20))
    (5, 16)
    """
    probabilities = masses(n, chance)
    half = float(outside) / 2
    least, tail = 0, probabilities[0]
    while tail <= half:
        least += 1
        tail += probabilities[least]
    most, tail = n, probabilities[n]
    while tail <= half:
        most -= 1
        tail += probabilities[most]
    return least, most
