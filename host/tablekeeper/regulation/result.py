"""Results: valid reports (paragraph 39), and concessions by mistake (40)."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.languages import _
from tablekeeper.regulation.finding import Finding


def reported(
    players: Sequence[str], winner: str, by: str, *, sheet: bool, confirmed: bool = False
) -> Finding:
    """Return whether a report counts: by the loser, by the winner with the sheet, or by both at the board."""
    if confirmed:
        return Finding(
            _("both players have confirmed it: %(winner)s has won", winner=winner), ("stated-length",)
        )
    if by != winner:
        return Finding(
            _("%(by)s lost and reports it: %(winner)s has won", by=by, winner=winner), ("stated-length",)
        )
    if sheet:
        return Finding(
            _("%(winner)s reports it with the score sheet: %(winner)s has won", winner=winner),
            ("stated-length",),
        )
    loser = players[1] if winner == players[0] else players[0]
    said = _(
        "%(winner)s has no score sheet: %(loser)s has to report it, or the director confirms it",
        winner=winner,
        loser=loser,
    )
    return Finding(said, ("stated-length", "score-sheets"), open=True)


def conceded(loser: str, winner: str, *, posted: bool) -> Finding:
    """Return whether a concession by mistake is valid: it is when the winner is entered in the draw sheet."""
    if posted:
        return Finding(
            _(
                "%(loser)s conceded by mistake, but %(winner)s is entered as the winner: the result stands",
                loser=loser,
                winner=winner,
            ),
            ("mistaken-concession",),
        )
    return Finding(
        _("%(loser)s conceded by mistake, and no winner is entered yet: the match goes on", loser=loser),
        ("mistaken-concession", "settlements"),
    )
