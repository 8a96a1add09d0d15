"""The journal of a ranking entry: its actions, each declared once, and the entry folded from them. Pure.

An entry is proposed when its event finishes, counts after the director has confirmed it, and may be corrected
or withdrawn. A withdrawn entry can be confirmed again, with the same points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Declared, JournalKind
from tablekeeper.languages import _
from tablekeeper.store import EntryRow, Store
from tablekeeper.store.entries import CONFIRMED, CORRECTED, PROPOSED, WITHDRAWN
from tablekeeper.strictjson import Cursor


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """An entry, folded from its journal."""

    id: int
    #: "world", "double-threat" or "rating"
    kind: str
    event: int | None
    #: "proposed", "confirmed" or "withdrawn"
    state: str
    #: the counting data, also of a withdrawn entry; players are numbers of people. None = only proposed
    body: Mapping[str, Any] | None
    #: number of actions of the event's journal when this was proposed or confirmed
    event_seq: int
    #: number of the last action
    last: int
    #: the reason of a correction or withdrawal, or ""
    reason: str = ""

    @property
    def counts(self) -> bool:
        """Whether it counts in its ranking."""
        return self.state == CONFIRMED

    @property
    def tournaments(self) -> list[dict[str, Any]]:
        """The entry's tournaments for the ranking file."""
        return list(self.body.get("tournaments", ())) if self.body else []

    @property
    def day(self) -> str:
        """The day from which it counts; "" while it is only proposed."""
        if self.body is None:
            return ""
        return str(self.body.get("day") or max((one["date"] for one in self.tournaments), default=""))


class EntryState:
    """The entry folded from a journal, without the values of its row."""

    def __init__(self) -> None:
        self.entry = RankingEntry(0, "", None, PROPOSED, None, 0, 0)
        #: always empty: entries are withdrawn or corrected instead
        self.undone: frozenset[int] = frozenset()

    def copy(self) -> EntryState:
        """Return a copy of the state: further actions may change it without changing this one."""
        return copy(self)

    def note(self, action: Action, body: Cursor) -> None:
        """Note the last action, and the length of the event's journal."""
        seq = action.body.get("event_seq", self.entry.event_seq)
        self.entry = replace(self.entry, last=action.seq, event_seq=seq)

    def confirm(self, action: Action, body: Cursor) -> None:
        """Make the entry count, with the values of the action."""
        self.note(action, body)
        kept = {key: value for key, value in action.body.items() if key not in ("event_seq", "reason")}
        self.entry = replace(self.entry, state=CONFIRMED, body=kept, reason=action.body.get("reason", ""))

    def withdraw(self, action: Action, body: Cursor) -> None:
        """Withdraw the entry: it no longer counts."""
        self.note(action, body)
        self.entry = replace(self.entry, state=WITHDRAWN, reason=action.body["reason"])


def _instead(told: str) -> str:
    return _("%(told)s stays: withdraw the entry, or correct it", told=told)


_WORTH = "event_seq? edits? tournaments? day? results?"

#: name of the action, its fields, its effect, its text; a reason is in a separate column
_ACTIONS: tuple[tuple[str, str, Callable[[EntryState, Action, Cursor], None], str], ...] = (
    (PROPOSED, "event_seq?", EntryState.note, _("the proposal for the rankings")),
    (CONFIRMED, _WORTH, EntryState.confirm, _("the confirmation for the rankings")),
    (CORRECTED, f"{_WORTH} reason", EntryState.confirm, _("the correction for the rankings")),
    (WITHDRAWN, "reason", EntryState.withdraw, _("the withdrawal from the rankings")),
)

ENTRIES: JournalKind[EntryState] = JournalKind(
    EntryState,
    tuple(
        Declared(key, fields, act, lambda *_told, told=told: told, lasting=_instead)
        for key, fields, act, told in _ACTIONS
    ),
)  # fmt: skip


def read(store: Store, row: EntryRow) -> RankingEntry:
    """Return an entry in its present state."""
    made = store.entries.journals.reading(ENTRIES, row.id).state.entry
    return replace(made, id=row.id, kind=row.kind, event=row.event)
