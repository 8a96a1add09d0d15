"""A sheet as CSV (RFC 4180, UTF-8): for spreadsheets, and for programs that read the columns by name.

A text that a spreadsheet would compute as a formula gets an apostrophe in front (`text.csv_cell`), so that it
is shown as text; the readers of players' lists and results remove it. Figures are written as figures.
"""

from __future__ import annotations

import csv
import io

from tablekeeper.feeds.sheet import Cell, Sheet, told
from tablekeeper.text import csv_cell

#: the media type of the file
MEDIA_TYPE = "text/csv; charset=utf-8; header=present"


def csv_text(sheet: Sheet) -> str:
    """Return a sheet as CSV with its headings in the first line.

    >>> sheet = Sheet("Cup", ("Player", "Points"), (("=1+1", -3), ("Ann, A", 4)))
    >>> csv_text(sheet).splitlines()
    ['Player,Points', "'=1+1,-3", '"Ann, A",4']
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    for row in (sheet.columns, *sheet.rows):
        writer.writerow([_safe(cell) for cell in row])
    return file.getvalue()


def _safe(cell: Cell) -> str:
    return csv_cell(told(cell)) if isinstance(cell, str) else told(cell)
