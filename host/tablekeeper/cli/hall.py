"""Opens a database for a command: either this process writes it, or the host that has it open.

While a host (`tablekeeper serve`) has the database open, this process only reads it, and sends every action
to the host through its socket. The command calls the same methods of the same services in both cases.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from tablekeeper.cli.options import HOLDER, lending
from tablekeeper.director.calls import DIRECTOR, Caller
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.store import InUse, Store, open_store
from tablekeeper.store.database import only_readable

#: seconds of retrying, and between tries, while another command writes the database, or while a host
#: starts and does not accept actions yet
_PATIENCE_S, _AGAIN_S = 5.0, 0.1


@dataclass(frozen=True, slots=True)
class Access:
    """A database, and the author of the actions."""

    store: Store
    caller: Caller
    #: whether this process writes it
    writes: bool


@contextmanager
def opened(url: str | None, *, writes: bool = True, asks: bool = False) -> Iterator[Access]:
    """Open a database for a `with` block; print a refusal as one sentence.

    A command that only `asks` opens it for writing because a running host then answers; a user who may not
    write gets what is stored.
    """
    if asks and only_readable(url):
        writes = False
    actor = _author() if writes else DIRECTOR
    role = os.environ.get(HOLDER, DIRECTOR)
    caller = Caller(actor, role=role)
    store, host = _open(url, writes)
    if host is not None:
        # imported here, because only commands that use a running host need HTTP
        from tablekeeper.cli.hostsocket import Host

        caller = Caller(actor, Host(host).send, role)
    with store:
        yield Access(store, caller, writes and host is None)


def _author() -> str:
    # imported here, because commands that only read need no accounts
    from tablekeeper.cli.whoacts import who_acts

    return who_acts()


def _open(url: str | None, writes: bool) -> tuple[Store, str | None]:
    """Return a database, and the path of the host's socket if a host has opened it."""
    try:
        return patiently(partial(open_store, url, now=wall_ms, threaded=False, read_only=not writes)), None
    except InUse as held:
        if held.host is None:
            raise
        return open_store(url, now=wall_ms, threaded=False, read_only=True), held.host


def patiently(open_: Callable[[], Store]) -> Store:
    """Open a database; wait a moment while another command writes it, or a host starts."""
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return open_()
        except InUse as held:
            if held.host is not None or time.monotonic() > until:
                raise
        time.sleep(_AGAIN_S)


asks = lending(opened, asks=True)
reads, changes = lending(opened, writes=False), lending(opened, writes=True)


def host_of(url: str | None) -> str | None:
    """Return the address that the last host of a database has announced; None if there is none."""
    with open_store(url, now=wall_ms, threaded=False, read_only=True) as store:
        return store.announced
