"""The register and the rankings of the database that a command names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from tablekeeper.cli import hall
from tablekeeper.cli.options import lending
from tablekeeper.director.people.register import Register
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.store import Store


@dataclass(frozen=True, slots=True)
class Club:
    """An opened database with the services for its people and rankings."""

    store: Store
    register: Register
    rankings: Rankings


@contextmanager
def opened(url: str | None, *, writes: bool) -> Iterator[Club]:
    """Open the people of a database for a `with` block; print a refusal as one sentence."""
    with hall.opened(url, writes=writes) as here:
        register, acting = Register(here.store), here.caller.acting
        yield Club(here.store, acting("people", register), acting("rankings", Rankings(register)))


reads, changes = lending(opened, writes=False), lending(opened, writes=True)


def moment(at_ms: int) -> str:
    """Return the text of a time (Unix ms) in lists."""
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"
