"""The journals of all venues, folded. Only journals that have grown are folded again.

Each venue's register, events and ranking entries are folded by the same code as at the venue, from the rows
that it has shipped (`store.shipping`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.federation.venueentries import checked
from tablekeeper.director.people import book
from tablekeeper.director.people.book import Book, name_key
from tablekeeper.director.people.journal import PEOPLE
from tablekeeper.director.ranking.journal import ENTRIES, RankingEntry
from tablekeeper.errors import UserError
from tablekeeper.federation.content import rows
from tablekeeper.federation.messages import Mark
from tablekeeper.journal.action import Action
from tablekeeper.store import EventRow, NumberedName, StoreError
from tablekeeper.store.copies import Copies

T = TypeVar("T")

#: the actions of an empty journal: always the same object, so that a register is recognised as unchanged
_NO_ACTIONS: list[Action] = []
_NO_NAMES: dict[int, NumberedName] = {}


@dataclass(frozen=True, slots=True)
class VenueEvent:
    """An event of a venue; players and `over` are None if its journal is incomplete here."""

    venue: str
    row: EventRow
    players: int | None
    finished: bool | None


@dataclass(frozen=True, slots=True)
class FoldedVenue:
    """The state folded from the journals of one venue."""

    name: str
    register: Book
    entries: tuple[RankingEntry, ...]
    events: tuple[VenueEvent, ...] = field(repr=False)


class FoldedVenues:
    """The venues of a federation, folded. One caller at a time."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._known: dict[tuple[str, str], tuple[Mark, Any]] = {}
        #: journals that could not be folded, with the reason
        self.problems: dict[tuple[str, str], str] = {}
        #: the number of journals folded so far
        self.folds = 0

    def read(self) -> tuple[Mapping[tuple[str, str], Mark], tuple[FoldedVenue, ...]]:
        """Return the ends of the journals, and the folded venues."""
        ends = self._copies.ends()
        journals: dict[str, list[str]] = {}
        for venue, journal in ends:
            journals.setdefault(venue, []).append(journal)
        return ends, tuple(self._venue(venue, journals[venue], ends) for venue in sorted(journals))

    def _venue(self, venue: str, journals: list[str], ends: Mapping[tuple[str, str], Mark]) -> FoldedVenue:
        def made(journal: str, make: Callable[[str, str], T], empty: T) -> T:
            end = ends.get((venue, journal))
            return empty if end is None or not end.number else self._cached(venue, journal, end, make, empty)

        actions = made("people", self._actions, _NO_ACTIONS)
        names = {journal: made(journal, self._names, _NO_NAMES) for journal in ("aliases", "clubs")}
        register = self._register(venue, actions, names)
        nothing: tuple[Any, ...] = ()
        rows = made("entries", self._rows, nothing)
        entries = []
        for number, kind, event, _ in rows:
            found = made(f"ranking/{number}", self._entry, None)
            if found is not None:
                entries.append(replace(found, id=number, kind=kind, event=event))
        events = []
        for number, name, form, created_ms in made("events", self._rows, nothing):
            unknown: tuple[int | None, bool | None] = None, None
            players, finished = made(f"event/{number}", self._event, unknown)
            events.append(VenueEvent(venue, EventRow(number, name, form, created_ms), players, finished))
        return FoldedVenue(venue, register, tuple(entries), tuple(events))

    def _register(self, venue: str, actions: list[Action], names: dict[str, dict[int, NumberedName]]) -> Book:
        """Return the register; make it again if its journal or its names have changed."""
        key = (venue, "register")
        # the lists are replaced only when their journals grow, so equal ids mean equal contents
        stamp = (id(actions), id(names["aliases"]), id(names["clubs"]), len(actions))
        known = self._known.get(key)
        if known is not None and known[1][0] == stamp:
            made: Book = known[1][1]
            return made
        try:
            found = book.read(PEOPLE.fold(actions), names["aliases"], names["clubs"], len(actions))
        except Exception as error:
            self._failed(venue, "people", error)
            found = book.read(PEOPLE.fold([]), {}, {}, 0)
        self._known[key] = (Mark(0, ""), (stamp, found, actions, names))
        return found

    def _cached(self, venue: str, journal: str, end: Mark, make: Callable[[str, str], T], empty: T) -> T:
        known = self._known.get((venue, journal))
        if known is not None and known[0] == end:
            found: T = known[1]
            return found
        self.folds += 1
        try:
            made = make(venue, journal)
            self.problems.pop((venue, journal), None)
        except StoreError:
            raise
        except Exception as error:
            self._failed(venue, journal, error)
            made = empty
        self._known[venue, journal] = end, made
        return made

    def _failed(self, venue: str, journal: str, error: Exception) -> None:
        """Note a journal that cannot be read: of a newer version, of a format that is not installed here, or
        of a venue that sends anything. Its fold may fail in any way, and the other venues are still shown.
        """
        self.problems[venue, journal] = str(error) if isinstance(error, UserError) else repr(error)[:200]

    # --- journals -------------------------------------------------------------------------

    def _rows(self, venue: str, journal: str) -> tuple[Any, ...]:
        return rows_of(self._copies, venue, journal)

    def _actions(self, venue: str, journal: str) -> list[Action]:
        return list(actions_of(self._rows(venue, journal)))

    def _names(self, venue: str, journal: str) -> dict[int, NumberedName]:
        return {
            number: NumberedName(number, name, name_key(name)) for number, name in self._rows(venue, journal)
        }

    def _entry(self, venue: str, journal: str) -> RankingEntry | None:
        return checked(ENTRIES.fold(self._actions(venue, journal)).entry)

    def _event(self, venue: str, journal: str) -> tuple[int | None, bool | None]:
        state = EVENTS.fold(self._actions(venue, journal))
        return len(state.players), state.finished


def rows_of(copies: Copies, venue: str, journal: str) -> tuple[Any, ...]:
    """Return the rows of a venue's journal, in order; raise DocumentError if it cannot hold one of them."""
    return tuple(row for told in copies.contents(venue, journal) for row in rows(journal, told))


def actions_of(rows: tuple[Any, ...]) -> Iterator[Action]:
    """Yield the actions that a venue has shipped."""
    for seq, at_ms, actor, action, body in rows:
        yield Action(seq, at_ms, actor, action, json.loads(body))
