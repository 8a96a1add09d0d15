"""Reads many results from CSV or JSON lines: tries every line in turn, and collects the problems. Pure.

CSV has a heading: the fields of the format's results, or `player1` and `player2` for its players. Columns
are separated by tabs, semicolons or commas; empty cells are ignored. A JSON line is a result as in an event
file.

    >>> from tablekeeper.formats import FORMATS
    >>> for line in read_lines(FORMATS["ttt"], "player1;player2;winner\\nAnn;Bob;Bob\\n"):
    ...     print(line.number, line.result)
    2 {'winner': 'Bob', 'players': ['Ann', 'Bob']}
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.events.journal import EVENTS, RESULT
from tablekeeper.director.events.sentences import of_new_result, within
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.formats import Format
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.written import value_of
from tablekeeper.journal.action import Action
from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError, loads
from tablekeeper.text import from_csv_cell

#: the most results of one import: each trial takes some ms
MOST = 1_000
_PLAYERS = ("player1", "player2")


@dataclass(frozen=True, slots=True)
class BulkLine:
    """One line: its result, completed by the format, or its problem; `known`: the event has it already."""

    number: int
    result: Mapping[str, Any] | None
    problem: str = ""
    known: bool = False


@dataclass(frozen=True, slots=True)
class BulkPreview:
    """The effect of an import after action `after`."""

    after: int
    lines: tuple[BulkLine, ...]

    @property
    def problems(self) -> tuple[BulkLine, ...]:
        """The lines that have an error and cannot be entered."""
        return tuple(line for line in self.lines if line.problem)

    @property
    def results(self) -> tuple[Mapping[str, Any], ...]:
        """The results to enter, in order."""
        return tuple(line.result for line in self.lines if line.result is not None and not line.known)


def read_lines(form: Format, text: str) -> list[BulkLine]:
    """Return the lines with their results; refuse a text that is neither CSV nor JSON lines."""
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    rows = _json_lines(text) if text.lstrip().startswith("{") else _csv_lines(form, text)
    found = []
    for line in rows:
        found.append(line)
        if len(found) > MOST:
            raise UserError("There are more than %(most)s results: import them in parts.", most=MOST)
    if not found:
        raise UserError("There is no result: write a heading and one result per line, or one JSON object "
                        "per line.")
    return found


def preview(state: EventState, last: int, lines: Sequence[BulkLine]) -> BulkPreview:
    """Return the effect of each line after the lines before it; `last` is the event's last action.

    A line is known if the event has exactly the same result; without a match id, two results may be equal.
    """
    found = []
    before = state.results
    for line in lines:
        if line.result is None:
            found.append(line)
            continue
        if "match" in line.result and line.result in before:
            found.append(BulkLine(line.number, line.result, known=True))
            continue
        try:
            result = state.format.completed(state.event(), GivenResult(line.result, state.tables))
            after = state.copy()
            EVENTS.take(after, Action(last + len(found) + 1, 0, "", RESULT, {"result": result}))
            after.answer()
        except DocumentError as error:
            found.append(BulkLine(line.number, None, within(of_new_result(error), state.format)))
            continue
        state = after
        found.append(BulkLine(line.number, result))
    return BulkPreview(last, tuple(found))


def _json_lines(text: str) -> Iterator[BulkLine]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            place = loads(line)
            yield BulkLine(number, {key: one.value for key, one in place.members()})
        except DocumentError as error:
            yield BulkLine(number, None, str(error))


def _csv_lines(form: Format, text: str) -> Iterator[BulkLine]:
    heading = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = next((one for one in "\t;" if one in heading), ",")
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    fields = {option.key: option for option in form.result}
    try:
        columns: list[str] = []
        for row in reader:
            cells = [from_csv_cell(cell.strip()) for cell in row]
            if not any(cells):
                continue
            if columns:
                yield _csv_line(form, reader.line_num, columns, cells)
                continue
            columns = [cell.lower().replace(" ", "_") for cell in cells]
            strange = [one for one in columns if one not in (*fields, *_PLAYERS)]
            if strange or len(set(columns)) < len(columns):
                known = ", ".join(one.replace("_", " ") for one in (*_PLAYERS, *fields))
                wrong = (strange or columns)[0][:40].replace("_", " ")
                raise UserError(
                    "The heading names '%(wrong)s': name each of %(known)s once at most.",
                    wrong=wrong, known=known,
                )
    except csv.Error as error:
        raise UserError(
            "Line %(line_num)s: this is not CSV (%(error)s).",
            line_num=reader.line_num, error=error,
        ) from None


def _csv_line(form: Format, number: int, columns: Sequence[str], cells: Sequence[str]) -> BulkLine:
    if len(cells) != len(columns):
        return BulkLine(
            number,
            None,
            _("%(cells)s cells, but the heading has %(columns)s", cells=len(cells), columns=len(columns)),
        )
    fields = {option.key: option for option in form.result}
    given = {column: cell for column, cell in zip(columns, cells, strict=True) if cell}
    found: dict[str, Any] = {}
    for column, cell in given.items():
        if column in fields:
            try:
                found[column] = value_of(fields[column], cell)
            except UserError as error:
                return BulkLine(number, None, f"{fields[column].label}: {error}")
    pair = [given[column] for column in _PLAYERS if column in given]
    return BulkLine(number, found | ({"players": pair} if pair else {}))
