"""The floor plan of a hall: each table at its column and row, with who play there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.languages import _
from tablekeeper.pictures.drawing import Drawing

_WIDE, _HIGH, _GAP = 150.0, 62.0, 18.0
_SMALL = 11


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table at a column and a row from 1; `told` has a line for each player, or says that it is free."""

    name: str
    column: int
    row: int
    told: Sequence[str]
    playing: bool = False
    #: whether somebody looks for this one
    wanted: bool = False


def picture(tables: Sequence[PlannedTable], key: str = "plan") -> str:
    """Return the plan as SVG for a page; empty columns and rows at the edges are left out."""
    sheet = Drawing()
    left, top = min(one.column for one in tables), min(one.row for one in tables)
    for one in tables:
        x, y = (one.column - left) * (_WIDE + _GAP), (one.row - top) * (_HIGH + _GAP)
        sheet.box(x, y, _WIDE, _HIGH, tint=0.1 if one.playing else 0)
        if one.wanted:
            edge = [(x, y), (x + _WIDE, y), (x + _WIDE, y + _HIGH), (x, y + _HIGH), (x, y)]
            sheet.path(edge, 4)
        sheet.text(x + 10, y + 20, one.name, bold=True, limit=_WIDE - 20)
        for place, line in enumerate(one.told[:2]):
            sheet.text(x + 10, y + 38 + 15 * place, line, size=_SMALL, soft=not one.playing, limit=_WIDE - 20)
    told = _("%(count)s tables, %(playing)s of them with a match.", count=len(tables),
             playing=sum(one.playing for one in tables))  # fmt: skip
    return sheet.svg(_("Floor plan"), told, alone=False, key=key)
