"""What the regulation says in a case: a sentence, its paragraphs, and the effects.

A finding is a proposal. If the text leaves a case to the director, it is `open` and proposes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablekeeper.languages import _
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted

WARNING, POINTS, CLOCK, INTRODUCE = "warning", "points", "clock", "introduce"
FORFEIT, DISQUALIFICATION, EXCLUSION, WITHDRAWAL = "forfeit", "disqualification", "exclusion", "withdrawal"
NO_PRIZE = "no prize"
KINDS = (
    WARNING, POINTS, CLOCK, INTRODUCE, FORFEIT, DISQUALIFICATION, EXCLUSION, WITHDRAWAL, NO_PRIZE
)  # fmt: skip
#: the match is lost with these
LOSING = frozenset({FORFEIT, DISQUALIFICATION, EXCLUSION})
#: what stands in the ledger of a player
PENALTIES = frozenset({WARNING, POINTS, FORFEIT, DISQUALIFICATION, EXCLUSION, NO_PRIZE})
#: out of the event, unless it is for lateness, which loses the match only (paragraph 13)
_LEAVING = frozenset({DISQUALIFICATION, EXCLUSION, WITHDRAWAL})
MOST_POINTS = 99
#: no time that is counted here is longer (ms): 100 hours
LONGEST_MS = 360_000_000


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that follows for a player, the one at fault where there is a fault."""

    kind: str
    player: str
    #: points that `to`, the opponent, gets
    points: int = 0
    to: str = ""
    #: key of `causes.CAUSES`
    cause: str = "other"
    #: time that the player's clock is charged with (ms)
    ms: int = 0
    #: notation of a clock to be introduced
    control: str = ""

    @property
    def leaves(self) -> bool:
        """Whether the player is out of the event."""
        return self.kind in _LEAVING and self.cause != "late"

    @property
    def loses(self) -> bool:
        """Whether the match is lost by it."""
        return self.kind in LOSING

    def sentence(self) -> str:
        """Return it in words, without the full stop."""
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
        """Return it as JSON holds it; what says nothing is left out."""
        told = {"kind": self.kind, "player": self.player, "cause": self.cause}
        more = {"points": self.points, "to": self.to, "ms": self.ms, "control": self.control}
        return told | {key: value for key, value in more.items() if value}


def read_effect(cursor: Cursor) -> Effect:
    """Return an effect from JSON, or refuse it."""
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
    #: short names of paragraphs, the most particular first
    paragraphs: tuple[str, ...]
    effects: tuple[Effect, ...] = ()
    #: whether the text leaves it to the director
    open: bool = False
