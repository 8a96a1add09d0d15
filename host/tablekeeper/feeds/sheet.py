"""A sheet: a title, columns and rows of plain values. CSV and XLSX files are written from it.

>>> sheet = Sheet("Cup", ("Place", "Player", "Points"), ((1, "Ann", Fraction(7, 2)),))
>>> [told(cell) for cell in sheet.rows[0]]
['1', 'Ann', '3.5']
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from tablekeeper.rankings.figures import shown

#: the value of a cell; None is an empty cell
Cell = str | int | Fraction | Decimal | date | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a heading for every column; all rows are as long as `columns`."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def clean(text: str) -> str:
    """Return a text on one line; characters that a file cannot hold become the replacement character."""
    return "".join(_sign(sign) for sign in text)


def _sign(sign: str) -> str:
    if sign in "\t\r\n\u2028\u2029":
        return " "
    return "\ufffd" if unicodedata.category(sign) in ("Cc", "Cs", "Cn") else sign


def told(cell: Cell) -> str:
    """Return a cell as text: figures exactly, days as 2026-05-01."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return clean(cell)
    if isinstance(cell, Fraction):
        return shown(cell)
    if isinstance(cell, Decimal):
        return format(cell, "f")
    return cell.isoformat() if isinstance(cell, date) else str(cell)
