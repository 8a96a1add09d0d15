"""`tablekeeper people`: the club's register, from the first entry to the removal of a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablekeeper.cli import hall
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.director.people.appearances import Appearance
from tablekeeper.director.people.book import Book, Person
from tablekeeper.director.people.register import CONSENTS, Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.errors import UserError
from tablekeeper.store import Store
from tablekeeper.store.backup import Backup
from tablekeeper.text import counted


@dataclass(frozen=True, slots=True)
class Club:
    """An opened database with the services over its people."""

    store: Store
    register: Register
    rankings: Rankings
    removals: Removals


@contextmanager
def opened(url: str | None, *, writes: bool) -> Iterator[Club]:
    """Lend the people of a database; refusals become one sentence."""
    with hall.opened(url, writes=writes) as here:
        register, acting = Register(here.store), here.caller.acting
        yield Club(
            here.store,
            acting("people", register),
            acting("rankings", Rankings(register)),
            acting("removals", Removals(register)),
        )


def moment(at_ms: int) -> str:
    """Return a time as lists show it."""
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"


@click.group(epilog='Example: tablekeeper people enter "Ann Lee" Bob')
def command() -> None:
    """Keep the register: people, their names, duplicates, and the removal of a name.

    PERSON is any name of a person, or the number in the register.
    """


# --- entering ----------------------------------------------------------------------------------


@command.command(epilog='Example: tablekeeper people enter "Ann Lee" Bob')
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@database
def enter(names: tuple[str, ...], database: str | None) -> None:
    """Enter people by their names."""
    with opened(database, writes=True) as club:
        numbers = club.register.enter(names)
        book = club.register.book()
    for number in numbers:
        click.echo(f"Person {number}: {book.name(number)}.")


@command.command(epilog='Example: tablekeeper people name "Ann Lee" "A. Lee"')
@click.argument("person", metavar="PERSON")
@click.argument("name", metavar="NAME")
@database
def name(person: str, name: str, database: str | None) -> None:
    """Give a person another name, by which the person is found, too."""
    with opened(database, writes=True) as club:
        club.register.name(club.register.person(person).id, name)
    click.echo("Entered.")


@command.command(epilog='Example: tablekeeper people call 17 "A. Lee"')
@click.argument("person", metavar="PERSON")
@click.argument("name", metavar="NAME")
@database
def call(person: str, name: str, database: str | None) -> None:
    """Choose the name of a person that is shown."""
    with opened(database, writes=True) as club:
        club.register.show(club.register.person(person).id, name)
    click.echo("Entered.")


@command.command(epilog='Example: tablekeeper people consent "Ann Lee" private')
@click.argument("person", metavar="PERSON")
@click.argument("consent", type=click.Choice(CONSENTS), metavar="|".join(CONSENTS))
@database
def consent(person: str, consent: str, database: str | None) -> None:
    """Record a person's consent; private: no published ranking shows the name."""
    with opened(database, writes=True) as club:
        club.register.consent(club.register.person(person).id, consent)
    click.echo("Entered.")


# --- duplicates --------------------------------------------------------------------------------


@command.command(epilog='Example: tablekeeper people merge "Ann Lee" "A. Lee" --preview')
@click.argument("person", metavar="PERSON")
@click.argument("double", metavar="DOUBLE")
@click.option("--preview", is_flag=True, help="Only say what would change.")
@database
def merge(person: str, double: str, preview: bool, database: str | None) -> None:
    """Read DOUBLE as PERSON from now on; refused when both have played in one event or match."""
    with opened(database, writes=not preview) as club:
        kept, merged = (club.register.person(text).id for text in (person, double))
        told = club.register.preview_merge(kept, merged)
        number = None if preview else club.register.merge(kept, merged)
    what = f"{told.merged.name} (person {merged}) as {told.kept.name} (person {kept})"
    click.echo(f"{'Would read' if preview else 'From now on reads'} {what}.")
    _say_where(told.moves)
    if number is not None:
        click.echo(f"Two people after all? `tablekeeper people undo {number}`")


@command.command(epilog='Example: tablekeeper people split "A. Lee"')
@click.argument("name", metavar="NAME")
@database
def split(name: str, database: str | None) -> None:
    """Move a NAME from the person who has it to a new person."""
    with opened(database, writes=True) as club:
        number = club.register.split(name)
        found = club.register.book().name(number)
    click.echo(f"Person {number}: {found}.")


@command.command(epilog="Example: tablekeeper people undo")
@click.argument("action", type=click.IntRange(min=1), required=False, metavar="[ACTION]")
@database
def undo(action: int | None, database: str | None) -> None:
    """Undo the action with this number, else the last one; a removal cannot be undone."""
    with opened(database, writes=True) as club:
        told = club.register.undo(action)
    click.echo(f"Undone: {told}.")


# --- removing ----------------------------------------------------------------------------------


