"""The club's register: what pages and commands ask of people, and do with them.

Every action is checked first; what cannot be is refused with a `UserError` in one sentence, and nothing
has changed. Every action is an entry in the register's journal and can be undone, but the removal of a name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from tablekeeper.director.people.appearances import Appearance, appearances
from tablekeeper.director.people.book import Book, Person, name_key, read
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.store import Store, Taken
from tablekeeper.store.people import (
    CLUB,
    CONSENT,
    ENTERED,
    GIVEN,
    JOINED,
    LEFT,
    MERGED,
    NAMED,
    PRIVATE,
    REMOVED,
    SHOWN,
    SPLIT,
    UNDOABLE,
    UNDONE,
    UNKNOWN,
)
from tablekeeper.textchecks import check_registered_name

#: what may be noted as somebody's will; a withdrawal is a removal
CONSENTS = (UNKNOWN, GIVEN, PRIVATE)


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge would do."""

    kept: Person
    merged: Person
    #: where the double has played, which is the other's from then on
    moves: tuple[Appearance, ...]


@dataclass(frozen=True, slots=True)
class RegisterAction:
    """One line of the register's history."""

    id: int
    at_ms: int
    actor: str
    text: str
    undone: bool


class Register:
    """The people of a store. All methods may be called from any thread."""

    def __init__(self, store: Store, topics: Topics | None = None) -> None:
        self.store = store
        self.topics = topics
        self._known: tuple[tuple[int, int], Book] | None = None
        # one action at a time, so that what was checked still holds when it is written
        self.acting = threading.RLock()

    # --- asking ---------------------------------------------------------------------------

    def book(self) -> Book:
        """Return the register as it stands."""
        stamp = self.store.people.count(), self.store.erasure.count
        known = self._known
        # every change is an action of its journal: if their number is unchanged, what was read is still valid
        if known is None or known[0] != stamp:
            known = self._known = (stamp, read(self.store.people.rows()))
        return known[1]

    def person(self, text: str, book: Book | None = None) -> Person:
        """Return the person with a name or number; refuse one that nobody has."""
        book = book or self.book()
        found = book.one(text)
        if found is None:
            raise UserError(f"Nobody in the register is called '{text}': enter that person first.")
        return book.people[found]

    def appearances(self, person: int) -> tuple[Appearance, ...]:
        """Return where a person has played."""
        return tuple(one for one in appearances(self.store, self.book()) if person in one.people)

    def strangers(self) -> tuple[str, ...]:
        """Return the names in events and matches that nobody in the register has, by name."""
        found = {name for one in appearances(self.store, self.book()) for name in one.strangers}
        return tuple(sorted(found, key=name_key))

    def history(self) -> tuple[RegisterAction, ...]:
        """Return what was done in the register, oldest first, in words with today's names."""
        book, actions = self.book(), self.store.people.actions()
        gone = _undone(actions)
        by_id = {one.seq: one for one in actions}
        return tuple(
            RegisterAction(one.seq, one.at_ms, one.actor, _text(one, by_id, book), one.seq in gone)
            for one in actions
        )

    # --- people ---------------------------------------------------------------------------

    def enter(self, names: Sequence[str], *, actor: str = "director") -> tuple[int, ...]:
        """Enter people, one for each name; all of them or none. Return their numbers."""
        cleaned = [check_registered_name(name) for name in names]
        with self._alone():
            book = self.book()
            for place, name in enumerate(cleaned):
                self._check_free(book, name)
                if name_key(name) in map(name_key, cleaned[:place]):
                    raise UserError(f"'{name}' is said twice.")
            return tuple(self.store.people.enter(name, name_key(name), actor=actor) for name in cleaned)

    def name(self, person: int, name: str, *, actor: str = "director") -> None:
        """Give a person another name, by which the person is found, too."""
        cleaned = check_registered_name(name)
        with self._alone():
            book = self.book()
            self._living(book, person)
            self._check_free(book, cleaned)
            self.store.people.name(person, cleaned, name_key(cleaned), actor=actor)

    def show(self, person: int, name: str, *, actor: str = "director") -> None:
        """Let one of a person's names be the one that is shown."""
        with self._alone():
            known = self._living(self.book(), person)
            chosen = [alias for alias in known.names if alias.key == name_key(name)]
            if not chosen:
                raise UserError(f"{known.name} is not known as '{name}': enter that name first.")
            if chosen[0].name == known.name:
                raise UserError(f"{known.name} is shown by that name already.")
            self.store.people.show(person, chosen[0].id, actor=actor)

    def consent(self, person: int, consent: str, *, actor: str = "director") -> None:
        """Note a person's will: "unknown", "given", or "private" (no name in public rankings)."""
        if consent not in CONSENTS:
            raise UserError(f"A consent is {', '.join(CONSENTS)}; to take a name out, remove the person.")
        with self._alone():
            self._living(self.book(), person)
            self.store.people.consent(person, consent, actor=actor)

    # --- doubles --------------------------------------------------------------------------

    def preview_merge(self, kept: int, merged: int) -> Merge:
        """Return what merging a double into a person would change; refuse what is no double."""
        book = self.book()
        one, other = self._living(book, kept), self._living(book, merged)
        if kept == merged:
            raise UserError(f"{one.name} is one person already.")
        moves = []
        for place in appearances(self.store, book):
            if kept in place.people and merged in place.people:
                where = f"{place.title} ({place.kind} {place.id})" if place.kind != "match" else place.title
                raise UserError(
                    f"{one.name} and {other.name} both played in {where}: they are two people."
                )
            if merged in place.people:
                moves.append(place)
        return Merge(one, other, tuple(moves))

    def merge(self, kept: int, merged: int, *, actor: str = "director") -> int:
        """Let a double be read as another person from now on; return the action's number for an undo."""
        with self._alone():
            self.preview_merge(kept, merged)
            return self.store.people.merge(kept, merged, actor=actor)

    def split(self, name: str, *, actor: str = "director") -> int:
        """Give a name of somebody to a person of its own; return that person's number."""
        with self._alone():
            book = self.book()
            person = self.person(name, book)
            self._living(book, person.id)
            alias = next((one for one in person.names if one.key == name_key(name)), None)
            if alias is None:
                raise UserError(
                    f"Say the name that is another person's, not the number of {person.name}."
                )
            rows = self.store.people.rows()
            if any(row.shown == alias.id for row in rows.people):
                raise UserError(
                    f"{alias.name} is the name that is shown: undo the merge, or show another name first."
                )
            return self.store.people.split(alias.id, actor=actor)

    # --- clubs ----------------------------------------------------------------------------

    def club(self, name: str, *, actor: str = "director") -> int:
        """Enter a club; return its number."""
        cleaned = check_registered_name(name)
        with self._alone():
            if any(club.key == name_key(cleaned) for club in self.book().clubs.values()):
                raise UserError(f"There is a club '{cleaned}' already.")
            return self.store.people.club(cleaned, name_key(cleaned), actor=actor)

    def join(self, person: int, club: int, since: date | None = None, *, actor: str = "director") -> None:
        """Enter a person into a club, from a day on if it is known."""
        with self._alone():
            book = self.book()
            known = self._living(book, person)
            self._club(book, club)
            if any(one.club == club and one.until is None for one in known.memberships):
                raise UserError(f"{known.name} belongs to {book.clubs[club].name} already.")
            self.store.people.join(person, club, None if since is None else since.isoformat(), actor=actor)

    def leave(self, person: int, club: int, until: date, *, actor: str = "director") -> None:
        """Note the day on which a person left a club."""
        with self._alone():
            book = self.book()
            known = self._living(book, person)
            self._club(book, club)
            open_now = [one for one in known.memberships if one.club == club and one.until is None]
            if not open_now:
                raise UserError(f"{known.name} does not belong to {book.clubs[club].name}.")
            since = open_now[0].since
            if since is not None and until.isoformat() < since:
                raise UserError(f"{known.name} joined on {since}: nobody leaves before that.")
            self.store.people.leave(open_now[0].id, until.isoformat(), actor=actor)

    # --- undoing --------------------------------------------------------------------------

    def undo(self, number: int | None = None, *, actor: str = "director") -> str:
        """Undo an action, the last one that can be without `number`; return what was undone, in words."""
        with self._alone():
            actions, book = self.store.people.actions(), self.book()
            gone = _undone(actions)
            by_id = {one.seq: one for one in actions}
            if number is None:
                open_now = [one.seq for one in actions if one.action in UNDOABLE and one.seq not in gone]
                if not open_now:
                    raise UserError("There is nothing to undo.")
                number = open_now[-1]
            action = by_id.get(number)
            if action is None:
                raise UserError(f"There is no action {number}: the history lists them.")
            if number in gone:
                raise UserError(f"Action {number} is undone already.")
            told = _text(action, by_id, book)
            if action.action not in UNDOABLE:
                raise UserError(f"{told[:1].upper()}{told[1:]} cannot be undone.")
            self._check_undo(action, book)
            try:
                self.store.people.undo(number, actor=actor)
            except Overtaken as error:
                raise UserError(f"What came later builds on {told}: undo that first.") from error
            return told

    def _check_undo(self, action: Action, book: Book) -> None:
        for key in ("person", "kept", "merged", "from", "to"):
            person = book.people.get(book.roots.get(action.body.get(key, 0), 0))
            if person is not None and person.removed:
                raise UserError(f"{person.name} was removed: what was noted before cannot come back.")
        entered = action.body.get("person") if action.action == ENTERED else None
        if action.action == SPLIT:
            # the name goes back to whom it was taken from; who both have played in one event are two
            self._check_rejoin(book, book.roots[action.body["from"]], book.roots[action.body["to"]])
        if entered is not None:
            counted = [one for one in appearances(self.store, book) if one.kind == "entry"]
            if any(entered in one.people for one in counted):
                raise UserError(
                    f"{book.name(entered)} has points in a ranking, which would have no owner."
                )

    def _check_rejoin(self, book: Book, one: int, other: int) -> None:
        for place in appearances(self.store, book):
            if one in place.people and other in place.people and one != other:
                both = f"{book.name(one)} and {book.name(other)}"
                raise UserError(f"{both} both played in {place.title}: they are two people.")

    # --- inside ---------------------------------------------------------------------------

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self.acting:
            try:
                yield
            except Taken as error:
                raise UserError("Somebody has that name already: look at the register again.") from error
            except Overtaken as error:
                raise UserError("The register has changed meanwhile: look at it again.") from error
        self.changed()

    def changed(self) -> None:
        """Tell everybody who watches the register."""
        if self.topics is not None:
            self.topics.bump("people")

    def _check_free(self, book: Book, name: str) -> None:
        found = book.find(name)
        if found is not None:
            who = book.name(found)
            also = "" if name_key(who) == name_key(name) else f", who is shown as {who}"
            raise UserError(f"'{name}' is person {found} already{also}.")

    def _living(self, book: Book, number: int) -> Person:
        person = book.people.get(number)
        if person is None:
            raise UserError(f"There is no person {number} in the register.")
        if person.removed:
            raise UserError(f"{person.name} was removed: nothing more is noted of that person.")
        return person

    def _club(self, book: Book, number: int) -> None:
        if number not in book.clubs:
            raise UserError(f"There is no club {number}.")


