"""`tablekeeper event`: the events in the database, from the first entry to the import of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablekeeper.cli import eventflags
from tablekeeper.cli.event_draw import new_draw_option
from tablekeeper.cli.eventdatabase import changes, opened, which
from tablekeeper.cli.eventfiles import named, read_document, rename
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.undoings import say_undoing, show_option, undoable
from tablekeeper.cli.verbs import Verbs
from tablekeeper.director.adjudication import asks, with_rates
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError

#: verb -> (module of this package that holds it, its first line of help)
_VERBS = {
    "new": (
        "event_new",
        "Make an event from a template; `tablekeeper event new TEMPLATE --help` lists its options.",
    ),
    "templates": ("event_new", "List what a new event can be made from: every format, and presets of it."),
    "enter": (
        "event_entries",
        "Enter players, in this order; once the event has started they are late arrivals.",
    ),
    "checkin": (
        "event_entries",
        "Note who is there; without names, list who is there and who is still missing.",
    ),
    "draw": (
        "event_draw",
        "Draw what the format leaves to chance; the seed is recorded, so that the draw can be repeated.",
    ),
    "fees": (
        "event_money",
        "Set the fees and prizes of an event, and show its sheet; what you leave out stays as it was.",
    ),
    "paid": ("event_money", "Note that players have paid the entry fee."),
    "payout": ("event_money", "Show who gets what of the prize pool by the standings as they are."),
    "start": ("event_entries", "Start an event: its entries are checked, and results can be entered."),
    "seat": (
        "event_seat",
        "Seat the round: set tables up for all matches of an event that can be played now.",
    ),
    "timetable": (
        "event_timetable",
        "Show or change the timetable of an event: boards are set up and lateness is counted by it.",
    ),
    "results": ("event_results", "Preview many results, and with --confirm enter all of them or none."),
    "turn": (
        "event_games",
        "Note that NAME is on turn against OPPONENT from now on: the deadline of their game starts again.",
    ),
    "overdue": ("event_games", "List the games played by turns whose deadline has passed, the oldest first."),
    "player": (
        "event_games",
        "List whom a player is to invite, who invites the player, what is being played and what was.",
    ),
    "list": ("event_show", "List the events, oldest first."),
    "history": ("event_show", "List every action of an event; undone actions are marked."),
    "next": ("event_show", "List what is to be played, and which claims of tables wait for an answer."),
    "standings": ("event_show", "Show the standings of an event, with the reasons."),
    "picture": (
        "event_show",
        "Draw an event as SVG: a crosstable, bracket, grid of games or race; printed unless a file is named.",
    ),
    "print": (
        "event_print",
        "Write a print as HTML: score sheets, pairings, brackets, standings; without WHAT list them.",
    ),
    "export": (
        "event_show",
        "Write an event with its journal and standings as JSON, on standard output unless a file is named.",
    ),
}


@click.group(
    cls=Verbs, verbs=_VERBS, epilog='Example: tablekeeper event new championship "Spring cup" --first-to 3'
)
def command() -> None:
    """Run events: enter players and results, see standings with reasons, undo, export and import.

    EVENT is an event's number or its name. While `tablekeeper serve` is running, it carries out these
    commands at once.
    """


# --- players and draws -------------------------------------------------------------------------


@command.command(epilog="Example: tablekeeper event withdraw 3 Ann --reason ill")
@event_argument
@click.argument("player", metavar="NAME")
@click.option("--reason", default="", metavar="TEXT", help="Why; it is kept.")
@click.option(
    "--ruling",
    default="", metavar="RULING",
    help="Games of a Tric Trac Tourney: timeouts (each open one, with nothing played) or removed (all);"
    " of a league: walkovers (the others win each open one) or removed.",
)
@click.option("--yes", is_flag=True, help="Do not ask what becomes of a started event.")
@changes
def withdraw(events: Events, event: int, player: str, reason: str, ruling: str, yes: bool) -> None:
    """Take a player off the list; after the start the results stay, and open matches become walkovers."""
    events.withdraw(event, player, reason, ruling=ruling, ask=not yes)
    _say_entered(events, event, events.get(event).last)


@command.command("set", epilog="Example: tablekeeper event set 3 --drr 2", context_settings={
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


@command.command(epilog='Example: tablekeeper event throw 3 "Bob 5, Ann 3, Cid 3, Ann 6, Cid 2"')
@event_argument
@click.argument("throws", metavar="THROWS")
@changes
def throw(events: Events, event: int, throws: str) -> None:
    """Record the round of die-roll that `next` asks for; level players throw again."""
    _say_entered(events, event, events.throw(event, throws))
    following = () if (answer := events.get(event).answer) is None else answer.next
    for one in following[:1]:
        say(_("Next: %(pairing)s.", pairing=pairing_text(one)))


@command.command(epilog='Example: tablekeeper event colours 3 "Ann red+blue, Bob green+yellow"')
@event_argument
@click.argument("colours", metavar="COLOURS")
@click.option("--game", type=Whole(min=0), help="The number of the game.  [default: the next one]")
@click.option("--match", type=Whole(min=1), help="The match of the table at which the game is played.")
@database
def colours(event: str, colours: str, game: int | None, match: int | None, database: str | None) -> None:
    """Choose who plays a race with which COLOURS; `next` shows those that are chosen or kept."""
    if game is not None and match is not None:
        raise UserError("Give the number of a game or the match of a table, not both.")
    with opened(database, writes=True) as events:
        chosen = which(events, event)
        view = events.get(chosen)
        if match is not None:
            found = [view.tables[match]] if match in view.tables else []
        else:
            coming = view.answer.next if view.answer is not None else ()
            found = [one for one in coming if view.form.board.plays(one) and game in (None, one.get("game"))]
        if not found:
            raise UserError("No such game is to be played: `tablekeeper event next` lists them.")
        warnings = events.colours.choose(chosen, found[0], colours)
        last = events.get(chosen).last
        if last == view.last:
            say(_("These are its colours already."))
        else:
            _say_entered(events, chosen, last)
    for warning in warnings:
        say(warning)


@command.command(epilog="Example: tablekeeper event discard 3 --reason rain")
@event_argument
@click.option("--reason", default="", metavar="TEXT", help="Why; it is kept.")
@changes
def discard(events: Events, event: int, reason: str) -> None:
    """Discard an event that has not started; its name is free again, and `event undo` brings it back."""
    events.discard(event, reason)
    say(_("Discarded."))


# --- results -----------------------------------------------------------------------------------


@command.command(
    epilog="Example: tablekeeper event result 3 --players Ann,Bob --winner Ann --pawns 4,2",
    context_settings={"ignore_unknown_options": True},
)
@event_argument
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="--FIELD VALUE...")
@changes
def result(events: Events, event: int, words: tuple[str, ...]) -> None:
    """Enter a result; its fields are those of the event's format (without fields, list them)."""
    entered = events.result(event, _fields(events, event, words))
    _say_entered(events, event, entered)


