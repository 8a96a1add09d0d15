"""The register for queries: each person once, with all names; duplicate entries are merged. Pure.

>>> name_key("  Zoë   MILLER ") == name_key("zoë miller")
True
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tablekeeper.director.people.state import PRIVATE, UNKNOWN, WITHDRAWN, Membership, RegisterState
from tablekeeper.languages import _
from tablekeeper.store import NumberedName

#: between the names of two people who play as a pair
AND = " & "


def name_key(name: str) -> str:
    """Return the form of a name that is used for searches: one spelling, single spaces, no capitals."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def board_key(number: int) -> str:
    """Return the search form of a name on boards: no search finds it, because no name begins with a blank."""
    return f" {number}"


def neutral_name(person: int) -> str:
    """Return the neutral name of a person who must not be named."""
    return _("Player %(person)s", person=person)


@dataclass(frozen=True, slots=True)
class BoardName:
    """A name in the letters of a board, not cut, and why it may be wrong ("": it is fine)."""

    name: str
    doubt: str = ""


def _proposal(name: str, language: str = "", others: Iterable[str] = ()) -> BoardName:
    """Return the name on boards of somebody who has chosen none and has these other names."""
    # most commands read the register without a name on boards
    from tablekeeper.lettering import WHOLE, doubt, lettered
    from tablekeeper.lettering.romanisation import is_reading

    spoken = next(filter(is_reading, others), name) if doubt(name, language) else name
    return BoardName(lettered(spoken, WHOLE, language), doubt(spoken, language))


@dataclass(frozen=True, slots=True)
class Person:
    """A person in the register."""

    id: int
    #: the name for people who may see it
    name: str
    names: tuple[NumberedName, ...]  # all of them, also the names of duplicate entries
    consent: str  # "unknown", "given", "private" or "withdrawn"
    doubles: tuple[int, ...]  # numbers of the people that were merged into this one
    memberships: tuple[Membership, ...]
    created_ms: int
    #: the name that the person wants on boards; "" = the proposal
    board: str = ""
    #: the language of the name, a key of `romanisation.LANGUAGES`; "" = unknown
    language: str = ""

    @property
    def on_boards(self) -> BoardName:
        """The name on boards: the person's own, or the proposal for the shown name."""
        return self.called(self.name)

    def called(self, name: str) -> BoardName:
        """Return the name on boards where the person has entered as `name`.

        Another name in kana is the reading of a name in Chinese characters.
        """
        if self.board:
            return BoardName(self.board)
        return _proposal(name, self.language, (alias.name for alias in self.names))

    @property
    def public(self) -> str:
        """The name for everybody: neutral for a person who wants no published name."""
        return neutral_name(self.id) if self.consent == PRIVATE else self.name

    @property
    def removed(self) -> bool:
        """Whether the name was removed."""
        return self.consent == WITHDRAWN


