"""`tablekeeper standings`: the standings of an event file, with the reasons."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import click

from tablekeeper import formats
from tablekeeper.cli import terminal
from tablekeeper.cli.eventfiles import named, read_document, write_new
from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer, document
from tablekeeper.formats.format import Futures
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _, joined, shown
from tablekeeper.pictures.event import picture
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import figure_name, listed, listing, value_text


@click.command(epilog="Example: tablekeeper standings league.json --explain")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--explain", is_flag=True, help="Say what separated players, what is settled, what each needs.")
@click.option(
    "--picture",
    "drawn",
    type=click.Path(dir_okay=False, path_type=Path), metavar="OUT.svg",
    help="Write a picture of the event to this new file.",
)
def command(file: Path, as_json: bool, explain: bool, drawn: Path | None) -> None:
    """Show the standings of the event in FILE ("-" reads standard input).

    With --picture a crosstable, bracket, grid of games or race is written as well. Exit status 2 and one
    line that names the place when the file is wrong.
    """
    place = read_document(file)
    try:
        form, event = formats.read_event(place)
        answer = form.answer(event)
        wanted = (explain and not as_json) or (drawn is not None and not answer.over)
        futures = form.futures(event) if wanted else None
        if drawn is not None:
            shown = drawn_or_refused(picture(form, event, futures=futures), form.title)
            write_new(shown, drawn, "--picture")
    except DocumentError as error:
        raise named(file, error) from error
    if as_json:
        click.echo(json.dumps(document(answer), ensure_ascii=False, indent=2))
        for doubt in answer.doubts:
            terminal.say(doubt, err=True)
        return
    console = terminal.Console()
    show(console, form.title, answer, explain)
    if explain:
        show_futures(console, answer, futures)


def drawn_or_refused(drawn: str | None, title: str) -> str:
    """Return a picture; raise UserError if the event has none."""
    if drawn is None:
        raise UserError("There is no picture of this event (%(title)s): it is too long for one.", title=title)
    return drawn


def show(console: terminal.Console, title: str, answer: Answer, explain: bool) -> None:
    """Print the standings, with the reasons if wanted, and the next games."""
    state = _("over") if answer.over else _("provisional") if answer.provisional else _("not over")
    table = terminal.headed(title=joined((title, state)))
    table.add_column("", justify="right")
    table.add_column(terminal.escape(_("player")))
    keys = list(answer.rows[0].shown) if answer.rows else []
    for key in keys:
        table.add_column(terminal.escape(figure_name(key)), justify="right")
    for row in answer.rows:
        cells = (row.player, *(value_text(row.figures[key]) for key in keys))
        table.add_row(str(row.rank), *map(terminal.escape, cells))
    console.print(table)
    if explain:
        for row, behind in pairwise(answer.rows):
            if row.decided_by:
                # below the table, because a narrow terminal has no room for a column of reasons
                reason = joined((row.decided_by, row.explain), ": ") if row.explain else row.decided_by
                told = "  " + _(
                    "%(player)s before %(other)s by %(reason)s",
                    player=row.player, other=behind.player, reason=reason,
                )
                console.print(terminal.escape(told), soft_wrap=True)
    if answer.winner is not None:
        console.print(terminal.escape(_("Winner: %(winner)s", winner=answer.winner)), soft_wrap=True)
    if answer.final:
        places = listing(joined((str(row.rank), listed(row.player)), " ") for row in answer.final)
        line = (
            _("Final places: %(places)s", places=places)
            if answer.over
            else _("Places so far: %(places)s", places=places)
        )
        console.print(terminal.escape(line), soft_wrap=True)
    for note in filter(None, (answer.progress, *answer.notes, *answer.doubts)):
        console.print(terminal.escape(note), soft_wrap=True)
    for heading, pairings in ((_("Next"), answer.next), (_("Cancelled"), answer.cancelled)):
        for place, pairing in enumerate(pairings):
            label = f"{shown(heading)}: " if not place else " " * (len(shown(heading)) + 2)
            console.print(terminal.escape(label + pairing_text(pairing)), soft_wrap=True)


def show_futures(console: terminal.Console, answer: Answer, futures: Futures | None) -> None:
    """Print which places are decided, and the results that each player needs."""
    if answer.over:
        return
    if futures is None:
        console.print(terminal.escape(_("What is still open is not computed for this format.")))
        return
    if futures.note:
        console.print(terminal.escape(futures.note), soft_wrap=True)
    for need in futures.needs:
        magic = _(" Magic number: %(number)s.", number=need.magic) if need.magic else ""
        console.print(terminal.escape(joined(("  ", need.sentence, magic), "")), soft_wrap=True)