def _fields(events: Events, event: int, words: tuple[str, ...]) -> dict[str, Any]:
    form = events.get(event).form
    # a withdrawal fills in these fields
    unasked = {form.departure, "ruling"} if form.departure else set()
    fields = [one for one in form.result if one.key not in unasked]
    if not words:
        raise UserError("Give the result: %(fields)s.", fields=eventflags.described(fields))
    result = eventflags.parse(fields, words)
    return with_rates(result) if asks(result) else result


def _say_entered(events: Events, event: int, seq: int) -> None:
    view = events.get(event)
    say(_("Action %(seq)s: %(words)s.", seq=seq, words=view.history[seq - 1].text))
    if view.answer is not None and view.answer.over:
        winner = view.answer.winner
        say(_("It is over.") if winner is None else _("It is over: %(winner)s has won.", winner=winner))


@command.command(epilog="Example: tablekeeper event cancel 3 Ann Cid")
@event_argument
@click.argument("players", nargs=-1, required=True, metavar="NAME...")
@changes
def cancel(events: Events, event: int, players: tuple[str, ...]) -> None:
    """Enter that a game of these players need not be played, because it can change nothing."""
    _say_entered(events, event, events.cancel(event, players))


@command.command(
    epilog='Example: tablekeeper event rule 3 5 "the die was cocked" --winner Bob',
    context_settings={"ignore_unknown_options": True},
)
@event_argument
@click.argument("action", type=Whole(min=1), metavar="ACTION")
@click.argument("reason", metavar="REASON")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[--FIELD VALUE]...")
@click.option("--no-result", is_flag=True, help="Remove the result of that action.")
@database
def rule(
    event: str, action: int, reason: str, words: tuple[str, ...], no_result: bool, database: str | None
) -> None:
    """Replace the result of ACTION by another one; the REASON is kept."""
    if no_result and words:
        raise UserError("Give the result or --no-result, not both.")
    with opened(database, writes=True) as events:
        chosen = which(events, event)
        other = None if no_result else _fields(events, chosen, words)
        events.rule(chosen, action, other, reason)
        _say_entered(events, chosen, events.get(chosen).last)


@command.command(epilog="Example: tablekeeper event confirm 3 8")
@event_argument
@click.argument("claim", type=Whole(min=1), metavar="ACTION")
@click.option("--reason", default="", metavar="TEXT", help="Why it replaces what is entered already.")
@changes
def confirm(events: Events, event: int, claim: int, reason: str) -> None:
    """Confirm the claim of a table, action number ACTION: its result counts.

    One that contradicts an entered result replaces it for a reason.
    """
    _say_entered(events, event, events.confirm(event, claim, reason))


@command.command(epilog='Example: tablekeeper event reject 3 8 "another table"')
@event_argument
@click.argument("claim", type=Whole(min=1), metavar="ACTION")
@click.argument("reason", metavar="REASON")
@changes
def reject(events: Events, event: int, claim: int, reason: str) -> None:
    """Reject the claim of a table, action number ACTION; the REASON is kept."""
    events.reject(event, claim, reason)
    say(_("Rejected."))


# --- ending and undoing ------------------------------------------------------------------------


@command.command(epilog="Example: tablekeeper event undo 3")
@event_argument
@click.argument("action", type=Whole(min=1), required=False, metavar="[ACTION]")
@click.option("--through", type=Whole(min=1), metavar="LAST", help="Undo all from ACTION to LAST.")
@click.option("--reason", default="", metavar="TEXT", help="Why; it is kept.")
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


@command.command(epilog="Example: tablekeeper event finish 3")
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


@command.command(epilog='Example: tablekeeper event reopen 3 "one game was forgotten"')
@event_argument
@click.argument("reason", metavar="REASON")
@changes
def reopen(events: Events, event: int, reason: str) -> None:
    """Reopen a finished event; the REASON is kept."""
    events.reopen(event, reason)
    say(_("Reopened."))


# --- files and looking -------------------------------------------------------------------------


@command.command("import", epilog="Example: tablekeeper event import cup.json")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
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
