"""Finds the appearances of people: events, matches at tables, entries of rankings.

Names are searched in fields for players, not in free texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.people.book import Book
from tablekeeper.director.ranking.numbers import people_of
from tablekeeper.languages import _
from tablekeeper.store import Store


@dataclass(frozen=True, slots=True)
class Appearance:
    """An event, a match or a ranking entry with the people in it."""

    #: "event", "match" or "entry"
    kind: str
    id: int
    #: its title for people
    title: str
    #: its people who are in the register
    people: frozenset[int]
    #: its names that are not in the register
    strangers: tuple[str, ...] = ()


def appearances(store: Store, book: Book) -> Iterator[Appearance]:
    """Yield all events, matches and entries with people."""
    for event in store.events.all():
        state = store.events.journals.reading(EVENTS, event.id).state
        yield _named("event", event.id, event.name, state.people(), book)
    for match in store.matches.all():
        names = tuple(name for name in match.names if name)
        if names:
            yield _named("match", match.id, _("match %(id)s", id=match.id), names, book)
    events = {event.id: event.name for event in store.events.all()}
    # what rates matches is called as its event is
    titles: dict[int, tuple[str, frozenset[int]]] = {
        row.id: ("" if row.event is None else events[row.event], frozenset()) for row in store.entries.all()
    }
    for entry, action in store.entries.journals.owned():
        title, before = titles[entry]
        numbers = frozenset(book.roots.get(one, one) for one in people_of(action.body))
        tournaments = action.body.get("tournaments")
        title = str(tournaments[0]["name"]) if tournaments else title
        titles[entry] = (title, before | numbers)
    for entry, (title, people) in titles.items():
        yield Appearance("entry", entry, title or _("entry %(entry)s", entry=entry), people)


def _named(kind: str, number: int, title: str, names: tuple[str, ...], book: Book) -> Appearance:
    people: set[int] = set()
    strangers = []
    for name in names:
        found = book.found_in(name)
        people |= found
        if not found:
            strangers.append(name)
    return Appearance(kind, number, title, frozenset(people), tuple(strangers))
