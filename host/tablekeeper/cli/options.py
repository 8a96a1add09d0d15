"""Options and arguments that several commands share, and the events of the database they name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from tablekeeper.cli import hall
from tablekeeper.director.events.service import Events
from tablekeeper.errors import UserError

#: names the database, where no option does
DATABASE = "TABLEKEEPER_DATABASE"
F = TypeVar("F", bound=Callable[..., Any])


def database(function: F) -> F:
    """Add the option that names the database."""
    return click.option(
        "--database",
        metavar="URL",
        envvar=DATABASE,
        help="Where it is kept.  [default: this user's own SQLite file]",
    )(function)


def as_json(function: F) -> F:
    """Add the option for output that programs read."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(
        function
    )


def event_argument(function: F) -> F:
    """Add the argument that says which event."""
    return click.argument("event", metavar="EVENT")(function)


@contextmanager
def opened(url: str | None, *, writes: bool) -> Iterator[Events]:
    """Lend the events of a database; refusals become one sentence."""
    with hall.opened(url, writes=writes) as here:
        yield here.caller.acting("events", Events(here.store))


def which(events: Events, text: str) -> int:
    """Return the number of an event said by number or name."""
    found = events.all()
    if text.isdecimal() and any(one.id == int(text) for one in found):
        return int(text)
    named = [one for one in found if one.name == text]
    # a discarded event gives its name back; one alone is still meant by it
    called = [one.id for one in named if one.phase != "discarded"] or [one.id for one in named]
    if len(called) > 1:
        numbers = " and ".join(map(str, called))
        raise UserError(f"The events {numbers} are both called '{text}': say the number.")
    if not called:
        raise UserError(f"There is no event {text}: `tablekeeper event list` lists them.")
    return called[0]


def say_json(value: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
