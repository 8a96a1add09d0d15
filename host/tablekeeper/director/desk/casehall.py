"""What an action of the desk asks the hall: whom a case is about, and what is known about their match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tablekeeper.director.desk.entries import Late, Pause
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.tablebreaks import TableBreak
from tablekeeper.errors import UserError
from tablekeeper.regulation.finding import Finding

#: the placeholder for an opponent who is not named
NOBODY = "-"


@dataclass(frozen=True, slots=True)
class About:
    """The players, in order, and the table's match and the event."""

    players: tuple[str, ...]
    match: int | None = None
    event: int | None = None

    def keys(self) -> dict[str, Any]:
        """Return match and event as fields of a journal entry's body."""
        told = {"match": self.match, "event": self.event}
        return {key: value for key, value in told.items() if value is not None}

    def two(self) -> tuple[str, str]:
        """Return the first player and the opponent; `NOBODY` without an opponent."""
        if not self.players:
            raise UserError("Say which player it is about.")
        return self.players[0], self.players[1] if len(self.players) > 1 else NOBODY


class CaseProposal(NamedTuple):
    """What the regulation finds in a case, before the director decides."""

    kind: str
    finding: Finding
    about: About
    facts: Mapping[str, Any]
    #: the entry that a ruling on it closes
    closes: int | None = None


class CaseHall(Protocol):
    """What the hall knows; `Filing` explains each."""

    now: Any
    actor: str

    def state(self) -> DeskState: ...
    def about(self, given: Sequence[str], match: int | None, event: int | None) -> About: ...
    def facing(self, about: About) -> About: ...
    def length(self, length: int | None, about: About) -> int: ...
    def scheduled(self, about: About) -> int: ...
    def timed(self, about: About) -> bool: ...
    def playing(self, match: int | None) -> bool: ...
    def breaks_taken(self, about: About) -> int: ...
    def ended(self, player: str) -> dict[str, list[int]]: ...
    def open_late(self) -> list[Late]: ...
    def open_breaks(self) -> list[Pause]: ...
    def called(self, event: int | None, table: str, field: str = "") -> str: ...
    def stop_clocks(self) -> tuple[str, ...]: ...
    def at_tables(self) -> tuple[TableBreak, ...]: ...
