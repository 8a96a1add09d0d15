"""The search for players by a part of a name, in an index that is made again when events or people change.

Everybody may search, so a search compares texts only; it reads no journal.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablekeeper.director.events.service import Events
from tablekeeper.director.people import book
from tablekeeper.director.people.book import Book, Person
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.state import PRIVATE
from tablekeeper.director.ranking.numbers import people_of
from tablekeeper.director.ranking.service import Rankings

#: names of which the form for searches is cached
_NAMES = 1 << 14
_key = lru_cache(_NAMES)(book.name_key)


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A found player: the number of the page, or one event and the place in it."""

    name: str
    page: int | None
    event: int | None = None
    place: int | None = None
    #: the name of that event
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """A player in the index, with one or all of the names; `who` is the same for lines of one player."""

    keys: tuple[str, ...]
    who: tuple[object, ...]
    player: FoundPlayer


def has_page(person: Person) -> bool:
    """Return whether a person has a player's page: the name may be published."""
    return person.consent != PRIVATE and not person.removed


class PlayerSearch:
    """The players of events, and the people of the register who have played. Any thread may call it."""

    def __init__(self, register: Register, club: Rankings, events: Events) -> None:
        self._register, self._club, self._events = register, club, events
        # one thread makes the index, and the others wait for it
        self._making = threading.Lock()
        self._stamp: Any = None
        self._lines: tuple[_Line, ...] = ()

    def find(self, text: str) -> tuple[FoundPlayer, ...]:
        """Return the players whose name contains this text, by name; an exact match is returned alone.

        Players who want no published name are not found.
        """
        wanted = book.name_key(text)
        if not wanted:
            return ()
        found: dict[tuple[object, ...], FoundPlayer] = {}
        exact: dict[tuple[object, ...], FoundPlayer] = {}
        for line in self._index():
            if any(wanted in key for key in line.keys):
                found.setdefault(line.who, line.player)
                if wanted in line.keys:
                    exact.setdefault(line.who, line.player)
        return tuple(sorted((exact or found).values(), key=lambda one: _key(one.name)))

    def _index(self) -> tuple[_Line, ...]:
        store, now = self._register.store, self._register.book()
        changes = store.events.journals.ends(), store.entries.count(), store.erasure.count
        with self._making:
            if self._stamp is None or self._stamp[0] is not now or self._stamp[1] != changes:
                self._lines, self._stamp = tuple(self._made(now)), (now, changes)
            return self._lines

    def _made(self, now: Book) -> Iterator[_Line]:
        entered: set[str] = set()
        # strangers to the register who have a line already
        strangers: set[str] = set()
        for event in reversed(self._events.all()):
            for place, name in enumerate(self._events.presence.entrants(event.id), 1):
                key = _key(name)
                if event.phase != "discarded":
                    entered.add(key)
                person = now.people.get(now.find(name) or 0)
                if person is not None:
                    if has_page(person):
                        yield _Line((key,), (person.id,), FoundPlayer(person.public, person.id))
                elif event.phase != "finished" or key not in strangers:
                    # a player who is not in the register has a page in each event
                    strangers.add(key)
                    player = FoundPlayer(name, None, event.id, place, event.name)
                    yield _Line((key,), (key, event.id), player)
        played = {
            person
            for entry in self._club.folded().values()
            if entry.counts and entry.body is not None
            for person in people_of(entry.body)
        }
        for person in now.listed():
            keys = tuple(alias.key for alias in person.names)
            known = not entered.isdisjoint(keys) or not played.isdisjoint({person.id, *person.doubles})
            if known and has_page(person):
                yield _Line(keys, (person.id,), FoundPlayer(person.public, person.id))
