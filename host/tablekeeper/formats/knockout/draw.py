"""Draws of a knockout: free places in the Main, and rounds with as few rematches as possible.

Source: docs/rules/backgammon.md, "Events"; docs/regulation.md, §9 (draw), §10 (byes), §11 (late arrivals).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import count

#: a pair of players, or a player and None for a bye
Pair = tuple[str, str | None]


def bracket_size(entries: int) -> int:
    """Return the smallest power of two that is not less than `entries`, at least 2."""
    size = 2
    while size < entries:
        size *= 2
    return size


def spread(matches: int) -> list[int]:
    """Return a round's match numbers (from 0), each as far as possible from all earlier ones in the list."""
    width = matches.bit_length() - 1
    return [int(f"{match:0{width}b}"[::-1], 2) if width else 0 for match in range(matches)]


def free_places(size: int, free: int) -> list[int]:
    """Return the places (from 0) that stay free, spread over the board, in numerical order.

    No match has two free places while another match has none.
    """
    order = spread(size // 2)
    places = [2 * match + 1 for match in order] + [2 * match for match in order]
    return sorted(places[:free])


def late_places(size: int, entries: int, late: int) -> tuple[list[int], list[int]]:
    """Return the free places, and the subset kept for late arrivals, spread over the board.

    Late arrivals take the kept places in numerical order. So the first kept places are in matches without
    any player, one in each, and the others follow. If no more places are kept than players entered, no
    player has two byes more than another, for any number of late arrivals.
    """
    order = spread(size // 2)
    empty = max(0, size // 2 - entries)
    met = late - empty
    # matches without a player come early enough to leave room for the other kept places after them
    alone = [match for match in order if match < max(empty, size // 2 - met + 1)][:empty]
    last = max(alone, default=-1)
    second = order[: size - entries - empty]
    below = [*range(last + 1), *(match for match in second if match > last)]
    free = [2 * match for match in alone] + [2 * match + 1 for match in second]
    kept = [2 * match for match in alone] + [2 * match + 1 for match in below[len(below) - met :]]
    return sorted(free), sorted(kept)


def open_places(size: int, entries: int, late: int, spread_late: bool) -> tuple[list[int], list[int]]:
    """Return the places without a player at the draw, and those of them that are kept for late arrivals."""
    if spread_late and late:
        return late_places(size, entries, late)
    free = free_places(size, size - entries)
    return free, free[:late]


def shuffled(names: Sequence[str], seed: int | None, draw: str) -> list[str]:
    """Return names in the order of the draw called `draw`; without a seed in the given order."""
    found = list(names)
    if seed is not None:
        random.Random(f"{seed} {draw}").shuffle(found)
    return found


def alternate(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return names of `first` and `second` alternately, so that staying players meet entering ones."""
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    found: list[str] = []
    for place, name in enumerate(longer):
        found.append(name)
        found += shorter[place : place + 1]
    return found


def draw_round(
    pool: Sequence[str], met: Callable[[str, str], bool], byes: Callable[[str], tuple[int, ...]]
) -> list[Pair]:
    """Return a round's pairs in the order of the pool; the bye, if there is one, comes last.

    Rematches are as few as possible. After that, the bye goes to the player with the smallest `byes`; if
    several have it, to the last of them in the pool.
    """
    if len(pool) < 2:
        return [(name, None) for name in pool]
    waiting: list[str | None] = [None]
    if len(pool) % 2:
        latest = list(reversed(pool))
        waiting = [*sorted(latest, key=byes)]
    for rematches in count():
        for rest in waiting:
            names = [name for name in pool if name != rest]
            pairs = pairing(names, met, rematches)
            if pairs is not None:
                place = {name: number for number, name in enumerate(pool)}
                found: list[Pair] = sorted(pairs, key=lambda pair: place[pair[0]])
                return found + ([(rest, None)] if rest is not None else [])
    raise AssertionError("with every pair a rematch any pairing will do")


def pairing(
    names: Sequence[str], met: Callable[[str, str], bool], rematches: int
) -> list[tuple[str, str]] | None:
    """Return pairs of all names with at most `rematches` rematches, None if this is impossible.

    The search is exact: it pairs the player with the fewest possible opponents first, and does not try a
    set of players again after a failure.
    """
    place = {name: number for number, name in enumerate(names)}
    old = {name: {other for other in names if other != name and met(name, other)} for name in names}
    failed: set[tuple[frozenset[str], int]] = set()

    def search(left: frozenset[str], allowed: int) -> list[tuple[str, str]] | None:
        if not left:
            return []
        if (left, allowed) in failed:
            return None
        one = min(left, key=lambda name: (-len(old[name] & left), place[name]))
        others = sorted(left - {one}, key=lambda name: (name in old[one], place[name]))
        for other in others:
            rematch = other in old[one]
            if rematch and not allowed:
                break
            rest = search(left - {one, other}, allowed - rematch)
            if rest is not None:
                pair = (one, other) if place[one] < place[other] else (other, one)
                return [pair, *rest]
        failed.add((left, allowed))
        return None

    return search(frozenset(names), rematches)
