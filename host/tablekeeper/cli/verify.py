"""`tablekeeper verify`: the thorough check of a database."""

from __future__ import annotations

import sys

import click

from tablekeeper.cli.options import database as database_option
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.verification import verify
from tablekeeper.store import open_store
from tablekeeper.text import counted


@click.command(epilog="Example: tablekeeper verify --database hall.db")
@database_option
def command(database: str | None) -> None:
    """Compute everything again from the logs and journals of a database, and tell each difference.

    Exit status 0: nothing is wrong; 1: there are differences; 2: it cannot be opened or read. Nothing is
    changed, and a server may be running.
    """
    with open_store(database, now=wall_ms, threaded=False, read_only=True) as store:
        count = 0
        for sentence in verify(store):
            count += 1
            click.echo(sentence)
        if count:
            click.echo(f"{counted(count, 'difference')}: restore a copy of {store.name}, or ask for help.")
        else:
            click.echo(f"{store.name}: everything was computed again, and agrees.")
    if count:
        sys.exit(1)