@dataclass(frozen=True, slots=True)
class Book:
    """The whole register at one moment."""

    people: Mapping[int, Person]
    clubs: Mapping[int, NumberedName]
    #: every number ever given to a person -> the person who has it now
    roots: Mapping[int, int]
    #: the state folded from the journal, and the number of its actions
    state: RegisterState = field(repr=False)
    last: int
    _by_key: Mapping[str, int] = field(repr=False)

    def find(self, name: str) -> int | None:
        """Return the number of the person with this name, or None."""
        return self._by_key.get(name_key(name))

    def one(self, text: str) -> int | None:
        """Return the number of the person given by a name or by a number ("17" or "#17")."""
        found = self.find(text)
        digits = text.strip().removeprefix("#")
        if found is None and digits.isascii() and digits.isdigit() and len(digits) < 10:
            found = self.roots.get(int(digits))
        return found

    def found_in(self, name: str) -> frozenset[int]:
        """Return the people with this name; it may be the name of a pair ("Ann & Cleo")."""
        whole = self.find(name)
        parts = (whole,) if whole is not None else tuple(self.find(part) for part in name.split("&"))
        return frozenset(part for part in parts if part is not None)

    def on_board(self, name: str) -> str:
        """Return the name of a player or a pair in the letters of a board, not cut."""
        found = self.find(name)
        if found is None and AND in name:
            return AND.join(self.on_board(part) for part in name.split(AND))
        return (_proposal(name) if found is None else self.people[found].called(name)).name

    def name(self, number: int) -> str:
        """Return the name of a person by any number the person ever had."""
        person = self.people.get(self.roots.get(number, number))
        return neutral_name(number) if person is None else person.name

    def public(self, number: int) -> str:
        """Return the name that everybody may read."""
        person = self.people.get(self.roots.get(number, number))
        return neutral_name(number) if person is None else person.public

    def club_name(self, number: int) -> str:
        """Return the name of a club."""
        club = self.clubs.get(number)
        return _("club %(number)s", number=number) if club is None else club.name

    def club(self, text: str) -> int | None:
        """Return the number of a club given by name or number."""
        wanted = name_key(text)
        for club in self.clubs.values():
            if club.key == wanted or str(club.id) == wanted.removeprefix("#"):
                return club.id
        return None

    def members(self, club: int) -> Iterator[tuple[Person, Membership]]:
        """Yield all present and former members of a club, in order of names."""
        for person in self.listed():
            for membership in person.memberships:
                if membership.club == club:
                    yield person, membership

    def listed(self) -> tuple[Person, ...]:
        """Return everybody, by name."""
        return tuple(sorted(self.people.values(), key=lambda one: (name_key(one.name), one.id)))


def read(
    state: RegisterState, aliases: Mapping[int, NumberedName], clubs: Mapping[int, NumberedName], last: int
) -> Book:
    """Return the register from the state of its journal, with `last` actions, and the names."""
    roots = {number: state.root(number) for number in state.people}
    boards = {number: aliases[number].name for number in state.boards.keys() & aliases.keys()}
    names: dict[int, list[NumberedName]] = {}
    by_key: dict[str, int] = {}
    # skip a name that was deleted since the journal was read
    for number in sorted(state.aliases.keys() & aliases.keys()):
        alias, root = aliases[number], roots.get(state.aliases[number], state.aliases[number])
        names.setdefault(root, []).append(alias)
        by_key[alias.key] = root
    memberships: dict[int, list[Membership]] = {}
    for membership in state.memberships.values():
        memberships.setdefault(roots.get(membership.person, 0), []).append(membership)
    doubles: dict[int, list[int]] = {}
    for number, root in roots.items():
        if number != root:
            doubles.setdefault(root, []).append(number)
    people = {
        number: _person(state, number, doubles.get(number, ()), names.get(number, ()),
                        memberships.get(number, ()), boards)
        for number, root in roots.items() if number == root
    }  # fmt: skip
    known = {number: clubs[number] for number in sorted(state.clubs & clubs.keys())}
    return Book(people, known, roots, state, last, by_key)


def _person(
    state: RegisterState,
    number: int,
    doubles: Sequence[int],
    names: Sequence[NumberedName],
    memberships: Sequence[Membership],
    boards: Mapping[int, str],
) -> Person:
    one = state.people[number]
    # what a duplicate has told counts until the person's own name on boards is noted
    told = next((state.people[who] for who in (number, *doubles) if state.people[who].board_by), one)
    # after an undo of an earlier action, the shown name may belong to another person
    first = names[0].name if names else neutral_name(number)
    # a duplicate's wish for privacy applies until the person's own consent is noted
    private = one.consent == UNKNOWN and any(state.people[other].consent == PRIVATE for other in doubles)
    return Person(
        id=number,
        name=next((alias.name for alias in names if alias.id == one.shown), first),
        names=tuple(names),
        consent=PRIVATE if private else one.consent,
        doubles=tuple(doubles),
        memberships=tuple(memberships),
        created_ms=one.created_ms,
        board=boards.get(told.board, ""),
        language=told.language,
    )
