"""`tablekeeper people`: the club's register, from the first entry to the removal of a name."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tablekeeper.accounts.roles import WORDS
from tablekeeper.cli import terminal
from tablekeeper.cli.clubdatabase import Club, changes, opened, reads
from tablekeeper.cli.dates import moment
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.undoings import say_undoing, show_option, undoable
from tablekeeper.cli.verbs import Verbs
from tablekeeper.director.people.appearances import Appearance
from tablekeeper.director.people.book import Book, Person
from tablekeeper.director.people.register import CONSENTS
from tablekeeper.director.people.state import CONSENT_WORDS
from tablekeeper.languages import _, joined, recognised
from tablekeeper.text import counted

#: verbs that need many more modules than the register
_VERBS = {
    "remove": (
        "people_removal",
        "Remove a person's name from the database; a neutral one replaces it, and all results stay.",
    ),
    "sweep": (
        "people_removal",
        "Rewrite the database's file, without removed names; needed only when a removal says so.",
    ),
}


@click.group(cls=Verbs, verbs=_VERBS, epilog='Example: tablekeeper people enter "Ann Lee" Bob')
def command() -> None:
    """Keep the register: people, their names, duplicates, and the removal of a name.

    PERSON is any name of a person, or the number in the register.
    """


# --- entering ----------------------------------------------------------------------------------


@command.command(epilog='Example: tablekeeper people enter "Ann Lee" Bob')
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@changes
def enter(club: Club, names: tuple[str, ...]) -> None:
    """Enter people by their names."""
    numbers = club.register.enter(names)
    book = club.register.book()
    for number in numbers:
        say(_("Person %(number)s: %(name)s.", number=number, name=book.name(number)))


@command.command(epilog='Example: tablekeeper people name "Ann Lee" "A. Lee"')
@click.argument("person", metavar="PERSON")
@click.argument("name", metavar="NAME")
@changes
def name(club: Club, person: str, name: str) -> None:
    """Give a person another name, by which the person is found, too."""
    club.register.name(club.register.person(person).id, name)
    say(_("Entered."))


@command.command(epilog='Example: tablekeeper people call 17 "A. Lee"')
@click.argument("person", metavar="PERSON")
@click.argument("name", metavar="NAME")
@changes
def call(club: Club, person: str, name: str) -> None:
    """Choose the name of a person that is shown."""
    club.register.show(club.register.person(person).id, name)
    say(_("Entered."))


@command.command(epilog='Example: tablekeeper people consent "Ann Lee" private')
@click.argument("person", metavar="PERSON")
@click.argument("consent", type=click.Choice(CONSENTS), metavar="|".join(CONSENTS))
@changes
def consent(club: Club, person: str, consent: str) -> None:
    """Record a person's consent; private: no published ranking shows the name."""
    club.register.consent(club.register.person(person).id, consent)
    say(_("Entered."))


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
    what = _(
        "%(merged)s (person %(number)s) as %(kept)s (person %(other)s)",
        merged=told.merged.name, number=merged, kept=told.kept.name, other=kept,
    )
    say(
        _("The register would read %(what)s.", what=what)
        if preview
        else _("From now on the register reads %(what)s.", what=what)
    )
    say_where(told.moves)
    if number is not None:
        say(_("Two people after all? `tablekeeper people undo %(number)s`", number=number))


@command.command(epilog='Example: tablekeeper people split "A. Lee"')
@click.argument("name", metavar="NAME")
@changes
def split(club: Club, name: str) -> None:
    """Move a NAME from the person who has it to a new person."""
    number = club.register.split(name)
    found = club.register.book().name(number)
    say(_("Person %(number)s: %(found)s.", number=number, found=found))


@command.command(epilog="Example: tablekeeper people undo")
@click.argument("action", type=Whole(min=1), required=False, metavar="[ACTION]")
@show_option
@database
def undo(action: int | None, show: bool, database: str | None) -> None:
    """Undo the action with this number, else the last one; a removal cannot be undone."""
    if show:
        with opened(database, writes=False) as club:
            number = undoable(club.register.history(), action)
            say_undoing(number, club.register.undoing(number))
        return
    with opened(database, writes=True) as club:
        told = club.register.undo(action)
    say(_("Undone: %(told)s.", told=told))


# --- looking -----------------------------------------------------------------------------------


@command.command("list", epilog="Example: tablekeeper people list")
@as_json
@reads
def list_people(club: Club, as_json: bool) -> None:
    """List everybody in the register, by name, and the names in events that no person in it has."""
    book, strangers = club.register.book(), club.register.strangers()
    if as_json:
        say_json({"people": [document(book, one) for one in book.listed()], "strangers": list(strangers)})
        return
    table = terminal.Table()
    for heading in ("", _("name"), _("also"), _("clubs"), _("consent")):
        table.add_column(terminal.escape(heading), justify="left" if heading else "right")
    for one in book.listed():
        also = ", ".join(alias.name for alias in one.names if alias.name != one.name)
        cells = (one.name, also, clubs(book, one), CONSENT_WORDS[one.consent])
        table.add_row(str(one.id), *map(terminal.escape, cells))
    terminal.Console().print(table)
    if strangers:
        say(_("In events, but not in the register: %(strangers)s.", strangers=", ".join(strangers)))


@command.command(epilog='Example: tablekeeper people show "Ann Lee"')
@click.argument("person", metavar="PERSON")
@as_json
@reads
def show(club: Club, person: str, as_json: bool) -> None:
    """Show a person with all names and clubs, and where the person has played."""
    book = club.register.book()
    one = club.register.person(person, book)
    played = club.register.appearances(one.id)
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
        say(_("Also called %(also)s.", also=", ".join(also)))
    if one.memberships:
        say(_("Clubs: %(clubs)s.", clubs=clubs(book, one)))
    say_where(played)


@command.command(epilog="Example: tablekeeper people history")
@as_json
@reads
def history(club: Club, as_json: bool) -> None:
    """List every action in the register; undone actions are marked."""
    actions = club.register.history()
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
