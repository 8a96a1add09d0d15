"""What the author of an action had seen: an action needs a confirmation if its subject has changed since.

A form has the numbers of the last actions that its page showed, "event/3:57 desk:12". When an action of
that form is added, the later ones are looked at. If one of them changed what it is about, it is refused with
their words and authors, and nothing is done. Sent again from the page that tells this, it has the new number
and is done.

The numbers go with the context of a request, not through every signature: each journal asks for its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field

from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.languages import joined

_TOLD = re.compile(r"([a-z]+(?:/[0-9]{1,9})?):([0-9]{1,9})", re.ASCII)
#: letters of all marks of a form; a page of many ranking entries has one for each
_LONGEST = 8_000
#: actions that the refusal names, the newest ones
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Touch:
    """What an action changes, and what its author has to know as it is: the names of things."""

    changes: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()


#: what an action of a journal touches, by its name and body
About = Callable[[Sequence[Action], Action], Touch]


@dataclass(slots=True)
class Seen:
    """The last action numbers a person has seen, by journal, and later actions of the same request."""

    numbers: dict[str, int] = field(default_factory=dict)
    own: set[tuple[str, int]] = field(default_factory=set)


_seen: ContextVar[Seen | None] = ContextVar("seen", default=None)


class Meanwhile(UserError):
    """An action that was refused because of `changes`, which its author had not seen."""

    def __init__(self, changes: Sequence[str]) -> None:
        super().__init__(
            "Changed meanwhile: %(changes)s. Nothing was done: look at it, then do it again if you still "
            "want it.",
            changes=joined(changes, "; "),
        )
        self.changes = tuple(changes)


def mark(**numbers: int) -> str:
    """Return how a form says what its page has shown: `mark(desk=12)` is "desk:12"."""
    return " ".join(f"{name}:{last}" for name, last in numbers.items())


def of_event(event: int, last: int) -> str:
    """Return the mark of an event's journal."""
    return f"{event_journal(event)}:{last}"


def event_journal(event: int) -> str:
    """Return what an event's journal is called here."""
    return f"event/{event}"


def entry_journal(entry: int) -> str:
    """Return what the journal of a ranking entry is called here."""
    return f"ranking/{entry}"


def say(told: str) -> None:
    """Note what the author of all that follows in this context has seen, by its marks; "" is everything."""
    found = {name: int(last) for name, last in _TOLD.findall(told[:_LONGEST])}
    _seen.set(Seen(found) if found else None)


def number(journal: str) -> int | None:
    """Return the last number of a journal that the author has seen, None where nobody has said it."""
    seen = _seen.get()
    return None if seen is None else seen.numbers.get(journal)


def check(
    journal: str,
    actions: Sequence[Action],
    action: Action,
    about: About,
    tell: Callable[[int], str],
    undone: frozenset[int] = frozenset(),
) -> None:
    """Refuse an action (`Meanwhile`) if a later one than its author has seen changed what it is about.

    `actions` is the journal so far, `tell` gives the sentence of a number in it.
    """
    if number(journal) is not None:
        check_needs(journal, actions, _touch(actions, action, about).needs, about, tell, undone)


def check_needs(
    journal: str,
    actions: Sequence[Action],
    needs: frozenset[str],
    about: About,
    tell: Callable[[int], str],
    undone: frozenset[int] = frozenset(),
) -> None:
    """Like `check`, for an action that needs these things as they were seen but is not in this journal."""
    seen = _seen.get()
    if seen is None or journal not in seen.numbers:
        return
    last = seen.numbers[journal]
    later = [one for one in actions[last:] if one.seq not in undone and (journal, one.seq) not in seen.own]
    # an action that was entered and undone in the meantime changes nothing
    later = [one for one in later if one.action != UNDO or one.body["undoes"] <= last]
    found = [one for one in later if needs & _touch(actions, one, about).changes]
    if found:
        raise Meanwhile([f"{tell(one.seq)} ({one.actor})" for one in found[-_NAMED:]])


def added(journal: str, *numbers: int) -> None:
    """Note actions that were added in this context: their author knows them."""
    seen = _seen.get()
    if seen is not None:
        seen.own.update((journal, one) for one in numbers)


def _touch(actions: Sequence[Action], action: Action, about: About) -> Touch:
    """Return what an action touches; an undo touches what the action changed that it takes back."""
    if action.action != UNDO:
        return about(actions, action)
    undoes = action.body["undoes"]
    if not 0 < undoes <= len(actions):
        return Touch()  # there is no such action; the journal refuses it
    changes = _touch(actions, actions[undoes - 1], about).changes
    return Touch(changes, changes)
