"""Sheets as an XLSX workbook: frozen headings, figures as numbers, texts never as formulas.

Equal sheets give equal bytes: the file has the date of its contents, not of the request.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from fractions import Fraction

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from tablekeeper.feeds.sheet import Cell, Sheet, clean, told

#: the media type of the file
MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
#: the most characters of a sheet's name, and of a cell
_NAME, _CELL = 31, 32_767
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
#: widths of columns, in letters
_NARROW, _BROAD = 6, 60
_BEGINNING = datetime(2000, 1, 1)
#: the largest whole number that is exact in a binary float
_EXACT = 2**53
#: programs number earlier days differently
_FIRST_DAY = date(1900, 3, 1)


def workbook(sheets: Sequence[Sheet], title: str = "", at_ms: int | None = None) -> bytes:
    """Return a workbook with at least one sheet; `at_ms` (Unix ms) is the time of its contents."""
    file = io.BytesIO()
    made = datetime.fromtimestamp(at_ms / 1000, UTC).replace(tzinfo=None) if at_ms else _BEGINNING
    options = {
        "in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
        "strings_to_numbers": False,
    }  # fmt: skip
    book = Workbook(file, options)
    try:
        book.set_properties({"title": clean(title or sheets[0].title), "created": made})
        heading = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        day = book.add_format({"num_format": "yyyy-mm-dd", "align": "left"})
        names: set[str] = set()
        for sheet in sheets:
            page = book.add_worksheet(_named(sheet.title, names))
            page.freeze_panes(1, 0)
            for column, text in enumerate(sheet.columns):
                page.write_string(0, column, clean(text)[:_CELL], heading)
                cells = [row[column] for row in sheet.rows]
                longest = max(
                    [len(text) if len(sheet.columns) < 12 else 0, *(len(told(one)) for one in cells)]
                )
                page.set_column(column, column, min(_BROAD, max(_NARROW, longest + 1)))
            for line, row in enumerate(sheet.rows, 1):
                for column, cell in enumerate(row):
                    _write(page, line, column, cell, day)
            if sheet.rows:
                page.autofilter(0, 0, len(sheet.rows), len(sheet.columns) - 1)
    finally:
        book.close()
    return file.getvalue()


def _write(page: Worksheet, line: int, column: int, cell: Cell, day: object) -> None:
    # do not use `write`, which guesses the type of a text
    if cell is None:
        return
    if isinstance(cell, str):
        page.write_string(line, column, clean(cell)[:_CELL])
    elif isinstance(cell, date):
        if cell < _FIRST_DAY:
            page.write_string(line, column, told(cell))
        else:
            page.write_datetime(line, column, datetime(cell.year, cell.month, cell.day), day)
    elif abs(Fraction(cell)) > _EXACT:
        page.write_string(line, column, told(cell))
    else:
        page.write_number(line, column, cell if isinstance(cell, int) else float(cell))


def _named(title: str, names: set[str]) -> str:
    """Return a name for a sheet that programs accept and no other sheet has."""
    letters = " ".join(_FORBIDDEN.sub(" ", clean(title)).split())
    base = letters[:_NAME].strip("' ") or "Sheet"
    # Excel reserves the name "History"
    found = base if base.casefold() != "history" else "History of it"
    number = 1
    while found.casefold() in names:
        number += 1
        found = f"{base[: _NAME - len(str(number)) - 1]} {number}"
    names.add(found.casefold())
    return found
