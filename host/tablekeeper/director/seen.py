"""What the author of an action had seen: an action needs a confirmation if its subject has changed since.

A form has the numbers of the last actions that its page showed, "event/3:57 desk:12". When an action of that
form is added, the later actions are checked. If one of them changed a thing that the action is about, the
action is refused with their sentences and authors, and nothing changes. The page with this refusal has the
new numbers, so a confirmation from there is accepted.

The numbers are stored in the context of a request, not passed as arguments: each journal reads its own.
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
#: the most letters of all marks of a form; a page with many ranking entries has one for each
_LONGEST = 8_000
#: actions that the refusal names, the newest ones
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Touch:
    """The names of the things that an action changes, and of those that its author must have seen."""

    changes: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()


#: returns the things that an action of a journal touches
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
    """Return the mark for the last actions that a page has shown: `mark(desk=12)` is "desk:12"."""
    return " ".join(f"{name}:{last}" for name, last in numbers.items())


def of_event(event: int, last: int) -> str:
    """Return the mark of an event's journal."""
    return f"{event_journal(event)}:{last}"


def event_journal(event: int) -> str:
    """Return the name of an event's journal in marks."""
    return f"event/{event}"


def entry_journal(entry: int) -> str:
    """Return the name of a ranking entry's journal in marks."""
    return f"ranking/{entry}"


def say(told: str) -> None:
    """Set what the author in this context has seen, by marks; "" means everything."""
    found = {name: int(last) for name, last in _TOLD.findall(told[:_LONGEST])}
    _seen.set(Seen(found) if found else None)


def number(journal: str) -> int | None:
    """Return the last number of a journal that the author has seen; None if it is not set."""
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
    """Refuse an action (`Meanwhile`) if an unseen later action changed a thing that it is about.

    `actions` is the journal so far, `tell` returns the sentence of an action by number.
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
    """Return the things that an action touches; an undo touches those of the action that it undoes."""
    if action.action != UNDO:
        return about(actions, action)
    undoes = action.body["undoes"]
    if not 0 < undoes <= len(actions):
        return Touch()  # there is no such action; the journal refuses it
    changes = _touch(actions, actions[undoes - 1], about).changes
    return Touch(changes, changes)
