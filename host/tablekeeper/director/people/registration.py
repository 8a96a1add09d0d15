"""Enters people, their names, consents and clubs into the register: the actions that need no other journal.

Every action is checked first; an impossible one raises a `UserError` of one sentence and changes nothing.
Every action is an entry in the register's journal and can be undone, except the removal of a name.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

from tablecore.messages import LONGEST_NAME
from tablekeeper.director import seen
from tablekeeper.director.people.book import Book, Person, board_key, name_key
from tablekeeper.director.people.journal import BOARD, CLUB, CONSENT, ENTERED, JOINED, LEFT, NAMED, SHOWN
from tablekeeper.director.people.reader import PeopleReader, named
from tablekeeper.director.people.state import GIVEN, PRIVATE, UNKNOWN
from tablekeeper.director.people.touches import touch
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.languages import _
from tablekeeper.lettering import lettered, romanisation
from tablekeeper.store import NumberedName, Store, Taken
from tablekeeper.textchecks import check_registered_name

#: the name of the journal of the register in marks (`seen`)
JOURNAL = "people"
#: the levels of consent that can be noted; a withdrawal is a removal
CONSENTS = (UNKNOWN, GIVEN, PRIVATE)
#: the languages of a name that its proposal for boards follows: code -> name
LANGUAGES = romanisation.LANGUAGES


class Registration(PeopleReader):
    """The people of a store, with new entries. All methods may be called from any thread."""

    def __init__(self, store: Store, topics: Topics | None = None) -> None:
        super().__init__(store)
        self.topics = topics
        # one action at a time, so that the checks are still valid when it is written
        self._acting = threading.RLock()
        #: sends changed names to the boards; set where the boards are
        self.send_names: Callable[[], None] = lambda: None
        #: the number of removed names at the start of the present action
        self._erasures = 0

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
        self.send_names()

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

    def board_name(
        self, person: int, name: str | None = None, language: str | None = None, *, actor: str = "director"
    ) -> None:
        """Choose the name of a person on boards, and the language of the name; None keeps what is known.

        Without a name ("") boards show the proposal, which follows the language ("": unknown).
        """
        if language and language not in LANGUAGES:
            raise UserError(
                "The language '%(language)s' is unknown: choose one of %(languages)s, or none.",
                language=language, languages=", ".join(LANGUAGES), field="language",
            )
        cleaned = None if name is None else _board_name(name)
        with self.alone() as book:
            known = self._living(book, person)
            wanted = known.board if cleaned is None else cleaned
            spoken = known.language if language is None else language
            if (wanted, spoken) == (known.board, known.language):
                raise UserError(
                    "Nothing changes: boards show %(name)s as %(shown)s already.",
                    name=known.name, shown=known.on_boards.name,
                )
            number = self.next_number("alias") if wanted else 0
            new = [NumberedName(number, wanted, board_key(number))] if wanted else []
            body = {"person": person, "alias": number, "language": spoken}
            self._add(book, actor, (BOARD, body), aliases=new)
        self.send_names()

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
                JOURNAL, reading.actions, action, touch, lambda seq: named(reading.tell(seq), book),
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


def _board_name(name: str) -> str:
    """Return a name that boards can show as it is, or "" for none; refuse any other."""
    if not name.strip():
        return ""
    cleaned = check_registered_name(name)
    if lettered(cleaned) != cleaned:
        raise UserError(
            "Boards cannot show '%(name)s': use at most %(most)s letters of western languages.",
            name=cleaned, most=LONGEST_NAME, field="board_name",
        )
    return cleaned
