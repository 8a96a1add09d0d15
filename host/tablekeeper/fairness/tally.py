"""The counts of a set of throws: faces, doubles, the 21 kinds of two dice, and their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

from tablekeeper.fairness.throws import COUNTS, OPENING, TYPED, Throw

#: the 21 kinds of two dice, including doubles; the lower face first
KINDS = tuple(combinations_with_replacement(range(1, 7), 2))


@dataclass(frozen=True, slots=True)
class DiceTally:
    """Counts of throws; `one` and `two` are the throws of one and of two dice, in order."""

    throws: int
    faces: tuple[int, ...]
    one: tuple[tuple[int, ...], ...]
    two: tuple[tuple[int, ...], ...]
    #: reason -> number of throws that do not count: "undone", "cancelled", "thrown again"
    set_aside: dict[str, int]
    #: numbers of throws by source: "typed", "board", "transcript", "file"
    sources: dict[str, int]

    @property
    def dice(self) -> int:
        """The number of dice thrown."""
        return sum(self.faces)

    @property
    def doubles(self) -> int:
        """The number of doubles."""
        return sum(first == second for first, second in self.two)

    @property
    def kinds(self) -> dict[tuple[int, ...], int]:
        """The number of throws of each of the 21 kinds of two dice."""
        found: dict[tuple[int, ...], int] = dict.fromkeys(KINDS, 0)
        for faces in self.two:
            found[tuple(sorted(faces))] += 1
        return found

    @property
    def typed(self) -> int:
        """The number of throws typed by people."""
        return self.sources.get(TYPED, 0)


def tally(throws: Iterable[Throw]) -> DiceTally:
    """Count throws, in order.

    Openings count only for the faces: equal dice are thrown again, and not everybody logs them, so openings
    prove nothing about doubles.
    """
    faces = [0] * 6
    one: list[tuple[int, ...]] = []
    two: list[tuple[int, ...]] = []
    aside: dict[str, int] = {}
    sources: dict[str, int] = {}
    total = 0
    for throw in throws:
        if throw.state != COUNTS:
            aside[throw.state] = aside.get(throw.state, 0) + 1
            continue
        total += 1
        sources[throw.source] = sources.get(throw.source, 0) + 1
        for face in throw.faces:
            faces[face - 1] += 1
        if throw.purpose != OPENING:
            (two if len(throw.faces) == 2 else one).append(throw.faces)
    return DiceTally(total, tuple(faces), tuple(one), tuple(two), aside, sources)
