"""`tablekeeper standings`: who is where in an event file, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablekeeper import formats
from tablekeeper.cli.eventfiles import named, read_document
from tablekeeper.formats.answer import Answer, document, number
from tablekeeper.formats.format import Futures


@click.command(epilog="Example: tablekeeper standings league.json --explain")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--explain", is_flag=True, help="Say what separated whom, what is settled and who needs what.")
def command(file: Path, as_json: bool, explain: bool) -> None:
    """Show the standings of the event in FILE ("-" reads standard input).

    Exit status 2 and one line that names the place when the file is wrong.
    """
    place = read_document(file)
    try:
        form, event = formats.read_event(place)
        answer = form.answer(event)
        futures = form.futures(event) if explain and not as_json else None
    except formats.Refusal as error:
        raise named(file, error) from error
    if as_json:
        click.echo(json.dumps(document(answer), ensure_ascii=False, indent=2))
        return
    console = Console()
    _show(console, form.title, answer, explain)
    if explain:
        _show_futures(console, answer, futures)


def _text(value: Any) -> str:
    value = number(value)
    if isinstance(value, list):
        return " ".join(_text(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)


def pairing_text(pairing: Any) -> str:
    """Return what is to be played in words: "game 4: Ann v Bob"."""
    if not isinstance(pairing, dict):
        return _text(pairing)
    players = pairing.get("players") or pairing.get("couples") or ()
    aside = ("players", "couples", "extra")
    rest = [f"{key} {_text(value)}" for key, value in pairing.items() if key not in aside]
    text = ", ".join(rest)
    named_players = " v ".join(str(player) for player in players)
    return f"{text}: {named_players}" if text and named_players else text or named_players


def _show(console: Console, title: str, answer: Answer, explain: bool) -> None:
    state = "over" if answer.over else "provisional" if answer.provisional else "not over"
    table = Table(title=f"{title}, {state}", title_justify="left")
    table.add_column("", justify="right")
    table.add_column("player")
    keys = list(answer.rows[0].figures) if answer.rows else []
    for key in keys:
        table.add_column(key.replace("_", " "), justify="right")
    if explain:
        table.add_column("before the next by")
    for row in answer.rows:
        cells = [str(row.rank), escape(row.player), *(escape(_text(row.figures[key])) for key in keys)]
        if explain:
            reason = f"{row.decided_by}: {row.explain}" if row.explain else row.decided_by or ""
            cells.append(escape(reason))
        table.add_row(*cells)
    console.print(table)
    if answer.winner is not None:
        console.print(f"Winner: [bold]{escape(answer.winner)}[/bold]", soft_wrap=True)
    for note in answer.notes:
        console.print(escape(note), soft_wrap=True)
    for heading, pairings in (("Next", answer.next), ("Cancelled", answer.cancelled)):
        for place, pairing in enumerate(pairings):
            label = f"{heading}: " if not place else " " * (len(heading) + 2)
            console.print(escape(label + pairing_text(pairing)), soft_wrap=True)


def _show_futures(console: Console, answer: Answer, futures: Futures | None) -> None:
    if answer.over:
        return
    if futures is None:
        console.print("What is still open is not computed for this format.")
        return
    if futures.note:
        console.print(escape(futures.note), soft_wrap=True)
    for need in futures.needs:
        magic = f" Magic number: {need.magic}." if need.magic else ""
        console.print(escape(f"  {need.sentence}{magic}"), soft_wrap=True)
