"""The desk's values: rulings, lateness and breaks in progress, appeals, orders. Plain data, no logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.regulation.finding import Effect

#: kinds of rulings that are not cases of `regulation.cases`
LATE_KIND, BREAK_KIND, PENALTY_KIND, APPEAL_KIND = "late", "break", "penalty", "appeal"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision as it was made: `effects` by the director, `proposed` effects by the regulation."""

    seq: int
    at_ms: int
    actor: str
    kind: str
    players: tuple[str, ...]
    sentence: str
    paragraphs: tuple[str, ...]
    effects: tuple[Effect, ...]
    #: the table's match and the event it is about
    match: int | None = None
    event: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    #: None when the director decided as proposed
    proposed: tuple[Effect, ...] | None = None
    reason: str = ""
    #: the treatment of the games of an excluded player: one of the format's `departures`
    games: str = ""
    #: the verdict of the appeal that replaced it by another ruling
    overturned_by: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it has not been overturned."""
        return self.overturned_by is None


@dataclass(frozen=True, slots=True)
class Late:
    """A player who has not arrived: penalties count from `from_ms`."""

    seq: int
    player: str
    opponent: str
    length: int
    scheduled_ms: int
    from_ms: int
    #: None: the clock that is in use counts
    clock: bool | None = None
    match: int | None = None
    event: int | None = None
    granted: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """A break in progress since `from_ms`; `consent`: the director allowed more than the rule does."""

    seq: int
    player: str
    opponent: str
    length: int
    from_ms: int
    match: int | None = None
    event: int | None = None
    consent: str = ""


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal against a ruling; `outcome` is "" while it is open. There may be several votes."""

    seq: int
    at_ms: int
    ruling: int
    by: str
    sentence: str
    reason: str = ""
    votes: Mapping[str, str] = field(default_factory=dict)
    heard: tuple[str, ...] = ()
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class DeskOrder:
    """The order for one effect of a ruling, or the reason why it was not possible."""

    seq: int
    of: int
    #: place of the effect in the ruling
    effect: int
    #: False: the effect was taken back
    give: bool
    #: ids of the boards' commands
    commands: tuple[int, ...]
    #: why nothing was ordered; "" if it was ordered
    problem: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """A text of the director for the hall, the tables of an event or one table, shown until it is removed."""

    seq: int
    at_ms: int
    actor: str
    text: str
    event: int | None = None
    table: str = ""  # its board's uid
    to: str = ""  # the name of the event or table; "" is everybody


@dataclass(frozen=True, slots=True)
class HallPause:
    """A pause of the whole hall: nobody plays until the director ends it."""

    seq: int
    at_ms: int
    actor: str
    reason: str
