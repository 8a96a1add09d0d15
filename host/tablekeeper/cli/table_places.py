"""`tablekeeper table`: the tables of the hall as places: made, removed, their boards, zones, service."""

from __future__ import annotations

import click

from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.tables import OpenedTables, changes
from tablekeeper.cli.terminal import say
from tablekeeper.director.halltables import MOST_SPOTS, MOST_TABLES
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.text import listing

zone_option = click.option("--zone", default="", metavar="ZONE", help="The room or part of the hall.")


@click.command(epilog="Example: tablekeeper table new --count 12")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--count", type=Whole(0, MOST_TABLES), default=0, metavar="N", help="Make N numbered tables.")
@click.option(
    "--word", default="Table", metavar="WORD", help="Numbered names begin with it.", show_default=True
)
@zone_option
@changes
def new(here: OpenedTables, names: tuple[str, ...], count: int, word: str, zone: str) -> None:
    """Make tables of the hall that need no board: by their NAMES, or numbered ones.

    Numbers follow the highest one of that word. Matches are seated at these tables like at all others.
    """
    made = here.tables.new(names, count, word, zone)
    say(_("New: %(names)s.", names=listing(made)))


@click.command(epilog='Example: tablekeeper table remove "Table 12"')
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@changes
def remove(here: OpenedTables, tables: tuple[str, ...]) -> None:
    """Remove free tables from the hall; what was played there stays. `table undo` brings them back."""
    here.tables.remove(here.uids(tables))
    say(_("Removed: %(names)s.", names=listing(tables)))


@click.command(epilog='Example: tablekeeper table stand "Board 460001" "Table 7"')
@click.argument("board", metavar="BOARD")
@click.argument("table", metavar="TABLE")
@changes
def stand(here: OpenedTables, board: str, table: str) -> None:
    """Put a BOARD, said by its table or uid, at a TABLE; what stands there gets the place of the board.

    Both must be free: a match in progress moves with `table replace`.
    """
    there = here.table(table)
    here.tables.stand(here.table(board).uid, there.uid)
    say(_("The board is at %(name)s.", name=there.called))


@click.command(epilog='Example: tablekeeper table detach "Table 7"')
@click.argument("table", metavar="TABLE")
@changes
def detach(here: OpenedTables, table: str) -> None:
    """Take the board away from TABLE, which stays without one; a match there goes on without it.

    For a board that is broken or silent. It has a table again when it is connected; `table stand` puts it
    back.
    """
    row = here.table(table)
    here.replacement.detach(row.uid)
    say(_("%(name)s is played without a board now.", name=row.called))


@click.command(epilog='Example: tablekeeper table plan "Table 7" 3 2')
@click.argument("table", metavar="[TABLE]", required=False)
@click.argument("column", metavar="[COLUMN]", type=Whole(1, MOST_SPOTS), required=False)
@click.argument("row", metavar="[ROW]", type=Whole(1, MOST_SPOTS), required=False)
@click.option("--across", type=Whole(1, MOST_SPOTS), metavar="N", help="Place all tables, N in each row.")
@click.option("--off", is_flag=True, help="Take TABLE off the plan.")
@changes
def plan(
    here: OpenedTables, table: str | None, column: int | None, row: int | None, across: int | None, off: bool
) -> None:
    """Place a TABLE at a COLUMN and a ROW of the floor plan, or all of them; without arguments show the plan.

    Players see the plan on the page /plan: from left to right, the first row in front.
    """
    if across is not None and table is None:
        here.tables.place_all(across)
    elif table is not None and across is None and (row is not None) != off:
        spot = None if column is None or row is None else (column, row)
        here.tables.place({here.table(table).uid: spot})
    elif table is not None or across is not None or off:
        raise UserError("Say a table with its column and row, a table with --off, or --across.")
    placed = {one.spot: one.name for one in here.boards.listed() if one.spot is not None}
    for number in sorted({spot[1] for spot in placed}):
        line = sorted((spot[0], name) for spot, name in placed.items() if spot[1] == number)
        say(f"{number:3}  " + ", ".join(f"{place}: {name}" for place, name in line))
    if not placed:
        say(_("No table has a place on the floor plan yet."))


@click.command(epilog='Example: tablekeeper table zone "Small hall" "Table 9" "Table 10"')
@click.argument("zone", metavar="ZONE")
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@changes
def zone(here: OpenedTables, zone: str, tables: tuple[str, ...]) -> None:
    """Say in which room or ZONE of the hall tables are; an empty ZONE forgets it."""
    here.tables.zone(here.uids(tables), zone)
    say(
        _("%(names)s: %(zone)s.", names=listing(tables), zone=zone)
        if zone
        else _("%(names)s: no zone.", names=listing(tables))
    )


@click.command(epilog='Example: tablekeeper table reserve Balcony Cup')
@click.argument("zone", metavar="ZONE")
@click.argument("event", metavar="[EVENT]", required=False)
@click.option("--open", "opens", is_flag=True, help="Open the zone to all events again.")
@changes
def reserve(here: OpenedTables, zone: str, event: str | None, opens: bool) -> None:
    """Reserve the tables of a ZONE for an EVENT, named by its number or name, until it is finished.

    Its matches get these tables first; matches of other events are not seated there.
    """
    if (event is None) != opens:
        raise UserError("Say an event, or --open.")
    here.tables.reserve(zone, 0 if event is None else which(here.events, event))
    say(
        _("The zone %(zone)s is open to all events.", zone=zone)
        if event is None
        else _("The zone %(zone)s is reserved for %(event)s.", zone=zone, event=event)
    )


@click.command(epilog='Example: tablekeeper table service "Table 7" --out "the lamp is broken"')
@click.argument("table", metavar="TABLE")
@click.option("--out", metavar="REASON", help="Take it out of service, for this reason.")
@click.option("--back", is_flag=True, help="Bring it back into service.")
@changes
def service(here: OpenedTables, table: str, out: str | None, back: bool) -> None:
    """Take a table out of service, so that no match is seated there, or bring it back."""
    if bool(out) == back:
        raise UserError("Say --out with a reason, or --back.")
    here.tables.service(here.table(table).uid, out or "")
    say(
        _("%(table)s is in service.", table=table)
        if back
        else _("%(table)s is out of service: %(reason)s.", table=table, reason=out)
    )


@click.command(epilog="Example: tablekeeper table free")
@changes
def free(here: OpenedTables) -> None:
    """Free all tables whose match is decided: its result was entered, or its event is finished.

    A game in progress at a board stays: `table close` names its table.
    """
    freed = here.seating.free_all()
    say(_("Free: %(names)s.", names=listing(freed)) if freed else _("No table has a decided match."))


COMMANDS = (new, remove, stand, detach, zone, reserve, plan, service, free)
