"""What the pages ask of the director: exactly these calls, and nothing else of it.

`Director` is one; what it refuses it says in the one sentence of a `UserError`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Protocol

from tablekeeper.director.decisions import Decision
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.dice import Dice
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.views import EventView
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.director.people.statistics import Statistics
from tablekeeper.director.published import Published
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.director.views import HallView, TableDetail


class Subscription(Protocol):
    """Changes as they happen: (topic, revision), coalesced, until closed.

    Topics are "hall", "table/UID", "screen/UID", "events" and "event/ID".
    """

    def __aiter__(self) -> AsyncIterator[tuple[str, int]]: ...

    def close(self) -> None: ...


class Service(Protocol):
    """The director, as the pages see it; every call may come from any thread."""

    @property
    def clock(self) -> HallClock: ...

    @property
    def events(self) -> Events: ...

    @property
    def desk(self) -> Desk: ...

    @property
    def dice(self) -> Dice: ...

    @property
    def published(self) -> Published: ...

    @property
    def people(self) -> Register: ...

    @property
    def removals(self) -> Removals: ...

    @property
    def rankings(self) -> Rankings: ...

    @property
    def statistics(self) -> Statistics: ...

    def hall(self) -> HallView: ...

    def table(self, uid: str, *, shown: int = ...) -> TableDetail: ...

    def press(self, uid: str, key: str, held: bool = False) -> None: ...

    def set_up(self, uid: str, program: str, options: Mapping[str, str], names: Sequence[str]) -> int: ...

    def play(
        self, event: int, pairing: Mapping[str, Any], uid: str, length: int | None, control: str
    ) -> int: ...

    def sets(self, event: EventView, pairing: Mapping[str, Any]) -> tuple[int, int] | None: ...

    def confirm(self, match_id: int) -> None: ...

    def seal(self, match_id: int) -> None: ...

    def end_game(self, match_id: int, winner: int | None = ...) -> None: ...

    def close_match(self, match_id: int) -> None: ...

    def clear_table(self, uid: str) -> None: ...

    def introduce_clock(self, match_id: int, control: str) -> None: ...

    def correct(self, match_id: int, seat: int, left_ms: int, reason: str) -> None: ...

    def award(
        self, match_id: int, seat: int, points: int, reason: str, *, cause: int = ..., take_back: bool = ...
    ) -> None: ...

    def decisions(self, uid: str) -> tuple[Decision, ...]: ...

    def subscribe(self) -> Subscription: ...
