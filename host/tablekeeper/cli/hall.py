"""Opening a database for a command: written here, or by the host that has it open.

While a host (`tablekeeper serve`) has the database, it is read here and every action is handed to the host
through its socket. The command does not notice: it calls the same methods of the same services.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tablekeeper.cli.options import HOLDER, lending
from tablekeeper.cli.whoacts import who_acts
from tablekeeper.director.calls import DIRECTOR, Caller
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.store import InUse, Store, open_store


@dataclass(frozen=True, slots=True)
class Access:
    """A database, and who acts on it."""

    store: Store
    caller: Caller


@contextmanager
def opened(url: str | None, *, writes: bool = True) -> Iterator[Access]:
    """Lend a database; refusals become one sentence."""
    actor = who_acts() if writes else DIRECTOR
    role = os.environ.get(HOLDER, DIRECTOR)
    caller = Caller(actor, role=role)
    try:
        store = open_store(url, now=wall_ms, threaded=False, read_only=not writes)
    except InUse as held:
        if held.host is None:
            raise
        store = open_store(url, now=wall_ms, threaded=False, read_only=True)
        # here, because only commands beside a host need HTTP
        from tablekeeper.cli.hostsocket import Host

        caller = Caller(actor, Host(held.host).send, role)
    with store:
        yield Access(store, caller)


reads, changes = lending(opened, writes=False), lending(opened, writes=True)


def host_of(url: str | None) -> str | None:
    """Return the address that the last host of a database has announced, None without one."""
    with open_store(url, now=wall_ms, threaded=False, read_only=True) as store:
        return store.announced
