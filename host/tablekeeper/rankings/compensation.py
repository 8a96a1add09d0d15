"""Compensatory points: proposed if a tournament's winner would not be far enough ahead.

The director awards them, with a reason, only to the winner. The comparison uses the points of the
tournament: TP + WP of the winner and of all players who finished below.
Source: docs/rules/races.md, "World Rankings", CP, and the table of versions.

    >>> from tablekeeper.strictjson import Cursor
    >>> from tablekeeper.rankings.reading import read_tournament
    >>> from tablekeeper.rankings.rules import BY_KEY
    >>> series = read_tournament(Cursor({"name": "Spring Series", "style": "GP", "level": 1,
    ...     "wins": {"S": 2, "N": 5, "H": 0}, "places": [["S"], ["N"], ["H"]]}))
    >>> for version in BY_KEY.values():
    ...     proposed = proposal(series, version)
    ...     print(version.key, proposed and (proposed.player, str(proposed.points)))
    2024-04 None
    2025-06 ('S', '1/2')
    2026-05 ('S', '1')
"""

from __future__ import annotations

from fractions import Fraction

from tablekeeper.languages import _
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.rules import Version
from tablekeeper.rankings.tournament import Compensation, Tournament


def proposal(tournament: Tournament, version: Version) -> Compensation | None:
    """Return the points that give the winner the required lead; None if no points are needed.

    Compensatory points that the tournament already has are ignored.
    """
    if version.lead is None or tournament.part is None:
        return None
    winner = tournament.winner
    mine = _yield(tournament, winner)
    below = [player for player in tournament.players if player != winner]
    if not below:
        return None
    best = max(below, key=lambda player: _yield(tournament, player))
    theirs = _yield(tournament, best)
    missing = theirs + version.lead - mine
    if missing <= 0:
        return None
    reason = _(
        "%(winner)s won with %(mine)s points, %(best)s has %(theirs)s: the winner must be %(lead)s ahead",
        winner=winner,
        mine=shown(mine),
        best=best,
        theirs=shown(theirs),
        lead=shown(version.lead),
    )
    return Compensation(winner, missing, reason)


def _yield(tournament: Tournament, player: str) -> Fraction:
    return tournament.tournament_points(player) + tournament.winner_points(player)
