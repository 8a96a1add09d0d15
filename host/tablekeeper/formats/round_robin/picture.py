"""A round robin as a crosstable: the scores of every pair."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.formats.round_robin.match import RoundRobinMatch
from tablekeeper.pictures import crosstable
from tablekeeper.pictures.crosstable import CrosstableCell
from tablekeeper.pictures.drawing import Drawing


def draw(sheet: Drawing, rows: Sequence[StandingsRow], matches: Sequence[RoundRobinMatch]) -> None:
    """Draw the crosstable of all matches."""
    crosstable.draw(sheet, 30, rows, cells(matches))


def cells(matches: Sequence[RoundRobinMatch]) -> dict[tuple[str, str], CrosstableCell]:
    """Return the cells of the crosstable: the score of every match of a pair."""
    wins: dict[tuple[str, str], int] = {}
    lines: dict[tuple[str, str], list[str]] = {}
    for match in matches:
        won, lost = match.points
        for one, other, text in (
            (match.winner, match.loser, f"{won}-{lost}"),
            (match.loser, match.winner, f"{lost}-{won}"),
        ):
            lines.setdefault((one, other), []).append(text)
        wins[match.winner, match.loser] = wins.get((match.winner, match.loser), 0) + 1
    return {
        pair: CrosstableCell(tuple(found), wins.get(pair, 0) > wins.get(pair[::-1], 0))
        for pair, found in lines.items()
    }
