"""`tablekeeper table`: orders at a table, such as set-up, results, clocks and points, and their undo."""

from __future__ import annotations

import click

from tablekeeper.cli.desk import reason_option
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import database
from tablekeeper.cli.tables import OpenedTables, changes, opened
from tablekeeper.cli.terminal import say
from tablekeeper.cli.undoings import say_undoing, show_option, undoable
from tablekeeper.director.journals import Journals
from tablekeeper.director.journalview import Selection
from tablekeeper.director.tableorders import CAUSES
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _
from tablekeeper.regulation.moment import minutes, time_left

table_argument = click.argument("table", metavar="TABLE")


@click.command(
    "set-up", epilog='Example: tablekeeper table set-up "Table 1" backgammon Ann Bob --set length=7'
)
@table_argument
@click.argument("game", metavar="GAME")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--set", "answers", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@database
def set_up(
    table: str, game: str, names: tuple[str, ...], answers: tuple[str, ...], database: str | None
) -> None:
    """Set a table up for a GAME that belongs to no event, with its players by seat."""
    for one in answers:
        if "=" not in one:
            raise UserError("Write an option as NAME=VALUE, not '%(word)s'.", word=one[:40])
    options = dict(one.split("=", 1) for one in answers)
    with opened(database) as here:
        match = here.orders.set_up(here.table(table).uid, game, options, names)
    say(_("%(table)s is set up: match %(match)s.", table=table, match=match))


@click.command(epilog='Example: tablekeeper table confirm "Table 1"')
@table_argument
@changes
def confirm(here: OpenedTables, table: str) -> None:
    """Confirm the result that waits at a table, on behalf of its players."""
    here.orders.confirm(here.table(table).uid)
    say(_("%(table)s: the result is confirmed.", table=table))


@click.command(epilog='Example: tablekeeper table seal "Table 1"')
@table_argument
@changes
def seal(here: OpenedTables, table: str) -> None:
    """Seal the games played at a table: its players can no longer undo them."""
    here.orders.seal(here.table(table).uid)
    say(_("%(table)s: the games played are sealed.", table=table))


@click.command(epilog='Example: tablekeeper table pause "Table 1"')
@table_argument
@changes
def pause(here: OpenedTables, table: str) -> None:
    """Stop the clock that runs at a table; its players restart it."""
    here.orders.pause(here.table(table).uid)
    say(_("%(table)s: the clock is stopped.", table=table))


@click.command(epilog='Example: tablekeeper table end "Table 1" --winner Ann')
@table_argument
@click.option("--winner", default="", metavar="NAME", help="Who gets the game; else nobody.")
@changes
def end(here: OpenedTables, table: str, winner: str) -> None:
    """End the game at a table that plays anything but backgammon."""
    here.orders.end(here.table(table).uid, winner)
    say(
        _("%(table)s: the game is ended, %(winner)s gets it.", table=table, winner=winner)
        if winner
        else _("%(table)s: the game is ended.", table=table)
    )


@click.command(epilog='Example: tablekeeper table forfeit "Table 1" --winner Ann')
@table_argument
@click.option("--winner", required=True, metavar="NAME", help="Who gets the match.")
@changes
def forfeit(here: OpenedTables, table: str, winner: str) -> None:
    """Give the backgammon match at a table to a player, because the other one forfeits it."""
    here.orders.forfeit(here.table(table).uid, winner)
    say(_("%(table)s: %(winner)s gets the match by forfeit.", table=table, winner=winner))


@click.command(epilog='Example: tablekeeper table close "Table 1"')
@table_argument
@changes
def close(here: OpenedTables, table: str) -> None:
    """Close the match at a table: the table is free, and its board forgets the names."""
    here.orders.close(here.table(table).uid)
    say(_("%(table)s is free.", table=table))


@click.command(epilog='Example: tablekeeper table clear "Table 1"')
@table_argument
@changes
def clear(here: OpenedTables, table: str) -> None:
    """Free a board that still shows a match which went on at another one."""
    here.orders.clear(here.table(table).uid)
    say(_("%(table)s is free.", table=table))


