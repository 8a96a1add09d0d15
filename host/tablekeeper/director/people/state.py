"""The state of the register, folded from its journal: only numbers; names are stored elsewhere. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tablekeeper.journal.action import Action
from tablekeeper.languages import _, pgettext
from tablekeeper.strictjson import Cursor

UNKNOWN, GIVEN, PRIVATE, WITHDRAWN = "unknown", "given", "private", "withdrawn"
#: a visibility level -> its word
CONSENT_WORDS = {
    UNKNOWN: _("unknown"), GIVEN: pgettext("consent", "given"), PRIVATE: _("private"),
    WITHDRAWN: pgettext("consent", "withdrawn"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PersonState:
    """A person: the shown alias, the consent, and for a duplicate the person it is merged into."""

    created_ms: int
    shown: int | None
    #: number of the action that set the shown alias
    shown_by: int
    consent: str = UNKNOWN
    #: number of the action that noted the consent; 0 = none
    consent_by: int = 0
    #: the name on boards, 0 = the proposal; the language of the name ("" = unknown); the action that set both
    board: int = 0
    language: str = ""
    board_by: int = 0
    merged_into: int | None = None


@dataclass(frozen=True, slots=True)
class Membership:
    """A person's membership in a club, with first and last day (None = unknown or not ended)."""

    id: int
    person: int
    club: int
    since: str | None
    until: str | None


@dataclass(slots=True)
class RegisterState:
    """Everybody, by number."""

    people: dict[int, PersonState] = field(default_factory=dict)
    #: alias -> its person
    aliases: dict[int, int] = field(default_factory=dict)
    #: name on boards, also an earlier one -> its person; numbered like the aliases
    boards: dict[int, int] = field(default_factory=dict)
    clubs: frozenset[int] = frozenset()
    memberships: dict[int, Membership] = field(default_factory=dict)
    undone: frozenset[int] = field(default=frozenset(), compare=False)

    def copy(self) -> RegisterState:
        """Return a copy of the state: further actions may change it without changing this one."""
        return replace(
            self, people=dict(self.people), aliases=dict(self.aliases), boards=dict(self.boards),
            memberships=dict(self.memberships),
        )  # fmt: skip

    @property
    def named(self) -> dict[int, int]:
        """Every stored name -> its person."""
        return self.aliases | self.boards

    def root(self, number: int) -> int:
        """Return the number of the person that a number now belongs to."""
        while (one := self.people.get(number)) is not None and one.merged_into is not None:
            number = one.merged_into
        return number

    def stays(self, action: Action) -> str:
        """Return why the present state forbids undoing an action; "" if it allows it."""
        for key in ("person", "kept", "merged", "from", "to"):
            root = self.root(action.body.get(key, 0))
            if root in self.people and self.people[root].consent == WITHDRAWN:
                return _(
                    "%(name)s was removed: what was noted before cannot come back", name=f"{{people[{root}]}}"
                )
        return ""

    # --- effects of the actions that director.people.journal declares ------------------------
    # after the undo of an entry, later actions about this person have no effect

    def enter(self, action: Action, body: Cursor) -> None:
        """Enter a person under a name."""
        person, alias = action.body["person"], action.body["alias"]
        self.people[person] = PersonState(action.at_ms, alias, action.seq)
        self.aliases[alias] = person

    def name(self, action: Action, body: Cursor) -> None:
        """Give a person another name."""
        self.aliases[action.body["alias"]] = action.body["person"]

    def show(self, action: Action, body: Cursor) -> None:
        """Choose which of a person's names is shown."""
        self._change(action.body["person"], shown=action.body["after"], shown_by=action.seq)

    def consent(self, action: Action, body: Cursor) -> None:
        """Note a person's consent."""
        self._change(action.body["person"], consent=action.body["after"], consent_by=action.seq)

    def board(self, action: Action, body: Cursor) -> None:
        """Choose a person's name on boards, and the language from which it is proposed."""
        person, number = action.body["person"], action.body["alias"]
        if number:
            self.boards[number] = person
        self._change(person, board=number, language=action.body["language"], board_by=action.seq)

    def merge(self, action: Action, body: Cursor) -> None:
        """Merge a duplicate into another person."""
        kept, merged = action.body["kept"], action.body["merged"]
        if self.root(kept) == merged:
            # nobody could be found in this circle again
            raise body.refuse("person %(person)s would be merged into itself", person=merged)
        self._change(merged, merged_into=kept)

    def split(self, action: Action, body: Cursor) -> None:
        """Make a new person from an alias."""
        person, alias = action.body["to"], action.body["alias"]
        self.people[person] = PersonState(action.at_ms, alias, action.seq)
        self.aliases[alias] = person

    def club(self, action: Action, body: Cursor) -> None:
        """Enter a club."""
        self.clubs |= {action.body["club"]}

    def join(self, action: Action, body: Cursor) -> None:
        """Add a membership."""
        told = action.body
        number = told["membership"]
        self.memberships[number] = Membership(number, told["person"], told["club"], told["since"], None)

    def leave(self, action: Action, body: Cursor) -> None:
        """Note the day on which a membership ended."""
        number = action.body["membership"]
        if number in self.memberships:
            self.memberships[number] = replace(self.memberships[number], until=action.body["after"])

    def remove(self, action: Action, body: Cursor) -> None:
        """Remove all aliases but one, and all memberships, of a person and the duplicates."""
        person, alias = action.body["person"], action.body["alias"]
        gone = {person, *action.body["doubles"]}
        for number in gone:
            self._change(number, consent=WITHDRAWN, shown=None, board=0)
        self._change(person, shown=alias)
        self.aliases = {one: owner for one, owner in self.aliases.items() if owner not in gone}
        self.aliases[alias] = person
        self.boards = {one: owner for one, owner in self.boards.items() if owner not in gone}
        kept = {one.id: one for one in self.memberships.values() if one.person not in gone}
        self.memberships = kept

    def _change(self, person: int, **values: str | int | None) -> None:
        if person in self.people:
            # callers pass fields of PersonState with values that the journal has checked
            self.people[person] = replace(self.people[person], **values)  # type: ignore[arg-type]

    # --- whether later actions depend on an action -------------------------------------------

    def untouched(self, person: int, alias: int) -> bool:
        """Return whether a person has only this name, which is shown, and no club and no duplicate."""
        one = self.people.get(person)
        return (
            one is not None
            and (one.shown, one.merged_into, one.board_by) == (alias, None, 0)
            and [number for number, owner in self.aliases.items() if owner == person] == [alias]
            and all(other.merged_into != person for other in self.people.values())
            and all(member.person != person for member in self.memberships.values())
        )

    def is_spare(self, person: int, alias: int) -> bool:
        """Return whether a person has a name that is not the shown name of any person."""
        shown = any(one.shown == alias for one in self.people.values())
        return self.aliases.get(alias) == person and not shown

    def says(self, action: Action) -> bool:
        """Return whether an action set the present shown name, consent or name on boards of a person."""
        one = self.people.get(action.body["person"])
        return one is not None and action.seq in (one.shown_by, one.consent_by, one.board_by)

    def is_double(self, merged: int, kept: int) -> bool:
        """Return whether a person is merged into another one."""
        return merged in self.people and self.people[merged].merged_into == kept

    def is_empty(self, club: int) -> bool:
        """Return whether nobody was ever in a club."""
        return club in self.clubs and all(one.club != club for one in self.memberships.values())

    def goes_on(self, membership: int) -> bool:
        """Return whether a membership has not ended."""
        return membership in self.memberships and self.memberships[membership].until is None
