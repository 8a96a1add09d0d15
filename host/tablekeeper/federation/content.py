"""What an entry of a venue's journal may hold: the rows that the venue's tables have. Pure.

A venue is a stranger: its entries are checked whole before they are stored (`intake`), and once more when
they are read, because a database may hold entries from before a check was added. What an action does in its
event or register is known only to the fold, which refuses it there (`director.federation`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import LATEST_MS, Cursor, DocumentError, loads

#: columns of the store hold signed 64-bit numbers; a board counts its records in 32 bits
_HIGHEST, _HIGHEST_SEQ = 2**63 - 1, 2**32 - 1
#: the most characters of a name, a format, an actor: more than any of them has
_LONGEST = 200
#: a record of a board in hex
_RECORD = re.compile(r"[0-9a-f]{48}")


def _whole(value: object, most: int = _HIGHEST) -> bool:
    # True is an int, too
    return type(value) is int and 0 <= value <= most


def _moment(value: object) -> bool:
    return _whole(value, LATEST_MS)


def _line(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and value.isprintable()


def _record(value: object) -> bool:
    return isinstance(value, str) and _RECORD.fullmatch(value) is not None


_Column = tuple[str, Callable[[Any], bool]]
_NUMBER: _Column = _("a whole number"), _whole
_MAYBE: _Column = _("a whole number or null"), lambda value: value is None or _whole(value)
_TIME: _Column = _("a time before the year 9999, in ms"), _moment
_LINE: _Column = _("a line of at most 200 letters"), _line
_ACTION = (_NUMBER, _TIME, _LINE, _LINE, (_("a text"), lambda value: isinstance(value, str)))
#: the first word of a journal's name -> the columns of a row; the first one rises from row to row
_ROWS: Mapping[str, tuple[_Column, ...]] = {
    **dict.fromkeys(("director", "desk", "people", "event", "ranking"), _ACTION),
    "events": (_NUMBER, _LINE, _LINE, _TIME),
    "entries": (_NUMBER, _LINE, _MAYBE, _TIME),
    "aliases": (_NUMBER, _LINE),
    "clubs": (_NUMBER, _LINE),
    "board": (
        (_("a whole number of 32 bits"), lambda value: _whole(value, _HIGHEST_SEQ)),
        _TIME,
        (_("a record of 24 bytes in hex"), _record),
    ),
}
#: the names that journals have
_NAME = re.compile(
    r"director|desk|people|events|entries|aliases|clubs|(event|ranking)/[1-9][0-9]{0,18}"
    r"|board/[0-9a-f]{1,32}/[0-9a-f]{8}"
)
#: members of a body in the register's journal that are numbers of people, names and clubs
_NUMBERED = ("person", "alias", "kept", "merged", "from", "to", "club", "membership")


def rows(journal: str, content: str) -> list[list[Any]]:
    """Return the rows of an entry; raise DocumentError if the journal cannot hold them."""
    kind = journal.partition("/")[0]
    if not _NAME.fullmatch(journal):
        raise DocumentError("", "no venue has a journal of this name")
    columns, found, last = _ROWS[kind], loads(content), -1
    for place, row in enumerate(found.items(1)):
        cells = row.items(len(columns), len(columns))
        for cell, (what, fits) in zip(cells, columns, strict=True):
            if not fits(cell.value):
                raise cell.refuse("%(what)s is wanted here", what=what)
        if cells[0].value <= last:
            raise cells[0].refuse("the rows of an entry are in order")
        last = cells[0].value
        if columns is _ACTION:
            _check_body(kind, last, f"[{place}]", cells[4].value)
    return list(found.value)


def _check_body(kind: str, seq: int, place: str, text: str) -> None:
    read = loads(text)
    body = Cursor(read.value, place)
    if not isinstance(body.value, dict):
        raise body.refuse("an action is an object")
    if body.has("undoes"):
        # an undo of itself, or of a later action, would have no end
        body.at("undoes").whole(1, seq - 1)
    if kind != "people":
        return
    for key, value in body.members():
        if key in _NUMBERED:
            value.whole(0, _HIGHEST)
        elif key == "doubles":
            for one in value.items():
                one.whole(0, _HIGHEST)
        elif isinstance(value.value, dict | list):
            raise value.refuse("a number or a text is wanted here")


def refusal(journal: str, content: str) -> str:
    """Return why an entry is refused, "" if it can be stored."""
    try:
        rows(journal, content)
    except UserError as error:
        return str(error)
    return ""
