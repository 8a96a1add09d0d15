"""`tablekeeper hall`: a pause of the whole hall, and the pages of its projector."""

from __future__ import annotations

import click

from tablekeeper.cli.desk import Opened, changes, opened
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import database
from tablekeeper.cli.tables import found
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.desk.projector import LONGEST_S, PARTS, SHORTEST_S, TABLE, USUAL_S
from tablekeeper.languages import _
from tablekeeper.text import listing


@click.group(cls=CommandGroup, epilog='Example: tablekeeper hall pause "Lunch until 13:30"')
def command() -> None:
    """Pause the whole hall, and choose what its projector shows."""


@command.command(epilog='Example: tablekeeper hall pause "Lunch until 13:30"')
@click.argument("reason", required=False, default="Pause", metavar="[REASON]")
@changes
def pause(here: Opened, reason: str) -> None:
    """Begin a pause; the boards that are connected stop their clocks."""
    stopped = here.desk.notices.pause_hall(reason)
    clocks = _("no clock had to be stopped")
    if stopped:
        clocks = _("clocks stopped: %(tables)s", tables=listing(stopped))
    say(_("The hall has a pause; %(clocks)s.", clocks=clocks))


@command.command(epilog="Example: tablekeeper hall resume")
@changes
def resume(here: Opened) -> None:
    """End the pause; players start their clocks again by the key #."""
    here.desk.notices.resume_hall()
    say(_("The pause is over: players start their clocks again by #."))


@command.command(epilog="Example: tablekeeper hall screen tables next standings --seconds 20")
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar="[PART]...")
@click.option(
    "--seconds", type=Whole(min=SHORTEST_S, max=LONGEST_S), default=USUAL_S, show_default=True,
    metavar="NUMBER", help="How long each is shown.",
)  # fmt: skip
@click.option("--event", metavar="EVENT", help="Only of this event, by number or name; else of all that run.")
@click.option("--table", metavar="TABLE", help="Show this table large, with its display.")
@database
def screen(
    parts: tuple[str, ...], seconds: int, event: str | None, table: str | None, database: str | None
) -> None:
    """Let every projector that has /screen open show these parts, in this order.

    PART is tables, next, standings, bracket or table. Without any, nothing changes and what is shown is told.
    """
    changes = bool(parts or table)
    with opened(database, writes=changes) as here:
        if changes:
            uid = "" if table is None else found(here.store, table).uid
            shown = [*parts, *([TABLE] if uid and TABLE not in parts else [])]
            here.desk.notices.project(shown, seconds, here.event(event), uid)
        programme = here.desk.notices.programme()
    say(_("The screen shows %(told)s.", told=programme.told()))
