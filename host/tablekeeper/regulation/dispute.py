"""Disputes: the score that counts (paragraphs 35, 37, 41), and the account presumed right (73, 81)."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.languages import _
from tablekeeper.regulation.finding import Finding

ReportedScore = tuple[int, int]


def _sign(score: ReportedScore) -> int:
    return (score[0] > score[1]) - (score[0] < score[1])


def disputed_score(
    players: Sequence[str],
    *,
    board: ReportedScore | None = None,
    sheets: Sequence[ReportedScore | None] = (None, None),
) -> Finding:
    """Return the score that counts; scores are (first player, second player), None if not kept.

    The scoreboard prevails (the device is the scoreboard). Of two sheets the trailing player's prevails. A
    player who kept no score is presumed wrong.
    """
    first, second = sheets
    if board is not None:
        return Finding(_("the scoreboard prevails: %(text)s", text=_text(players, board)), ("scoreboard",))
    if first is None and second is None:
        return Finding(_("neither player kept a score: the director decides"), ("no-score",), open=True)
    if first is None or second is None:
        kept, score = (0, first) if first is not None else (1, second)
        assert score is not None
        said = _(
            "only %(players)s kept a score, which is presumed right: %(text)s",
            players=players[kept],
            text=_text(players, score),
        )
        return Finding(said, ("no-score", "score-sheets"))
    if first == second:
        return Finding(_("both sheets say the same: %(text)s", text=_text(players, first)), ("score-sheets",))
    # take the leader from either sheet, unless the sheets name different leaders
    leads = {_sign(first), _sign(second)} - {0}
    if len(leads) != 1:
        said = _("the sheets don't show who is trailing: the director decides")
        return Finding(said, ("score-sheets",), open=True)
    trailing = 1 if leads == {1} else 0
    counts = (first, second)[trailing]
    said = _(
        "%(players)s is trailing, so that sheet is valid: %(text)s",
        players=players[trailing],
        text=_text(players, counts),
    )
    return Finding(said, ("score-sheets",))


def _text(players: Sequence[str], score: ReportedScore) -> str:
    return f"{players[0]} {score[0]}, {players[1]} {score[1]}"


def disturbed(players: Sequence[str], changed_by: str, what: str, *, cocked: bool = False) -> Finding:
    """Return the player who is presumed right if `changed_by` changed the disputed thing; "" is nobody."""
    named = ("cocked", "dispute") if cocked else ("dispute",)
    if not changed_by:
        return Finding(_("nothing was changed: the director decides as it stands"), named, open=True)
    other = players[1] if changed_by == players[0] else players[0]
    who = {"changed_by": changed_by, "other": other}
    said = {
        "dice": _("%(changed_by)s changed the dice: what %(other)s says is presumed to be right", **who),
        "cube": _("%(changed_by)s changed the cube: what %(other)s says is presumed to be right", **who),
        "checkers": _(
            "%(changed_by)s changed the checkers: what %(other)s says is presumed to be right", **who
        ),
        "score": _("%(changed_by)s changed the score: what %(other)s says is presumed to be right", **who),
    }
    return Finding(said[what], named)
