"""`tablekeeper table`: the tables' names and order, and replacing a broken board.

The tables as places are in `table_places`, orders at a table in `table_orders`.
"""

from __future__ import annotations

import time
from copy import copy

import click

from tablekeeper.cli import table_cards, table_orders, table_places
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.tables import OpenedTables, asks, changes
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.boards import TableLine
from tablekeeper.director.replacement import Carried
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined
from tablekeeper.regulation.moment import minutes
from tablekeeper.text import counted

#: seconds between two checks for a pressed key
_LOOK_S = 0.5


@click.group(cls=CommandGroup, epilog='Example: tablekeeper table order "Table 1" "Table 2"')
def command() -> None:
    """Make, name and order tables, set them up, decide at them, and put a board in the place of a broken one.

    TABLE is a table's name, or the uid of its board. A table needs no board. While `tablekeeper serve` is
    running it does what these commands say, at once.
    """


for one in (*table_places.COMMANDS, *table_cards.COMMANDS, *table_orders.COMMANDS):
    command.add_command(one)


@command.command("list", epilog="Example: tablekeeper table list")
@as_json
@asks
def list_tables(here: OpenedTables, as_json: bool) -> None:
    """List the tables in their order: board, zone, service, and who play there."""
    tables = here.boards.listed()
    if as_json:
        say_json([
            {
                "uid": one.uid, "name": one.name, "connected": one.online, "device": one.device,
                "zone": one.zone, "out": one.out, "players": one.players,
            }
            for one in tables
        ])  # fmt: skip
        return
    for place, one in enumerate(tables, 1):
        say(joined((f"{place:3}  {one.name}  ", _standing(one)), ""))
    if not tables:
        say(_(
            "No table yet: `tablekeeper table new --count 12` makes some, and a board that is connected to "
            "the open hall has its own."
        ))


def _standing(table: TableLine) -> str:
    told = (
        _("(no device)")
        if not table.device
        else _("(connected, board %(uid)s)", uid=table.uid)
        if table.online
        else _("(away, board %(uid)s)", uid=table.uid)
    )
    out = (_("out of service: %(reason)s", reason=table.out),) if table.out else ()
    return joined((told, *filter(None, (table.zone,)), *out, *filter(None, (table.players,))))


@command.command(epilog='Example: tablekeeper table name e661385283460001 "Table 1"')
@click.argument("table", metavar="TABLE")
@click.argument("name", metavar="NAME")
@changes
def name(here: OpenedTables, table: str, name: str) -> None:
    """Give a table another name, which no other table may have."""
    row = here.table(table)
    here.boards.rename(row.uid, name)
    told = " ".join(name.split())
    say(
        _("Board %(uid)s is %(split)s.", uid=row.uid, split=told)
        if row.device
        else _("%(table)s is %(name)s.", table=row.called, name=told)
    )


#: the word that people look for
rename = copy(name)
rename.name, rename.epilog = "rename", 'Example: tablekeeper table rename "Table 7" "Final"'
command.add_command(rename)


@command.command(epilog='Example: tablekeeper table order "Table 2" "Table 1"')
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@changes
def order(here: OpenedTables, tables: tuple[str, ...]) -> None:
    """Put tables first, in this order; the others follow as before. Matches are seated in this order."""
    here.boards.order(here.uids(tables))
    say(", ".join(one.name for one in here.boards.listed()))


@command.command(epilog="Example: tablekeeper table identify --word Board --first 1")
@click.option("--word", default="Table", metavar="WORD", help="The names begin with it.", show_default=True)
@click.option("--first", type=Whole(0, 999), default=1, help="Number of the first one.", show_default=True)
@click.option("--at", "only", metavar="TABLE", help="Only one: the board stands at this table.")
@click.option("--stop", is_flag=True, help="End a naming that was started earlier.")
@changes
def identify(here: OpenedTables, word: str, first: int, only: str | None, stop: bool) -> None:
    """Name tables by pressing a key at each free board of the open hall: all of them blink.

    The board at which a key is pressed first becomes "Table 1", the next one "Table 2", and so on. It ends
    when all free boards have a name, or with Ctrl-C. With --at it ends with the first key.
    """
    if stop:
        here.naming.end()
        say(_("The naming has ended."))
        return
    if not here.is_open:
        raise UserError("No hall is open: start `tablekeeper serve`, and repeat.")
    view = here.naming.begin(word, first) if only is None else here.naming.begin_at(here.table(only).uid)
    told = 0
    say(_("Press a key on the blinking board that will be called %(next)s.", next=view.next))
    if view.older:
        older = ", ".join(view.older)
        say(_(
            "%(older)s cannot be named by a key: the firmware there is older and cannot blink.",
            older=older,
        ))
    try:
        while view.next:
            time.sleep(_LOOK_S)
            view = here.naming.progress()
            for one in view.named[told:]:
                say(
                    _("%(table)s is named.", table=one)
                    + (_(" Now %(next)s.", next=view.next) if view.next else "")
                )
            told = max(told, len(view.named))
    except KeyboardInterrupt:
        here.naming.end()
    say(_("Done: %(tables)s", tables=", ".join(one.name for one in here.boards.listed())))


@command.command(epilog='Example: tablekeeper table replace "Table 3" "Table 9"')
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--dry-run", is_flag=True, help="Show what would go along, and change nothing.")
@as_json
@changes
def replace(here: OpenedTables, old: str, new: str, dry_run: bool, as_json: bool) -> None:
    """Continue the match of a broken board OLD at the board NEW, with its score, turn and clocks."""
    from_uid, to_uid = here.uids([old, new])
    moving = here.replacement
    told = moving.carried(from_uid) if dry_run else moving.replace(from_uid, to_uid)
    if as_json:
        say_json({
            "match": told.match, "score": list(told.score), "in_game": told.in_game, "cube": told.cube,
            "cube_owner": told.cube_owner, "turn": told.turn, "games": told.games,
            "facts": dict(told.facts), "again": told.again,
            "reserves_ms": None if told.reserves is None else list(told.reserves),
        })  # fmt: skip
        return
    goes_on = _("would go on") if dry_run else _("goes on")
    say(_(
        "Match %(match)s %(goes_on)s at %(new)s: %(carried_text)s.",
        match=told.match, goes_on=goes_on, new=new, carried_text=carried_text(told),
    ))
    if told.again:
        say(told.again)


def carried_text(told: Carried) -> str:
    """Return the text that lists the data that move to another board with a match."""
    if told.facts:
        return joined(joined(fact, ": ") for fact in told.facts)
    one, other = told.players[:2]
    parts = [f"{one} {told.score[0]}, {other} {told.score[1]}"]
    if told.in_game:
        parts.append(_("game %(number)s", number=told.games + 1))
    else:
        parts.append(_("%(games)s played", games=counted(told.games, "game")))
    if told.cube_owner is not None:
        parts.append(_("cube %(cube)s at %(player)s", cube=told.cube, player=told.players[told.cube_owner]))
    if told.turn is not None:
        parts.append(_("%(player)s on turn", player=told.players[told.turn]))
    if told.reserves is not None:
        parts.append(_("clocks ") + joined((minutes(ms) for ms in told.reserves), _(" and ")))
    return joined(parts)
