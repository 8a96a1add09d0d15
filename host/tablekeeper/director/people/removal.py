"""Withdrawal of consent: removes a person's name from the database, all pages and the boards.

A neutral name replaces it everywhere, the same one in every event, so results, standings and rankings do not
change; this is checked for every event before anything is written. Copies that the program cannot reach
(backups and exported files) are listed for the user.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tablekeeper.director.desk.journal import DESK
from tablekeeper.director.events import document
from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.events.state import EventState
from tablekeeper.director.people.appearances import Appearance
from tablekeeper.director.people.book import Book, Person, name_key, neutral_name
from tablekeeper.director.people.journal import REMOVED
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.renaming import Renaming
from tablekeeper.errors import UserError
from tablekeeper.formats import Format
from tablekeeper.games.registry import GAMES
from tablekeeper.journal.action import Action, canonical
from tablekeeper.journal.reading import Reading
from tablekeeper.store import NumberedName
from tablekeeper.store.backup import Backup, listed, replaced
from tablekeeper.store.erasure import Cell, Erased
from tablekeeper.strictjson import DocumentError
from tablekeeper.textchecks import LONGEST_NAME


class Venue(Protocol):
    """The boards, and their data in memory."""

    def names_gone(self, matches: Sequence[int]) -> None:
        """Read these matches again, and send the present names to their boards."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences of a removal."""

    person: Person
    neutral: str
    played: tuple[Appearance, ...]
    #: other people's names that contain this one: they are not changed
    left: tuple[str, ...]
    backups: tuple[Backup, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """The result of a removal."""

    person: int
    neutral: str
    erased: Erased
    left: tuple[str, ...]
    #: whether the name is also gone from the database's files; a reader of the files can prevent that
    swept: bool
    #: copies of the database that still hold the name until they expire
    backups: tuple[Backup, ...]


def accounts_named(person: Person, accounts: Iterable[str]) -> tuple[str, ...]:
    """Return the accounts that are called by one of a person's names: a removal does not change them."""
    keys = {name_key(one.name) for one in person.names}
    return tuple(name for name in accounts if name_key(name) in keys)


class Removals:
    """Removes names of people. All methods may be called from any thread."""

    def __init__(self, register: Register, venue: Venue | None = None) -> None:
        self._register = register
        self._store = register.store
        self._venue = venue

    def preview(self, person: int) -> Preview:
        """Return the consequences of removing a person's name."""
        book = self._register.book()
        known = self._living(book, person)
        renaming, left = self._renaming(book, known)
        played = self._register.appearances(person)
        return Preview(known, renaming.neutral, played, left, self._backups())

    def remove(self, person: int, *, actor: str = "director") -> Removed:
        """Remove a person's name everywhere. It cannot be undone, because the name is then unknown."""
        with self._register.alone() as book:
            known = self._living(book, person)
            renaming, left = self._renaming(book, known)
            self._check_events(renaming)
            self._check_desk(renaming)
            neutral = renaming.neutral
            alias = NumberedName(self._register.next_number("alias"), neutral, name_key(neutral))
            told = {"person": known.id, "doubles": known.doubles, "alias": alias.id}
            mine = {known.id, *known.doubles}
            gone = [one.id for one in known.names]
            gone += [number for number, owner in book.state.boards.items() if owner in mine]
            erased = self._store.erasure.remove(book.last, (actor, REMOVED, told), gone, alias, renaming)
        if self._venue is not None:
            self._venue.names_gone(erased.matches)
        self._tell(erased)
        return Removed(known.id, neutral, erased, left, self._store.erasure.sweep(), self._backups())

    def sweep(self) -> bool:
        """Rewrite the files if a removal could not do it; return whether that succeeded."""
        return self._store.erasure.sweep()

    # --- inside ---------------------------------------------------------------------------

    def _living(self, book: Book, number: int) -> Person:
        person = book.people.get(number)
        if person is None:
            raise UserError("There is no person %(number)s in the register.", number=number)
        if person.removed:
            raise UserError("%(name)s was removed already.", name=person.name)
        return person

    def _backups(self) -> tuple[Backup, ...]:
        file = self._store.file
        known = () if file is None else (*listed(file), *replaced(file))
        return tuple(one for one in known if one.there or one.away)

    def _renaming(self, book: Book, person: Person) -> tuple[Renaming, tuple[str, ...]]:
        own = [alias.name for alias in person.names]
        keys = {name_key(name) for name in own}
        forms: dict[int, Format] = {}
        used: dict[str, None] = {}
        for event in self._store.events.all():
            state = self._event(event.id).state
            forms[event.id] = state.format
            used.update(dict.fromkeys((*state.players, *state.people())))
        seats: set[tuple[int, int]] = set()
        for match in self._store.matches.all():
            used.update(dict.fromkeys(match.names))
            for seat, name in GAMES.of(match.program).chairs(match.options, match.names):
                if keys & {name_key(name), *map(name_key, name.split("&"))}:
                    seats.add((match.id, seat))
        used.update({alias.name: None for one in book.people.values() for alias in one.names})
        # the name of a pair consists of both names: it is not another person's name
        others = [name for name in used if not keys & {name_key(part) for part in name.split("&")}]
        neutral = _free(neutral_name(person.id), others)
        renaming = Renaming(own, neutral, others, forms, seats)
        bare = Renaming(own, neutral)
        return renaming, tuple(sorted(name for name in others if bare.concerns(name)))

    def _check_events(self, renaming: Renaming) -> None:
        """Refuse a removal after which an event would have other standings."""
        for event in self._store.events.all():
            reading = self._event(event.id)
            form = reading.state.format
            renamed = [
                replace(one, body=renaming.body(form, one.action, one.body)) for one in reading.actions
            ]
            if tuple(renamed) == reading.actions:
                continue
            try:
                same = _told(reading.state, renaming) == _told(EVENTS.fold(renamed), None)
            except DocumentError as error:
                raise _unlike(event.name, renaming) from error
            if not same:
                raise _unlike(event.name, renaming)

    def _event(self, event: int) -> Reading[EventState]:
        return self._store.events.journals.reading(EVENTS, event)

    def _check_desk(self, renaming: Renaming) -> None:
        actions = self._store.desk.reading(DESK).actions
        try:
            DESK.fold([_desk(one, renaming) for one in actions])
        except DocumentError as error:
            raise UserError(
                "The desk's journal could not be read with %(neutral)s in it: %(error)s.",
                neutral=renaming.neutral, error=error,
            ) from error

    def _tell(self, erased: Erased) -> None:
        topics = self._register.topics
        if topics is not None:
            topics.bump("events", "desk", *(f"event/{event}" for event in erased.events))


def _desk(action: Action, renaming: Renaming) -> Action:
    text = canonical(action.body)
    cell = Cell("desk_actions.body", verb=action.action)
    return replace(action, body=json.loads(renaming.document(cell, text)))


def _told(state: EventState, renaming: Renaming | None) -> Any:
    """Return the facts of an event that must not change: places and figures, with the new names."""

    def named(value: Any) -> Any:
        return value if renaming is None else renaming.deep(value, LONGEST_NAME)

    told = document.standings(state)
    if told is None:
        return [named(state.players), named(list(state.withdrawn))]
    # compare no reasons of places: their texts may contain a name as an ordinary word
    rows = [
        {key: named(value) for key, value in row.items() if key not in ("decided_by", "explain")}
        for row in told["rows"]
    ]
    return [told["over"], named(told["winner"]), rows, named(told["places"])]


def _unlike(event: str, renaming: Renaming) -> UserError:
    return UserError(
        "With %(neutral)s in it %(event)s could not be read as before: nothing was removed. Give its other "
        "players names that differ more from this one.",
        neutral=renaming.neutral, event=event,
    )


def _free(neutral: str, names: Iterable[str]) -> str:
    """Return the neutral name, or the first free variant of it."""
    taken = {name_key(name) for name in names}
    found, number = neutral, 1
    while name_key(found) in taken:
        number += 1
        found = f"{neutral} ({number})"
    return found
