"""Pairs the players of a round: a matching of the least cost, which is unique, so the same on every machine.

The costs, each more important than all that follow (docs/formats.md, "Swiss"): players who must not meet;
matches that were played before; a second bye; players who come after the one with the bye; differences in
wins, squared; companions who are kept apart as long as possible; floats in the same direction as in the
round before; distances from the place that the half of the group gives; and, to make the matching unique, the
opponents of the players in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class SwissSeat:
    """A player before a round: wins, opponents so far, and what happened in the round before.

    `floated` is 1 after a match with a player who had more wins, -1 after one with a player who had fewer or
    after a bye, else 0.
    """

    player: str
    wins: int = 0
    met: frozenset[str] = frozenset()
    had_bye: bool = False
    floated: int = 0
    #: companions: who must not meet the player, and who meets the player only if wins give no other pairs
    never: frozenset[str] = frozenset()
    rather: frozenset[str] = frozenset()


@lru_cache(512)
def paired(seats: tuple[SwissSeat, ...], neighbours: bool = False) -> tuple[tuple[str, ...], ...]:
    """Return the pairs of a round, and the player with the bye as the last, alone; `seats` are in order.

    Within a group of equal wins the upper half meets the lower half in order, or `neighbours` meet.

    >>> paired(tuple(map(SwissSeat, "ABCDE")))
    (('A', 'C'), ('B', 'D'), ('E',))
    """
    # imported here: only a round that is drawn needs it
    from networkx import Graph, min_weight_matching

    nodes = len(seats) + len(seats) % 2
    wins = max((seat.wins for seat in seats), default=0)
    # the largest sum of each cost
    never, rather = (any(told) for told in zip(*((one.never, one.rather) for one in seats), strict=True))
    most = (nodes * never, nodes, 1, nodes, nodes * wins * wins, nodes * rather, nodes, nodes * nodes)
    graph: Graph[int] = Graph()
    for one in range(nodes):
        for other in range(one + 1, nodes):
            total = 0
            for cost, highest in zip(_costs(seats, one, other, neighbours), most, strict=True):
                total = total * (highest + 1) + cost
            graph.add_edge(one, other, weight=total * nodes**nodes + other * nodes ** (nodes - 1 - one))
    found = sorted(tuple(sorted(pair)) for pair in min_weight_matching(graph))
    pairs = [tuple(seats[place].player for place in pair if place < len(seats)) for pair in found]
    return tuple(sorted(pairs, key=len, reverse=True))


def as_played(
    seats: Sequence[SwissSeat], coming: Sequence[tuple[str, ...]]
) -> tuple[tuple[str, ...], ...] | None:
    """Return the pairs that were played and the bye, if they are a whole round; None = they tell too little.

    Whoever was drawn against whom, after these results the event is the same. So `paired`, which takes
    seconds for 128 players, is asked only for rounds that are not over.

    >>> as_played([*map(SwissSeat, "ABCDE")], [("B", "A"), ("D", "E")])
    (('B', 'A'), ('D', 'E'), ('C',))
    """
    names = [one.player for one in seats]
    pairs = tuple(coming[: len(seats) // 2])
    there = {one for pair in pairs for one in pair}
    alone = [(one,) for one in names if one not in there]
    if not there <= {*names} or len(alone) != len(seats) % 2:
        return None
    return (*pairs, *alone)


def _costs(seats: Sequence[SwissSeat], one: int, other: int, neighbours: bool) -> tuple[int, ...]:
    first = seats[one]
    if other == len(seats):
        return 0, 0, int(first.had_bye), other - one, 0, 0, int(first.floated < 0), 0
    second = seats[other]
    difference = first.wins - second.wins
    again = 0
    if difference:
        down, up = (first, second) if difference > 0 else (second, first)
        again = (down.floated < 0) + (up.floated > 0)
    ideal = 1
    if not difference and not neighbours:
        ideal = max(1, sum(seat.wins == first.wins for seat in seats) // 2)
    never, rather = second.player in first.never, second.player in first.rather
    met = int(second.player in first.met)
    return int(never), met, 0, 0, difference**2, int(rather), again, abs(other - one - ideal)
