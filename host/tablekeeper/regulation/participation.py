"""Leaving a tournament: withdrawal, and exclusion for behaviour (paragraph 80)."""

from __future__ import annotations

from tablekeeper.languages import _
from tablekeeper.regulation.finding import EXCLUSION, WITHDRAWAL, Effect, Finding


def withdrawal(player: str, opponent: str = "") -> Finding:
    """Return the finding for a player who gives up: results stay valid, a match in progress is lost."""
    effect = Effect(WITHDRAWAL, player, to=opponent)
    said = _("%(player)s withdraws", player=player) + (
        _(": %(opponent)s wins the match in progress", opponent=opponent) if opponent else ""
    )
    return Finding(said, ("discretion",), (effect,))


def exclusion(player: str, opponent: str = "") -> Finding:
    """Return the finding for a player who is excluded for behaviour."""
    effect = Effect(EXCLUSION, player, to=opponent, cause="behaviour")
    return Finding(
        _("%(player)s breaks the accepted standard of behaviour: disqualified and excluded", player=player),
        ("behaviour",),
        (effect,),
    )
