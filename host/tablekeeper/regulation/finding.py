"""The regulation's answer in a case: a sentence, its paragraphs, and the effects.

A finding is a proposal. If the regulation leaves a case to the director, the finding is `open` and proposes
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablekeeper.languages import _
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.moment import LONGEST_MS
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted

WARNING, POINTS, CLOCK, INTRODUCE = "warning", "points", "clock", "introduce"
FORFEIT, DISQUALIFICATION, EXCLUSION, WITHDRAWAL = "forfeit", "disqualification", "exclusion", "withdrawal"
NO_PRIZE = "no prize"
KINDS = (
    WARNING, POINTS, CLOCK, INTRODUCE, FORFEIT, DISQUALIFICATION, EXCLUSION, WITHDRAWAL, NO_PRIZE
)  # fmt: skip
#: effects that lose the match
LOSING = frozenset({FORFEIT, DISQUALIFICATION, EXCLUSION})
#: effects in a player's ledger
PENALTIES = frozenset({WARNING, POINTS, FORFEIT, DISQUALIFICATION, EXCLUSION, NO_PRIZE})
#: effects that end the event for the player, except for lateness, which loses only the match (paragraph 13)
_LEAVING = frozenset({DISQUALIFICATION, EXCLUSION, WITHDRAWAL})
MOST_POINTS = 99


@dataclass(frozen=True, slots=True)
class Effect:
    """A consequence for a player; if there is a fault, for the player at fault."""

    kind: str
    player: str
    #: points that `to`, the opponent, gets
    points: int = 0
    to: str = ""
    #: key of `causes.CAUSES`
    cause: str = "other"
    #: time to subtract from the player's clock (ms)
    ms: int = 0
    #: notation of a clock to be introduced
    control: str = ""

    @property
    def leaves(self) -> bool:
        """Whether the player is out of the event."""
        return self.kind in _LEAVING and self.cause != "late"

    @property
    def loses(self) -> bool:
        """Whether the effect loses the match."""
        return self.kind in LOSING

    def sentence(self) -> str:
        """Return the effect as a sentence without the full stop."""
        match self.kind:
            case "warning":
                return _(
                    "%(player)s is warned (%(label)s)", player=self.player, label=CAUSES[self.cause].label
                )
            case "points":
                gets = self.to or _("the opponent of %(player)s", player=self.player)
                return _(
                    "%(gets)s gets %(points)s (%(player)s: %(label)s)",
                    gets=gets,
                    points=counted(self.points, "point"),
                    player=self.player,
                    label=CAUSES[self.cause].label,
                )
            case "clock":
                minutes, seconds = divmod(self.ms // 1000, 60)
                return _(
                    "the clock of %(player)s runs: %(minutes)s:%(seconds)s so far",
                    player=self.player,
                    minutes=minutes,
                    seconds=f"{seconds:02}",
                )
            case "introduce":
                return _("the match goes on with the clock %(control)s", control=self.control)
            case "forfeit":
                return _("%(player)s loses the match by forfeit", player=self.player)
            case "disqualification":
                return _("%(player)s is disqualified and loses the match", player=self.player)
            case "exclusion":
                return _("%(player)s is excluded from the tournament", player=self.player)
            case "withdrawal":
                return _("%(player)s withdraws", player=self.player)
            case _:
                return _("%(player)s gets no prize", player=self.player)

    def document(self) -> dict[str, Any]:
        """Return the effect in JSON form, without empty values."""
        told = {"kind": self.kind, "player": self.player, "cause": self.cause}
        more = {"points": self.points, "to": self.to, "ms": self.ms, "control": self.control}
        return told | {key: value for key, value in more.items() if value}


def read_effect(cursor: Cursor) -> Effect:
    """Parse an effect from JSON; refuse an invalid one."""
    known = ("kind", "player", "cause", "points", "to", "ms", "control")
    cursor.fields(known, known[:3])
    kind = cursor.at("kind").choice(KINDS)
    points = cursor.at("points").whole(1, MOST_POINTS) if kind == POINTS else 0
    return Effect(
        kind,
        cursor.at("player").text(),
        points,
        cursor.at("to").text() if cursor.has("to") else "",
        cursor.at("cause").choice(tuple(CAUSES)),
        cursor.at("ms").whole(0, LONGEST_MS) if cursor.has("ms") else 0,
        cursor.at("control").text() if kind == INTRODUCE else "",
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer of the regulation."""

    sentence: str
    #: short names of paragraphs, the most specific first
    paragraphs: tuple[str, ...]
    effects: tuple[Effect, ...] = ()
    #: whether the regulation leaves the case to the director
    open: bool = False
