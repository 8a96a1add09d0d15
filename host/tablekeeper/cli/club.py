"""`tablekeeper club`: clubs, and their members with the dates of membership."""

from __future__ import annotations

from datetime import date

import click

from tablekeeper.cli import terminal
from tablekeeper.cli.clubdatabase import Club, changes, opened, reads
from tablekeeper.cli.dates import day
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.people.book import Book
from tablekeeper.errors import UserError
from tablekeeper.languages import _

_DAY = click.DateTime(["%Y-%m-%d"])


@click.group(cls=CommandGroup, epilog='Example: tablekeeper club join Knights "Ann Lee" --since 2026-01-01')
def command() -> None:
    """Keep the clubs of the people in the register.

    CLUB is a club's name or number, PERSON a name or number of somebody in the register.
    """


def _which(book: Book, text: str) -> int:
    found = book.club(text)
    if found is None:
        raise UserError(
            "There is no club '%(words)s': `tablekeeper club list` lists them.",
            words=text,
        )
    return found


@command.command(epilog="Example: tablekeeper club new Knights")
@click.argument("name", metavar="NAME")
@changes
def new(club: Club, name: str) -> None:
    """Enter a club."""
    number = club.register.club(name)
    say(_("Club %(number)s: %(name)s.", number=number, name=name))


@command.command(epilog='Example: tablekeeper club join Knights "Ann Lee" --since 2026-01-01')
@click.argument("club", metavar="CLUB")
@click.argument("person", metavar="PERSON")
@click.option("--since", type=_DAY, callback=day, metavar="DATE", help="From this day on.")
@changes
def join(found: Club, club: str, person: str, since: date | None) -> None:
    """Enter somebody into a club."""
    book = found.register.book()
    found.register.join(found.register.person(person, book).id, _which(book, club), since)
    say(_("Entered."))


@command.command(epilog='Example: tablekeeper club leave Knights "Ann Lee" --until 2026-05-01')
@click.argument("club", metavar="CLUB")
@click.argument("person", metavar="PERSON")
@click.option("--until", type=_DAY, callback=day, metavar="DATE", help="The last day; else today (UTC).")
@database
def leave(club: str, person: str, until: date | None, database: str | None) -> None:
    """Note that somebody left a club."""
    today = date.fromordinal(date(1970, 1, 1).toordinal() + wall_ms() // 86_400_000)
    with opened(database, writes=True) as found:
        book = found.register.book()
        found.register.leave(found.register.person(person, book).id, _which(book, club), until or today)
    say(_("Entered."))


@command.command("list", epilog="Example: tablekeeper club list")
@as_json
@reads
def list_clubs(club: Club, as_json: bool) -> None:
    """List the clubs with how many belong to them now."""
    book = club.register.book()
    rows = [
        {
            "club": one.id,
            "name": one.name,
            "members": sum(membership.until is None for _, membership in book.members(one.id)),
        }
        for one in book.clubs.values()
    ]
    if as_json:
        say_json(rows)
        return
    table = terminal.headed(_("club"), _("name"), _("members"))
    for row in rows:
        table.add_row(*(terminal.escape(str(value)) for value in row.values()))
    terminal.Console().print(table)


@command.command(epilog="Example: tablekeeper club members Knights")
@click.argument("club", metavar="CLUB")
@as_json
@reads
def members(found: Club, club: str, as_json: bool) -> None:
    """List who belongs to a club, and who did."""
    book = found.register.book()
    rows = [
        {"person": person.id, "name": person.name, "since": one.since, "until": one.until}
        for person, one in book.members(_which(book, club))
    ]
    if as_json:
        say_json(rows)
        return
    table = terminal.headed(_("person"), _("name"), _("since"), _("until"))
    for row in rows:
        table.add_row(*(terminal.escape("" if value is None else str(value)) for value in row.values()))
    terminal.Console().print(table)
