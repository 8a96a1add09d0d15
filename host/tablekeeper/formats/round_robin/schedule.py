"""The schedule of a round robin: the circle method, and its continuation when a player arrives late."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

#: a match: its round (from 1) and its two players
Slot = tuple[int, tuple[str, str]]


def schedule(players: Sequence[str], double: bool = False) -> list[Slot]:
    """Return every match with its round: the circle method; nobody plays twice in a round."""
    return list(_circle([*players, *([None] if len(players) % 2 else [])], double))


def with_newcomer(slots: Sequence[Slot], players: Sequence[str], kept: int, double: bool) -> list[Slot]:
    """Return the schedule after a late arrival, the last of the `players`: rounds up to `kept` stay.

    A new circle begins with round `kept`, so the next rounds follow as if all players had been there, and the
    newcomer had been without a match. Each other match takes the first later round in which both players are
    free; this is never later than in the circle. What remains of the first round of the circle comes last.

    >>> with_newcomer(schedule("ABCD"), "ABCDE", 1, False)[:4]
    [(1, ('A', 'D')), (1, ('B', 'C')), (2, ('E', 'D')), (2, ('A', 'B'))]
    """
    found = [slot for slot in slots if slot[0] <= kept]
    last = [pair for number, pair in found if number == kept]
    playing = {name for pair in last for name in pair}
    idle: list[str | None] = [name for name in players if name not in playing]
    idle += [None] * (len(idle) % 2)
    half = len(idle) // 2
    firsts = [*idle[:half], *(one for one, _ in last)]
    others = [*reversed(idle[half:]), *(other for _, other in last)]
    met = {frozenset(pair): pair for _, pair in found}
    done = Counter(frozenset(pair) for _, pair in found)
    busy: dict[int, set[str]] = defaultdict(set)
    for number, pair in found:
        busy[number].update(pair)
    circle = list(_circle([*firsts, *reversed(others)], double))
    for _, pair in sorted(circle, key=lambda slot: slot[0] == 1):
        key = frozenset(pair)
        if done[key]:
            done[key] -= 1
            continue
        number = kept + 1
        while busy[number] & key:
            number += 1
        busy[number] |= key
        # the second match of two players reverses the first one
        met[key] = met[key][::-1] if key in met else pair
        found.append((number, met[key]))
    return sorted(found, key=lambda slot: slot[0])


def _circle(ring: list[str | None], double: bool) -> Iterator[Slot]:
    rounds = len(ring) - 1
    for number in range(rounds * (2 if double else 1)):
        for place in range(len(ring) // 2):
            one, other = ring[place], ring[-1 - place]
            if one is not None and other is not None:
                yield number + 1, ((other, one) if number >= rounds else (one, other))
        ring = [ring[0], ring[-1], *ring[1:-1]]
