"""What an undo would change, said before it is done: the same for events, the desk and the register."""

from __future__ import annotations

from collections.abc import Iterable

import click

from tablekeeper.cli.terminal import say
from tablekeeper.director.undoing import Undoing
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO
from tablekeeper.languages import _

show_option = click.option("--show", is_flag=True, help="Only say what would change.")


def undoable(history: Iterable[tuple[int, str, bool]], number: int | None) -> int:
    """Return the number of an action to undo, without one that of the last that counts and is no undo.

    Of each action of the history the number, its name, and whether it is undone.
    """
    known = list(history)
    done = [one for one, action, undone in known if not undone and action != UNDO]
    if number is None and not done:
        raise UserError("There is nothing to undo.")
    if number is not None and all(one != number for one, *_ in known):
        raise UserError("There is no action %(number)s: the history lists them.", number=number)
    return done[-1] if number is None else number


def say_undoing(number: int, found: Undoing) -> None:
    """Print what undoing an action would take back and change; UserError: it cannot be undone."""
    if found.impossible:
        raise UserError(found.impossible)
    say(_("Undoing %(number)s would take back %(told)s.", number=number, told=found.told))
    for one in found.consequences:
        say("  " + one.text)
