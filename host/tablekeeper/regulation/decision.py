"""Parses a director's own decision in words: "2 points against Ann", "warn Bob for noise"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tablekeeper.regulation.causes import CAUSES
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
from tablekeeper.strictjson import DocumentError

NOTHING = "nothing"
_VERBS = {
    "warn": WARNING, "disqualify": DISQUALIFICATION, "forfeit": FORFEIT, "exclude": EXCLUSION,
    "no prize for": NO_PRIZE,
}  # fmt: skip
_POINTS = re.compile(r"(\d{1,3}) points? against (.+)", re.ASCII)
_CAUSE = re.compile(r"(.+) for ([a-z]+)")


def read_decision(texts: Sequence[str], cause: str = "other") -> tuple[Effect, ...]:
    """Parse effects; `cause` applies to a text without a cause. "nothing" must be the only text.

    >>> [effect.sentence() for effect in read_decision(["2 points against Ann", "warn Bob for noise"])]
    ['the opponent of Ann gets 2 points (Ann: other)', 'Bob is warned (noise or attitude)']
    """
    said = [" ".join(text.split()) for text in texts]
    if said == [NOTHING]:
        return ()
    return tuple(_effect(text, cause) for text in said)


def _effect(text: str, cause: str) -> Effect:
    found = _POINTS.fullmatch(text)
    if found is not None and 1 <= int(found[1]) <= MOST_POINTS:
        player, why = _cause(found[2], cause)
        return Effect(POINTS, player, int(found[1]), cause=why)
    for verb, kind in _VERBS.items():
        if text.startswith(verb + " "):
            player, why = _cause(text.removeprefix(verb + " "), cause)
            return Effect(kind, player, cause=why)
    known = (
        "warn NAME, 2 points against NAME, disqualify, forfeit or exclude NAME, no prize for NAME, nothing"
    )
    raise DocumentError("", "'%(words)s' is not a decision: write %(known)s", words=text[:40], known=known)


def _cause(rest: str, cause: str) -> tuple[str, str]:
    found = _CAUSE.fullmatch(rest)
    if found is not None and found[2] in CAUSES:
        return found[1], found[2]
    return rest, cause
