"""`tablekeeper people list|show|history`: the commands that only read the register."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tablekeeper.accounts.roles import WORDS
from tablekeeper.cli import terminal
from tablekeeper.cli.dates import moment
from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.people import board_line
from tablekeeper.cli.registerdatabase import reads
from tablekeeper.cli.terminal import say
from tablekeeper.director.people.appearances import Appearance
from tablekeeper.director.people.book import Book, Person
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.state import CONSENT_WORDS
from tablekeeper.languages import _, joined, recognised
from tablekeeper.text import counted, name_list


@click.command("list", epilog="Example: tablekeeper people list")
@as_json
@reads
def list_people(register: Register, as_json: bool) -> None:
    """List everybody in the register, by name, and the names in events that no person in it has."""
    book, strangers = register.book(), register.strangers()
    if as_json:
        say_json({"people": [document(book, one) for one in book.listed()], "strangers": list(strangers)})
        return
    table = terminal.Table()
    for heading in ("", _("name"), _("also"), _("clubs"), _("consent")):
        table.add_column(terminal.escape(heading), justify="left" if heading else "right")
    for one in book.listed():
        also = name_list(alias.name for alias in one.names if alias.name != one.name)
        cells = (one.name, also, clubs(book, one), CONSENT_WORDS[one.consent])
        table.add_row(str(one.id), *map(terminal.escape, cells))
    terminal.Console().print(table)
    if strangers:
        say(_("In events, but not in the register: %(strangers)s.", strangers=name_list(strangers)))
    for one in book.listed():
        if one.on_boards.doubt:
            say(board_line(one))


@click.command(epilog='Example: tablekeeper people show "Ann Lee"')
@click.argument("person", metavar="PERSON")
@as_json
@reads
def show(register: Register, person: str, as_json: bool) -> None:
    """Show a person with all names and clubs, and where the person has played."""
    book = register.book()
    one = register.person(person, book)
    played = register.appearances(one.id)
    if as_json:
        where = [{"kind": place.kind, "id": place.id, "title": place.title} for place in played]
        say_json({**document(book, one), "played": where})
        return
    say(_(
        "Person %(id)s: %(name)s; consent %(consent)s; entered %(moment)s.",
        id=one.id, name=one.name, consent=CONSENT_WORDS[one.consent], moment=moment(one.created_ms),
    ))
    also = [alias.name for alias in one.names if alias.name != one.name]
    if also:
        say(_("Also called %(also)s.", also=name_list(also)))
    say(board_line(one))
    if one.memberships:
        say(_("Clubs: %(clubs)s.", clubs=clubs(book, one)))
    say_where(played)


@click.command(epilog="Example: tablekeeper people history")
@as_json
@reads
def history(register: Register, as_json: bool) -> None:
    """List every action in the register; undone actions are marked."""
    actions = register.history()
    if as_json:
        keys = ("at_ms", "actor", "text", "undone")
        say_json([{"id": one.seq, **{key: getattr(one, key) for key in keys}} for one in actions])
        return
    for one in actions:
        mark = _(" (undone)") if one.undone else ""
        when = f"{one.seq:4}  {moment(one.at_ms)}  "
        say(joined((when, WORDS.get(one.actor, one.actor), ": ", recognised(one.text), mark), ""))


def document(book: Book, person: Person) -> dict[str, object]:
    """Return a person as a JSON document."""
    return {
        "person": person.id,
        "name": person.name,
        "names": [alias.name for alias in person.names],
        "board_name": person.on_boards.name,
        "board_name_doubt": str(person.on_boards.doubt),
        "language": person.language,
        "consent": person.consent,
        "doubles": list(person.doubles),
        "clubs": [
            {"club": book.clubs[one.club].name, "since": one.since, "until": one.until}
            for one in person.memberships
        ],
    }


def clubs(book: Book, person: Person) -> str:
    """Return the text of a person's clubs."""
    found = []
    for one in person.memberships:
        since = _(" since %(day)s", day=one.since) if one.since else ""
        until = _(" until %(day)s", day=one.until) if one.until else ""
        found.append(joined((book.clubs[one.club].name, since, until), ""))
    return ", ".join(found)


def say_where(played: Sequence[Appearance]) -> None:
    """Print the events and matches of a person."""
    for kind, many in (("event", "events"), ("match", "matches"), ("entry", "ranking entries")):
        titles = [one.title for one in played if one.kind == kind]
        if titles:
            say("  " + counted(len(titles), kind, many) + f": {', '.join(titles)}")
