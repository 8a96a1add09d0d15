"""Prints a journal's history and the effect of an undo; used for events, desk, register and tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import click

from tablekeeper.accounts.roles import WORDS
from tablekeeper.cli.options import say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.undoing import Undoing
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO
from tablekeeper.journal.reading import ToldAction
from tablekeeper.languages import _, joined, recognised

show_option = click.option("--show", is_flag=True, help="Only say what would change.")


class _Done(Protocol):
    """An action in a history."""

    @property
    def seq(self) -> int: ...
    @property
    def action(self) -> str: ...
    @property
    def undone(self) -> bool: ...


def undoable(history: Iterable[_Done], number: int | None) -> int:
    """Return `number`; if it is None, the last action that is not undone and is not an undo."""
    known = list(history)
    done = [one.seq for one in known if not one.undone and one.action != UNDO]
    if number is None and not done:
        raise UserError("There is nothing to undo.")
    if number is not None and all(one.seq != number for one in known):
        raise UserError("There is no action %(number)s: the history lists them.", number=number)
    return done[-1] if number is None else number


def say_history(history: Iterable[ToldAction], *, as_json: bool) -> None:
    """Print every action, oldest first; mark undone actions."""
    if as_json:
        keys = ("seq", "at_ms", "actor", "action", "text", "undone")
        say_json([{key: getattr(one, key) for key in keys} for one in history])
        return
    for one in history:
        mark = _(" (undone)") if one.undone else ""
        who = WORDS.get(one.actor, one.actor)
        say(joined((f"{one.seq:4}  ", who, ": ", recognised(one.text), mark), ""))


def say_undoing(number: int, found: Undoing) -> None:
    """Print the effect of undoing an action; raise UserError if it cannot be undone."""
    if found.impossible:
        raise UserError(found.impossible)
    say(_("Undoing %(number)s would take back %(told)s.", number=number, told=found.told))
    for one in found.consequences:
        say("  " + one.text)
