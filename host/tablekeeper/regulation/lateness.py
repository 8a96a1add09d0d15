"""Late arrival (paragraphs 13 to 16): penalty points over time, and when the late player is out.

Points count from the moment that the director sets (default: 20 minutes after the schedule), or from the end
of a granted hour. Each *full* 5 minutes give the opponent one point. When the points are more than half of
the match length, the late player is out.

>>> start = counts_from(0)
>>> points(start, start + 19 * 60_000), points(start, start + 20 * 60_000), out_at(7)
(3, 4, 4)
"""

from __future__ import annotations

from tablekeeper.languages import _
from tablekeeper.regulation.finding import CLOCK, DISQUALIFICATION, MOST_POINTS, POINTS, Effect, Finding
from tablekeeper.regulation.moment import LONGEST_MS, MINUTE_MS, minutes
from tablekeeper.text import counted

FULL_MS = 5 * MINUTE_MS
GRACE_MS = 20 * MINUTE_MS
HOUR_MS = 60 * MINUTE_MS


def counts_from(scheduled_ms: int, *, grace_ms: int = GRACE_MS, granted: bool = False) -> int:
    """Return the moment from which lateness counts (ms): the schedule plus `grace_ms` or a granted hour."""
    return scheduled_ms + (HOUR_MS if granted else grace_ms)


def points(from_ms: int, at_ms: int) -> int:
    """Return the penalty points at a moment: one for each full 5 minutes since `from_ms`."""
    return max(0, at_ms - from_ms) // FULL_MS


def out_at(length: int) -> int | None:
    """Return the points at which the late player is out (over half the length); None without limit."""
    return length // 2 + 1 if length else None


def lateness(
    player: str, opponent: str, *, length: int, from_ms: int, at_ms: int, clock: bool = False
) -> Finding:
    """Return the finding for a player who arrives, or is still missing, at `at_ms`."""
    late = at_ms - from_ms
    if late <= 0:
        sentence = _(
            "%(player)s is not late: penalties would count %(value)s later",
            player=player,
            value=minutes(-late),
        )
        return Finding(sentence, ("lateness",))
    if clock:
        effect = Effect(CLOCK, player, to=opponent, cause="late", ms=min(late, LONGEST_MS))
        sentence = _(
            "%(player)s is %(late)s late: a clock is in use, so it runs instead of penalty points",
            player=player,
            late=minutes(late),
        )
        return Finding(sentence, ("lateness-clock", "lateness"), (effect,))
    # in a match without limit nobody is out, so limit the points to the most of an award
    given = min(points(from_ms, at_ms), MOST_POINTS)
    out = out_at(length)
    if out is not None and given >= out:
        sentence = _(
            "%(player)s is %(late)s late: %(points)s, more than half of %(length)s",
            player=player,
            late=minutes(late),
            points=counted(given, "point"),
            length=length,
        )
        effect = Effect(DISQUALIFICATION, player, to=opponent, cause="late")
        return Finding(sentence, ("lateness",), (effect,))
    sentence = _(
        "%(player)s is %(late)s late: %(points)s for the opponent",
        player=player,
        late=minutes(late),
        points=counted(given, "point"),
    )
    effects = (Effect(POINTS, player, given, opponent, "late"),) if given else ()
    return Finding(sentence, ("lateness",), effects)
