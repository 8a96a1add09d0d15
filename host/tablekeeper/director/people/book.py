"""The register as it is read: every person once, under all names, doubles folded into one. Pure.

>>> name_key("  Zoë   MILLER ") == name_key("zoë miller")
True
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tablekeeper.store.people import (
    PRIVATE,
    UNKNOWN,
    WITHDRAWN,
    AliasRow,
    ClubRow,
    MembershipRow,
    PersonRow,
    Rows,
)

#: between the names of two who play as one
AND = " & "


def name_key(name: str) -> str:
    """Return a name as it is looked for: one spelling, single blanks, no capitals."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def neutral_name(person: int) -> str:
    """Return what somebody is called who is not to be named."""
    return f"Player {person}"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the register."""

    id: int
    #: the name that is shown to whoever may see it
    name: str
    names: tuple[AliasRow, ...]  # all of them, also those of doubles
    consent: str  # "unknown", "given", "private" or "withdrawn"
    doubles: tuple[int, ...]  # numbers of the people that were merged into this one
    memberships: tuple[MembershipRow, ...]
    created_ms: int

    @property
    def public(self) -> str:
        """The name for everybody: a neutral one for who wants no name published."""
        return neutral_name(self.id) if self.consent == PRIVATE else self.name

    @property
    def removed(self) -> bool:
        """Whether the name was taken out."""
        return self.consent == WITHDRAWN


@dataclass(frozen=True, slots=True)
class Book:
    """The whole register at one moment."""

    people: Mapping[int, Person]
    clubs: Mapping[int, ClubRow]
    #: every number ever given to somebody -> whose it is now
    roots: Mapping[int, int]
    _by_key: Mapping[str, int] = field(repr=False)

    def find(self, name: str) -> int | None:
        """Return the number of the person with this name, None when there is nobody."""
        return self._by_key.get(name_key(name))

    def one(self, text: str) -> int | None:
        """Return the number of the person said by a name or by a number ("17" or "#17")."""
        found = self.find(text)
        digits = text.strip().removeprefix("#")
        if found is None and digits.isascii() and digits.isdigit() and len(digits) < 10:
            found = self.roots.get(int(digits))
        return found

    def found_in(self, name: str) -> frozenset[int]:
        """Return who is meant by a name, which may be that of a pair ("Ann & Cleo")."""
        whole = self.find(name)
        parts = (whole,) if whole is not None else tuple(self.find(part) for part in name.split("&"))
        return frozenset(part for part in parts if part is not None)

    def name(self, number: int) -> str:
        """Return the name of a person by any number the person ever had."""
        person = self.people.get(self.roots.get(number, number))
        return neutral_name(number) if person is None else person.name

    def public(self, number: int) -> str:
        """Return the name that everybody may read."""
        person = self.people.get(self.roots.get(number, number))
        return neutral_name(number) if person is None else person.public

    def club(self, text: str) -> int | None:
        """Return the number of a club said by name or number."""
        wanted = name_key(text)
        for club in self.clubs.values():
            if club.key == wanted or str(club.id) == wanted.removeprefix("#"):
                return club.id
        return None

    def members(self, club: int) -> Iterator[tuple[Person, MembershipRow]]:
        """Yield who is or was in a club, by name."""
        for person in self.listed():
            for membership in person.memberships:
                if membership.club == club:
                    yield person, membership

    def listed(self) -> tuple[Person, ...]:
        """Return everybody, by name."""
        return tuple(sorted(self.people.values(), key=lambda one: (name_key(one.name), one.id)))


def read(rows: Rows) -> Book:
    """Return the register that its rows make."""
    merged = {person.id: person.merged_into for person in rows.people}
    roots = {number: _root(number, merged) for number in merged}
    names: dict[int, list[AliasRow]] = {}
    for alias in rows.aliases:
        names.setdefault(roots[alias.person], []).append(alias)
    memberships: dict[int, list[MembershipRow]] = {}
    for membership in rows.memberships:
        memberships.setdefault(roots[membership.person], []).append(membership)
    groups: dict[int, tuple[PersonRow, ...]] = {}
    for person in rows.people:
        if person.merged_into is not None:
            root = roots[person.id]
            groups[root] = (*groups.get(root, ()), person)
    people = {
        person.id: _person(
            person, groups.get(person.id, ()), names.get(person.id, ()), memberships.get(person.id, ())
        )
        for person in rows.people
        if person.merged_into is None
    }
    by_key = {alias.key: roots[alias.person] for alias in rows.aliases}
    return Book(people, {club.id: club for club in rows.clubs}, roots, by_key)


def _root(number: int, merged: Mapping[int, int | None]) -> int:
    while (further := merged.get(number)) is not None:
        number = further
    return number


def _person(
    row: PersonRow,
    doubles: Sequence[PersonRow],
    names: Sequence[AliasRow],
    memberships: Sequence[MembershipRow],
) -> Person:
    shown = next((alias.name for alias in names if alias.id == row.shown), neutral_name(row.id))
    # a double's wish for privacy holds until the person has been asked
    private = row.consent == UNKNOWN and any(one.consent == PRIVATE for one in doubles)
    return Person(
        id=row.id,
        name=shown,
        names=tuple(names),
        consent=PRIVATE if private else row.consent,
        doubles=tuple(one.id for one in doubles),
        memberships=tuple(memberships),
        created_ms=row.created_ms,
    )
