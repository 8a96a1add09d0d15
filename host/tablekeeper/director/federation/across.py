"""Rankings, ratings, events and people of a federation, combined from the venues' data.

A person is identified by venue and number. People of two venues are merged only by a person's decision, with
the evidence, and never by name alone. The points are computed by the same code as a single venue's rankings.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from tablekeeper import rankings
from tablekeeper.director.federation.folded import FoldedVenue, FoldedVenues, VenueEvent
from tablekeeper.director.federation.venueevents import ShownEvent, VenueEvents
from tablekeeper.director.federation.venuematches import ShownMatch, VenueMatches
from tablekeeper.director.people.book import Book, Person, name_key, neutral_name
from tablekeeper.director.people.publicnames import hidden_in, hiding
from tablekeeper.director.people.renaming import Renaming
from tablekeeper.director.ranking import numbers
from tablekeeper.director.ranking.counting import counts_for, counts_in, sentences
from tablekeeper.errors import NotFound, UserError
from tablekeeper.federation.messages import Mark
from tablekeeper.formats.board import named_players
from tablekeeper.rankings.book import RatedName, RatingBook
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.store.copies import Copies, SamePerson
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import alternatives
from tablekeeper.textchecks import check_reason


class FederationPerson(NamedTuple):
    """A person in the register of a venue."""

    venue: str
    number: int

    def __str__(self) -> str:
        return f"{self.venue}:{self.number}"


@dataclass(frozen=True, slots=True)
class PossibleDouble:
    """Two people of two venues with the same name, and the evidence for and against a merge."""

    one: FederationPerson
    other: FederationPerson
    name: str
    #: names of clubs of which both are or were members
    clubs: tuple[str, ...]
    #: days on which both have played, at two venues
    days: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Now:
    """The combined data at one moment."""

    stamp: str
    venues: Mapping[str, FoldedVenue]
    #: a person -> the person under whose number it is now
    roots: Mapping[FederationPerson, FederationPerson]
    #: public names, each of one person
    names: Mapping[FederationPerson, str]
    #: by venue and number: the neutral names of people who want no published name
    neutral: Mapping[str, Mapping[int, str]]
    #: the end of each journal, by venue and name
    ends: Mapping[tuple[str, str], Mark]


class AcrossVenues:
    """The queries and actions for a federation's pages and commands. Any thread may call the methods."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._folded = FoldedVenues(copies)
        #: by venue, so that an event that takes long delays no other venue's pages
        self._shown: dict[str, tuple[threading.Lock, VenueEvents, VenueMatches]] = {}
        #: by venue: its register and neutral names, and the replacements made from them
        self._hiding: dict[str, tuple[Book, Mapping[int, str], list[Renaming]]] = {}
        self._lock = threading.Lock()
        self._now: _Now | None = None
        #: entries of venues that cannot count together with the others, with the reason
        self._left_out: dict[tuple[str, str], str] = {}

    # --- asking ---------------------------------------------------------------------------

    def stamp(self) -> str:
        """Return a text that changes whenever the data below change."""
        return self._read().stamp

    def problems(self) -> tuple[str, ...]:
        """Return a sentence for each journal that cannot be read here."""
        self._read()
        with self._lock:
            found = sorted({**self._folded.problems, **self._left_out}.items())
        return tuple(f"{venue}: {journal} cannot be read ({reason})." for (venue, journal), reason in found)

    def table(self, ranking: str, as_of: date | None = None) -> rankings.RankingTable:
        """Return a ranking over all venues."""
        now = self._read()
        tournaments = [
            ((venue.name, f"ranking/{entry.id}"), self._named(now, venue, tournament))
            for venue in now.venues.values()
            for entry in venue.entries
            if entry.counts
            for tournament in entry.tournaments
            if counts_in(tournament, ranking)
        ]

        def read(found: Iterable[dict[str, Any]]) -> rankings.RankingFile:
            return rankings.read(Cursor({"ranking": ranking, "tournaments": list(found)}))

        with sentences():
            try:
                file = read(one for _, one in tournaments)
            except DocumentError:
                file = read(self._that_count_together(tournaments, read))
            return rankings.ranking_table(file, as_of)

    def _that_count_together(
        self, tournaments: Sequence[tuple[tuple[str, str], dict[str, Any]]],
        read: Callable[[Iterable[dict[str, Any]]], rankings.RankingFile],
    ) -> list[dict[str, Any]]:  # fmt: skip
        """Return the tournaments without those that cannot be read, or that are there already.

        A venue may ship one twice, or name as two players those who are one person here.
        """
        found: dict[tuple[object, ...], dict[str, Any]] = {}
        left_out = {}
        for whose, one in tournaments:
            try:
                [read_one] = read((one,)).tournaments
                if found.setdefault(read_one.identity, one) is not one:
                    raise DocumentError(read_one.name, "is there already")
            except DocumentError as error:
                left_out[whose] = str(error)
        with self._lock:
            self._left_out |= left_out
        return list(found.values())

    def ratings(self, system: str) -> list[RatedName[str]]:
        """Return the rating list of a system over all venues, the best first."""
        now = self._read()
        entries = sorted(
            (entry.day, venue.name, entry.id, entry)
            for venue in now.venues.values()
            for entry in venue.entries
            if entry.counts
        )
        book: RatingBook[str] = RatingBook(SYSTEMS[system].make())
        for _, venue, _, entry in entries:
            found = [one for one in numbers.rated(entry.body or {}) if counts_for(one, system)]
            book.add(
                (
                    tuple(tuple(self._name(now, venue, person) for person in side) for side in one.sides),
                    one.length or 0,
                    one.ranks,
                )
                for one in found
            )
        return list(book.rows())

    def events(self) -> tuple[VenueEvent, ...]:
        """Return the events of all venues, the newest first."""
        now = self._read()
        found = [
            _titled(event, self._hidden(now, venue))
            for venue in now.venues.values() for event in venue.events
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda one: (-one.row.created_ms, one.venue, one.row.id)))

    def event(self, venue: str, number: int) -> ShownEvent:
        """Return a venue's event in its present state, with public names. NotFound: unknown event."""
        now = self._read()
        known = now.venues[venue].events if venue in now.venues else ()
        found = next((one for one in known if one.row.id == number), None)
        if found is None or found.players is None:
            raise NotFound("%(venue)s has shipped no event %(number)s.", venue=venue, number=number)
        hidden = self._hidden(now, now.venues[venue])
        lock, events, _ = self._of_venue(venue)
        with lock:
            end = now.ends[venue, f"event/{number}"]
            return events.get(end, _titled(found, hidden), hidden)

    def match(self, venue: str, event: int, match: int) -> tuple[ShownEvent, ShownMatch]:
        """Return a match at the tables of an event, with public names. NotFound: unknown match."""
        shown, now = self.event(venue, event), self._read()
        pairing = shown.view.tables.get(match)
        if pairing is None:
            raise NotFound("%(event)s has no match %(match)s.", event=shown.view.name, match=match)
        hidden = self._hidden(now, now.venues[venue])
        lock, _, matches = self._of_venue(venue)
        with lock:
            return shown, matches.get(now.ends, venue, match, named_players(pairing), hidden)

    def venues(self) -> tuple[FoldedVenue, ...]:
        """Return the venues, by name."""
        return tuple(self._read().venues.values())

    def find(self, text: str) -> FederationPerson:
        """Return the person given by VENUE:NUMBER, or by a name that only one person has."""
        now = self._read()
        venue, _, number = text.rpartition(":")
        if venue in now.venues and number.isdecimal():
            person = FederationPerson(venue, int(number))
            if person in now.roots:
                return person
        key = name_key(text)
        found = sorted(
            {
                now.roots[FederationPerson(venue.name, person.id)]
                for venue in now.venues.values()
                for person in venue.register.people.values()
                if any(alias.key == key for alias in person.names)
            }
        )
        if not found:
            raise UserError("No venue has '%(name)s' in its register.", name=text)
        if len(found) > 1:
            raise UserError(
                "'%(name)s' is %(who)s: say which one.", name=text, who=alternatives(map(str, found))
            )
        return found[0]

    def name(self, person: FederationPerson) -> str:
        """Return the public name of a person."""
        now = self._read()
        return self._name(now, person.venue, person.number)

    # --- persons of several venues --------------------------------------------------------

    def doubles(self) -> tuple[PossibleDouble, ...]:
        """Return possible pairs of one person at two venues, by name; nothing is merged automatically."""
        now = self._read()
        by_key: dict[str, dict[FederationPerson, tuple[FoldedVenue, Person]]] = {}
        for venue in now.venues.values():
            for person in venue.register.people.values():
                if person.removed:
                    continue
                for alias in person.names:
                    key = FederationPerson(venue.name, person.id)
                    by_key.setdefault(alias.key, {})[key] = venue, person
        found: dict[tuple[FederationPerson, FederationPerson], PossibleDouble] = {}
        for same in by_key.values():
            people = sorted(same)
            for place, one in enumerate(people):
                for other in people[place + 1 :]:
                    if one.venue == other.venue or now.roots[one] == now.roots[other]:
                        continue
                    found.setdefault((one, other), _double(one, other, same))
        return tuple(found[pair] for pair in sorted(found))

    def merge(self, one: FederationPerson, other: FederationPerson, evidence: str) -> None:
        """Note that two people of two venues are the same person; both keep their numbers."""
        now = self._read()
        if now.roots[one] == now.roots[other]:
            raise UserError("%(one)s and %(other)s are one person already.", one=one, other=other)
        root, into = now.roots[one], now.roots[other]
        told = SamePerson(root.venue, root.number, into.venue, into.number, check_reason(evidence))
        self._copies.note_same(told)

    def split(self, one: str) -> None:
        """Note that a person (VENUE:NUMBER) is separate from people of other venues again."""
        venue, _, number = one.rpartition(":")
        if not number.isdecimal() or not self._copies.note_other(venue, int(number)):
            raise UserError("%(one)s was not merged into anybody.", one=one)

    def remove(self, person: FederationPerson) -> int:
        """Order the removal of a person's name at every venue; return the removal's number."""
        now = self._read()
        root = now.roots[person]
        people: dict[str, list[int]] = {}
        for other, whose in now.roots.items():
            venue = now.venues[other.venue]
            if whose == root and other.number in venue.register.people:
                people.setdefault(other.venue, []).append(other.number)
        return self._copies.order_removal({venue: tuple(sorted(one)) for venue, one in people.items()})

    # --- inside ---------------------------------------------------------------------------

    def _of_venue(self, venue: str) -> tuple[threading.Lock, VenueEvents, VenueMatches]:
        with self._lock:
            if venue not in self._shown:
                self._shown[venue] = (
                    threading.Lock(), VenueEvents(self._copies), VenueMatches(self._copies)
                )
            return self._shown[venue]

    def _read(self) -> _Now:
        with self._lock:
            ends, venues = self._folded.read()
            same = self._copies.same_people()
            told = [sorted((*key, *mark) for key, mark in ends.items()), [str(one) for one in same]]
            stamp = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]
            if self._now is None or self._now.stamp != stamp:
                by_name = {one.name: one for one in venues}
                roots = _roots(by_name, same)
                names = _names(by_name, roots)
                self._now = _Now(stamp, by_name, roots, names, _neutral(by_name, roots, names), ends)
            return self._now

    def _hidden(self, now: _Now, venue: FoldedVenue) -> list[Renaming]:
        """Return the replacements of names at a venue; cached until its register or these names change."""
        register, neutral = venue.register, now.neutral.get(venue.name, {})
        known = self._hiding.get(venue.name)
        if known is None or known[0] is not register or known[1] != neutral:
            known = self._hiding[venue.name] = (register, neutral, hiding(register, neutral))
        return known[2]

    @staticmethod
    def _name(now: _Now, venue: str, number: int) -> str:
        person = FederationPerson(venue, number)
        found = now.names.get(now.roots.get(person, person))
        return f"{neutral_name(number)} ({venue})" if found is None else found

    def _named(self, now: _Now, venue: FoldedVenue, tournament: Mapping[str, Any]) -> dict[str, Any]:
        """Return a tournament with names instead of numbers, and with the venue added to its name."""
        found = numbers.mapped(tournament, lambda number: self._name(now, venue.name, int(number)))
        if "cp" in found:
            # the reason is a text from the venue that contains numbers instead of names
            found["cp"] = {**found["cp"], "reason": f"as {venue.name} has noted"}
        return found


