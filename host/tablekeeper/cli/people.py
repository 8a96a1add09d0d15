"""`tablekeeper people`: the club's register, from the first entry to the removal of a name."""

from __future__ import annotations

import click

from tablecore.messages import LONGEST_NAME
from tablekeeper.cli.clubdatabase import Club, changes
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import Verbs
from tablekeeper.director.people.book import Person
from tablekeeper.director.people.registration import CONSENTS, LANGUAGES
from tablekeeper.errors import UserError
from tablekeeper.languages import _

#: verbs that need many more modules than an entry in the register
_VERBS = {
    "merge": (
        "people_doubles",
        "Read DOUBLE as PERSON from now on; refused when both have played in one event or match.",
    ),
    "split": ("people_doubles", "Move a NAME from the person who has it to a new person."),
    "undo": (
        "people_doubles",
        "Undo the action with this number, else the last one; a removal cannot be undone.",
    ),
    "list": (
        "people_show",
        "List everybody in the register, by name, and the names in events that no person in it has.",
    ),
    "show": (
        "people_show",
        "Show a person with all names and clubs, and where the person has played.",
    ),
    "history": ("people_show", "List every action in the register; undone actions are marked."),
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


@command.command(epilog='Example: tablekeeper people enter "Ann Lee" Bob')
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@changes
def enter(club: Club, names: tuple[str, ...]) -> None:
    """Enter people by their names."""
    numbers = club.register.enter(names)
    book = club.register.book()
    for number in numbers:
        say(_("Person %(number)s: %(name)s.", number=number, name=book.name(number)))
        if book.people[number].on_boards.doubt:
            say(board_line(book.people[number]))


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


@command.command(epilog='Example: tablekeeper people board 王小明 "Wang Xiaoming" --language zh')
@click.argument("person", metavar="PERSON")
@click.argument("name", metavar="[NAME]", required=False)
@click.option(
    "--language", type=click.Choice(["", *LANGUAGES]), metavar="CODE",
    help="The language of the person's name, from which a name is proposed; an empty one: unknown.",
)  # fmt: skip
@changes
def board(club: Club, person: str, name: str | None, language: str | None) -> None:
    """Choose a person's name on boards, which have western letters only; an empty NAME: the proposal."""
    if name is None and language is None:
        raise UserError("Give a name, --language or both.")
    number = club.register.person(person).id
    club.register.board_name(number, name, language)
    say(board_line(club.register.book().people[number]))


@command.command(epilog='Example: tablekeeper people consent "Ann Lee" private')
@click.argument("person", metavar="PERSON")
@click.argument("consent", type=click.Choice(CONSENTS), metavar="|".join(CONSENTS))
@changes
def consent(club: Club, person: str, consent: str) -> None:
    """Record a person's consent; private: no published ranking shows the name."""
    club.register.consent(club.register.person(person).id, consent)
    say(_("Entered."))


def board_line(person: Person) -> str:
    """Return the sentence about a person's name on boards, with the question if it may be wrong."""
    shown = person.on_boards
    if not shown.doubt:
        return _("Boards show %(name)s as '%(shown)s'.", name=person.name, shown=shown.name)
    if not shown.name:
        return _(
            "Boards show no name for %(name)s: %(doubt)s. Ask for a name, and enter it by "
            "`tablekeeper people board`.",
            name=person.name, doubt=shown.doubt,
        )  # fmt: skip
    return _(
        "Boards show %(name)s as '%(shown)s', which may be wrong: %(doubt)s. Ask for a name, and enter it by "
        "`tablekeeper people board`.",
        name=person.name, shown=shown.name[:LONGEST_NAME].rstrip(), doubt=shown.doubt,
    )  # fmt: skip
