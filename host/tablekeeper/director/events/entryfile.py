"""Reads the rows of a list of players from a file: CSV text, or the first sheet of an XLSX workbook.

The file is not trusted: its parts are limited before they are unpacked, a document type declaration (which
could define entities) is refused, formulas are not computed. Source of the format: ECMA-376 part 1, "18.3
Worksheets" and "18.4 Shared String Table".
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import NoReturn
from xml.parsers import expat

from tablekeeper.director.events.entrylist import LONGEST_CELL, MOST, lines
from tablekeeper.errors import UserError
from tablekeeper.languages import _

#: bytes of a file, of one part of a workbook unpacked, and parts in it
LARGEST = 1 << 20
_LARGEST_PART = 8 << 20
_MOST_PARTS = 500
#: allowed compression methods of parts; others do not occur in workbooks, or could need too much memory
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: elements of a part, and elements within each other: 1,000 rows of 100 cells with formats have 300,000
_MOST_ELEMENTS, _DEEPEST = 500_000, 30
#: bytes that are parsed at a time, and pieces in which nothing may begin, end, or hold a letter: an element
#: with a million attributes, which would be told only at its end
_PIECE, _MOST_SILENT = 1 << 16, 4
#: columns that are read
_COLUMNS = 20
_SHEET, _TEXTS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
_UNREADABLE = _("This workbook cannot be read: save it as CSV, or paste the names.")
#: four Cyrillic letters of cp1251 in a row; western names have no such bytes
_CYRILLIC = re.compile(rb"[\xa8\xb8\xc0-\xff]{4}")
#: letters of cp1250 (Polish, Czech, Hungarian) that are signs in western letters, or missing there
_CENTRAL = re.compile(
    rb"[A-Za-z][\xa3\xa5\xaf\xb3\xb9\xbc\xbe\xbf]|[\xa3\xa5\xaf\xb3\xb9\xbc\xbe\xbf][a-z]"
    rb"|[a-z]\x9f[a-z]|[\x8d\x8f\x9d]"
)
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def rows(data: bytes) -> list[list[str]]:
    """Return the cells of each row as text; refuse a file that is neither CSV in UTF-8 nor a workbook."""
    if len(data) > LARGEST:
        raise UserError(
            "The file is larger than %(largest)s MB: that is too large for a list.",
            largest=LARGEST >> 20, field="file",
        )
    if data.startswith(b"PK"):
        return _workbook(data)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise UserError("This is an old workbook (XLS): save it as XLSX or CSV.", field="file")
    text = _text(data)
    if "\0" in text:
        raise UserError("The file is neither CSV nor an XLSX workbook.", field="file")
    return lines(text)


def _text(data: bytes) -> str:
    encodings = ("utf-16",) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", _windows(data))
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UserError("The file's letters cannot be read: save it as CSV in UTF-8.", field="file")


def _windows(data: bytes) -> str:
    """Return the probable Windows code page of a CSV file; the bytes do not prove it."""
    if _CYRILLIC.search(data):
        return "cp1251"
    return "cp1250" if _CENTRAL.search(data) else "cp1252"


def _workbook(data: bytes) -> list[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            parts = file.infolist()
            if len(parts) > _MOST_PARTS or any(part.compress_type not in _PACKED for part in parts):
                _refuse()
            names = set(file.namelist())
            if _SHEET not in names:
                _refuse()
            texts = _Texts()
            if _TEXTS in names:
                texts.read(_part(file, _TEXTS))
            sheet = _Sheet(texts.found)
            sheet.read(_part(file, _SHEET))
            return sheet.rows()
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
        _refuse()
    except (expat.ExpatError, ValueError, IndexError):
        _refuse()


def _part(file: zipfile.ZipFile, name: str) -> bytes:
    # the size in the archive may be false, so never read more bytes than this
    with file.open(name) as part:
        data = part.read(_LARGEST_PART + 1)
    if len(data) > _LARGEST_PART:
        _refuse()
    return data


def _refuse() -> NoReturn:
    raise UserError(_UNREADABLE, field="file") from None


class _Reader:
    """Reads one XML part within a budget; refuses a part with a document type declaration."""

    def read(self, data: bytes) -> None:
        """Read all of it."""
        count = depth = silent = 0

        def begin(name: str, given: Mapping[str, str]) -> None:
            nonlocal count, depth, silent
            count, depth, silent = count + 1, depth + 1, 0
            if count > _MOST_ELEMENTS or depth > _DEEPEST:
                _refuse()
            self.begin(name.rpartition(" ")[2], given)

        def end(name: str) -> None:
            nonlocal depth, silent
            depth, silent = depth - 1, 0
            self.end(name.rpartition(" ")[2])

        def text(letters: str) -> None:
            nonlocal silent
            silent = 0
            self.text(letters)

        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = lambda *_: _refuse()
        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, text
        for at in range(0, len(data), _PIECE):
            silent += 1
            if silent > _MOST_SILENT:
                _refuse()
            parser.Parse(data[at : at + _PIECE], False)
        parser.Parse(b"", True)

    def begin(self, name: str, given: Mapping[str, str]) -> None:
        """Take the start of an element."""

    def end(self, name: str) -> None:
        """Take its end."""

    def text(self, letters: str) -> None:
        """Take letters in it."""


class _Texts(_Reader):
    """The shared texts of cells; a text with several formats is joined, without its phonetic parts."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._text = ""
        self._in_text = self._phonetic = False

    def begin(self, name: str, given: Mapping[str, str]) -> None:
        """Take the start of an element."""
        if name == "si":
            self._text = ""
        self._phonetic = self._phonetic or name == "rPh"
        self._in_text = name == "t" and not self._phonetic

    def end(self, name: str) -> None:
        """Take its end."""
        if name == "si":
            self.found.append(self._text)
        if name == "rPh":
            self._phonetic = False
        self._in_text = False

    def text(self, letters: str) -> None:
        """Take letters in it."""
        # many cells may name one text, so it is cut before
        if self._in_text and len(self._text) < LONGEST_CELL:
            self._text += letters[: LONGEST_CELL - len(self._text)]


