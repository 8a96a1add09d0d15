"""`tablekeeper request`: what players ask of the desk, and the answers."""

from __future__ import annotations

import click

from tablekeeper.cli import hall
from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.hall import Access
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.calls import encode
from tablekeeper.director.desk.requests import ASKS
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.requests import Requests
from tablekeeper.director.service import Director
from tablekeeper.languages import _, joined
from tablekeeper.regulation.moment import clock_time


@click.group(cls=CommandGroup, epilog="Example: tablekeeper request list")
def command() -> None:
    """What players ask of the desk: check-in, leaving, a call, a break, an entry, their name."""


def _requests(here: Access) -> Requests:
    if here.caller.send is not None:
        return here.caller.elsewhere("requests", Requests)
    director = Director(here.store, HallClock(), acts=here.writes)
    return here.caller.acting("requests", director.requests)


@command.command("list", epilog="Example: tablekeeper request list")
@as_json
@hall.reads
def list_requests(here: Access, as_json: bool) -> None:
    """List the requests that wait for an answer: NUMBER, since when, and what."""
    found = Director(here.store, HallClock(), acts=False).requests.waiting()
    if as_json:
        say_json(encode(found))
        return
    for one in found:
        say(joined((f"{one.seq:4}  ", clock_time(one.at_ms), "  ", one.told), ""))
    if not found:
        say(_("No request waits for an answer."))


@command.command(epilog='Example: tablekeeper request ask 7 come --text "the dice are missing"')
@click.argument("person", type=Whole(min=1), metavar="PERSON")
@click.argument("what", type=click.Choice(ASKS), metavar="check-in|leave|come|break|entry|name")
@click.option("--event", metavar="EVENT", help="The event, where it is about one.")
@click.option("--text", default="", help="The reason, or the name.")
@hall.changes
def ask(here: Access, person: int, what: str, event: str | None, text: str) -> None:
    """Enter a request of the PERSON with this number in the register, as that player's own link does."""
    chosen = None if event is None else which(Events(here.store), event)
    number = _requests(here).ask(person, what, chosen, text)
    say(_("Request %(number)s waits for an answer.", number=number))


@command.command(epilog="Example: tablekeeper request accept 12")
@click.argument("number", type=Whole(min=1), metavar="NUMBER")
@click.option("--ruling", default="", help="Of one who leaves: the ruling on the games, if one is needed.")
@hall.changes
def accept(here: Access, number: int, ruling: str) -> None:
    """Accept the request NUMBER, and do what it asks for."""
    say(_("Accepted: %(told)s.", told=_requests(here).accept(number, ruling)))


@command.command(epilog='Example: tablekeeper request refuse 12 --reason "the draw is made"')
@click.argument("number", type=Whole(min=1), metavar="NUMBER")
@click.option("--reason", default="", help="Why; the player reads it.")
@hall.changes
def refuse(here: Access, number: int, reason: str) -> None:
    """Refuse the request NUMBER."""
    say(_("Refused: %(told)s.", told=_requests(here).refuse(number, reason)))
