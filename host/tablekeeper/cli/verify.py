"""`tablekeeper verify`: the thorough check of a database."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tablekeeper.cli.options import database as database_option
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.verification import verify
from tablekeeper.errors import UserError
from tablekeeper.store import heads, open_store
from tablekeeper.text import counted


@click.command(epilog="Example: tablekeeper verify --head heads-of-sunday.txt")
@click.option("--heads", "show", is_flag=True, help="Print the end of each journal and its checksum instead.")
@click.option(
    "--head",
    "written",
    multiple=True,
    metavar="LINE|FILE",
    help="A line of --heads that was written down earlier, or a file of them: compare it. Can be repeated.",
)
@database_option
def command(show: bool, written: tuple[str, ...], database: str | None) -> None:
    """Compute everything again from the logs and journals of a database, and tell each difference.

    Exit status 0: nothing is wrong; 1: there are differences; 2: it cannot be opened or read. Nothing is
    changed, and a server may be running.

    The checksum at the end of a journal covers all of it. Keep these lines elsewhere (--heads): compared
    later (--head), they tell an older copy, a lost end, and a past that was changed together with its
    checksums. The first 8 digits of a checksum are enough.
    """
    compared = tuple(head for one in written for head in heads.parse(_lines(one)))
    with open_store(database, now=wall_ms, threaded=False, read_only=True) as store:
        if show:
            for head in store.heads():
                click.echo(str(head))
            return
        count = 0
        for sentence in verify(store, compared):
            count += 1
            click.echo(sentence)
        if count:
            click.echo(f"{counted(count, 'difference')}: restore a copy of {store.name}, or ask for help.")
        else:
            click.echo(f"{store.name}: everything was computed again, and agrees.")
    if count:
        sys.exit(1)


def _lines(given: str) -> str:
    """Return a line as it was typed, or the text of the file that it names."""
    if " " in given.strip():
        return given
    try:
        return Path(given).read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise UserError(f"{given} can't be read: name a file of heads, or put the line in quotes.") from error
