"""People, their names and their clubs, and the journal of what was done with them.

A name stands only here, in rows that may change; everything else that lasts holds a person's number.
The journal's bodies hold numbers only, so nothing of a name is left in it when the name goes, and an undo
puts back exactly the rows that its action has changed. Doubles are not poured together: the one person
points to the other, so taking them apart again is the identity.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Table, delete, exc, insert, select, update

from tablekeeper.journal.action import Action, Overtaken
from tablekeeper.store import schema
from tablekeeper.store.actions import ActionStore
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.writer import Writer

T = TypeVar("T")
UNKNOWN, GIVEN, PRIVATE, WITHDRAWN = "unknown", "given", "private", "withdrawn"
ENTERED, NAMED, SHOWN, MERGED, SPLIT, CONSENT = "entered", "named", "shown", "merged", "split", "consent"
CLUB, JOINED, LEFT, REMOVED, UNDONE = "club", "joined", "left", "removed", "undone"


class Taken(Exception):
    """A person or a club has this name already."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person: which alias is shown, what the person agreed to, and whom a double is read as."""

    id: int
    shown: int | None
    consent: str
    merged_into: int | None
    created_ms: int


@dataclass(frozen=True, slots=True)
class AliasRow:
    """One of a person's names; `key` is the name as it is looked for."""

    id: int
    person: int
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club."""

    id: int
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class MembershipRow:
    """Who belongs to which club from when until when (days, None = unknown or not ended)."""

    id: int
    person: int
    club: int
    since: str | None
    until: str | None


@dataclass(frozen=True, slots=True)
class Rows:
    """The whole register, each table in the order of its numbers."""

    people: tuple[PersonRow, ...]
    aliases: tuple[AliasRow, ...]
    clubs: tuple[ClubRow, ...]
    memberships: tuple[MembershipRow, ...]


class People:
    """What is written and asked about people. What writes returns when it is committed."""

    def __init__(
        self, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._database = database
        self._writer = writer
        self._now = now
        self.journal = ActionStore(schema.people_actions, database, writer, now, erasures)

    # --- people and names -----------------------------------------------------------------

    def enter(self, name: str, key: str, *, actor: str) -> int:
        """Enter a person under a name; return the number. Taken: somebody has that name."""
        now = self._now()

        def job(connection: Connection) -> tuple[int, Mapping[str, Any]]:
            person = _insert(connection, schema.people, consent=UNKNOWN, created_ms=now)
            alias = _insert(connection, schema.aliases, person=person, name=name, key=key)
            _set(connection, schema.people, person, shown=alias)
            return person, {"person": person, "alias": alias}

        return self._act(actor, ENTERED, job)

    def name(self, person: int, name: str, key: str, *, actor: str) -> int:
        """Give a person another name; return the alias's number."""

        def job(connection: Connection) -> tuple[int, Mapping[str, Any]]:
            alias = _insert(connection, schema.aliases, person=person, name=name, key=key)
            return alias, {"person": person, "alias": alias}

        return self._act(actor, NAMED, job)

    def show(self, person: int, alias: int, *, actor: str) -> None:
        """Let one of a person's names be the one that is shown."""

        def job(connection: Connection) -> tuple[None, Mapping[str, Any]]:
            before = _value(connection, schema.people.c.shown, person)
            _set(connection, schema.people, person, shown=alias)
            return None, {"person": person, "before": before, "after": alias}

        self._act(actor, SHOWN, job)

    def merge(self, kept: int, merged: int, *, actor: str) -> int:
        """Let a double be read as another person; return the action's number."""

        def job(connection: Connection) -> tuple[None, Mapping[str, Any]]:
            _change(connection, schema.people.c.merged_into, merged, None, kept)
            return None, {"kept": kept, "merged": merged}

        return self._run(actor, MERGED, job)[1]

    def split(self, alias: int, *, actor: str) -> int:
        """Give an alias to a person of its own; return that person's number."""
        now = self._now()

        def job(connection: Connection) -> tuple[int, Mapping[str, Any]]:
            before = _value(connection, schema.aliases.c.person, alias)
            person = _insert(connection, schema.people, consent=UNKNOWN, shown=alias, created_ms=now)
            _set(connection, schema.aliases, alias, person=person)
            return person, {"alias": alias, "from": before, "to": person}

        return self._act(actor, SPLIT, job)

    def consent(self, person: int, consent: str, *, actor: str) -> None:
        """Note what a person agreed to: unknown, given or private."""

        def job(connection: Connection) -> tuple[None, Mapping[str, Any]]:
            before = _value(connection, schema.people.c.consent, person)
            _set(connection, schema.people, person, consent=consent)
            return None, {"person": person, "before": before, "after": consent}

        self._act(actor, CONSENT, job)

    # --- clubs ----------------------------------------------------------------------------

    def club(self, name: str, key: str, *, actor: str) -> int:
        """Enter a club; return its number. Taken: a club has that name."""
        now = self._now()

        def job(connection: Connection) -> tuple[int, Mapping[str, Any]]:
            club = _insert(connection, schema.clubs, name=name, key=key, created_ms=now)
            return club, {"club": club}

        return self._act(actor, CLUB, job)

    def join(self, person: int, club: int, since: str | None, *, actor: str) -> int:
        """Enter a membership from a day (YYYY-MM-DD, None = unknown); return its number."""

        def job(connection: Connection) -> tuple[int, Mapping[str, Any]]:
            number = _insert(connection, schema.memberships, person=person, club=club, since=since)
            return number, {"membership": number, "person": person, "club": club, "since": since}

        return self._act(actor, JOINED, job)

    def leave(self, membership: int, until: str, *, actor: str) -> None:
        """Note the day on which a membership ended."""

        def job(connection: Connection) -> tuple[None, Mapping[str, Any]]:
            _change(connection, schema.memberships.c.until, membership, None, until)
            return None, {"membership": membership, "before": None, "after": until}

        self._act(actor, LEFT, job)

    # --- undoing --------------------------------------------------------------------------

    def undo(self, number: int, *, actor: str) -> None:
        """Undo an action of the journal; Overtaken when later ones have changed what it did."""

        def job(connection: Connection) -> tuple[None, Mapping[str, Any]]:
            table = schema.people_actions
            row = connection.execute(select(table).where(table.c.seq == number)).one_or_none()
            if row is None or row.action not in _UNDO:
                raise Overtaken(number)
            _UNDO[row.action](connection, json.loads(row.body))
            return None, {"undoes": number}

        self._act(actor, UNDONE, job)

    # --- asking ---------------------------------------------------------------------------

    def rows(self) -> Rows:
        """Return the whole register as it stands at one moment."""
        with self._database.reading() as connection:

            def all_of(table: Table) -> list[Any]:
                return list(connection.execute(select(table).order_by(table.c.id)))

            return Rows(
                tuple(PersonRow(**row._mapping) for row in all_of(schema.people)),
                tuple(AliasRow(**row._mapping) for row in all_of(schema.aliases)),
                tuple(ClubRow(row.id, row.name, row.key) for row in all_of(schema.clubs)),
                tuple(MembershipRow(**row._mapping) for row in all_of(schema.memberships)),
            )

    def count(self) -> int:
        """Return how many actions the register's journal has."""
        return self.journal.last()

    def actions(self) -> list[Action]:
        """Return the register's journal, oldest first."""
        return self.journal.actions()

    # --- inside ---------------------------------------------------------------------------

    def _act(self, actor: str, action: str, job: Callable[[Connection], tuple[T, Mapping[str, Any]]]) -> T:
        return self._run(actor, action, job)[0]

    def _run(
        self, actor: str, action: str, job: Callable[[Connection], tuple[T, Mapping[str, Any]]]
    ) -> tuple[T, int]:
        now = self._now()

        def whole(connection: Connection) -> tuple[T, int]:
            result, body = job(connection)
            return result, self.journal.add(connection, now, [(actor, action, body)])

        try:
            return self._writer.run(whole)
        except exc.IntegrityError as error:
            raise Taken(action) from error


