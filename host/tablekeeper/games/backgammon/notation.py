"""Plays in players' notation: `24/18 13/11`, `bar/21*`, `13/8(2)`, `13/7*/1*`, `6/off`, `8-5 6-5`.

The reader keeps the written form (a merged move stays merged). Only the referee, which knows the board, can
find the points between the ends of a merged move.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.plays import CheckerStep, Dice, Play

_MOVE = re.compile(
    r"(?P<chain>(?:bar|off|b|o|\d{1,2})\*?(?:[/-](?:bar|off|b|o|\d{1,2})\*?)+)(?:\((?P<times>\d)\))?(?P<star>\*?)\Z",
    re.ASCII | re.IGNORECASE,
)


_DICE = re.compile(r"([1-6])[\s,/:-]*([1-6])\Z", re.ASCII)


def read_play(text: str) -> Play:
    """Parse a play: the moves as written, each as (from, to, hit), with repeated moves in full.

    25 and `bar` are the bar, 0 and `off` the checkers borne off; case does not matter; an empty text is an
    empty play. Raises UserError if any part is not a move.
    """
    moves: list[CheckerStep] = []
    for word in re.sub(r"\s+(?=\(\d\))", "", text.replace(",", " ")).split():
        found = _MOVE.match(word)
        if found is None:
            raise UserError("%(word)s is not a move.", word=_short(word))
        points = [(_point(part), part.endswith("*")) for part in re.split("[/-]", found["chain"])]
        if found["star"]:
            points[-1] = (points[-1][0], True)
        chain: list[CheckerStep] = []
        for (origin, _), (target, hit) in pairwise(points):
            if not 0 <= target < origin <= 25:
                raise UserError("%(word)s does not lead forward.", word=_short(word))
            chain.append((origin, target, hit))
        times = int(found["times"]) if found["times"] else 1
        if not 1 <= times <= 4:
            raise UserError("%(word)s repeats a move %(times)s times.", word=_short(word), times=times)
        moves.extend(chain * times)
    if len(moves) > 4:
        raise UserError("%(words)s has more moves than a roll can give.", words=_short(text))
    return tuple(moves)


def read_dice(text: str) -> Dice:
    """Parse a roll such as `31`, `3-1` or `3 1`; raises UserError for other texts."""
    found = _DICE.match(text.strip())
    if found is None:
        raise UserError("%(words)s is not a roll: write two dice, like 31.", words=_short(text.strip()))
    return int(found[1]), int(found[2])


def print_play(play: Play) -> str:
    """Return the play as text: one checker's steps are joined, hits marked, equal moves counted."""
    chains: list[list[CheckerStep]] = []
    for step in sorted(play, key=lambda step: (-step[0], -step[1])):
        for chain in chains:
            if chain[-1][1] == step[0] and step[0] > 0:
                chain.append(step)
                break
        else:
            chains.append([step])
    written: dict[tuple[tuple[int, int], ...], int] = {}
    hits: dict[tuple[tuple[int, int], ...], list[bool]] = {}
    for chain in chains:
        key = tuple((origin, target) for origin, target, _ in chain)
        written[key] = written.get(key, 0) + 1
        marks = [hit for _, _, hit in chain]
        hits[key] = [a or b for a, b in zip(hits.get(key, marks), marks, strict=True)]
    words = []
    for key, times in sorted(written.items(), key=lambda entry: (-entry[0][0][0], -entry[0][-1][1])):
        text = _name(key[0][0])
        for (_, target), hit in zip(key, hits[key], strict=True):
            last = target == key[-1][1]
            if hit or last:
                text += f"/{_name(target)}{'*' if hit else ''}"
        words.append(text if times == 1 else f"{text}({times})")
    return " ".join(words)


def _point(part: str) -> int:
    word = part.rstrip("*").lower()
    if word in ("bar", "b"):
        return 25
    if word in ("off", "o"):
        return 0
    return int(word)


def _name(point: int) -> str:
    return "bar" if point == 25 else "off" if point == 0 else str(point)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