def _double(
    one: FederationPerson,
    other: FederationPerson,
    same: Mapping[FederationPerson, tuple[FoldedVenue, Person]],
) -> PossibleDouble:
    (here, first), (there, second) = same[one], same[other]
    clubs = _clubs(here, first) & _clubs(there, second)
    days = _days(here, first.id) & _days(there, second.id)
    return PossibleDouble(one, other, first.public, tuple(sorted(clubs)), tuple(sorted(days)))


def _clubs(venue: FoldedVenue, person: Person) -> set[str]:
    return {venue.register.club_name(one.club) for one in person.memberships}


def _days(venue: FoldedVenue, person: int) -> set[str]:
    book = venue.register
    return {
        entry.day
        for entry in venue.entries
        if entry.counts
        and any(book.roots.get(one, one) == person for one in numbers.people_of(entry.body or {}))
    }


def _roots(
    venues: Mapping[str, FoldedVenue], same: Iterable[SamePerson]
) -> dict[FederationPerson, FederationPerson]:
    """Return every number's present person: after merges within its venue, then across venues."""
    into = {
        FederationPerson(one.venue, one.person): FederationPerson(one.as_venue, one.as_person) for one in same
    }

    def local(person: FederationPerson) -> FederationPerson:
        venue = venues.get(person.venue)
        number = person.number if venue is None else venue.register.roots.get(person.number, person.number)
        return FederationPerson(person.venue, number)

    def root(person: FederationPerson) -> FederationPerson:
        seen = set()
        person = local(person)
        # a later merge in a venue's register may make a circle with merges noted here
        while person in into and person not in seen:
            seen.add(person)
            person = local(into[person])
        return min(seen) if person in seen else person

    return {
        FederationPerson(name, number): root(FederationPerson(name, number))
        for name, venue in venues.items()
        for number in venue.register.roots
    }


