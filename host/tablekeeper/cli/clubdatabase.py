"""The register of the database that a command names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tablekeeper.cli import hall
from tablekeeper.cli.options import lending
from tablekeeper.director.people.registration import Registration
from tablekeeper.store import Store


@dataclass(frozen=True, slots=True)
class Club:
    """An opened database with the service that enters its people and clubs."""

    store: Store
    register: Registration


@contextmanager
def opened(url: str | None, *, writes: bool) -> Iterator[Club]:
    """Open the people of a database for a `with` block; print a refusal as one sentence."""
    with hall.opened(url, writes=writes) as here:
        yield Club(here.store, here.caller.acting("people", Registration(here.store)))


reads, changes = lending(opened, writes=False), lending(opened, writes=True)
