"""Leaving a tournament: withdrawal, and exclusion for behaviour (paragraph 80)."""

from __future__ import annotations

from tablekeeper.regulation.finding import EXCLUSION, WITHDRAWAL, Effect, Finding


def withdrawal(player: str, opponent: str = "") -> Finding:
    """Return what follows when a player gives up: the results stay, a match in progress is lost."""
    effect = Effect(WITHDRAWAL, player, to=opponent)
    said = f"{player} withdraws" + (f": {opponent} wins the match in progress" if opponent else "")
    return Finding(said, ("discretion",), (effect,))


def exclusion(player: str, opponent: str = "") -> Finding:
    """Return what follows when behaviour excludes a player."""
    effect = Effect(EXCLUSION, player, to=opponent, cause="behaviour")
    return Finding(
        f"{player} breaks the accepted standard of behaviour: disqualified and excluded",
        ("behaviour",),
        (effect,),
    )
