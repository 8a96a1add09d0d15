"""`tablekeeper board quarantine`: records that contradicted a board's log, and the director's decisions."""

from __future__ import annotations

import click

from tablekeeper.cli import hall
from tablekeeper.cli.hall import Access
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import database
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director import quarantine as asides
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.languages import _
from tablekeeper.store import open_store


@click.group(cls=CommandGroup, epilog="Example: tablekeeper board quarantine list")
def quarantine() -> None:
    """Look at records that were set aside because another one has their number, and settle them."""


@quarantine.command("list", epilog="Example: tablekeeper board quarantine list --database hall.db")
@database
def list_(database: str | None) -> None:
    """List what was set aside, with its number in the quarantine."""
    with open_store(database, now=wall_ms, threaded=False, read_only=True) as store:
        found = asides.listed(store)
    for one in found:
        state = one.state or _("to be checked")
        held = one.held
        say(_(
            "%(held)s: board %(uid)s, journal %(journal)s, record %(number)s: %(state)s",
            held=held.id, uid=held.uid, journal=f"{held.journal:08x}", number=held.seq, state=state,
        ))
    if not found:
        say(_("Nothing was set aside."))


@quarantine.command(epilog="Example: tablekeeper board quarantine show 3")
@click.argument("number", type=Whole(1, 999_999_999), metavar="NUMBER")
@database
def show(number: int, database: str | None) -> None:
    """Show a record that was set aside beside the stored one."""
    with open_store(database, now=wall_ms, threaded=False, read_only=True) as store:
        found = asides.one(store, number)
    say(_(
        "Board %(uid)s, journal %(journal)s, record %(number)s",
        uid=found.held.uid, journal=f"{found.held.journal:08x}", number=found.held.seq,
    ))
    say(_("Stored:    %(stored)s", stored=found.stored or _("nothing")))
    say(_("Set aside: %(words)s (%(reason)s)", words=found.text, reason=found.held.reason))
    if found.state is not None:
        say(_("It is %(state)s", state=found.state) + (f": {found.reason}" if found.reason else ""))


@quarantine.command(epilog='Example: tablekeeper board quarantine discard 3 --reason "a copied memory"')
@click.argument("number", type=Whole(1, 999_999_999), metavar="NUMBER")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept.")
@hall.changes
def discard(here: Access, number: int, reason: str) -> None:
    """Note that a record was looked at and does not count; it stays in the database."""
    here.caller.acting("quarantine", asides.Quarantine(here.store)).discard(number, reason)
    say(_("Record %(number)s of the quarantine is settled: the stored one counts.", number=number))


@quarantine.command(epilog='Example: tablekeeper board quarantine release 3 --reason "its display shows 6-4"')
@click.argument("number", type=Whole(1, 999_999_999), metavar="NUMBER")
@click.option("--reason", required=True, metavar="TEXT", help="Why this one is the board's own; it is kept.")
@hall.changes
def release(here: Access, number: int, reason: str) -> None:
    """Let a record that was set aside take the place of the stored one, which is set aside.

    For a board that stays blocked because a copy's record has taken the number of its own. Scores are
    computed again. To change the two back, release once more.
    """
    here.caller.acting("quarantine", asides.Quarantine(here.store)).release(number, reason)
    say(_(
        "Record %(number)s of the quarantine counts now; the other one is kept in its place.",
        number=number,
    ))
