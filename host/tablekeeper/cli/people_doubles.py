"""`tablekeeper people merge|split|undo`: who is who in the register."""

from __future__ import annotations

import click

from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import database
from tablekeeper.cli.people_show import say_where
from tablekeeper.cli.registerdatabase import changes, opened
from tablekeeper.cli.terminal import say
from tablekeeper.cli.undoings import say_undoing, show_option, undoable
from tablekeeper.director.people.register import Register
from tablekeeper.languages import _


@click.command(epilog='Example: tablekeeper people merge "Ann Lee" "A. Lee" --preview')
@click.argument("person", metavar="PERSON")
@click.argument("double", metavar="DOUBLE")
@click.option("--preview", is_flag=True, help="Only say what would change.")
@database
def merge(person: str, double: str, preview: bool, database: str | None) -> None:
    """Read DOUBLE as PERSON from now on; refused when both have played in one event or match."""
    with opened(database, writes=not preview) as register:
        kept, merged = (register.person(text).id for text in (person, double))
        told = register.preview_merge(kept, merged)
        number = None if preview else register.merge(kept, merged)
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


@click.command(epilog='Example: tablekeeper people split "A. Lee"')
@click.argument("name", metavar="NAME")
@changes
def split(register: Register, name: str) -> None:
    """Move a NAME from the person who has it to a new person."""
    number = register.split(name)
    found = register.book().name(number)
    say(_("Person %(number)s: %(found)s.", number=number, found=found))


@click.command(epilog="Example: tablekeeper people undo")
@click.argument("action", type=Whole(min=1), required=False, metavar="[ACTION]")
@show_option
@database
def undo(action: int | None, show: bool, database: str | None) -> None:
    """Undo the action with this number, else the last one; a removal cannot be undone."""
    if show:
        with opened(database, writes=False) as register:
            number = undoable(register.history(), action)
            say_undoing(number, register.undoing(number))
        return
    with opened(database, writes=True) as register:
        told = register.undo(action)
    say(_("Undone: %(told)s.", told=told))
