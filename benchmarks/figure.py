"""One measured figure, and the one way to time things, so that all results read alike."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

#: values from which on a p99 is a figure of its own; of fewer it would be the longest one
ENOUGH = 100


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a result: what was measured, how much, and what it is held against.

    `reference` is the same figure of something else (raw inserts, another engine) or the number
    that DESIGN.md asks for; `note` says how it was measured.
    """

    name: str
    value: float
    unit: str
    reference: str = ""
    note: str = ""

    def shown(self) -> str:
        """Return the value with three significant digits and its unit."""
        whole = self.value == 0 or abs(self.value) >= 100
        number = f"{self.value:,.0f}" if whole else f"{self.value:.3g}"
        return f"{number} {self.unit}".rstrip()


def seconds(work: Callable[[], object], repeat: int = 3) -> float:
    """Return the shortest of several runs of work, in seconds: the least disturbed one."""
    shortest = float("inf")
    for _ in range(repeat):
        began = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - began)
    return shortest


def percentile(values: Sequence[float], per_cent: int) -> float:
    """Return the smallest value that so many per cent of all do not exceed."""
    return sorted(values)[max(0, -(-len(values) * per_cent // 100) - 1)]


def highest(values: Sequence[float], word: str = "longest") -> tuple[str, float]:
    """Return the p99 and its name, "p99"; of too few values the highest one, "longest of 12"."""
    if len(values) < ENOUGH:
        return f"{word} of {len(values)}", max(values)
    return "p99", percentile(values, 99)
