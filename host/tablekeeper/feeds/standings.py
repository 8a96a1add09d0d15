"""The standings of an event as sheets: places with their figures, and every result."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablekeeper.director.published import EventReport
from tablekeeper.feeds.sheet import Cell, Sheet
from tablekeeper.formats.wording import pairing_text
from tablekeeper.text import value_text


def standings_sheet(report: EventReport) -> Sheet:
    """Return the standings; a figure that is not a number is written as text."""
    keys = tuple(report.rows[0].figures) if report.rows else ()
    columns = ("Place", "Player", *(key.replace("_", " ") for key in keys), "Before the next by")
    rows = tuple(
        (row.rank, row.player, *(_figure(row.figures.get(key)) for key in keys), row.reason or None)
        for row in report.rows
    )
    return Sheet("Standings", columns, rows)


def event_sheets(report: EventReport) -> tuple[Sheet, Sheet]:
    """Return the standings and the results of an event."""
    results = tuple((number, pairing_text(one)) for number, one in enumerate(report.results, 1))
    return standings_sheet(report), Sheet("Results", ("Number", "Result"), results)


def _figure(value: Any) -> Cell:
    if isinstance(value, bool) or value is None:
        return value_text(value) if value is not None else None
    return value if isinstance(value, int | Fraction) else value_text(value)
