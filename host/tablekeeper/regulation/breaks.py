"""Breaks (paragraph 12): number, times, and the penalty for a break that is too long.

In matches to 13 points or more each player has two breaks of 10 minutes, in shorter ones one, between games.
The director decides the penalty for a break that is too long: the ladder, or points as for lateness.

>>> allowed(13), allowed(12)
(2, 1)
"""

from __future__ import annotations

from tablekeeper.languages import _
from tablekeeper.regulation import lateness
from tablekeeper.regulation.finding import MOST_POINTS, POINTS, Effect, Finding
from tablekeeper.regulation.moment import minutes
from tablekeeper.regulation.penalties import Ladder
from tablekeeper.text import counted
from tableprograms.backgammon.sheet import BREAK_MS, LONG_MATCH

#: kinds of penalty for a break that is too long
LADDER, FULL_MINUTES = "ladder", "lateness"
OVERTIME = (LADDER, FULL_MINUTES)


def allowed(length: int) -> int:
    """Return each player's number of breaks in a match to `length` points; one in a match without limit."""
    return 2 if length >= LONG_MATCH else 1


def may_take(player: str, *, length: int, taken: int, within_game: bool) -> Finding:
    """Return whether a player may take a break now; `open` if only the director can allow it."""
    most = allowed(length)
    if within_game:
        return Finding(
            _("%(player)s has to wait: a break is taken between two games", player=player),
            ("breaks", "leaving"),
            open=True,
        )
    if taken >= most:
        said = _(
            "%(player)s has taken %(breaks)s of %(most)s already",
            player=player,
            breaks=counted(taken, "break"),
            most=most,
        )
        return Finding(said, ("breaks", "leaving"), open=True)
    return Finding(
        _(
            "%(player)s takes break %(taken)s of %(most)s: 10 minutes",
            player=player,
            taken=taken + 1,
            most=most,
        ),
        ("breaks",),
    )


def exceeded(
    player: str, opponent: str, *, took_ms: int, step: int, ladder: Ladder, by: str = LADDER
) -> Finding:
    """Return the finding for a break of `took_ms`; `step` is the number of the player's earlier offences."""
    over = took_ms - BREAK_MS
    if over <= 0:
        return Finding(
            _("%(player)s is back after %(took_ms)s: in time", player=player, took_ms=minutes(took_ms)),
            ("breaks",),
        )
    sentence = _(
        "%(player)s is back after %(took_ms)s: %(over)s too late",
        player=player,
        took_ms=minutes(took_ms),
        over=minutes(over),
    )
    if by == FULL_MINUTES:
        given = min(lateness.points(0, over), MOST_POINTS)
        effects = (Effect(POINTS, player, given, opponent, "break"),) if given else ()
        return Finding(sentence, ("breaks", "lateness"), effects)
    return Finding(sentence, ("breaks",), ladder.penalty(player, opponent, "break", step))
