"""`tablekeeper call`: lists the cases that wait for the director."""

from __future__ import annotations

import click

from tablekeeper.cli import hall
from tablekeeper.cli.desk import say_json
from tablekeeper.cli.hall import Access
from tablekeeper.cli.options import as_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.attention import Attention
from tablekeeper.director.calls import encode
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock, wall_ms
from tablekeeper.director.service import Director
from tablekeeper.languages import _, joined
from tablekeeper.regulation.moment import clock_time
from tablekeeper.store import Store


@click.group(cls=CommandGroup, epilog="Example: tablekeeper call list")
def command() -> None:
    """What waits for the director: players who ask, claims, lateness, appeals, faults."""


def _attention(here: hall.Access) -> Attention:
    # a running host knows the state of its tables; otherwise use the stored state
    if here.caller.send:
        found = _of_desk(here.store)
    else:
        found = Director(here.store, HallClock(), acts=here.writes).attention
    return here.caller.acting("attention", found)


def _of_desk(store: Store) -> Attention:
    events = Events(store)
    return Attention(HallClock(), events, Desk(store, wall_ms, events=events))


@command.command("list", epilog="Example: tablekeeper call list")
@as_json
@hall.asks
def list_calls(here: Access, as_json: bool) -> None:
    """List what waits for the director: since when, what, and its KEY."""
    calls = _attention(here).open_calls()
    if as_json:
        say_json(encode(calls))
        return
    for one in calls:
        say(joined((clock_time(one.since_ms), "  ", one.text, f" [{one.key}]"), ""))
    if not calls:
        say(_("Nothing waits for the director."))


@command.command(epilog="Example: tablekeeper call done e661385283460001-display")
@click.argument("key", metavar="KEY")
@hall.changes
def done(here: Access, key: str) -> None:
    """Say that the call KEY is seen to; for calls that do not end by themselves."""
    told = _attention(here).done(key)
    say(_("Done: %(told)s.", told=told))
