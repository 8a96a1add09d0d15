"""Equipment and dice (paragraphs 24 to 31, 67 to 74): changes, their times, and who can request them."""

from __future__ import annotations

from tablekeeper.languages import _
from tablekeeper.regulation.finding import Finding

DICE = "dice"
NEXT_GAME = _("from the next game")


def change(
    what: str,
    *,
    asked_by: str = "",
    irregular: bool = False,
    justified: bool = False,
    within_game: bool = False,
) -> Finding:
    """Return whether and when equipment is changed; without `asked_by` the director demands it."""
    dice = what == DICE
    if not asked_by:
        named = ("new-dice", "dice-change") if dice else ("replacement",)
        said = (
            _("the director has the dice replaced at once")
            if dice
            else _("the director has the %(what)s replaced at once", what=what)
        )
        return Finding(said, named)
    if not (irregular or justified):
        named = ("dice-change", "change-request") if dice else ("change-request",)
        said = (
            _(
                "%(asked_by)s asks for other dice without a justified reason: nothing is changed",
                asked_by=asked_by,
            )
            if dice
            else _(
                "%(asked_by)s asks for other %(what)s without a justified reason: nothing is changed",
                asked_by=asked_by, what=what,
            )
        )
        return Finding(said, named)
    why = _("the equipment in use is not regular") if irregular else _("there is a justified reason")
    when = NEXT_GAME if within_game else _("for the game that begins")
    named = ("change-request", "dice-change") if dice else ("change-request",)
    said = (
        _("%(asked_by)s gets other dice %(when)s: %(why)s", asked_by=asked_by, when=when, why=why)
        if dice
        else _(
            "%(asked_by)s gets other %(what)s %(when)s: %(why)s",
            asked_by=asked_by, what=what, when=when, why=why,
        )
    )
    return Finding(said, named)


def mixing(asked_by: str, opponent: str, *, within_game: bool) -> Finding:
    """Return whether dice are mixed: only at the start of a game; the other player then chooses first."""
    if within_game:
        return Finding(
            _("%(asked_by)s has to wait: dice are mixed at the start of a game", asked_by=asked_by),
            ("mixing",),
        )
    return Finding(
        _("%(asked_by)s mixes the dice and %(opponent)s chooses first", asked_by=asked_by, opponent=opponent),
        ("mixing", "dice-choice"),
    )


def unauthorised(players: str) -> Finding:
    """Return the finding for equipment that was not approved."""
    return Finding(
        _(
            "%(players)s play with equipment that is not approved, at their own responsibility",
            players=players,
        ),
        ("unauthorised", "equipment"),
    )
