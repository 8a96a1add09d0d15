"""Checks a list of names that a person pasted, before any name is entered. Pure.

A line or row has a name, optionally with a number or a mark before it and a club after it: "2. Ann Lee;
Rome". A heading such as "name", or "first name" and "last name", determines the columns.

    >>> found = look(lines("1. Ann Lee; Rome\\n2) bob\\nAnn  lee\\nZoé"), ["Bob"], ["Ann Lee", "Zoe"])
    >>> for line in found.lines:
    ...     print(f"{line.number} {line.name} {line.problem or line.notice}".rstrip())
    1 Ann Lee
    2 bob Bob is entered already
    3 Ann lee as in line 1
    4 Zoé not in the register, which has Zoe
    >>> found.names, found.strangers
    (('Ann Lee', 'Zoé'), ('Zoé',))
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablekeeper.director.people.book import name_key
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.text import from_csv_cell
from tablekeeper.textchecks import LONGEST_NAME, check_name, single_spaced

#: lines of one list; the largest event has 256 players
MOST = 1_000
#: characters of a cell that are read; no name has more, and a longer cell is refused as a name
LONGEST_CELL = 10 * LONGEST_NAME
#: characters of a line that are read
_LONGEST_LINE = 100_000
#: possible headings of a column of names
_HEADINGS = frozenset(
    "name names player players full&name giocatore giocatori nome nome&e&cognome spieler joueur nom".split()
)
_FIRST = frozenset("first&name firstname given&name nome vorname prénom".split())
_LAST = frozenset("last&name lastname surname family&name cognome nachname nom name".split())
#: "2. ", "2) ", "#2 ", "- ", "* " in front of a name
_MARK = re.compile(r"^(?:#?\d{1,4}[.):]?\s+|\d{1,4}[.)]|[-*•–]\s*)(?=\S)")
#: the note beside a name that is not in the register
STRANGER = _("not in the register")
#: "2," in front of other columns
_NUMBERED = re.compile(r"\s*\d{1,4}\s*,")


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One line: its name, the reason why it cannot be entered ("": it can), and points to check."""

    number: int
    name: str
    problem: str = ""
    notice: str = ""
    #: whether nobody in the register has the name
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class EntryPreview:
    """What a list would enter."""

    lines: tuple[EntryLine, ...]
    #: number of empty lines
    empty: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names that can be entered, in order."""
        return tuple(line.name for line in self.lines if not line.problem)

    @property
    def problems(self) -> tuple[EntryLine, ...]:
        """The lines that cannot be entered."""
        return tuple(line for line in self.lines if line.problem)

    @property
    def strangers(self) -> tuple[str, ...]:
        """The names that can be entered and are not in the register."""
        return tuple(line.name for line in self.lines if line.is_new and not line.problem)


def lines(text: str) -> list[list[str]]:
    """Return the cells of each line of a pasted or written list.

    Columns are separated by tabs or semicolons. Commas separate them only below a heading, around quotation
    marks, or if each line begins with its number; otherwise, or below a heading of one column, "Lee, Ann" is
    one name.
    """
    told = text.removeprefix("\N{BYTE ORDER MARK}").splitlines()
    if len(told) > MOST:
        raise UserError("The list has more than %(most)s lines: enter it in parts.", most=MOST, field="text")
    # the limit of the csv module, which would refuse a longer cell
    told = [line[:_LONGEST_LINE] for line in told]
    mark = next((mark for mark in "\t;" if any(mark in line for line in told)), "")
    if not mark and told:
        numbered = all(_NUMBERED.match(line) for line in told if line.strip())
        heading = next(csv.reader(told[:1]), [])
        if numbered or (len(heading) > 1 and _columns(heading)) or '"' in text:
            mark = ","
    if not mark:
        return [[from_csv_cell(line[:LONGEST_CELL])] for line in told]
    try:
        # line by line, so that an unclosed quotation mark affects only one line
        return [
            [from_csv_cell(cell[:LONGEST_CELL]) for cell in next(csv.reader([line], delimiter=mark), [])]
            for line in told
        ]
    except csv.Error:
        raise UserError("A line cannot be read: write one name per line.", field="text") from None


def look(rows: Sequence[Sequence[str]], entered: Iterable[str], register: Iterable[str]) -> EntryPreview:
    """Return the preview of each row of cells, for an event and a register with these names."""
    there = {name_key(name): name for name in entered}
    known = {name_key(name): name for name in register}
    near = _Near(known.values())
    first = next((number for number, row in enumerate(rows) if any(map(str.strip, row))), 0)
    columns = _columns(rows[first]) if rows else ()
    seen: dict[str, int] = {}
    found, empty = [], 0
    for number, row in enumerate(rows, 1):
        if columns and number == first + 1:
            continue
        name = _name(row, columns)
        if not name:
            empty += 1
            continue
        problem = _problem(name)
        key = name_key(name)
        notice = ""
        if not problem and key in there:
            problem = _("%(there)s is entered already", there=there[key])
        elif not problem and key in seen:
            problem = _("as in line %(seen)s", seen=seen[key])
        elif not problem:
            seen[key] = number
            if key in known:
                # the register's spelling
                name = known[key]
            else:
                alike = near.to(name)
                notice = (
                    _("%(stranger)s, which has %(alike)s", stranger=STRANGER, alike=alike)
                    if alike
                    else STRANGER
                )
        notice = notice if known else ""
        if not problem and key not in known and name.count(",") > 1:
            notice = _("is taken as one name: write one player per line")
        found.append(EntryLine(number, name, problem, notice, key not in known))
    return EntryPreview(tuple(found), empty)


def _columns(row: Sequence[str]) -> tuple[int, ...]:
    """Return the columns of the name under a heading, () if the row is not a heading."""
    heads = ["&".join(cell.casefold().split()) for cell in row]
    first = next((place for place, head in enumerate(heads) if head in _FIRST), None)
    last = next((place for place, head in enumerate(heads) if head in _LAST), None)
    if first is not None and last is not None:
        return first, last
    whole = next((place for place, head in enumerate(heads) if head in _HEADINGS), None)
    return () if whole is None else (whole,)


def _name(row: Sequence[str], columns: Sequence[int]) -> str:
    """Return the name in a row: under the heading, or the first cell that is more than a number."""
    if columns:
        return single_spaced(" ".join(row[place] for place in columns if place < len(row)))
    cells = [single_spaced(cell) for cell in row]
    told = next((cell for cell in cells if cell and not re.fullmatch(r"#?[\d.,)]+", cell)), "")
    return single_spaced(_MARK.sub("", told))


def _problem(name: str) -> str:
    try:
        check_name(name)
    except UserError:
        if len(name) > LONGEST_NAME:
            return _("longer than %(longest_name)s letters", longest_name=LONGEST_NAME)
        return _("has letters that cannot be shown")
    return "" if any(letter.isalpha() for letter in name) else _("it contains no letter")


class _Near:
    """Finds similar names, which may be typing errors: other accents, another order, one other letter."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_form: dict[str, str] = {}
        for name in names:
            for form in _forms(name):
                self._by_form.setdefault(form, name)

    def to(self, name: str) -> str:
        """Return a similar name, "" if there is none."""
        return next((self._by_form[form] for form in _forms(name) if form in self._by_form), "")


def _forms(name: str) -> list[str]:
    """Return a name without accents and marks, its words sorted, and all its forms with one letter less."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    words = sorted(re.findall(r"[^\W_]+", "".join(one for one in plain if not unicodedata.combining(one))))
    whole = " ".join(words)
    if len(whole) < 5:
        return [whole]
    return [whole, *(whole[:place] + whole[place + 1 :] for place in range(len(whole)))]
