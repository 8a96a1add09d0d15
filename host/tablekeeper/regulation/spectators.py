"""Spectators (paragraphs 17 to 22): silence, comments, testimony, talk with players, signals."""

from __future__ import annotations

from tablekeeper.languages import _
from tablekeeper.regulation.finding import DISQUALIFICATION, NO_PRIZE, Effect, Finding

NOISE, COMMENT, TESTIMONY, ADDRESS, SIGNAL, LEAVE = (
    "noise",
    "comment",
    "testimony",
    "address",
    "signal",
    "leave",
)
CONDUCT = (NOISE, COMMENT, TESTIMONY, ADDRESS, SIGNAL, LEAVE)
#: words for each conduct
CONDUCT_WORDS = (
    _("disturbs"), _("comments on the play"), _("testifies"), _("addresses a player"),
    _("signals to a player"), _("is to leave"),
)  # fmt: skip


def spectator(
    name: str,
    conduct: str,
    *,
    player: str = "",
    opponent: str = "",
    takes_part: bool = False,
    asked: bool = False,
    cheating: bool = False,
    permitted: bool = False,
) -> Finding:
    """Return the finding for the conduct of the spectator `name`.

    `player` is the player who is helped or addressed, `opponent` the other one. `takes_part`: the spectator
    plays in the tournament; `asked`: the director asked for testimony; `cheating`: the testimony is about
    flagrant cheating; `permitted`: the opponent agreed.
    """
    if conduct == NOISE:
        return Finding(_("%(name)s disturbs the players and is sent away", name=name), ("silence",))
    if conduct == LEAVE:
        return Finding(_("%(name)s leaves the table: the director asks for it", name=name), ("sent-away",))
    if conduct == COMMENT:
        said = _("%(name)s commented on the play: a sanction is up to the director", name=name)
        return Finding(said, ("comments", "silence"), open=True)
    if conduct == TESTIMONY:
        if asked or cheating:
            why = _("the director asked") if asked else _("it is about flagrant cheating")
            return Finding(_("%(name)s testifies: %(why)s", name=name, why=why), ("testimony",))
        return Finding(_("%(name)s is not heard, because nobody asked", name=name), ("testimony",))
    if conduct == ADDRESS:
        if permitted:
            said = _(
                "%(name)s speaks with %(player)s as %(opponent)s permits, in a language that both understand",
                name=name,
                player=player,
                opponent=opponent,
            )
            return Finding(said, ("addressing", "languages"))
        return Finding(
            _(
                "%(name)s may not speak with %(player)s: %(opponent)s has not agreed",
                name=name,
                player=player,
                opponent=opponent,
            ),
            ("addressing", "silence"),
        )
    culprits = [player, *([name] if takes_part else [])]
    effects = tuple(
        effect
        for one in culprits
        for effect in (
            Effect(DISQUALIFICATION, one, to=opponent if one == player else "", cause="signals"),
            Effect(NO_PRIZE, one, cause="signals"),
        )
    )
    said = _(
        "%(name)s and %(player)s signal to each other: up to disqualification without a prize",
        name=name,
        player=player,
    )
    return Finding(said, ("signals",), effects)