@click.command(epilog='Example: tablekeeper table clock "Table 1" "3m/pt b12"')
@table_argument
@click.argument("control", metavar="CONTROL")
@changes
def clock(here: OpenedTables, table: str, control: str) -> None:
    """Play the backgammon match at a table with the clock CONTROL from now on."""
    here.orders.introduce(here.table(table).uid, control)
    say(_("%(table)s: the clock %(control)s applies from now on.", table=table, control=control))


@click.command("time", epilog='Example: tablekeeper table time "Table 1" Ann 5:05 --reason "not stopped"')
@table_argument
@click.argument("player", metavar="PLAYER")
@click.argument("left", metavar="LEFT")
@reason_option
@changes
def set_time(here: OpenedTables, table: str, player: str, left: str, reason: str) -> None:
    """Set the clock of PLAYER at a table to LEFT, like 5:05 or 1:02:30; a fallen flag is taken back."""
    here.orders.set_clock(here.table(table).uid, player, time_left(left), reason)
    say(_("%(table)s: %(player)s has %(left)s left.", table=table, player=player, left=left))


@click.command(epilog='Example: tablekeeper table points "Table 1" Ann 1 --cause conduct --reason "noise"')
@table_argument
@click.argument("player", metavar="PLAYER")
@click.argument("count", type=Whole(0, 99), metavar="POINTS")
@click.option(
    "--cause", type=click.Choice(tuple(CAUSES)), default="ruling", show_default=True,
    help="What the opponent did.",
)  # fmt: skip
@click.option("--take-back", is_flag=True, help="Take this number of points back instead.")
@reason_option
@changes
def points(
    here: OpenedTables, table: str, player: str, count: int, cause: str, take_back: bool, reason: str
) -> None:
    """Give PLAYER points outside of a game, for a fault of the opponent; 0 only warns the opponent."""
    uid = here.table(table).uid
    here.orders.award(uid, player, count, reason, cause=cause, take_back=take_back)
    say(_("%(table)s: ordered.", table=table))


@click.command(epilog='Example: tablekeeper table restore "Table 1" --left 5:00 --reason "not stopped"')
@table_argument
@click.option(
    "--left", metavar="TIME", help="What that clock shows; else what it showed when the turn began."
)
@click.option("--show", is_flag=True, help="Only say what would follow.")
@reason_option
@changes
def restore(here: OpenedTables, table: str, left: str | None, show: bool, reason: str) -> None:
    """Let the last match of a table go on after a loss on time, because the flag should not have fallen."""
    restoring = here.restoring
    match = restoring.lost_at(here.table(table).uid)
    found = restoring.look(match)
    if show:
        left_before = minutes(found.left_ms)
        say(_(
            "%(player)s lost match %(match)s on time; %(left_before)s were left before.",
            player=found.player, match=match, left_before=left_before,
        ))
        for one in found.undoing.consequences:
            say("  " + one.text)
        return
    say(restoring.restore(match, None if left is None else time_left(left), reason))


@click.command(epilog="Example: tablekeeper table undo 12 --reason 'the wrong table'")
@click.argument("number", type=Whole(min=1), required=False, metavar="[NUMBER]")
@reason_option
@show_option
@changes
def undo(here: OpenedTables, number: int | None, reason: str, show: bool) -> None:
    """Undo what was ordered at a table: the line NUMBER of `journal --subject tables`, else the last one."""
    known = Journals.of(here.store)
    lines = known.lines(Selection(subject="tables"))
    chosen = undoable(lines, number)
    try:
        line = known.line("tables", 0, chosen)
    except NotFound as error:
        raise UserError(str(error)) from error
    if show:
        say_undoing(chosen, here.journals.look(line))
        return
    told = here.journals.undo(line, reason)
    say(_("Undone: %(told)s.", told=told))


COMMANDS = (
    set_up,
    confirm,
    seal,
    pause,
    end,
    forfeit,
    close,
    clear,
    clock,
    set_time,
    points,
    restore,
    undo,
)
