"""What was decided of a ranking entry: its journal folded. Pure.

An entry is proposed when its event finishes, counts once the director has confirmed it, and may be corrected
or withdrawn. Withdrawn, it can be confirmed again, with the very points it had.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.journal.action import Action
from tablekeeper.store import EntryRow
from tablekeeper.store.entries import CONFIRMED, CORRECTED, PROPOSED, WITHDRAWN


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """An entry as its journal makes it."""

    id: int
    #: "world", "double-threat" or "rating"
    kind: str
    event: int | None
    #: "proposed", "confirmed" or "withdrawn"
    state: str
    #: what counts, or counted before it was withdrawn; players are numbers of people. None = only proposed
    body: Mapping[str, Any] | None
    #: how many actions the event's journal had when this was proposed or confirmed
    event_seq: int
    #: number of the last action
    last: int
    #: why it was corrected or withdrawn, "" where nobody said
    reason: str = ""

    @property
    def counts(self) -> bool:
        """Whether it counts in its ranking."""
        return self.state == CONFIRMED

    @property
    def tournaments(self) -> list[dict[str, Any]]:
        """The tournaments of the ranking file that it is."""
        return list(self.body.get("tournaments", ())) if self.body else []

    @property
    def day(self) -> str:
        """The day from which it counts; "" while it is only proposed."""
        if self.body is None:
            return ""
        return str(self.body.get("day") or max((one["date"] for one in self.tournaments), default=""))


def fold(rows: Iterable[EntryRow], actions: Iterable[tuple[int, Action]]) -> dict[int, RankingEntry]:
    """Return every entry by its number; each action comes with that of its entry."""
    found = {row.id: RankingEntry(row.id, row.kind, row.event, PROPOSED, None, 0, 0) for row in rows}
    for entry, action in actions:
        found[entry] = _after(found[entry], action)
    return found


def _after(entry: RankingEntry, action: Action) -> RankingEntry:
    body = action.body
    entry = replace(entry, last=action.seq, event_seq=body.get("event_seq", entry.event_seq))
    if action.action == PROPOSED:
        return entry
    if action.action == WITHDRAWN:
        return replace(entry, state=WITHDRAWN, reason=body.get("reason", ""))
    assert action.action in (CONFIRMED, CORRECTED)
    kept = {key: value for key, value in body.items() if key not in ("event_seq", "reason")}
    return replace(entry, state=CONFIRMED, body=kept, reason=body.get("reason", ""))
