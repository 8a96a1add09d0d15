"""The rankings of the database that a command names, with the register of their people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tablekeeper.cli import hall
from tablekeeper.cli.options import lending
from tablekeeper.director.people.register import Register
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.store import Store


@dataclass(frozen=True, slots=True)
class RankedClub:
    """An opened database with the services for its people and rankings."""

    store: Store
    register: Register
    rankings: Rankings


@contextmanager
def opened(url: str | None, *, writes: bool) -> Iterator[RankedClub]:
    """Open the rankings of a database for a `with` block; print a refusal as one sentence."""
    with hall.opened(url, writes=writes) as here:
        register, acting = Register(here.store), here.caller.acting
        yield RankedClub(here.store, acting("people", register), acting("rankings", Rankings(register)))


reads, changes = lending(opened, writes=False), lending(opened, writes=True)
