"""Rankings and rating lists as sheets and as JSON.

The JSON of a ranking is that of `tablekeeper rankings FILE --json`, the JSON of the ratings that of
`tablekeeper ratings FILE --json`.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from tablekeeper.director.published import RankingView, RatingsView
from tablekeeper.feeds.sheet import Cell, Sheet
from tablekeeper.rankings import document

_CENT = Decimal("0.01")


def ranking_document(view: RankingView) -> dict[str, Any]:
    """Return a ranking as its JSON document."""
    return document(view.table)


def ratings_document(view: RatingsView) -> dict[str, Any]:
    """Return the rating list as its JSON document."""
    rows = [
        {
            "rank": line.rank,
            "player": line.name,
            **{key: round(value, 6) for key, value in line.figures.items()},
            "matches": line.matches,
            "provisional": line.provisional,
        }
        for line in view.lines
    ]
    return {"system": view.key, "results": view.results, "rows": rows}


def ranking_sheets(view: RankingView) -> tuple[Sheet, Sheet]:
    """Return a ranking, with everybody's points in each tournament, and the tournaments that count."""
    table = view.table
    columns = (
        "Rank", "Rank before", "Player", "TP", "WP", "CP", "Total", "Before the next by",
        *(one.name for one in table.window),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for row in table.rows:
        move = view.moves.get(row.player)
        each = [
            Fraction(tp) + wp + cp
            for tp, wp, cp in zip(
                row.tournament_points, row.winner_points, row.compensatory_points, strict=True
            )
        ]
        rows.append(
            (
                row.rank,
                move.before if move else None,
                row.player,
                sum(row.tournament_points),
                sum(row.winner_points, Fraction(0)),
                sum(row.compensatory_points, Fraction(0)),
                row.total,
                row.decided_by or None,
                *each,
            )
        )
    counted = tuple(
        (one.date, one.name, one.style, one.level, one.winner, len(one.players), one.points(one.winner))
        for one in table.window
    )
    heads = ("Date", "Tournament", "Style", "Level", "Winner", "Players", "Winner's points")
    return Sheet(table.title, columns, tuple(rows)), Sheet("Tournaments", heads, counted)


def ratings_sheet(view: RatingsView) -> Sheet:
    """Return the rating list; provisional players have no rank."""
    keys = tuple(view.lines[0].figures) if view.lines else ()
    rows = tuple(
        (
            line.rank, line.before, line.name, *(_figure(line.figures[key]) for key in keys), line.matches,
            "yes" if line.provisional else "no",
        )
        for line in view.lines
    )  # fmt: skip
    columns = ("Rank", "Rank before", "Player", *(key.capitalize() for key in keys), "Matches", "Provisional")
    return Sheet(f"Ratings {view.key}", columns, rows)


def _figure(value: float | int) -> Cell:
    return value if isinstance(value, int) else Decimal(value).quantize(_CENT)
