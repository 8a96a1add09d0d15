"""`tablekeeper event result|rule|confirm|throw|...`: what is entered while an event is played."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.cli import eventflags
from tablekeeper.cli.eventdatabase import changes, opened, which
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import database, event_argument, reason_option
from tablekeeper.cli.terminal import say
from tablekeeper.director.adjudication import asks, with_rates
from tablekeeper.director.events.service import Events
from tablekeeper.errors import UserError
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _


@click.command(epilog="Example: tablekeeper event withdraw 3 Ann --reason ill")
@event_argument
@click.argument("player", metavar="NAME")
@reason_option
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


@click.command(epilog='Example: tablekeeper event throw 3 "Bob 5, Ann 3, Cid 3, Ann 6, Cid 2"')
@event_argument
@click.argument("throws", metavar="THROWS")
@changes
def throw(events: Events, event: int, throws: str) -> None:
    """Record the round of die-roll that `next` asks for; level players throw again."""
    _say_entered(events, event, events.throw(event, throws))
    following = () if (answer := events.get(event).answer) is None else answer.next
    for one in following[:1]:
        say(_("Next: %(pairing)s.", pairing=pairing_text(one)))


@click.command(epilog='Example: tablekeeper event colours 3 "Ann red+blue, Bob green+yellow"')
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


@click.command(
    epilog="Example: tablekeeper event result 3 --players Ann,Bob --winner Ann --pawns 4,2",
    context_settings={"ignore_unknown_options": True},
)
@event_argument
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="--FIELD VALUE...")
@changes
def result(events: Events, event: int, words: tuple[str, ...]) -> None:
    """Enter a result; its fields are those of the event's format (without fields, list them)."""
    before = _doubts(events, event)
    entered = events.result(event, fields_of(events, event, words))
    _say_entered(events, event, entered)
    for doubt in _doubts(events, event):
        if doubt not in before:
            say(doubt)


def _doubts(events: Events, event: int) -> tuple[str, ...]:
    answer = events.get(event).answer
    return () if answer is None else answer.doubts


def fields_of(events: Events, event: int, words: tuple[str, ...]) -> dict[str, Any]:
    """Return the result in a command's words."""
    form = events.get(event).form
    # a withdrawal fills in these fields
    unasked = {form.departure, "ruling"} if form.departure else set()
    unasked |= {form.bye} | ({form.arrival, "kept"} if form.keeps else set())
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


@click.command(epilog="Example: tablekeeper event cancel 3 Ann Cid")
@event_argument
@click.argument("players", nargs=-1, metavar="[NAME...]")
@changes
def cancel(events: Events, event: int, players: tuple[str, ...]) -> None:
    """Enter that a game of these players need not be played, because it can change nothing.

    Without names every such game is cancelled: the rest of a half that is settled.
    """
    before = events.get(event).last
    last = events.cancel(event, players) if players else events.batches.cancel(event)
    for seq in range(before + 1, last):
        say(_("Action %(seq)s: %(words)s.", seq=seq, words=events.get(event).history[seq - 1].text))
    _say_entered(events, event, last)


@click.command(
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
        other = None if no_result else fields_of(events, chosen, words)
        events.rule(chosen, action, other, reason)
        _say_entered(events, chosen, events.get(chosen).last)


@click.command(epilog="Example: tablekeeper event confirm 3 8")
@event_argument
@click.argument("claim", type=Whole(min=1), metavar="ACTION")
@click.option("--reason", default="", metavar="TEXT", help="Why it replaces what is entered already.")
@changes
def confirm(events: Events, event: int, claim: int, reason: str) -> None:
    """Confirm the claim of a table, action number ACTION: its result counts.

    One that contradicts an entered result replaces it for a reason.
    """
    _say_entered(events, event, events.confirm(event, claim, reason))


@click.command(epilog='Example: tablekeeper event reject 3 8 "another table"')
@event_argument
@click.argument("claim", type=Whole(min=1), metavar="ACTION")
@click.argument("reason", metavar="REASON")
@changes
def reject(events: Events, event: int, claim: int, reason: str) -> None:
    """Reject the claim of a table, action number ACTION; the REASON is kept."""
    events.reject(event, claim, reason)
    say(_("Rejected."))
