"""Reads the register of a store: its folded journal with the names, for services that change nobody."""

from __future__ import annotations

import re
from dataclasses import replace

from tablekeeper.director.people.book import Book, Person, read
from tablekeeper.director.people.journal import PEOPLE
from tablekeeper.director.people.state import RegisterState
from tablekeeper.errors import UserError
from tablekeeper.journal.reading import Reading, ToldAction
from tablekeeper.languages import replaced
from tablekeeper.store import Store


class PeopleReader:
    """The people of a store, for queries. All methods may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: tuple[Reading[RegisterState], Book] | None = None

    def book(self) -> Book:
        """Return the present register."""
        reading, known = self.reading(), self._known
        # names change only with actions: if the reading is the same, the names are the same
        if known is None or known[0] is not reading:
            people = self.store.people
            book = read(reading.state, people.aliases(), people.clubs(), len(reading.actions))
            known = self._known = (reading, book)
        return known[1]

    def reading(self) -> Reading[RegisterState]:
        """Return the register's journal and its state."""
        return self.store.people.journal.reading(PEOPLE)

    def person(self, text: str, book: Book | None = None) -> Person:
        """Return the person with a name or number; refuse an unknown one."""
        book = book or self.book()
        found = book.one(text)
        if found is None:
            raise UserError(
                "Nobody in the register is called '%(words)s': enter that person first.",
                words=text,
            )
        return book.people[found]

    def history(self) -> tuple[ToldAction, ...]:
        """Return the register's actions, oldest first, in words with the present names."""
        book = self.book()
        return tuple(replace(one, text=named(one.text, book)) for one in self.reading().told)


def named(told: str, book: Book) -> str:
    """Return a sentence of the journal with the present names."""
    called = {"people": book.name, "clubs": book.club_name}
    place = re.compile(r"{(people|clubs)\[(\d+)\]}")
    return replaced(told, lambda text: place.sub(lambda one: called[one[1]](int(one[2])), text))
