"""The events of the database that a command names."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tablekeeper.cli import hall
from tablekeeper.cli.options import lending
from tablekeeper.director.events.service import Events
from tablekeeper.errors import UserError
from tablekeeper.text import listing


@contextmanager
def opened(url: str | None, *, writes: bool) -> Iterator[Events]:
    """Open the events of a database for a `with` block; print a refusal as one sentence."""
    with hall.opened(url, writes=writes) as here:
        yield here.caller.acting("events", Events(here.store))


def _of_event(*, writes: bool) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command the events of --database, and the number of its EVENT."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def run(events: Events, **given: Any) -> None:
            if given.get("event") is not None:
                given["event"] = which(events, given["event"])
            function(events, **given)

        return lending(opened, writes=writes)(run)

    return decorate


reads, changes = _of_event(writes=False), _of_event(writes=True)


def which(events: Events, text: str) -> int:
    """Return the number of an event given by number or name."""
    found = events.all()
    if text.isdecimal() and len(text) < 10 and any(one.id == int(text) for one in found):
        return int(text)
    named = [one for one in found if one.name == text]
    # the name of a discarded event is free again; it means that event only if no other has the name
    called = [one.id for one in named if one.phase != "discarded"] or [one.id for one in named]
    if len(called) > 1:
        numbers = listing(map(str, called))
        raise UserError(
            "The events %(numbers)s are both called '%(words)s': give the number.",
            numbers=numbers, words=text,
        )
    if not called:
        raise UserError("There is no event %(words)s: `tablekeeper event list` lists them.", words=text)
    return called[0]
