"""Pearson's chi-square of six equal faces, with its exact tail.

With n dice and counts c, chi-square is 6/n x (sum of c squared) - n, so it grows with the sum of squares: a
whole number. Up to EXACT dice the exact distribution is computed by enumeration, three faces at a time. For
more dice the chi-square distribution with 5 degrees of freedom is used. It differs from the exact tail by
less than 2 % there, for figures from 0.001 (checked by a test).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

FACES = 6
#: the largest number of dice for which the exact tail is computed
EXACT = 600
#: all larger chi-squares count as equal: the tail is below 2 in 10 million
LARGEST = 40

#: sum of three counts -> (sums of squares in order, their weights added up from the smallest)
_Trios = dict[int, tuple[list[int], list[float], list[float]]]


def statistic(counts: Sequence[int]) -> float:
    """Return chi-square of the counts of six faces.

    >>> statistic((10, 10, 10, 10, 10, 10)), statistic((16, 10, 10, 10, 10, 4))
    (0.0, 7.2)
    """
    n = sum(counts)
    return (FACES * sum(count * count for count in counts) - n * n) / n


def tail(counts: Sequence[int]) -> float:
    """Return the probability that six fair faces are as uneven as these counts, or more."""
    n = sum(counts)
    if not n:
        return 1.0
    if n > EXACT:
        return approximate_tail(statistic(counts))
    squares = sum(count * count for count in counts)
    return exact_tail(n, min(squares, (LARGEST * n + n * n) // FACES))


def approximate_tail(value: float) -> float:
    """Return the tail of the chi-square distribution of 5 degrees of freedom (in closed form)."""
    root = math.sqrt(value / 2)
    return min(1.0, math.erfc(root) + math.sqrt(2 * value / math.pi) * math.exp(-value / 2) * (1 + value / 3))


@lru_cache(maxsize=4096)
def exact_tail(n: int, squares: int) -> float:
    """Return the probability that the squares of the six counts of n fair dice sum to `squares` or more."""
    # increase it in steps, so that many figures with the same n share a table
    reach, needed = 4, math.isqrt(max(0, (FACES * squares - n * n)) // FACES) + 1
    while reach < needed:
        reach = reach + reach // 4 + 1
    trios = _trios(n, reach)
    smaller = 0.0
    for held, (ones, weights, _) in trios.items():
        other = trios.get(n - held)
        if other is None:
            continue
        others, _, added = other
        place = len(others)
        for one, weight in zip(ones, weights, strict=True):
            while place and one + others[place - 1] >= squares:
                place -= 1
            if not place:
                break
            smaller += weight * added[place]
    return min(1.0, max(0.0, 1 - smaller))


@lru_cache(maxsize=24)
def _trios(n: int, reach: int) -> _Trios:
    # counts further than `reach` from n/6 make the sum of squares larger than any requested one
    low, high = max(0, math.ceil(n / FACES - reach)), min(n, math.floor(n / FACES + reach))
    # the product of six weights is the probability of the counts
    share = (math.lgamma(n + 1) - n * math.log(FACES)) / FACES
    weight = {count: math.exp(share - math.lgamma(count + 1)) for count in range(low, high + 1)}
    pairs: dict[tuple[int, int], float] = defaultdict(float)
    for first, one in weight.items():
        for second, other in weight.items():
            pairs[first + second, first * first + second * second] += one * other
    sums: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for (held, squares), one in pairs.items():
        for third, other in weight.items():
            sums[held + third][squares + third * third] += one * other
    found: _Trios = {}
    for held in sorted(sums):
        ordered = sorted(sums[held].items())
        added = [0.0]
        for _, one in ordered:
            added.append(added[-1] + one)
        found[held] = ([squares for squares, _ in ordered], [one for _, one in ordered], added)
    return found
