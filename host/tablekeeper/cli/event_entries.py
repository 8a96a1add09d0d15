"""`tablekeeper event enter|checkin|start`: enters players, by name or from a list, and notes who is there."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.cli import hall
from tablekeeper.cli.eventdatabase import changes, opened, which
from tablekeeper.cli.eventfiles import READ, read_bytes
from tablekeeper.cli.options import as_json, database, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.entryfile import rows
from tablekeeper.director.events.entrylist import EntryPreview, look
from tablekeeper.director.events.service import Events
from tablekeeper.director.people.register import Register
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined
from tablekeeper.text import counted, listing, name_list


@click.command("enter", epilog='Example: tablekeeper event enter "Spring cup" Ann Bob Cid')
@event_argument
@click.argument("players", nargs=-1, metavar="[NAME]...")
@click.option("--different", is_flag=True, help="Names that are written alike are different people.")
@click.option(
    "--bye-of", metavar="NAME", default="",
    help="In a running knockout without a place kept open: take the place beside this player, who has a bye.",
)
@click.option("--yes", is_flag=True, help="Take the first of these byes that can still be given.")
@click.option(
    "--file",
    type=READ, metavar="FILE",
    help='A list instead of names: one name per line, CSV or XLSX ("-": standard input).',
)
@click.option("--dry-run", is_flag=True, help="Say what the list would enter, and enter nothing.")
@as_json
@database
def enter(
    event: str,
    players: tuple[str, ...],
    different: bool,
    bye_of: str,
    yes: bool,
    file: Path | None,
    dry_run: bool,
    as_json: bool,
    database: str | None,
) -> None:
    """Enter players, in this order; once the event has started they are late arrivals.

    A list is entered as a whole or, when a line has a problem, not at all; then the exit status is 1.
    """
    if (file is None) == (not players):
        raise UserError("Give names, or a list with --file.")
    with hall.opened(database, writes=not dry_run) as here:
        events = here.caller.acting("events", Events(here.store))
        chosen = which(events, event)
        found = None
        if file is not None:
            register = [name.name for one in Register(here.store).book().listed() for name in one.names]
            found = look(rows(read_bytes(file)), events.get(chosen).players, register)
            players = found.names
        entered = not dry_run and (found is None or not found.problems)
        if entered and not players:
            raise UserError("There is no name in the list.")
        if entered:
            events.enter(chosen, players, different=different, bye_of=bye_of, first_bye=yes)
        count = len(events.get(chosen).players)
    if as_json:
        say_json({"entered": list(players) if entered else [], "players": count, "lines": _lines(found)})
    else:
        _say(found)
        if entered:
            say(_("Entered: %(players)s. Players now: %(count)s.", players=name_list(players), count=count))
        else:
            say(_("%(players)s to enter; nobody is entered.", players=counted(len(players), "player")))
    if found is not None and found.problems:
        raise click.exceptions.Exit(1)


def _lines(found: EntryPreview | None) -> list[dict[str, object]]:
    return (
        []
        if found is None
        else [
            {
                "line": one.number,
                "name": one.name,
                "problem": one.problem or None,
                "notice": one.notice or None,
            }
            for one in found.lines
        ]
    )


def _say(found: EntryPreview | None) -> None:
    for one in () if found is None else found.lines:
        told = f"problem: {one.problem}" if one.problem else one.notice
        say(
            _("line %(number)s: %(name)s", number=one.number, name=one.name)
            + (joined((" (", told, ")"), "") if told else "")
        )


@click.command("checkin", epilog='Example: tablekeeper event checkin "Spring cup" Ann Bob')
@event_argument
@click.argument("players", nargs=-1, metavar="[NAME]...")
@click.option("--absent", is_flag=True, help="They are no longer there.")
@click.option("--all", "everybody", is_flag=True, help="All players are there.")
@database
def checkin(
    event: str, players: tuple[str, ...], absent: bool, everybody: bool, database: str | None
) -> None:
    """Note who is there; without names, list who is there and who is still missing."""
    with opened(database, writes=bool(players) or everybody) as events:
        chosen = which(events, event)
        if everybody:
            if players or absent:
                raise UserError("Give names or --all, not both.")
            view = events.get(chosen)
            players = tuple(
                name for name in view.players if name not in view.present and name not in view.withdrawn
            )
        elif absent and not players:
            raise UserError("Say who is not there.")
        if players:
            events.presence.check_in(chosen, players, not absent)
        view = events.get(chosen)
    there = [name for name in view.players if name in view.present]
    missing = [name for name in view.players if name not in view.present and name not in view.withdrawn]
    say(_(
        "Present: %(there)s. Missing: %(missing)s.",
        there=listing(there) or _("nobody"), missing=listing(missing) or _("nobody"),
    ))


@click.command("start", epilog="Example: tablekeeper event start 3")
@event_argument
@click.option("--absent", is_flag=True, help="Start although players have not checked in.")
@changes
def start(events: Events, event: int, absent: bool) -> None:
    """Start an event: its entries are checked, and results can be entered."""
    events.start(event, absent=absent)
    say(_("Started."))
