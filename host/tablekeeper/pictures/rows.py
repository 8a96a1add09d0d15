"""Rows of a chart that fits a phone's width: a label, a figure, and a bar below them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablekeeper.pictures.drawing import SIZE, Drawing, width

WIDE = 336.0
SMALL = 11
_ROW, _BAR, _APART = 34.0, 9.0, 10.0


class ChartRow(NamedTuple):
    """A row: `share` is the length of its bar as a fraction of the full width."""

    label: str
    told: str
    share: float


def draw(sheet: Drawing, y: float, rows: Iterable[ChartRow]) -> float:
    """Draw rows from y on, the first on top; return the y of their end. Long labels are cut."""
    for label, told, share in rows:
        room = WIDE - width(told, SMALL) - _APART
        sheet.text(0, y + 14, label, size=SMALL, limit=max(room, WIDE / 4))
        sheet.text(WIDE, y + 14, told, size=SMALL, anchor="end")
        sheet.box(0, y + 19, WIDE * share, _BAR, 0.75, 0)
        y += _ROW
    sheet.reach(WIDE, y)
    return y


def heading(sheet: Drawing, title: str) -> None:
    """Write the chart's title above its rows."""
    sheet.text(0, 16, title, size=SIZE + 2, bold=True, limit=WIDE)
