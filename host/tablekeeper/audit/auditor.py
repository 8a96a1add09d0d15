"""The base class of auditors, which recompute the events of a format, and the event given to them.

An auditor is written from the rules and shares no code with the format. A package registers one in the group
`tablekeeper.auditors`, under the key of its format.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.audit.finding import AuditFinding
from tablekeeper.audit.recount import Recount
from tablekeeper.strictjson import Cursor


@dataclass(slots=True)
class AuditedEvent:
    """An event to recount; `results` are (seq of the action that brought it, result)."""

    name: Any = None
    format: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    results: list[tuple[int, Any]] = field(default_factory=list)
    started: bool = False
    finished: bool = False
    #: of races: (game, colours of each player), as they were noted
    colours: list[tuple[dict[str, Any], dict[str, list[str]]]] = field(default_factory=list)
    findings: list[AuditFinding] = field(default_factory=list)

    def places(self) -> list[Cursor]:
        """Return the results as places of the file."""
        return [Cursor(result, f"results[{number}]") for number, (_, result) in enumerate(self.results)]

    def option(self, key: str, default: Any) -> Any:
        """Return what was said of an option, or its default."""
        return self.options.get(key, default)


def no_draw(players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return what a seed draws where nothing is drawn before the event starts."""
    return {}


@dataclass(frozen=True, slots=True)
class Auditor:
    """The second reading of a format.

    `recount` refuses a result that cannot be with a DocumentError at its place. `drawn` makes a draw once
    more: players in order of entry, seed and choices in, options out. `counts` names the options that say
    how many games or places there are: each is counted out, so an endless one is a finding.
    """

    recount: Callable[[AuditedEvent], Recount]
    drawn: Callable[[Sequence[str], int, Any], dict[str, Any]] = no_draw
    counts: tuple[str, ...] = ()
    #: fields of a result by which somebody arrives after the draw, and by which somebody leaves
    arrival: str = ""
    departure: str = ""
