"""`tablekeeper hall`: a pause of the whole hall."""

from __future__ import annotations

import click

from tablekeeper.cli.desk import opened
from tablekeeper.cli.options import database
from tablekeeper.text import listing


@click.group(epilog='Example: tablekeeper hall pause "Lunch until 13:30"')
def command() -> None:
    """A pause of the whole hall: every page shows it, and the clocks that run are stopped."""


@command.command(epilog='Example: tablekeeper hall pause "Lunch until 13:30"')
@click.argument("reason", required=False, default="Pause", metavar="[REASON]")
@database
def pause(reason: str, database: str | None) -> None:
    """Begin a pause; the boards that are connected stop their clocks."""
    with opened(database, writes=True) as here:
        stopped = here.desk.notices.pause_hall(reason)
    clocks = f"clocks stopped: {listing(stopped)}" if stopped else "no clock had to be stopped"
    click.echo(f"The hall has a pause; {clocks}.")


@command.command(epilog="Example: tablekeeper hall resume")
@database
def resume(database: str | None) -> None:
    """End the pause; players start their clocks again by the key #."""
    with opened(database, writes=True) as here:
        here.desk.notices.resume_hall()
    click.echo("The pause is over: players start their clocks again by #.")
