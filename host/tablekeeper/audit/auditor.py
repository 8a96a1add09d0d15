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
    """An event to recount; `results` are (number of its action, result)."""

    name: Any = None
    format: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    results: list[tuple[int, Any]] = field(default_factory=list)
    started: bool = False
    finished: bool = False
    #: for races: (game, colours of each player), in the order of the journal
    colours: list[tuple[dict[str, Any], dict[str, list[str]]]] = field(default_factory=list)
    findings: list[AuditFinding] = field(default_factory=list)

    def places(self) -> list[Cursor]:
        """Return cursors to the results in the file."""
        return [Cursor(result, f"results[{number}]") for number, (_, result) in enumerate(self.results)]

    def option(self, key: str, default: Any) -> Any:
        """Return the value of an option, or its default."""
        return self.options.get(key, default)


def no_draw(players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return an empty draw: nothing is drawn before the event starts."""
    return {}


@dataclass(frozen=True, slots=True)
class Auditor:
    """The second reading of a format.

    `recount` refuses an impossible result with a DocumentError at its place. `drawn` repeats a draw: it gets
    the players in order of entry, the seed and the choices, and returns options. `counts` names the options
    with numbers of games or places: the auditor enumerates these, so a very large number is a finding.
    """

    recount: Callable[[AuditedEvent], Recount]
    drawn: Callable[[Sequence[str], int, Any], dict[str, Any]] = no_draw
    counts: tuple[str, ...] = ()
    #: field of a result that means an arrival after the draw; and the field that means a departure
    arrival: str = ""
    departure: str = ""
    #: field of an arrival that names the player whose bye it takes
    bye: str = ""
    #: whether arrivals say the last round that stays; in older journals they do not, and are players
    keeps: bool = False
    #: options that a draw with wishes sets: `recount` checks them, because no chance alone gives them
    wishes: tuple[str, ...] = ()
