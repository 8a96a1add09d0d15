"""The interface of the club's register for pages and commands: duplicates and undos, besides new entries.

Every action is checked first; an impossible one raises a `UserError` of one sentence and changes nothing.
Every action is an entry in the register's journal and can be undone, except the removal of a name.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.director.people.appearances import Appearance, appearances
from tablekeeper.director.people.book import Book, Person, name_key
from tablekeeper.director.people.journal import ENTERED, MERGED, PEOPLE, SPLIT
from tablekeeper.director.people.reader import named
from tablekeeper.director.people.registration import Registration
from tablekeeper.director.people.state import RegisterState
from tablekeeper.director.undoing import Undoing, warning
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor, DocumentError


@dataclass(frozen=True, slots=True)
class Merge:
    """The consequences of a merge."""

    kept: Person
    merged: Person
    #: the duplicate's appearances, which will be the other person's
    moves: tuple[Appearance, ...]


class Register(Registration):
    """The people of a store, with all actions. All methods may be called from any thread."""

    # --- where people appear --------------------------------------------------------------

    def appearances(self, person: int) -> tuple[Appearance, ...]:
        """Return the appearances of a person."""
        return tuple(one for one in appearances(self.store, self.book()) if person in one.people)

    def strangers(self) -> tuple[str, ...]:
        """Return the names in events and matches that are not in the register, sorted."""
        found = {name for one in appearances(self.store, self.book()) for name in one.strangers}
        return tuple(sorted(found, key=name_key))

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
            done = self._add(book, actor, (MERGED, {"kept": kept, "merged": merged}))
        self.send_names()
        return done

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
        self.send_names()
        return number

    # --- undoing --------------------------------------------------------------------------

    def undoing(self, number: int) -> Undoing:
        """Return the consequences of undoing an action, or why it cannot be undone."""
        book, reading = self.book(), self.reading()
        told = named(reading.sentences[number - 1], book)
        try:
            after = self._without(number, book)
        except UserError as error:
            return Undoing(told, impossible=str(error))
        state = reading.state
        names = {one: alias.name for one, alias in self.store.people.aliases().items()}
        gone = sorted(book.name(one) for one in state.people.keys() - after.people.keys())
        lost = sorted(names[one] for one in state.named.keys() - after.named.keys() if one in names)
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
                gone_aliases=state.named.keys() - after.named.keys(),
                gone_clubs=state.clubs - after.clubs,
            )  # fmt: skip
        self.send_names()
        return named(reading.sentences[number - 1], book)

    def _without(self, number: int, book: Book) -> RegisterState:
        """Return the register without an action; refuse an impossible undo."""
        reading = self.reading()
        actions, body = reading.actions, {"undoes": number}
        try:
            PEOPLE.check_undo(reading.state, actions, Cursor(body))
        except DocumentError as error:
            told = named(error.reason, book)
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
