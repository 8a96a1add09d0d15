"""The whole register of the database that a command names: with the events in which people appear."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablekeeper.cli import hall
from tablekeeper.cli.options import lending
from tablekeeper.director.people.register import Register


@contextmanager
def opened(url: str | None, *, writes: bool) -> Iterator[Register]:
    """Open the register of a database for a `with` block; print a refusal as one sentence."""
    with hall.opened(url, writes=writes) as here:
        yield here.caller.acting("people", Register(here.store))


reads, changes = lending(opened, writes=False), lending(opened, writes=True)
