"""The history of a ranking: the table after each day with a finished tournament, and changes of places.

>>> from tablekeeper.strictjson import Cursor
>>> from tablekeeper.rankings.reading import read
>>> file = read(Cursor({"ranking": "world", "tournaments": [
...     {"name": "T1", "style": "3T", "level": 1, "date": "2025-05-04", "wins": {"Ann": 2, "Bob": 1}},
...     {"name": "T2", "style": "3T", "level": 2, "date": "2025-06-01", "wins": {"Ann": 0, "Bob": 3}}]}))
>>> before, after = (table for _, table in history(file))
>>> [(move.player, move.before, move.after, str(move.gained)) for move in moves(before, after)]
[('Bob', 2, 1, '17'), ('Ann', 1, 2, '4')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tablekeeper.rankings.reading import RankingFile
from tablekeeper.rankings.table import RankingTable, in_order, ranking_table
from tablekeeper.rankings.tournament import Tournament


@dataclass(frozen=True, slots=True)
class RankMove:
    """A player's rank in two tables (None: not in the table), and the difference of the totals."""

    player: str
    before: int | None
    after: int | None
    gained: Fraction

    @property
    def climbed(self) -> int:
        """Ranks gained, negative for lost ranks; 0 for players who are only in one table."""
        return 0 if self.before is None or self.after is None else self.before - self.after


def moves(before: RankingTable, after: RankingTable) -> tuple[RankMove, ...]:
    """Return the changes between two tables, in the order of the second; missing players come last."""
    old = {row.player: row for row in before.rows}
    found = []
    for row in after.rows:
        was = old.pop(row.player, None)
        found.append(
            RankMove(row.player, was.rank if was else None, row.rank, row.total - (was.total if was else 0))
        )
    return (*found, *(RankMove(row.player, row.rank, None, -row.total) for row in old.values()))


def history(file: RankingFile) -> Iterator[tuple[tuple[Tournament, ...], RankingTable]]:
    """Yield the tournaments that ended on a day, with the table after this day, oldest first.

    Each table follows the rules valid on its day. If a tournament has no date, every tournament counts as a
    separate day, and the file's rules apply to all.
    """
    ordered = in_order(file.tournaments)
    dated = all(one.date is not None for one in ordered)
    at = 0
    while at < len(ordered):
        day, first = ordered[at].date, at
        at += 1
        while dated and at < len(ordered) and ordered[at].date == day:
            at += 1
        so_far = replace(file, tournaments=ordered[:at])
        yield ordered[first:at], ranking_table(so_far, day if dated else None)
