"""Penalties: the director's ladder of penalties for repeated offences.

The regulation names the offences, but not the amounts: first warnings if it allows them, then penalties, up
to disqualification. A ladder is a list of steps such as "warning, 1 point, 2 points, disqualification". Each
offence of a player takes the next step; the last step is repeated.

>>> ladder = read_ladder("warning, 1 point, out")
>>> [effect.sentence() for effect in ladder.next("Ann", "Bob", "noise", 1)]
['Bob gets 1 point (Ann: noise or attitude)']
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tablekeeper.languages import _, joined
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import DISQUALIFICATION, MOST_POINTS, POINTS, WARNING, Effect, Finding
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import counted

#: which earlier offences of a player count: only those with the same cause, or all
SAME_CAUSE, ALL_CAUSES = "cause", "all"
COUNTING = (SAME_CAUSE, ALL_CAUSES)
_POINTS = re.compile(r"(\d{1,2})(?: ?points?)?", re.ASCII)
_MOST_STEPS = 20


@dataclass(frozen=True, slots=True)
class Ladder:
    """Steps (kind, points), the mildest first."""

    steps: tuple[tuple[str, int], ...]

    def next(self, player: str, opponent: str, cause: str, step: int) -> tuple[Effect, ...]:
        """Return the effect of an offence after `step` earlier ones."""
        kind, points = self.steps[min(step, len(self.steps) - 1)]
        return (Effect(kind, player, points, "" if kind == WARNING else opponent, cause),)

    def penalty(self, player: str, opponent: str, cause: str, step: int) -> tuple[Effect, ...]:
        """Return the effect of an offence with a penalty in the regulation: skip the ladder's warnings."""
        harder = tuple(one for one in self.steps if one[0] != WARNING) or self.steps
        return Ladder(harder).next(player, opponent, cause, step)

    def text(self) -> str:
        """Return the ladder as a text that `read_ladder` can read."""
        return ", ".join(counted(points, "point") if points else kind for kind, points in self.steps)

    def words(self) -> str:
        """Return the ladder in words, in the language of the reader."""
        return joined(counted(points, "point") if points else _(kind) for kind, points in self.steps)


DEFAULT = Ladder(((WARNING, 0), (POINTS, 1), (POINTS, 2), (DISQUALIFICATION, 0)))


def read_ladder(text: str) -> Ladder:
    """Parse a ladder; refuse steps that become milder."""
    words = [word.strip().lower() for word in text.split(",")]
    steps = tuple(_step(word) for word in words)
    if len(steps) > _MOST_STEPS:
        raise DocumentError("", "a ladder has at most %(most_steps)s steps", most_steps=_MOST_STEPS)
    weights = [_weight(step) for step in steps]
    if weights != sorted(weights):
        raise DocumentError("", "a ladder gets no milder: warnings first, then points, disqualification last")
    return Ladder(steps)


def _step(word: str) -> tuple[str, int]:
    if word in ("warning", "warn"):
        return WARNING, 0
    if word in ("disqualification", "out"):
        return DISQUALIFICATION, 0
    found = _POINTS.fullmatch(word)
    if found is None or not 1 <= int(found[1]) <= MOST_POINTS:
        raise DocumentError(
            "",
            "'%(word)s' is not a step: write warning, 1 point, 2 points ... or disqualification",
            word=word[:30],
        )
    return POINTS, int(found[1])


def _weight(step: tuple[str, int]) -> tuple[int, int]:
    return (WARNING, POINTS, DISQUALIFICATION).index(step[0]), step[1]


def offence(player: str, opponent: str, cause: str, *, step: int, ladder: Ladder = DEFAULT) -> Finding:
    """Return the finding for an offence after `step` earlier ones."""
    said = _(
        "%(player)s: %(label)s, offence %(step)s", player=player, label=CAUSES[cause].label, step=step + 1
    )
    paragraphs = tuple(dict.fromkeys((CAUSES[cause].paragraph, "violations")))
    climb = ladder.penalty if CAUSES[cause].penal else ladder.next
    return Finding(said, paragraphs, climb(player, opponent, cause, step))