@command.command(epilog='Example: tablekeeper people remove "Ann Lee" --preview')
@click.argument("person", metavar="PERSON")
@click.option("--preview", is_flag=True, help="Only say what would change.")
@click.option("--yes", is_flag=True, help="Do not ask: it cannot be undone.")
@database
def remove(person: str, preview: bool, yes: bool, database: str | None) -> None:
    """Remove a person's name from the database; a neutral one replaces it, and all results stay."""
    with opened(database, writes=not preview) as club:
        number = club.register.person(person).id
        told = club.removals.preview(number)
        click.echo(f"{told.person.name} (person {number}) becomes {told.neutral}.")
        _say_where(told.played)
        for left in told.left:
            click.echo(f"Left as it is, because it is another person's name: {left}.")
        if preview:
            _say_backups(told.backups)
            return
        if not yes:
            click.confirm("The name cannot be brought back. Take it out?", abort=True)
        removed = club.removals.remove(number)
    click.echo(f"Taken out. From now on: {removed.neutral}.")
    if not removed.swept:
        click.echo(
            "Somebody reads the database, so its file still holds old bytes: close other programs, then "
            "`tablekeeper people sweep`."
        )
    _say_backups(removed.backups)


@command.command(epilog="Example: tablekeeper people sweep")
@database
def sweep(database: str | None) -> None:
    """Rewrite the database's file, without removed names; needed only when a removal says so."""
    with opened(database, writes=True) as club:
        done = club.removals.sweep()
    if not done:
        raise UserError("Somebody still reads the database: close other programs that use it, and try again.")
    click.echo("Swept.")


# --- looking -----------------------------------------------------------------------------------


@command.command("list", epilog="Example: tablekeeper people list")
@as_json
@database
def list_people(as_json: bool, database: str | None) -> None:
    """List everybody in the register, by name, and the names in events that no person in it has."""
    with opened(database, writes=False) as club:
        book, strangers = club.register.book(), club.register.strangers()
    if as_json:
        say_json({"people": [document(book, one) for one in book.listed()], "strangers": list(strangers)})
        return
    table = Table()
    for heading in ("", "name", "also", "clubs", "consent"):
        table.add_column(heading, justify="left" if heading else "right")
    for one in book.listed():
        also = ", ".join(alias.name for alias in one.names if alias.name != one.name)
        table.add_row(str(one.id), escape(one.name), escape(also), escape(clubs(book, one)), one.consent)
    Console().print(table)
    if strangers:
        click.echo(f"In events, and nobody's name: {', '.join(strangers)}.")


@command.command(epilog='Example: tablekeeper people show "Ann Lee"')
@click.argument("person", metavar="PERSON")
@as_json
@database
def show(person: str, as_json: bool, database: str | None) -> None:
    """Show a person with all names and clubs, and where the person has played."""
    with opened(database, writes=False) as club:
        book = club.register.book()
        one = club.register.person(person, book)
        played = club.register.appearances(one.id)
    if as_json:
        where = [{"kind": place.kind, "id": place.id, "title": place.title} for place in played]
        say_json({**document(book, one), "played": where})
        return
    click.echo(f"Person {one.id}: {one.name}; consent {one.consent}; entered {moment(one.created_ms)}.")
    also = [alias.name for alias in one.names if alias.name != one.name]
    if also:
        click.echo(f"Also called {', '.join(also)}.")
    if one.memberships:
        click.echo(f"Clubs: {clubs(book, one)}.")
    _say_where(played)


@command.command(epilog="Example: tablekeeper people history")
@as_json
@database
def history(as_json: bool, database: str | None) -> None:
    """List every action in the register; undone actions are marked."""
    with opened(database, writes=False) as club:
        actions = club.register.history()
    if as_json:
        keys = ("id", "at_ms", "actor", "text", "undone")
        say_json([{key: getattr(one, key) for key in keys} for one in actions])
        return
    for one in actions:
        click.echo(
            f"{one.id:4}  {moment(one.at_ms)}  {one.actor}: {one.text}{' (undone)' if one.undone else ''}"
        )


def document(book: Book, person: Person) -> dict[str, object]:
    """Return a person as JSON shows one."""
    return {
        "person": person.id,
        "name": person.name,
        "names": [alias.name for alias in person.names],
        "consent": person.consent,
        "doubles": list(person.doubles),
        "clubs": [
            {"club": book.clubs[one.club].name, "since": one.since, "until": one.until}
            for one in person.memberships
        ],
    }


def clubs(book: Book, person: Person) -> str:
    """Return somebody's clubs in words."""
    found = []
    for one in person.memberships:
        since = f" since {one.since}" if one.since else ""
        until = f" until {one.until}" if one.until else ""
        found.append(f"{book.clubs[one.club].name}{since}{until}")
    return ", ".join(found)


def _say_where(played: Sequence[Appearance]) -> None:
    for kind, many in (("event", "events"), ("match", "matches"), ("entry", "ranking entries")):
        titles = [one.title for one in played if one.kind == kind]
        if titles:
            click.echo(f"  {counted(len(titles), kind, many)}: {', '.join(titles)}")


def _say_backups(backups: Sequence[Backup]) -> None:
    for one in backups:
        click.echo(f"A backup holds the name until its last day, {one.expires}: {one.path}")
    if backups:
        click.echo("`tablekeeper backup prune` deletes what has expired; delete others by hand if you must.")
