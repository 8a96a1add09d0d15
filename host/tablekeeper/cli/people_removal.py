"""`tablekeeper people remove|sweep`: remove a name everywhere in the database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from tablekeeper.cli import hall
from tablekeeper.cli.options import database
from tablekeeper.cli.people_show import say_where
from tablekeeper.cli.terminal import say
from tablekeeper.cli.whoacts import own_accounts
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals, accounts_named
from tablekeeper.errors import UserError
from tablekeeper.languages import _, shown
from tablekeeper.store.backup import Backup


@contextmanager
def _opened(url: str | None, *, writes: bool) -> Iterator[tuple[Register, Removals]]:
    with hall.opened(url, writes=writes) as here:
        register = Register(here.store)
        yield register, here.caller.acting("removals", Removals(register))


@click.command(epilog='Example: tablekeeper people remove "Ann Lee" --preview')
@click.argument("person", metavar="PERSON")
@click.option("--preview", is_flag=True, help="Only say what would change.")
@click.option("--yes", is_flag=True, help="Do not ask: it cannot be undone.")
@database
def remove(person: str, preview: bool, yes: bool, database: str | None) -> None:
    """Remove a person's name from the database; a neutral one replaces it, and all results stay."""
    with _opened(database, writes=not preview) as (register, removals):
        number = register.person(person).id
        told = removals.preview(number)
        say(_(
            "%(name)s (person %(number)s) becomes %(neutral)s.",
            name=told.person.name, number=number, neutral=told.neutral,
        ))
        say_where(told.played)
        for left in told.left:
            say(_("Left as it is, because it is another person's name: %(left)s.", left=left))
        for name in accounts_named(told.person, (one.name for one in own_accounts().all())):
            say(_(
                "The account %(name)s has this name and keeps it: make one with another name, and disable "
                "this one (`tablekeeper account`).",
                name=name,
            ))
        if preview:
            _say_backups(told.backups)
            return
        if not yes:
            click.confirm(shown(_("The name cannot be brought back. Take it out?")), abort=True)
        removed = removals.remove(number)
    say(_("Taken out. From now on: %(neutral)s.", neutral=removed.neutral))
    if not removed.swept:
        say(_(
            "Another program reads the database, so its file still holds old bytes: close other programs, "
            "then run `tablekeeper people sweep`."
        ))
    _say_backups(removed.backups)


@click.command(epilog="Example: tablekeeper people sweep")
@database
def sweep(database: str | None) -> None:
    """Rewrite the database's file, without removed names; needed only when a removal says so."""
    with _opened(database, writes=True) as (_register, removals):
        done = removals.sweep()
    if not done:
        raise UserError("Another program still reads the database: close other programs that use it, and "
                        "try again.")
    say(_("Swept."))


def _say_backups(backups: Sequence[Backup]) -> None:
    for one in backups:
        say(_(
            "A backup holds the name until its last day, %(expires)s: %(path)s",
            expires=one.expires, path=one.path,
        ))
    if backups:
        say(_("`tablekeeper backup prune` deletes what has expired; delete others by hand if you must."))
