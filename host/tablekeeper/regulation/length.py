"""Wrong match lengths (paragraphs 32 to 34, 38, 39): agreed, posted, noticed in time or too late.

The four cases: the players agreed on another length; both played and posted a wrong length by mistake; they
notice during the match while the stated length can still be played; they notice after the stated number of
points was reached.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.languages import _
from tablekeeper.regulation.finding import WARNING, Effect, Finding
from tablekeeper.regulation.penalties import DEFAULT, Ladder
from tablekeeper.strictjson import DocumentError

Score = tuple[int, int]


def wrong_length(
    players: Sequence[str],
    *,
    stated: int,
    played: int,
    score: Score,
    agreed: bool = False,
    posted: bool = False,
    steps: Sequence[int] = (0, 0),
    ladder: Ladder = DEFAULT,
) -> Finding:
    """Return the finding for a match that is, or was, played to `played` points instead of `stated`.

    `steps` are the numbers of earlier offences of each player. `played` 0: neither sheet has a length.
    """
    if stated == played:
        raise DocumentError(
            "",
            "the match is played to the stated %(stated)s points: nothing is wrong",
            stated=stated,
        )
    if min(score) < 0 or (played and max(score) > played) or (played and min(score) >= played):
        raise DocumentError(
            "",
            "%(score)s-%(score2)s is not a score of a match to %(played)s points",
            score=score[0], score2=score[1], played=played,
        )
    effects = _both(players, steps, ladder, mistake=not agreed) if agreed or posted else ()
    best = max(score)
    named = ("agreed-length",) if agreed else ()
    if posted:
        sentence = _(
            "the posted result stands: nothing is replayed, carried on or changed (played to %(played)s)",
            played=played,
        )
        return Finding(sentence, (*named, "posted-length"), effects)
    if not played:
        # without a length on a sheet, the match cannot have been played too long
        sentence = _(
            "neither sheet has a length: the match is played to the stated %(stated)s points", stated=stated
        )
        if best >= stated:
            sentence = _(
                "neither sheet has a length: the match ended when %(stated)s points were reached",
                stated=stated,
            )
        return Finding(sentence, (*named, "missing-length", "stated-length"), effects)
    if best < stated:
        sentence = _(
            "the sheets are corrected: the match goes on from %(score)s-%(score2)s to %(stated)s points",
            score=score[0],
            score2=score[1],
            stated=stated,
        )
        return Finding(sentence, (*named, "wrong-length", "stated-length"), effects)
    if best < played:
        sentence = _(
            "%(stated)s points are reached already: the match goes on to %(played)s points",
            stated=stated,
            played=played,
        )
        return Finding(sentence, (*named, "wrong-length"), effects)
    sentence = _(
        "the match was played to %(played)s points, and was over at %(stated)s: the result stands",
        played=played,
        stated=stated,
    )
    return Finding(sentence, (*named, "wrong-length"), effects)


def _both(
    players: Sequence[str], steps: Sequence[int], ladder: Ladder, *, mistake: bool
) -> tuple[Effect, ...]:
    """Return both players' effects: a warning for a first mistake, else (repeated or agreed) a penalty."""
    found: list[Effect] = []
    for player, opponent, step in zip(players, reversed(players), steps, strict=True):
        if mistake and step == 0:
            found.append(Effect(WARNING, player, cause="length"))
        else:
            found += ladder.penalty(player, opponent, "length", step - mistake)
    return tuple(found)
