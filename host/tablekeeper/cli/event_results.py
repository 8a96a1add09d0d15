"""`tablekeeper event results`: enters many results at once, after a preview."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.cli.eventdatabase import opened, which
from tablekeeper.cli.eventfiles import READ, read_text
from tablekeeper.cli.options import as_json, database, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.bulk import BulkPreview
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _
from tablekeeper.text import counted


@click.command("results", epilog="Example: tablekeeper event results Tourney evening.csv --confirm")
@event_argument
@click.argument("file", type=READ, metavar="FILE")
@click.option("--confirm", is_flag=True, help="Enter them: all, or none if a line has a problem.")
@as_json
@database
def command(event: str, file: Path, confirm: bool, as_json: bool, database: str | None) -> None:
    """Preview many results, and with --confirm enter all of them or none.

    FILE is CSV with a heading, or has a JSON object on each line ("-" reads standard input). The exit status
    is 1 when a line has a problem.
    """
    text = read_text(file)
    with opened(database, writes=confirm) as events:
        chosen = which(events, event)
        found = events.batches.preview(chosen, text)
        entered = confirm and not found.problems
        if entered:
            events.batches.enter(chosen, text, found.after)
    if as_json:
        say_json({"entered": entered, "lines": [
            {"line": line.number, "result": line.result, "known": line.known, "problem": line.problem or None}
            for line in found.lines
        ]})  # fmt: skip
    else:
        _say(found, entered)
    if found.problems:
        raise click.exceptions.Exit(1)


def _say(found: BulkPreview, entered: bool) -> None:
    for line in found.lines:
        told = _("problem: %(problem)s", problem=line.problem) if line.problem else pairing_text(line.result)
        say(
            _("line %(number)s: %(told)s", number=line.number, told=told)
            + (_(" (known already)") if line.known else "")
        )
    count = len(found.results)
    results = counted(count, "result")
    if entered:
        say(_(
            "Entered: %(results)s, actions %(first)s to %(last)s.",
            results=results, first=found.after + 1, last=found.after + count,
        ))
    elif found.problems:
        wrong = counted(len(found.problems), "line has a problem", "lines have problems")
        say(_("%(wrong)s: nothing is entered.", wrong=wrong))
    else:
        say(_("%(results)s to enter: repeat with --confirm.", results=results))