def _insert(connection: Connection, table: Table, **values: Any) -> int:
    row = connection.execute(insert(table).values(**values)).inserted_primary_key
    assert row is not None
    return int(row[0])


def _set(connection: Connection, table: Table, number: int, **values: Any) -> None:
    if connection.execute(update(table).where(table.c.id == number).values(**values)).rowcount != 1:
        raise Overtaken(number)


def _value(connection: Connection, column: Column[Any], number: int) -> Any:
    row = connection.execute(select(column).where(column.table.c.id == number)).one_or_none()
    if row is None:
        raise Overtaken(number)
    return row[0]


def _change(connection: Connection, column: Column[Any], number: int, before: Any, after: Any) -> None:
    """Set a value that has to be what it was found to be."""
    if _value(connection, column, number) != before:
        raise Overtaken(number)
    connection.execute(update(column.table).where(column.table.c.id == number).values({column.name: after}))


# --- what an undo puts back --------------------------------------------------------------------


def _undo_entered(connection: Connection, body: Mapping[str, Any]) -> None:
    people, aliases, memberships = schema.people, schema.aliases, schema.memberships
    person, alias = body["person"], body["alias"]
    _value(connection, people.c.id, person)
    names = connection.execute(select(aliases.c.id).where(aliases.c.person == person)).scalars().all()
    doubles = connection.scalar(select(people.c.id).where(people.c.merged_into == person))
    member = connection.scalar(select(memberships.c.id).where(memberships.c.person == person))
    merged = _value(connection, people.c.merged_into, person)
    if list(names) != [alias] or doubles is not None or member is not None or merged is not None:
        raise Overtaken(person)
    connection.execute(delete(aliases).where(aliases.c.id == alias))
    connection.execute(delete(people).where(people.c.id == person))


