"""`tablekeeper event set|discard|finish|undo|import|...`: what concerns an event as a whole."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.cli import eventflags
from tablekeeper.cli.event_draw import new_draw_option
from tablekeeper.cli.eventdatabase import changes, opened, which
from tablekeeper.cli.eventfiles import READ, named, read_document, rename
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database, event_argument, reason_option, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.undoings import say_undoing, show_option, undoable
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError


@click.command("set", epilog="Example: tablekeeper event set 3 --drr 2", context_settings={
    "ignore_unknown_options": True,
})  # fmt: skip
@event_argument
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="--OPTION VALUE...")
@new_draw_option
@changes
def set_options(events: Events, event: int, words: tuple[str, ...], new_draw: bool) -> None:
    """Set options of the event's format, such as throws that decide a tie."""
    options = events.get(event).form.options
    events.set_options(event, eventflags.parse(options, words), new_draw=new_draw)
    say(_("Set."))


@click.command(epilog="Example: tablekeeper event discard 3 --reason rain")
@event_argument
@reason_option
@changes
def discard(events: Events, event: int, reason: str) -> None:
    """Discard an event that has not started; its name is free again, and `event undo` brings it back."""
    events.discard(event, reason)
    say(_("Discarded."))


@click.command(epilog="Example: tablekeeper event undo 3")
@event_argument
@click.argument("action", type=Whole(min=1), required=False, metavar="[ACTION]")
@click.option("--through", type=Whole(min=1), metavar="LAST", help="Undo all from ACTION to LAST.")
@reason_option
@show_option
@click.option("--together", is_flag=True, help="Undo later actions that would not fit, too; needs a reason.")
@database
def undo(
    event: str, action: int | None, through: int | None, reason: str, show: bool, together: bool,
    database: str | None,
) -> None:  # fmt: skip
    """Undo the action with this number, else the last one; all of them stay in the journal."""
    with opened(database, writes=not show) as events:
        chosen = which(events, event)
        if show:
            _say_undoing(events, chosen, action)
            return
        if through is None:
            told = _undo_one(events, chosen, action, reason, together)
        elif action is None:
            raise UserError("Give the first action, too: --through names the last one.")
        else:
            told = events.batches.undo(chosen, action, through, reason)
    say(_("Undone: %(told)s.", told=told))


def _undo_one(events: Events, event: int, action: int | None, reason: str, together: bool) -> str:
    try:
        return events.batches.undo_one(event, action, reason, together=together)
    except UserError as error:
        if action is None or together or not events.batches.undoing(event, action).dependents:
            raise
        raise UserError(
            "%(why)s Type: tablekeeper event undo %(event)s %(action)s --together --reason TEXT.",
            why=error, event=event, action=action,
        ) from error


def _say_undoing(events: Events, event: int, action: int | None) -> None:
    """Print the effect of undoing an action; without a number, of the last action that is not undone."""
    action = undoable(events.get(event).history, action)
    found = events.batches.undoing(event, action)
    say_undoing(action, found)
    if found.dependents:
        say(_(
            "Do it with: tablekeeper event undo %(event)s %(action)s --together --reason TEXT",
            event=event, action=action,
        ))


@click.command(epilog="Example: tablekeeper event finish 3")
@event_argument
@click.option(
    "--reason", default="", metavar="TEXT",
    help="The reason, needed while games are open or something is not decided; it is kept.",
)  # fmt: skip
@changes
def finish(events: Events, event: int, reason: str) -> None:
    """Finish an event: nothing more can be entered."""
    events.finish(event, reason)
    say(_("Finished."))


@click.command(epilog='Example: tablekeeper event reopen 3 "one game was forgotten"')
@event_argument
@click.argument("reason", metavar="REASON")
@changes
def reopen(events: Events, event: int, reason: str) -> None:
    """Reopen a finished event; the REASON is kept."""
    events.reopen(event, reason)
    say(_("Reopened."))


@click.command("import", epilog="Example: tablekeeper event import cup.json")
@click.argument("file", type=READ, metavar="FILE")
@click.option("--name", metavar="TEXT", help="Its name, instead of the one in the file.")
@as_json
@database
def import_event(file: Path, name: str | None, as_json: bool, database: str | None) -> None:
    """Import an event file into the database ("-" reads standard input); its journal is kept as it is.

    The name of another event that is entered or played is refused: choose one with --name.
    """
    place = read_document(file)
    if name:
        rename(place, name)
    with opened(database, writes=True) as events:
        try:
            event = events.take_in(place, name or file.stem.strip("- ") or "Imported event", wall_ms())
        except DocumentError as error:
            raise named(file, error) from error
        called = events.get(event).name
    if as_json:
        say_json({"event": event})
        return
    say(_("Event %(event)s: %(called)s.", event=event, called=called))