def _members(
    roots: Mapping[FederationPerson, FederationPerson]
) -> dict[FederationPerson, list[FederationPerson]]:
    """Return the numbers of each person."""
    found: dict[FederationPerson, list[FederationPerson]] = {}
    for person, root in roots.items():
        found.setdefault(root, []).append(person)
    return found


def _names(
    venues: Mapping[str, FoldedVenue], roots: Mapping[FederationPerson, FederationPerson]
) -> dict[FederationPerson, str]:
    """Return the public name of each person, with the venue added if two names are equal."""
    shown: dict[str, list[tuple[FederationPerson, str]]] = {}
    for root, everybody in _members(roots).items():
        name = _public(venues, root, everybody)
        shown.setdefault(name_key(name), []).append((root, name))
    return {
        root: name if len(same) == 1 and name != neutral_name(root.number) else f"{name} ({root.venue})"
        for same in shown.values()
        for root, name in same
    }


def _public(
    venues: Mapping[str, FoldedVenue], root: FederationPerson, everybody: Iterable[FederationPerson]
) -> str:
    """Return the public name; a person who wants no published name at one venue has no public name here."""
    if _unpublished(venues, everybody):
        return neutral_name(root.number)
    venue = venues.get(root.venue)
    return neutral_name(root.number) if venue is None else venue.register.public(root.number)


def _unpublished(venues: Mapping[str, FoldedVenue], everybody: Iterable[FederationPerson]) -> bool:
    """Return whether a person wants no published name, at one of the venues."""
    found = (venues[one.venue].register.people.get(one.number) for one in everybody)
    return any(one is not None and one.public != one.name for one in found)


def _neutral(
    venues: Mapping[str, FoldedVenue],
    roots: Mapping[FederationPerson, FederationPerson],
    names: Mapping[FederationPerson, str],
) -> dict[str, dict[int, str]]:
    """Return the neutral names of people who want no published name at a venue, by venue and number."""
    found: dict[str, dict[int, str]] = {}
    for root, everybody in _members(roots).items():
        if _unpublished(venues, everybody):
            for one in everybody:
                found.setdefault(one.venue, {})[one.number] = names[root]
    return found


def _titled(event: VenueEvent, hidden: Iterable[Renaming]) -> VenueEvent:
    """Return an event whose title does not contain the name of a person who wants no published name."""
    name = hidden_in(event.row.name, hidden)
    return event if name == event.row.name else replace(event, row=replace(event.row, name=name))