def _undo_named(connection: Connection, body: Mapping[str, Any]) -> None:
    aliases = schema.aliases
    shown = _value(connection, schema.people.c.shown, body["person"])
    if shown == body["alias"] or _value(connection, aliases.c.person, body["alias"]) != body["person"]:
        raise Overtaken(body["alias"])
    connection.execute(delete(aliases).where(aliases.c.id == body["alias"]))


def _undo_shown(connection: Connection, body: Mapping[str, Any]) -> None:
    _change(connection, schema.people.c.shown, body["person"], body["after"], body["before"])


def _undo_merged(connection: Connection, body: Mapping[str, Any]) -> None:
    _change(connection, schema.people.c.merged_into, body["merged"], body["kept"], None)


def _undo_split(connection: Connection, body: Mapping[str, Any]) -> None:
    alias, person = body["alias"], body["to"]
    _change(connection, schema.aliases.c.person, alias, person, body["from"])
    _undo_entered_shell(connection, person, alias)


def _undo_entered_shell(connection: Connection, person: int, alias: int) -> None:
    # the person that a split has made goes with it, if nothing else has become of it
    people, memberships, aliases = schema.people, schema.memberships, schema.aliases
    left = connection.scalar(select(aliases.c.id).where(aliases.c.person == person))
    doubles = connection.scalar(select(people.c.id).where(people.c.merged_into == person))
    member = connection.scalar(select(memberships.c.id).where(memberships.c.person == person))
    merged = _value(connection, people.c.merged_into, person)
    if not (left is doubles is member is merged is None):
        raise Overtaken(person)
    if _value(connection, people.c.shown, person) != alias:
        raise Overtaken(person)
    connection.execute(delete(people).where(people.c.id == person))


def _undo_consent(connection: Connection, body: Mapping[str, Any]) -> None:
    _change(connection, schema.people.c.consent, body["person"], body["after"], body["before"])


def _undo_club(connection: Connection, body: Mapping[str, Any]) -> None:
    memberships = schema.memberships
    if connection.scalar(select(memberships.c.id).where(memberships.c.club == body["club"])) is not None:
        raise Overtaken(body["club"])
    _value(connection, schema.clubs.c.id, body["club"])
    connection.execute(delete(schema.clubs).where(schema.clubs.c.id == body["club"]))


def _undo_joined(connection: Connection, body: Mapping[str, Any]) -> None:
    number = body["membership"]
    if _value(connection, schema.memberships.c.until, number) is not None:
        raise Overtaken(number)
    connection.execute(delete(schema.memberships).where(schema.memberships.c.id == number))


def _undo_left(connection: Connection, body: Mapping[str, Any]) -> None:
    _change(connection, schema.memberships.c.until, body["membership"], body["after"], body["before"])


_UNDO: dict[str, Callable[[Connection, Mapping[str, Any]], None]] = {
    ENTERED: _undo_entered,
    NAMED: _undo_named,
    SHOWN: _undo_shown,
    MERGED: _undo_merged,
    SPLIT: _undo_split,
    CONSENT: _undo_consent,
    CLUB: _undo_club,
    JOINED: _undo_joined,
    LEFT: _undo_left,
}
#: what an undo may name
UNDOABLE = frozenset(_UNDO)
