"""`tablekeeper announce`: shows a text on all pages and boards of the hall, of an event, or of a table."""

from __future__ import annotations

from dataclasses import asdict

import click

from tablekeeper.cli.desk import opened, say_json
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database
from tablekeeper.cli.tables import found
from tablekeeper.cli.terminal import say
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.regulation.moment import clock_time


@click.command(epilog='Example: tablekeeper announce "Round 3 begins at 20:30"')
@click.argument("text", required=False, metavar="[TEXT]")
@click.option("--event", metavar="EVENT", help="Only to the tables of this event, by number or name.")
@click.option("--table", metavar="TABLE", help="Only to this table.")
@click.option("--end", type=Whole(min=1), metavar="NUMBER", help="Take announcement NUMBER down.")
@as_json
@database
def command(
    text: str | None, event: str | None, table: str | None, end: int | None, as_json: bool,
    database: str | None,
) -> None:  # fmt: skip
    """Show TEXT on every page and board, until --end takes it down; without TEXT, list the announcements.

    Boards show at most 105 letters of it, in five lines and in western letters; if that is not all, the
    command says what they show. A table in a match shows them line by line below the game, and no clock,
    score or question is covered.
    """
    if text is not None and end is not None:
        raise UserError("Give a text or --end, not both.")
    if text is None and (event or table):
        raise UserError("Add the text of the announcement.")
    with opened(database, writes=text is not None or end is not None) as here:
        notices = here.desk.notices
        if end is not None:
            notices.take_down(end)
        number = None
        if text is not None:
            uid = "" if table is None else found(here.store, table).uid
            number = notices.announce(text, event=here.event(event), table=uid)
        shown = notices.shown().announcements
    if as_json:
        say_json([asdict(one) for one in shown])
    elif end is not None:
        say(_("Announcement %(end)s is taken down.", end=end))
    elif number is not None:
        say(_("Announcement %(number)s: %(words)s", number=number, words=text))
        if on_boards := notices.on_boards(str(text)):
            say(_("Boards show: %(words)s", words=on_boards))
    else:
        for one in shown:
            to = _(", to %(to)s", to=one.to) if one.to else ""
            say(_(
                "Announcement %(seq)s, %(clock_time)s%(to)s: %(words)s",
                seq=one.seq, clock_time=clock_time(one.at_ms), to=to, words=one.text,
            ))
        if not shown:
            say(_("Nothing is announced."))
