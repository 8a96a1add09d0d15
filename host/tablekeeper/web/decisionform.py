"""The fields of a director's decision: otherwise than the regulation says, with its reason."""

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

NOTHING = "nothing"
#: what a director may decide, as a form has it, and in words
DECISIONS = {
    WARNING: _("a warning"), POINTS: _("points for the opponent"), FORFEIT: _("the match is lost by forfeit"),
    DISQUALIFICATION: _("disqualification"), EXCLUSION: _(
        "exclusion from the tournament"), NO_PRIZE: _("no prize"),
    NOTHING: _("nothing follows"),
}  # fmt: skip


def text(form: FormData, name: str) -> str:
    """Return a field without needless blanks, "" where there is none."""
    return " ".join(str(form.get(name, "")).split())


def number(form: FormData, name: str, what: str) -> int:
    """Return a whole number, or refuse it beside its field."""
    written = text(form, name)
    if not (written.isascii() and written.isdigit()) or len(written) > 9:
        raise UserError(_("%(what)s is missing: choose or write a number.", what=what), field=name)
    return int(written)


def decision(form: FormData, player: str, cause: str) -> tuple[Effect, ...] | None:
    """Return what the director decides against a player; None: as the regulation says."""
    kind = text(form, "decision")
    if not kind:
        return None
    if kind == NOTHING:
        return ()
    if kind not in DECISIONS:
        raise UserError(_("Choose one of the decisions."), field="decision")
    points = number(form, "points", _("How many points")) if kind == POINTS else 0
    if kind == POINTS and not 1 <= points <= MOST_POINTS:
        raise UserError(_(
            "1 to %(most_points)s points can be given.",
            most_points=MOST_POINTS,
        ), field="points")
    return (Effect(kind, player, points, cause=cause),)
