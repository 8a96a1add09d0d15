"""`tablekeeper claim`: results that boards and players report, and the answers to them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from tablekeeper.cli import hall
from tablekeeper.cli.event_play import fields_of
from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.hall import Access
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.events import claims, journal
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.playerclaims import PlayerClaims
from tablekeeper.director.service import Director
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _


@click.group(cls=CommandGroup, epilog="Example: tablekeeper claim list")
def command() -> None:
    """Results that boards and players report: list, report, confirm and answer them, and when they count."""


def _acting(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command that gets the events and the claims of the database, and the number of its event."""

    @functools.wraps(function)
    def run(here: Access, event: str, **given: Any) -> None:
        if here.caller.send is not None:
            events, found = Events(here.store), here.caller.elsewhere("claims", PlayerClaims)
        else:
            director = Director(here.store, HallClock(), acts=here.writes)
            events, found = director.events, here.caller.acting("claims", director.claims)
        function(here.caller.acting("events", events), found, which(events, event), **given)

    return hall.changes(run)


@command.command("list", epilog="Example: tablekeeper claim list")
@as_json
@hall.reads
def list_claims(here: Access, as_json: bool) -> None:
    """List the results that wait for an answer, with the number of the ACTION that answers name."""
    found = Director(here.store, HallClock(), acts=False).claims.waiting()
    if as_json:
        say_json([
            {
                "event": one.event.id, "action": one.claim.seq, "match": one.claim.match,
                "result": one.claim.result, "by": one.claim.by or None, "agreed": one.claim.agreed,
                "contradicts": None if one.entered is None else one.entered.seq,
                "needs_director": one.needs_director,
            }
            for one in found
        ])  # fmt: skip
        return
    for one in found:
        told = _(
            "%(event)s, action %(seq)s: %(player)s reports %(result)s",
            player=one.claim.by or _("a board"), event=one.event.name, seq=one.claim.seq,
            result=pairing_text(one.claim.result),
        )  # fmt: skip
        if one.entered is not None:
            told += _(", but %(told)s is entered", told=pairing_text(one.entered.result or {}))
        elif not one.needs_director:
            told += _("; the other side has not answered")
        say(told)
    if not found:
        say(_("No result waits for an answer."))


@command.command(
    epilog="Example: tablekeeper claim report 3 Ann --score 7,4 --winner Ann",
    context_settings={"ignore_unknown_options": True},
)
@event_argument
@click.argument("player", metavar="NAME")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="--FIELD VALUE...")
@_acting
def report(events: Events, found: PlayerClaims, event: int, player: str, words: tuple[str, ...]) -> None:
    """Report, for the player NAME, the result of the match at the own table; the other side confirms it."""
    _say(found.report(event, player, fields_of(events, event, words)))


@command.command(epilog="Example: tablekeeper claim agree 3 Bob 27")
@event_argument
@click.argument("player", metavar="NAME")
@click.argument("claim", type=Whole(min=1), metavar="ACTION")
@_acting
def agree(events: Events, found: PlayerClaims, event: int, player: str, claim: int) -> None:
    """Confirm, for the player NAME, what the other side has reported with action number ACTION."""
    _say(found.agree(event, player, claim))


def _say(counts: bool) -> None:
    say(_("Both sides agree: the result counts.") if counts else _("Reported; it does not count yet."))


@command.command(epilog="Example: tablekeeper claim accept 3 27")
@event_argument
@click.argument("claim", type=Whole(min=1), metavar="ACTION")
@click.option("--reason", default="", help="Needed if another result is entered, which it replaces.")
@_acting
def accept(events: Events, found: PlayerClaims, event: int, claim: int, reason: str) -> None:
    """Let the claim ACTION count, as `event confirm` does."""
    number = events.confirm(event, claim, reason)
    say(_("Action %(seq)s: %(words)s.", seq=number, words=events.get(event).history[number - 1].text))


@command.command(epilog='Example: tablekeeper claim refuse 3 27 --reason "the sheet says 7-3"')
@event_argument
@click.argument("claim", type=Whole(min=1), metavar="ACTION")
@click.option("--reason", required=True, help="The reason, which is kept.")
@_acting
def refuse(events: Events, found: PlayerClaims, event: int, claim: int, reason: str) -> None:
    """Reject the claim ACTION, as `event reject` does."""
    events.reject(event, claim, reason)
    say(_("Rejected: claim %(seq)s.", seq=claim))


@command.command(epilog="Example: tablekeeper claim rule 3 director")
@event_argument
@click.argument("rule", type=click.Choice(claims.RULES), metavar="both|director|off")
@click.option("--one-browser", is_flag=True, help="One device may speak for both sides.")
@_acting
def rule(events: Events, found: PlayerClaims, event: int, rule: str, one_browser: bool) -> None:
    """Say when results of players count: when both sides agree, when the director confirms, or never."""
    events.set_claims(event, rule, one_browser)
    say(_("Claims of players %(rule)s.", rule=journal.RULES[rule]))
