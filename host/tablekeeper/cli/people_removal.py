"""`tablekeeper people remove|sweep`: the removal of a name, everywhere in the database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from tablekeeper.cli import hall
from tablekeeper.cli.options import database
from tablekeeper.cli.people import say_where
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.errors import UserError
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
        click.echo(f"{told.person.name} (person {number}) becomes {told.neutral}.")
        say_where(told.played)
        for left in told.left:
            click.echo(f"Left as it is, because it is another person's name: {left}.")
        if preview:
            _say_backups(told.backups)
            return
        if not yes:
            click.confirm("The name cannot be brought back. Take it out?", abort=True)
        removed = removals.remove(number)
    click.echo(f"Taken out. From now on: {removed.neutral}.")
    if not removed.swept:
        click.echo(
            "Somebody reads the database, so its file still holds old bytes: close other programs, then "
            "`tablekeeper people sweep`."
        )
    _say_backups(removed.backups)


@click.command(epilog="Example: tablekeeper people sweep")
@database
def sweep(database: str | None) -> None:
    """Rewrite the database's file, without removed names; needed only when a removal says so."""
    with _opened(database, writes=True) as (_, removals):
        done = removals.sweep()
    if not done:
        raise UserError("Somebody still reads the database: close other programs that use it, and try again.")
    click.echo("Swept.")


def _say_backups(backups: Sequence[Backup]) -> None:
    for one in backups:
        click.echo(f"A backup holds the name until its last day, {one.expires}: {one.path}")
    if backups:
        click.echo("`tablekeeper backup prune` deletes what has expired; delete others by hand if you must.")
