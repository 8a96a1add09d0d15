"""The fields of a director's decision that differs from the regulation, with its reason."""

from __future__ import annotations

from starlette.datastructures import FormData

from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.regulation.finding import (
    DISQUALIFICATION,
    EXCLUSION,
    FORFEIT,
    MOST_POINTS,
    NO_PRIZE,
    POINTS,
    WARNING,
    Effect,
)

from .forms import number_of, text_of

NOTHING = "nothing"
#: the possible decisions: the value in the form, and the words
DECISIONS = {
    WARNING: _("a warning"), POINTS: _("points for the opponent"), FORFEIT: _("the match is lost by forfeit"),
    DISQUALIFICATION: _("disqualification"), EXCLUSION: _(
        "exclusion from the tournament"), NO_PRIZE: _("no prize"),
    NOTHING: _("nothing follows"),
}  # fmt: skip


def decision(form: FormData, player: str, cause: str) -> tuple[Effect, ...] | None:
    """Return the director's decision against a player; None: as in the regulation."""
    kind = text_of(form, "decision")
    if not kind:
        return None
    if kind == NOTHING:
        return ()
    if kind not in DECISIONS:
        raise UserError(_("Choose one of the decisions."), field="decision")
    points = number_of(form, "points", _("How many points")) if kind == POINTS else 0
    if kind == POINTS and not 1 <= points <= MOST_POINTS:
        raise UserError(_(
            "1 to %(most_points)s points can be given.",
            most_points=MOST_POINTS,
        ), field="points")
    return (Effect(kind, player, points, cause=cause),)
