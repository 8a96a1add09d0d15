"""The order of the last three games: the significant outcomes should be settled as late as possible.

Among all orders of the remaining games it chooses the order in which, on average, most games are played
before the last significant outcome is settled. Each winner, each number of loser's pawns and, in XL, each
number of loser's completed colours is equally likely; game times stay open. Ties keep schedule order.
Source: docs/rules/races.md, "League", decision about games 4-6.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product
from operator import itemgetter

from tablekeeper.formats.league.futures import Rights, losers_games
from tablekeeper.formats.league.tally import LeagueTally, Order

#: the outcome of a league: the order of the table and the head starts
Outcome = tuple[Order, tuple[bool, ...]]
#: one result of a game: direction, loser's pawns, loser's colours, and weight (number of equal parts)
Chance = tuple[int, int, int, int]


def chances(pair: tuple[int, int], full: int) -> list[Chance]:
    """Return every result of a game with its weight; the weights of each game have the same sum."""
    found = []
    for winner, loser in (pair, pair[::-1]):
        for pawns, colours in losers_games(full):
            # with 4 to 6 of eight pawns a colour may be completed or not
            both = full and 4 <= pawns <= 6
            found.append((3 * winner + loser, pawns, colours, 1 if both or not full else 2))
    return found


def outcomes(tally: LeagueTally, rights: Rights) -> frozenset[Outcome]:
    """Return the outcomes that are possible after the last game, when only times and dice are open."""
    records = tally.records()
    return frozenset((order, rights.granted(order, records)) for order in tally.orders())


def late_weights(
    tally: LeagueTally, pairs: Sequence[tuple[int, int]], rights: Rights
) -> dict[tuple[int, ...], int]:
    """Return for each group of games (different places in `pairs`) the weight of results that settle all.

    Groups are neither empty nor complete; the total of all weights is the same for each group.
    """
    groups = [group for size in range(1, len(pairs)) for group in combinations(range(len(pairs)), size)]
    # the outcome after the known results of a group; None if several are possible
    settled: dict[tuple[int, ...], dict[tuple[Chance, ...], Outcome | None]] = {group: {} for group in groups}
    # a slice, because a single place would not give a tuple
    shares = [
        (settled[group], itemgetter(*group) if len(group) > 1 else itemgetter(slice(group[0], group[0] + 1)))
        for group in groups
    ]
    totals: dict[tuple[int, ...], int] = {}
    by_records: dict[tuple[int, ...], frozenset[Outcome] | None] = {}
    for results in product(*(chances(pair, tally.full) for pair in pairs)):
        winners = tuple(direction for direction, *_ in results)
        if winners not in by_records:
            later = tally.with_games(dict.fromkeys(winners, (1, 0, 0)))
            # without level records neither pawns nor times matter
            by_records[winners] = outcomes(later, rights) if len(set(later.records())) == 3 else None
        possible = by_records[winners]
        if possible is None:
            games = {direction: (1, pawns, colours) for direction, pawns, colours, _ in results}
            possible = outcomes(tally.with_games(games), rights)
        only = next(iter(possible)) if len(possible) == 1 else None
        for found, share in shares:
            known = share(results)
            if found.setdefault(known, only) != only:
                found[known] = None
    whole = sum(weight for *_, weight in chances((0, 1), tally.full))
    for group in groups:
        for known, then in settled[group].items():
            if then is not None:
                weight = whole ** (len(pairs) - len(group))
                for *_, part in known:
                    weight *= part
                totals[group] = totals.get(group, 0) + weight
    return {group: totals.get(group, 0) for group in groups}


def sequence(tally: LeagueTally, pairs: Sequence[tuple[int, int]], rights: Rights) -> tuple[int, ...]:
    """Return the best order of the remaining games, as places in `pairs` (given in schedule order)."""
    places = tuple(range(len(pairs)))
    if len(pairs) < 2:
        return places
    settled = late_weights(tally, pairs, rights)

    def early(order: tuple[int, ...]) -> int:
        # expected number of games before all is settled = sum over k of P(k games have not settled it)
        return sum(settled[tuple(sorted(order[:size]))] for size in range(1, len(order)))

    # permutations start with schedule order, and min() takes the first of equal ones
    return min(permutations(places), key=early)
