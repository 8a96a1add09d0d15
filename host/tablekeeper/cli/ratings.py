"""`tablekeeper ratings`: a rating list from a plain file of results, read and rated one by one."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, TextIO

import click

from tablekeeper.cli import terminal
from tablekeeper.cli.dates import day
from tablekeeper.cli.eventfiles import named
from tablekeeper.errors import UserError
from tablekeeper.languages import _, sentence
from tablekeeper.rankings.book import RatedName, RatingBook, recompute
from tablekeeper.rankings.results import read_results
from tablekeeper.rankings.systems import DEFAULT, SYSTEMS
from tablekeeper.strictjson import Cursor, loads
from tablekeeper.strictjson import DocumentError as Wrong
from tablekeeper.text import counted, figure_name

_COLUMNS = ("date", "winner", "loser", "third", "length")
#: separates the partners of a pair
_PARTNERS = " & "
#: the longest line of a result (characters)
_LONGEST = 10_000


@click.command(epilog="Example: tablekeeper ratings results.csv --system fibs")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]), callback=day, metavar="DATE", help="Rate only results up to this day.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option(
    "--system",
    type=click.Choice(tuple(SYSTEMS)), default=DEFAULT, show_default=True,
    help="Elo by match length, or OpenSkill.",
)
def command(file: Path, as_of: date | None, as_json: bool, system: str) -> None:
    """Show the rating list after the results in FILE.

    FILE is a table (.csv) with the columns winner, loser, length, and optionally date and third; or has one
    JSON object per line (.jsonl) with sides, length, ranks and date. "-" reads JSON lines from standard
    input.
    """
    rating = SYSTEMS[system].make()
    with _opened(file) as text:
        places = _csv(text) if file.suffix.lower() == ".csv" else _json_lines(text)
        try:
            book = recompute(read_results(places, rating, as_of), rating)
        except Wrong as error:
            raise named(file, error) from error
        except UnicodeDecodeError:
            raise UserError("%(file)s: the file is not UTF-8 text", file=file) from None
    if as_json:
        rows = [_row(row) for row in book.rows()]
        click.echo(
            json.dumps(
                {"system": system, "results": book.results, "rows": rows}, ensure_ascii=False, indent=1
            )
        )
        return
    show(terminal.Console(), system, book)


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    if str(path) == "-":
        yield sys.stdin
        return
    try:
        file = path.open(encoding="utf-8-sig", newline="")
    except OSError as error:
        raise UserError("%(path)s: %(strerror)s", path=path, strerror=error.strerror) from error
    with file:
        yield file


def _lines(text: TextIO) -> Iterator[str]:
    # read one line at a time: a file or a line may be larger than the memory
    try:
        while line := text.readline(_LONGEST):
            if len(line) == _LONGEST:
                raise Wrong("", f"a line has more than {_LONGEST} characters: this is no file of results")
            yield line
    except OSError as error:
        raise Wrong("", error.strerror or str(error)) from error


def _csv(text: TextIO) -> Iterator[Cursor]:
    reader = csv.reader(_lines(text), strict=True)
    try:
        header = next(reader, [])
        columns = [name.strip() for name in header]
        for name in columns:
            if name not in _COLUMNS or columns.count(name) > 1:
                known = ", ".join(_COLUMNS)
                raise Wrong("line 1", f'"{name}" is unknown or stands twice; columns are {known}')
        for name in ("winner", "loser"):
            if name not in columns:
                raise Wrong("line 1", f"the column {name} is missing")
        for cells in reader:
            if not cells:
                continue
            where = f"line {reader.line_num}"
            if len(cells) != len(columns):
                raise Wrong(where, f"there must be {len(columns)} cells, not {len(cells)}")
            yield Cursor(_result(dict(zip(columns, (cell.strip() for cell in cells), strict=True))), where)
    except csv.Error as error:
        raise Wrong(f"line {reader.line_num}", str(error)) from error


def _result(cells: dict[str, str]) -> dict[str, Any]:
    # convert a row to the object of a JSON line
    sides = [cells["winner"], cells["loser"], cells.get("third", "")]
    found: dict[str, Any] = {
        "sides": [side.split(_PARTNERS) for number, side in enumerate(sides) if side or number < 2]
    }
    length = cells.get("length", "")
    if length:
        found["length"] = int(length) if length.isdecimal() and len(length) < 10 else length
    if cells.get("date"):
        found["date"] = cells["date"]
    return found


def _json_lines(text: TextIO) -> Iterator[Cursor]:
    for number, line in enumerate(_lines(text), 1):
        if not line.strip():
            continue
        try:
            yield Cursor(loads(line).value, f"line {number}")
        except Wrong as error:
            raise Wrong(f"line {number}", error.reason) from None


def _row(row: RatedName[str]) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.player,
        **{key: round(figure, 6) for key, figure in row.figures.items()},
        "matches": row.matches,
        "provisional": row.provisional,
    }


def show(console: terminal.Console, system: str, book: RatingBook[str]) -> None:
    """Print a rating list for people; provisional players have no rank."""
    rows: Iterable[RatedName[str]] = list(book.rows())
    table = terminal.headed(title=_("Ratings (%(system)s)", system=system))
    table.add_column("", justify="right")
    table.add_column(terminal.escape(_("player")))
    keys = list(next(iter(rows)).figures) if rows else []
    for key in (*map(figure_name, keys), _("matches")):
        table.add_column(terminal.escape(key), justify="right")
    for row in rows:
        figures = (
            f"{figure:.2f}" if isinstance(figure, float) else str(figure) for figure in row.figures.values()
        )
        rank = "" if row.rank is None else str(row.rank)
        table.add_row(rank, terminal.escape(row.player), *figures, str(row.matches))
    console.print(table)
    console.print(terminal.escape(sentence(counted(book.results, "result"))))
    if any(row.provisional for row in rows):
        console.print(
            terminal.escape(_("Players without a rank are provisional: they have played too little."))
        )
