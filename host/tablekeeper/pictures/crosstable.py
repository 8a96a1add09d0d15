"""A crosstable: everybody against everybody, in the order of the standings, with the figures beside it.

A won game is bold on a tinted ground, a lost one is plain, and an open one is a dot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tablekeeper.languages import _, shown
from tablekeeper.pictures.drawing import Drawing, width
from tablekeeper.text import figure_name, value_text

_NAME = 170
_LINE = 18
_SMALL = 11


class CrosstableRow(Protocol):
    """A line of the standings."""

    @property
    def rank(self) -> int:
        """Return the place."""

    @property
    def player(self) -> str:
        """Return the name."""

    @property
    def shown(self) -> Mapping[str, Any]:
        """Return the figures that are shown beside the table, by their titles."""


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """A player's results against another: lines of text, and whether the player is ahead (None: neither)."""

    lines: tuple[str, ...]
    ahead: bool | None = None


def draw(
    sheet: Drawing,
    top: float,
    rows: Sequence[CrosstableRow],
    cells: Mapping[tuple[str, str], CrosstableCell],
    heading: str = "",
) -> float:
    """Draw a crosstable below `top`; return the y of its end."""
    if heading:
        sheet.text(0, top + 14, heading, bold=True)
        top += 26
    lines = max([1, *(len(cell.lines) for cell in cells.values())])
    high = _LINE * lines + 6
    texts = [shown(line) for cell in cells.values() for line in cell.lines]
    wide = max([26.0, *(width(text, bold=True) + 10 for text in texts)])
    left = 30 + _NAME
    after = left + wide * len(rows) + 8
    base = top + _LINE + 4
    for number in range(len(rows)):
        x = left + wide * (number + 0.5)
        sheet.text(x, base - 7, str(number + 1), size=_SMALL, anchor="middle", soft=True)
    columns: list[tuple[str, list[str]]] = [(shown(_("place")), [str(row.rank) for row in rows])]
    for key in rows[0].shown if rows else ():
        columns.append((shown(figure_name(key)), [shown(value_text(row.shown[key])) for row in rows]))
    for number, row in enumerate(rows):
        y = base + high * number
        middle = y + high / 2 + 4.5
        sheet.text(22, middle, str(number + 1), anchor="end", size=_SMALL, soft=True)
        sheet.text(30, middle, row.player, limit=_NAME - 10, bold=row.rank == 1)
        for place, other in enumerate(rows):
            x = left + wide * place
            if other is row:
                sheet.box(x, y, wide, high, 0.55)
                continue
            cell = cells.get((row.player, other.player), CrosstableCell(("·",)))
            sheet.box(x, y, wide, high, 0.14 if cell.ahead else 0)
            start = middle - _LINE * (len(cell.lines) - 1) / 2
            for line, text in enumerate(cell.lines):
                sheet.text(x + wide / 2, start + _LINE * line, text, anchor="middle", bold=bool(cell.ahead))
    x = after
    for column, (title, values) in enumerate(columns):
        x += max([width(title, _SMALL), *(width(value, bold=not column) for value in values)]) + 14
        sheet.text(x, base - 7, title, size=_SMALL, anchor="end", soft=True)
        for number, value in enumerate(values):
            y = base + high * (number + 0.5) + 4.5
            sheet.text(x, y, value, anchor="end", bold=not column)
    return base + high * len(rows)
