"""`tablekeeper announce`: what the hall is told on every page."""

from __future__ import annotations

from dataclasses import asdict

import click

from tablekeeper.cli.desk import opened, say_json
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database
from tablekeeper.errors import UserError
from tablekeeper.regulation.moment import clock_time


@click.command(epilog='Example: tablekeeper announce "Round 3 begins at 20:30"')
@click.argument("text", required=False, metavar="[TEXT]")
@click.option("--end", type=Whole(min=1), metavar="NUMBER", help="Take announcement NUMBER down.")
@as_json
@database
def command(text: str | None, end: int | None, as_json: bool, database: str | None) -> None:
    """Tell the hall TEXT on every page, until --end takes it down; without TEXT, list what is told now."""
    if text is not None and end is not None:
        raise UserError("Give a text or --end, not both.")
    with opened(database, writes=text is not None or end is not None) as here:
        notices = here.desk.notices
        if end is not None:
            notices.take_down(end)
        number = None if text is None else notices.announce(text)
        shown = notices.shown().announcements
    if as_json:
        say_json([asdict(one) for one in shown])
    elif end is not None:
        click.echo(f"Announcement {end} is taken down.")
    elif number is not None:
        click.echo(f"Announcement {number}: {text}")
    else:
        for one in shown:
            click.echo(f"Announcement {one.seq}, {clock_time(one.at_ms)}: {one.text}")
        if not shown:
            click.echo("Nothing is announced.")
