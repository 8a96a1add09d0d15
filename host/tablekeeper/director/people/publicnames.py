"""Events with published names: people who do not want their name published get a neutral one in every action.

The names are replaced when the journal is read, so standings, sentences and pictures made from it never
contain them. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.events.reader import EventReader
from tablekeeper.director.events.state import EventState
from tablekeeper.director.people.book import Book
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.renaming import Renaming
from tablekeeper.director.people.state import PRIVATE
from tablekeeper.errors import UserError
from tablekeeper.journal.reading import Reading
from tablekeeper.store import EventRow
from tablekeeper.strictjson import DocumentError


def private_names(book: Book) -> dict[int, str]:
    """Return the neutral names of people who want no published name, by number."""
    return {one.id: one.public for one in book.people.values() if one.consent == PRIVATE}


def hiding(book: Book, neutral: Mapping[int, str]) -> list[Renaming]:
    """Return the replacements of some people's names by neutral names; people are given by number."""
    found = []
    for person in book.people.values():
        if person.id in neutral:
            own = [alias.name for alias in person.names]
            others = [alias.name for one in book.people.values() if one is not person for alias in one.names]
            found.append(Renaming(own, neutral[person.id], others))
    return found


def hidden_in(text: str, hidden: Iterable[Renaming]) -> str:
    """Return a text with neutral names."""
    for one in hidden:
        text = one.words(text)
    return text


def with_neutral_names(reading: Reading[EventState], hidden: Iterable[Renaming]) -> Reading[EventState]:
    """Return an event's journal with neutral names; raise DocumentError if it cannot be read with them."""
    actions, form = reading.actions, reading.state.format
    for one in hidden:
        actions = tuple(replace(told, body=one.body(form, told.action, told.body)) for told in actions)
    return reading if actions == reading.actions else Reading(EVENTS, actions, EVENTS.fold(actions))


class PublicNames(EventReader):
    """Reads the events with published names. `only` limits the list; None lists all events."""

    def __init__(self, register: Register, only: Collection[int] | None = None) -> None:
        super().__init__(register.store)
        self.register, self.only = register, only
        self._made: tuple[Book, list[Renaming]] | None = None
        self._known: dict[int, tuple[Reading[EventState], Book, Reading[EventState]]] = {}

    def texts(self) -> Callable[[str], str]:
        """Return a function that puts neutral names into texts, from the present register."""
        hidden = self._hiding(self.register.book())

        return lambda text: hidden_in(text, hidden)

    def rows(self) -> Sequence[EventRow]:
        """Return the listed events, oldest first."""
        found, hide = super().rows(), self.texts()
        return [
            replace(row, name=hide(row.name)) for row in found if self.only is None or row.id in self.only
        ]

    def row(self, event: int) -> EventRow:
        """Return an event; raise NotFound if the number is unknown."""
        row = super().row(event)
        return replace(row, name=self.texts()(row.name))

    def read(self, event: int) -> Reading[EventState]:
        """Return an event's journal with neutral names; raise UserError if it cannot be read with them."""
        reading, book = super().read(event), self.register.book()
        known = self._known.get(event)
        if known is not None and known[0] is reading and known[1] is book:
            return known[2]
        try:
            found = with_neutral_names(reading, self._hiding(book))
        except DocumentError as error:
            raise UserError(
                "Event %(event)s cannot be read with neutral names in it (%(error)s): publish the other "
                "events.",
                event=event, error=error,
            ) from error
        self._known[event] = (reading, book, found)
        return found

    def _hiding(self, book: Book) -> list[Renaming]:
        if self._made is None or self._made[0] is not book:
            self._made = (book, hiding(book, private_names(book)))
        return self._made[1]
