"""Keeps ratings up to date when entries change, at the cost of the changed entries, not of all results.

A rating book stores earlier states. For a new list of entries, the book goes back to the first entry that
differs from its own list and rates again from there. So a preview of the newest event, and its removal, takes
only the time for that event.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from tablekeeper.director.ranking import numbers
from tablekeeper.director.ranking.counting import counts_for, named
from tablekeeper.director.ranking.difference import TableStanding
from tablekeeper.director.ranking.journal import RankingEntry
from tablekeeper.rankings.book import Named, RatingBook
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.store import RatedResult


class Follower:
    """The ratings of one system after any set of entries. One caller at a time is served."""

    def __init__(self, system: str) -> None:
        self._system = system
        self._lock = threading.Lock()
        self._begin({})

    def _begin(self, roots: Mapping[int, int]) -> None:
        self._book: RatingBook[int] = RatingBook(SYSTEMS[self._system].make())
        self._roots = dict(roots)
        #: the entries in the book in their order: (day, number, last action)
        self._held: list[tuple[str, int, int]] = []

    def standings(
        self, entries: Iterable[RankingEntry], roots: Mapping[int, int]
    ) -> dict[int, TableStanding]:
        """Return the standings of all players if these entries count, best first."""
        with self._lock:
            self._follow(entries, roots)
            return {
                row.player: TableStanding(row.rank, Fraction(round(row.figures["rating"] * 100), 100))
                for row in self._book.rows()
            }

    def _follow(self, entries: Iterable[RankingEntry], roots: Mapping[int, int]) -> None:
        if roots != self._roots:
            # merges of people have changed: compute everything again
            self._begin(roots)
        counting = {one.id: one for one in entries if one.counts and self._results(one)}
        wanted = sorted((one.day, one.id, one.last) for one in counting.values())
        same = 0
        for held, other in zip(self._held, wanted, strict=False):
            if held != other:
                break
            same += 1

        def since(number: int) -> Iterator[list[Named[int]]]:
            for _, entry, _ in wanted[number:]:
                yield [named(one, self._roots) for one in self._results(counting[entry])]

        if same < len(self._held):
            self._book.correct(same, since)
        else:
            for results in since(same):
                self._book.add(results)
        self._held = wanted

    def _results(self, entry: RankingEntry) -> list[RatedResult]:
        return [one for one in numbers.rated(entry.body or {}) if counts_for(one, self._system)]
