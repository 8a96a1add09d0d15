"""Spectators (paragraphs 17 to 22): silence, comments, testimony, talk with players, signals."""

from __future__ import annotations

from tablekeeper.regulation.finding import DISQUALIFICATION, NO_PRIZE, Effect, Finding

NOISE, COMMENT, TESTIMONY, ADDRESS, SIGNAL, LEAVE = (
    "noise",
    "comment",
    "testimony",
    "address",
    "signal",
    "leave",
)
DEEDS = (NOISE, COMMENT, TESTIMONY, ADDRESS, SIGNAL, LEAVE)


def spectator(
    name: str,
    deed: str,
    *,
    player: str = "",
    opponent: str = "",
    takes_part: bool = False,
    asked: bool = False,
    cheating: bool = False,
    permitted: bool = False,
) -> Finding:
    """Return what follows when the spectator `name` does something.

    `player` is whom it helps or who is addressed, `opponent` the other one. `takes_part`: plays in the
    tournament; `asked`: the director asked for testimony; `cheating`: it is about flagrant cheating;
    `permitted`: the opponent agreed.
    """
    if deed == NOISE:
        return Finding(f"{name} disturbs the players and is sent away", ("silence",))
    if deed == LEAVE:
        return Finding(f"{name} leaves the table: the director asks for it", ("sent-away",))
    if deed == COMMENT:
        said = f"{name} commented on the play: a sanction is up to the director"
        return Finding(said, ("comments", "silence"), open=True)
    if deed == TESTIMONY:
        if asked or cheating:
            why = "the director asked" if asked else "it is about flagrant cheating"
            return Finding(f"{name} testifies: {why}", ("testimony",))
        return Finding(f"{name} is not heard: nobody asked", ("testimony",))
    if deed == ADDRESS:
        if permitted:
            said = f"{name} speaks with {player} as {opponent} permits, in a language that both understand"
            return Finding(said, ("addressing", "languages"))
        return Finding(
            f"{name} may not speak with {player}: {opponent} has not agreed", ("addressing", "silence")
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
    said = f"{name} and {player} signal to each other: up to disqualification without a prize"
    return Finding(said, ("signals",), effects)
