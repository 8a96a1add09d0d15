"""`tablekeeper verify`: the thorough check of a database."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tablekeeper.cli.options import database as database_option
from tablekeeper.cli.terminal import say
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.verification import gaps, verify
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.store import heads, open_store
from tablekeeper.text import counted


@click.command(epilog="Example: tablekeeper verify --head-file heads-of-sunday.txt")
@click.option("--heads", "show", is_flag=True, help="Print the end of each journal and its checksum instead.")
@click.option(
    "--head",
    "written",
    multiple=True, metavar="LINE",
    help="Compare a line of --heads that was written down earlier. Can be repeated.",
)
@click.option(
    "--head-file",
    type=click.Path(path_type=Path), metavar="FILE",
    help="Compare all lines of such a file.",
)
@database_option
def command(show: bool, written: tuple[str, ...], head_file: Path | None, database: str | None) -> None:
    """Compute everything again from the logs and journals of a database, and tell each difference.

    Exit status 0: nothing is wrong; 1: there are differences; 2: it cannot be opened or read. Nothing is
    changed, and a server may be running. Records that a board no longer had are listed, too; they are no
    difference.

    The checksum at the end of a journal covers all of it. Keep these lines elsewhere (--heads): a later
    comparison with them (--head, --head-file) finds an older copy, a lost end, and records that were changed
    together with their checksums. The first 8 digits of a checksum are enough.
    """
    compared = heads.parse("\n".join([*written, _text(head_file)]))
    with open_store(database, now=wall_ms, threaded=False, read_only=True) as store:
        if show:
            for head in store.heads():
                say(str(head))
            return
        count = 0
        for sentence in verify(store, compared):
            count += 1
            say(sentence)
        for sentence in gaps(store):
            say(sentence)
        if count:
            say(_(
                "%(differences)s: restore a copy of %(name)s, or ask for help.",
                differences=counted(count, "difference"), name=store.name,
            ))
        else:
            say(_("%(name)s: everything was computed again, and agrees.", name=store.name))
    if count:
        sys.exit(1)


def _text(file: Path | None) -> str:
    """Return the text of a file of heads; "" without a file."""
    try:
        return "" if file is None else file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise UserError(
            "%(file)s can't be read: name a file with the output of --heads.",
            file=file,
        ) from error
