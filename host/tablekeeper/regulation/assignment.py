"""Assignments to a match: a referee (paragraph 82), a video (85), a clock (86, 87, 92)."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.languages import _
from tablekeeper.regulation.finding import FORFEIT, INTRODUCE, Effect, Finding
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import listing, versus


def referee(name: str, players: Sequence[str]) -> Finding:
    """Return the appointment of a neutral referee."""
    if name in players:
        raise DocumentError("", "%(name)s plays the match: a referee is neutral", name=name)
    return Finding(
        _("%(name)s observes the match, with full powers against irregularities", name=name), ("referee",)
    )


def video(players: Sequence[str], refused_by: str = "") -> Finding:
    """Return the finding for a video: a player who refuses it forfeits; it may decide a dispute."""
    if not refused_by:
        return Finding(
            _("%(players)s is filmed, and the film may decide a dispute", players=versus(players)),
            ("video",),
        )
    other = players[1] if refused_by == players[0] else players[0]
    effect = Effect(FORFEIT, refused_by, to=other, cause="video")
    return Finding(
        _("%(refused_by)s refuses the video and forfeits", refused_by=refused_by), ("video",), (effect,)
    )


def clock(players: Sequence[str], control: str, *, within_game: bool) -> Finding:
    """Return the finding that two players must use a clock; `control` is in the notation of time controls."""
    when = _("within the game") if within_game else _("with the next game")
    effect = Effect(INTRODUCE, players[0], to=players[1], cause="clock", control=control)
    said = _(
        "%(players)s play with a clock %(when)s: %(control)s",
        players=listing(players),
        when=when,
        control=control,
    )
    return Finding(said, ("clock-required", "clock-introduced", "clock-average"), (effect,))