class _Sheet(_Reader):
    """The cells of a sheet."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts
        self._cells: dict[int, dict[int, str]] = {}
        self._row = self._column = 0
        self._kind = self._text = ""
        self._in_value = False

    def begin(self, name: str, given: Mapping[str, str]) -> None:
        """Take the start of an element."""
        if name == "row":
            self._row = int(given.get("r", self._row + 1))
            self._column = 0
        elif name == "c":
            self._column += 1
            place = _CELL.fullmatch(given.get("r", ""))
            if place is not None:
                self._column, self._row = _number(place[1]), int(place[2])
            self._kind, self._text = given.get("t", "n"), ""
        self._in_value = name in ("v", "t")

    def end(self, name: str) -> None:
        """Take its end."""
        self._in_value = False
        if name != "c":
            return
        told = self._text
        if self._kind == "s" and told:
            place = int(told)
            if place < 0:
                _refuse()
            told = self._texts[place]
        elif self._kind == "e":
            told = ""
        if told.strip() and 0 < self._column <= _COLUMNS:
            if self._row > MOST:
                raise UserError(
                    "The sheet has more than %(most)s rows: enter it in parts.",
                    most=MOST, field="file",
                )
            self._cells.setdefault(self._row, {})[self._column] = told

    def text(self, letters: str) -> None:
        """Take letters in it."""
        if self._in_value and len(self._text) < LONGEST_CELL:
            self._text += letters[: LONGEST_CELL - len(self._text)]

    def rows(self) -> list[list[str]]:
        """Return all rows up to the last one with a cell."""
        return [
            [self._cells.get(row, {}).get(column, "") for column in range(1, _COLUMNS + 1)]
            for row in range(1, max(self._cells, default=0) + 1)
        ]


def _number(letters: str) -> int:
    """Return a column's number from its letters: A is 1, AA is 27."""
    found = 0
    for letter in letters:
        found = 26 * found + ord(letter) - ord("A") + 1
    return found