def _undone(actions: Sequence[Action]) -> frozenset[int]:
    return frozenset(one.body["undoes"] for one in actions if one.action == UNDONE)


def _club_name(book: Book, number: int) -> str:
    club = book.clubs.get(number)
    return f"club {number}" if club is None else club.name


_TEXTS: dict[str, Callable[[Action, Book], str]] = {
    ENTERED: lambda one, book: f"the entry of {book.name(one.body['person'])}",
    NAMED: lambda one, book: f"another name of {book.name(one.body['person'])}",
    SHOWN: lambda one, book: f"the name by which {book.name(one.body['person'])} is shown",
    MERGED: lambda one, book: f"the merge of person {one.body['merged']} into {book.name(one.body['kept'])}",
    SPLIT: lambda one, book: f"the split of {book.name(one.body['to'])} from {book.name(one.body['from'])}",
    CONSENT: lambda one, book: f"the consent of {book.name(one.body['person'])}: {one.body['after']}",
    CLUB: lambda one, book: f"the club {_club_name(book, one.body['club'])}",
    JOINED: lambda one, book: (
        f"the joining of {book.name(one.body['person'])} to {_club_name(book, one.body['club'])}"
    ),
    LEFT: lambda one, book: f"the end of membership {one.body['membership']} on {one.body['after']}",
    REMOVED: lambda one, book: f"the removal of {book.name(one.body['person'])}",
}


def _text(action: Action, by_id: dict[int, Action], book: Book) -> str:
    """Return what an action was, as the part of a sentence."""
    if action.action == UNDONE:
        undone = by_id.get(action.body["undoes"])
        what = f"action {action.body['undoes']}" if undone is None else _text(undone, by_id, book)
        return f"the undoing of {what}"
    return _TEXTS[action.action](action, book)
