"""`tablekeeper journal`: all actions, with their authors and reasons."""

from __future__ import annotations

from dataclasses import asdict

import click

from tablekeeper.accounts.roles import WORDS
from tablekeeper.cli import hall
from tablekeeper.cli.dates import moment
from tablekeeper.cli.desk import when
from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.service import Events
from tablekeeper.director.journals import Journals
from tablekeeper.director.journalview import SUBJECTS, Selection
from tablekeeper.languages import _, joined, recognised


@click.command(epilog='Example: tablekeeper journal --event 3 --since "2026-05-01 14:00"')
@click.option("--event", metavar="EVENT", help="Only entries about this event, by number or name.")
@click.option("--actor", default="", metavar="NAME", help="Only actions of this person or this table.")
@click.option("--subject", type=click.Choice(list(SUBJECTS)), help="Only this journal.")
@click.option("--since", metavar="TIME", help='Only actions from this time on: "14:30", "2026-05-01 14:30".')
@click.option("--text", default="", metavar="WORDS", help="Only lines that hold these words.")
@as_json
@database
def command(
    event: str | None, actor: str, subject: str | None, since: str | None, text: str, as_json: bool,
    database: str | None,
) -> None:  # fmt: skip
    """List what was done in events, at the desk, at tables, in the register and in rankings, by time.

    `event undo`, `ruling undo`, `table undo` and `people undo` take the number of a line.
    """
    since_ms = when(since)
    with hall.opened(database, writes=False) as here:
        chosen = None if event is None else which(Events(here.store), event)
        journals = Journals.of(here.store)
        wanted = Selection(chosen, actor, subject or "", "", text, since_ms)
        lines = journals.lines(wanted)
    if as_json:
        say_json([asdict(one) for one in lines])
        return
    for one in lines:
        number = f"{one.subject} {one.owner}" if one.owner else one.subject
        marks = (f" ({one.reason})" if one.reason else "") + (_(" (undone)") if one.undone else "")
        say(
            joined(
                (
                    f"{moment(one.at_ms)}  ",
                    number,
                    f", {one.seq}  ",
                    WORDS.get(one.actor, one.actor),
                    ": ",
                    recognised(one.text),
                    marks,
                ),
                "",
            )
        )
    if not lines:
        say(_("Nothing was done.") if wanted == Selection() else _("No action matches."))
