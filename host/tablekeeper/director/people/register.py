"""The interface of the club's register for pages and commands: queries and actions.

Every action is checked first; an impossible one raises a `UserError` of one sentence and changes nothing.
Every action is an entry in the register's journal and can be undone, except the removal of a name.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from tablekeeper.director import seen
from tablekeeper.director.people.appearances import Appearance, appearances
from tablekeeper.director.people.book import Book, Person, name_key
from tablekeeper.director.people.journal import (
    CLUB,
    CONSENT,
    ENTERED,
    JOINED,
    LEFT,
    MERGED,
    NAMED,
    PEOPLE,
    SHOWN,
    SPLIT,
)
from tablekeeper.director.people.reader import PeopleReader
from tablekeeper.director.people.state import GIVEN, PRIVATE, UNKNOWN, RegisterState
from tablekeeper.director.people.touches import touch
from tablekeeper.director.subscription import Topics
from tablekeeper.director.undoing import Undoing, warning
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO, Action, Overtaken
from tablekeeper.journal.reading import ToldAction
from tablekeeper.languages import _, replaced
from tablekeeper.store import NumberedName, Store, Taken
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.textchecks import check_registered_name

#: the levels of consent that can be noted; a withdrawal is a removal
#: the name of the journal of the register in marks (`seen`)
JOURNAL = "people"
CONSENTS = (UNKNOWN, GIVEN, PRIVATE)


@dataclass(frozen=True, slots=True)
class Merge:
    """The consequences of a merge."""

    kept: Person
    merged: Person
    #: the duplicate's appearances, which will be the other person's
    moves: tuple[Appearance, ...]


class Register(PeopleReader):
    """The people of a store. All methods may be called from any thread."""

    def __init__(self, store: Store, topics: Topics | None = None) -> None:
        super().__init__(store)
        self.topics = topics
        # one action at a time, so that the checks are still valid when it is written
        self._acting = threading.RLock()
        #: the number of removed names at the start of the present action
        self._erasures = 0

    # --- asking ---------------------------------------------------------------------------

    def appearances(self, person: int) -> tuple[Appearance, ...]:
        """Return the appearances of a person."""
        return tuple(one for one in appearances(self.store, self.book()) if person in one.people)

    def strangers(self) -> tuple[str, ...]:
        """Return the names in events and matches that are not in the register, sorted."""
        found = {name for one in appearances(self.store, self.book()) for name in one.strangers}
        return tuple(sorted(found, key=name_key))

    def history(self) -> tuple[ToldAction, ...]:
        """Return the register's actions, oldest first, in words with the present names."""
        book = self.book()
        return tuple(replace(one, text=_named(one.text, book)) for one in self.reading().told)

    # --- people ---------------------------------------------------------------------------

    def enter(self, names: Sequence[str], *, actor: str = "director") -> tuple[int, ...]:
        """Enter people, one for each name; all of them or none. Return their numbers."""
        cleaned = [check_registered_name(name) for name in names]
        with self.alone() as book:
            for place, name in enumerate(cleaned):
                self._check_free(book, name)
                if name_key(name) in map(name_key, cleaned[:place]):
                    raise UserError("'%(name)s' is given twice.", name=name)
            person, alias = self.next_number("person", "to"), self.next_number("alias")
            new = [(person + place, alias + place, name) for place, name in enumerate(cleaned)]
            self._add(
                book, actor, *((ENTERED, {"person": one, "alias": called}) for one, called, _ in new),
                aliases=[NumberedName(called, name, name_key(name)) for _, called, name in new],
            )  # fmt: skip
            return tuple(one for one, _, _ in new)

    def name(self, person: int, name: str, *, actor: str = "director") -> None:
        """Give a person another name; searches find the person by it, too."""
        cleaned = check_registered_name(name)
        with self.alone() as book:
            self._living(book, person)
            self._check_free(book, cleaned)
            alias = NumberedName(self.next_number("alias"), cleaned, name_key(cleaned))
            self._add(book, actor, (NAMED, {"person": person, "alias": alias.id}), aliases=[alias])

    def show(self, person: int, name: str, *, actor: str = "director") -> None:
        """Choose which of a person's names is shown."""
        with self.alone() as book:
            known = self._living(book, person)
            chosen = [alias for alias in known.names if alias.key == name_key(name)]
            if not chosen:
                raise UserError(
                    "%(name)s is not known as '%(name2)s': enter that name first.",
                    name=known.name, name2=name,
                )
            if chosen[0].name == known.name:
                raise UserError("%(name)s is shown by that name already.", name=known.name)
            before = book.state.people[person].shown
            self._add(book, actor, (SHOWN, {"person": person, "before": before, "after": chosen[0].id}))

    def consent(self, person: int, consent: str, *, actor: str = "director") -> None:
        """Note a person's consent: "unknown", "given", or "private" (no name in public rankings)."""
        if consent not in CONSENTS:
            raise UserError(
                "A consent is %(consents)s; to take a name out, remove the person.",
                consents=', '.join(CONSENTS),
            )
        with self.alone() as book:
            self._living(book, person)
            before = book.state.people[person].consent
            self._add(book, actor, (CONSENT, {"person": person, "before": before, "after": consent}))

    # --- doubles --------------------------------------------------------------------------

    def preview_merge(self, kept: int, merged: int) -> Merge:
        """Return the consequences of merging a duplicate into a person; refuse if it is not a duplicate."""
        book = self.book()
        one, other = self._living(book, kept), self._living(book, merged)
        if kept == merged:
            raise UserError("%(name)s is one person already.", name=one.name)
        moves = []
        for place in appearances(self.store, book):
            if kept in place.people and merged in place.people:
                where = f"{place.title} ({place.kind} {place.id})" if place.kind != "match" else place.title
                raise UserError(
                    "%(name)s and %(name2)s both played in %(where)s: they are two people.",
                    name=one.name, name2=other.name, where=where,
                )
            if merged in place.people:
                moves.append(place)
        return Merge(one, other, tuple(moves))

    def merge(self, kept: int, merged: int, *, actor: str = "director") -> int:
        """Merge a duplicate into another person; return the action's number for an undo."""
        with self.alone() as book:
            self.preview_merge(kept, merged)
            return self._add(book, actor, (MERGED, {"kept": kept, "merged": merged}))

    def split(self, name: str, *, actor: str = "director") -> int:
        """Make a new person from one name of a person; return the new person's number."""
        with self.alone() as book:
            person = self.person(name, book)
            self._living(book, person.id)
            alias = next((one for one in person.names if one.key == name_key(name)), None)
            if alias is None:
                raise UserError(
                    "Give the name that belongs to another person, not the number of %(name)s.",
                    name=person.name,
                )
            if any(one.shown == alias.id for one in book.state.people.values()):
                raise UserError(
                    "%(name)s is the name that is shown: undo the merge, or show another name first.",
                    name=alias.name,
                )
            number, before = self.next_number("person", "to"), book.state.aliases[alias.id]
            self._add(book, actor, (SPLIT, {"alias": alias.id, "from": before, "to": number}))
            return number

    # --- clubs ----------------------------------------------------------------------------

    def club(self, name: str, *, actor: str = "director") -> int:
        """Enter a club; return its number."""
        cleaned = check_registered_name(name)
        with self.alone() as book:
            if any(club.key == name_key(cleaned) for club in book.clubs.values()):
                raise UserError("There is a club '%(cleaned)s' already.", cleaned=cleaned)
            club = NumberedName(self.next_number("club"), cleaned, name_key(cleaned))
            self._add(book, actor, (CLUB, {"club": club.id}), clubs=[club])
            return club.id

    def join(self, person: int, club: int, since: date | None = None, *, actor: str = "director") -> None:
        """Enter a person into a club, from a day on if it is known."""
        with self.alone() as book:
            known = self._living(book, person)
            self._club(book, club)
            if any(one.club == club and one.until is None for one in known.memberships):
                raise UserError(
                    "%(name)s belongs to %(name2)s already.",
                    name=known.name, name2=book.clubs[club].name,
                )
            body = {"membership": self.next_number("membership"), "person": person, "club": club}
            day = None if since is None else since.isoformat()
            self._add(book, actor, (JOINED, {**body, "since": day}))

    def leave(self, person: int, club: int, until: date, *, actor: str = "director") -> None:
        """Note the day on which a person left a club."""
        with self.alone() as book:
            known = self._living(book, person)
            self._club(book, club)
            open_now = [one for one in known.memberships if one.club == club and one.until is None]
            if not open_now:
                raise UserError(
                    "%(name)s does not belong to %(name2)s.",
                    name=known.name, name2=book.clubs[club].name,
                )
            since = open_now[0].since
            if since is not None and until.isoformat() < since:
                raise UserError(
                    "%(name)s joined on %(since)s: nobody leaves before that.",
                    name=known.name, since=since,
                )
            body = {"membership": open_now[0].id, "before": None, "after": until.isoformat()}
            self._add(book, actor, (LEFT, body))

    # --- undoing --------------------------------------------------------------------------

    def undoing(self, number: int) -> Undoing:
        """Return the consequences of undoing an action, or why it cannot be undone."""
        book, reading = self.book(), self.reading()
        told = _named(reading.sentences[number - 1], book)
        try:
            after = self._without(number, book)
        except UserError as error:
            return Undoing(told, impossible=str(error))
        state = reading.state
        names = {one.id: one.name for person in book.people.values() for one in person.names}
        gone = sorted(book.name(one) for one in state.people.keys() - after.people.keys())
        lost = sorted(names[one] for one in state.aliases.keys() - after.aliases.keys() if one in names)
        moved = sorted(
            names[one] for one, owner in after.aliases.items()
            if one in names and after.root(owner) != state.root(state.aliases[one])
        )  # fmt: skip
        found = [
            *(_("%(name)s is no longer in the register.", name=name) for name in gone),
            *(_("The name %(name)s is deleted, and does not come back.", name=name) for name in lost),
            *(_("%(name)s is a separate person again.", name=name) for name in moved),
        ]
        return Undoing(told, tuple(warning(text) for text in found))

    def undo(self, number: int | None = None, *, actor: str = "director") -> str:
        """Undo action `number`, or the last one that can be undone; return the undone action in words."""
        with self.alone() as book:
            reading = self.reading()
            state = reading.state
            number = reading.undoable(actor) if number is None else number
            after = self._without(number, book)
            body = {"undoes": number}
            self._add(
                book, actor, (UNDO, body),
                gone_aliases=state.aliases.keys() - after.aliases.keys(),
                gone_clubs=state.clubs - after.clubs,
            )  # fmt: skip
            return _named(reading.sentences[number - 1], book)

    def _without(self, number: int, book: Book) -> RegisterState:
        """Return the register without an action; refuse an impossible undo."""
        reading = self.reading()
        actions, body = reading.actions, {"undoes": number}
        try:
            PEOPLE.check_undo(reading.state, actions, Cursor(body))
        except DocumentError as error:
            told = _named(error.reason, book)
            raise UserError("%(told)s%(told2)s.", told=told[:1].upper(), told2=told[1:]) from error
        self._check_places(actions[number - 1], book)
        return PEOPLE.fold_on(reading.state, actions, [Action(len(actions) + 1, 0, "", UNDO, body)])

    def _check_places(self, action: Action, book: Book) -> None:
        """Refuse an undo after which a place in an event would have no person, or one person twice."""
        entered = action.body.get("person") if action.action == ENTERED else None
        if action.action == SPLIT:
            # the name returns to its previous person; refuse that if both have played in one event
            self._check_rejoin(book, book.roots[action.body["from"]], book.roots[action.body["to"]])
        if entered is not None:
            counted = [one for one in appearances(self.store, book) if one.kind == "entry"]
            if any(entered in one.people for one in counted):
                raise UserError(
                    "%(entered)s has points in a ranking, which would have no owner.",
                    entered=book.name(entered),
                )

    def _check_rejoin(self, book: Book, one: int, other: int) -> None:
        for place in appearances(self.store, book):
            if one in place.people and other in place.people and one != other:
                both = _("%(name)s and %(name2)s", name=book.name(one), name2=book.name(other))
                raise UserError(
                    "%(both)s both played in %(title)s: they are two people.",
                    both=both, title=place.title,
                )

    # --- inside ---------------------------------------------------------------------------

    @contextmanager
    def alone(self) -> Iterator[Book]:
        """Lock the register for one action; refuse an action that came too late."""
        with self._acting:
            self._erasures = self.store.erasure.count
            try:
                yield self.book()
            except Taken as error:
                raise UserError("Somebody has that name already: look at the register again.") from error
            except Overtaken as error:
                raise UserError("The register has changed meanwhile: look at it again.") from error
        self.changed()

    def _add(self, book: Book, actor: str, *actions: tuple[str, Mapping[str, Any]], **names: Any) -> int:
        """Append actions to a book's journal, with arguments of `People.append`; return the last number."""
        new = [(actor, *action) for action in actions]
        reading = self.reading()
        for name, body in actions:
            action = Action(len(reading.actions) + 1, 0, actor, name, body)
            seen.check(
                JOURNAL, reading.actions, action, touch, lambda seq: _named(reading.tell(seq), book),
                reading.state.undone,
            )  # fmt: skip
        last = self.store.people.append(book.last, new, self._erasures, **names)
        seen.added(JOURNAL, *range(book.last + 1, last + 1))
        return last

    def next_number(self, *keys: str) -> int:
        """Return a number that was never used under these keys of the journal's bodies."""
        given = (one.body.get(key, 0) for one in self.reading().actions for key in keys)
        return 1 + max(given, default=0)

    def changed(self) -> None:
        """Notify the listeners of the register."""
        if self.topics is not None:
            self.topics.bump("people")

    def _check_free(self, book: Book, name: str) -> None:
        found = book.find(name)
        if found is not None:
            who = book.name(found)
            also = "" if name_key(who) == name_key(name) else _(", who is shown as %(who)s", who=who)
            raise UserError(
                "'%(name)s' is person %(found)s already%(also)s.",
                name=name, found=found, also=also,
            )

    def _living(self, book: Book, number: int) -> Person:
        person = book.people.get(number)
        if person is None:
            raise UserError("There is no person %(number)s in the register.", number=number)
        if person.removed:
            raise UserError("%(name)s was removed: nothing more is noted of that person.", name=person.name)
        return person

    def _club(self, book: Book, number: int) -> None:
        if number not in book.clubs:
            raise UserError("There is no club %(number)s.", number=number)


def _named(told: str, book: Book) -> str:
    """Return a sentence of the journal with the present names."""
    called = {"people": book.name, "clubs": book.club_name}
    place = re.compile(r"{(people|clubs)\[(\d+)\]}")
    return replaced(told, lambda text: place.sub(lambda one: called[one[1]](int(one[2])), text))
