"""Settled places in a league's table: exact over all results of the open games, with margins and times.

For most results the records alone give the order. Only if records can be level, the search goes through
the sums of the losers' pawns (and completed colours) over the open games, not through single games.

To test an order X, Y, Z, examine only results in which X wins all games against Z. If X loses one of them,
change it to a win: X then has more wins than before and Z fewer, so the order follows from the records alone.
"P before Q" is certain if it holds in the worst case, when P loses every game and Q wins every game: all
other results are better for P.
Source: docs/rules/races.md, "League", determined outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from tablekeeper.formats.league.tally import ALL, SEATS, LeagueTally, Order

#: pairs of seats; their open games are counted in this order
PAIRS = ((0, 1), (0, 2), (1, 2))
#: most ends that are examined for one split of wins; with more, the table counts as open
LIMIT = 50_000


@dataclass(frozen=True, slots=True)
class Rights:
    """Pairs of places (0 = first) that may meet in a series, so a head start between them matters."""

    meetings: tuple[tuple[int, int], ...] = ()

    def granted(self, order: Order, records: Sequence[int]) -> tuple[bool, ...]:
        """Return for each meeting whether the higher seed starts 1-0."""
        return tuple(records[order[one]] > records[order[other]] for one, other in self.meetings)


@cache
def losers_games(full: int) -> tuple[tuple[int, int], ...]:
    """Return the (pawns, completed colours) that a loser can have: `full` is 2 in XL, else 0."""
    if not full:
        return tuple((pawns, 0) for pawns in range(4))
    # a colour has four pawns: under four pawns complete no colour, seven always complete one
    return tuple(
        (pawns, colours)
        for pawns in range(8)
        for colours in ((0,) if pawns < 4 else (1,) if pawns == 7 else (0, 1))
    )


@cache
def losers_sums(games: int, full: int) -> tuple[tuple[int, int], ...]:
    """Return every possible sum of (pawns, colours) of the losers of this number of games."""
    if not full:
        return tuple((pawns, 0) for pawns in range(3 * games + 1))
    # a game has 4 to 7 pawns with a completed colour, else 0 to 6: every sum between is possible
    return tuple(
        (pawns, colours)
        for colours in range(games + 1)
        for pawns in range(4 * colours, 7 * colours + 6 * (games - colours) + 1)
    )


Split = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The orders a table can still have; `exact` is false if too many ends were left to examine."""

    orders: frozenset[Order]
    exact: bool = True


def split_of(open_games: Sequence[int], wins: Sequence[int]) -> dict[int, int]:
    """Return the wins in open games, by direction; `wins` are the wins of each pair's first seat."""
    split = {}
    for (one, other), games, won in zip(PAIRS, open_games, wins, strict=True):
        split[3 * one + other] = won
        split[3 * other + one] = games - won
    return split


def open_of(open_games: Sequence[int], *seats: int) -> int:
    """Return the open games that all these seats play in."""
    return sum(
        games for pair, games in zip(PAIRS, open_games, strict=True) if all(seat in pair for seat in seats)
    )


def _plane(open_games: Sequence[int], order: Order) -> Iterator[Split]:
    """Yield the splits of wins in which the first player of an order loses no game against the last."""
    first, middle, last = order
    top, bottom = open_of(open_games, first, middle), open_of(open_games, middle, last)
    for won in range(top, -1, -1):
        for lost in range(bottom + 1):
            yield {
                3 * first + middle: won,
                3 * middle + first: top - won,
                3 * middle + last: bottom - lost,
                3 * last + middle: lost,
                3 * first + last: open_of(open_games, first, last),
                3 * last + first: 0,
            }


def _wins_after(tally: LeagueTally, split: Split) -> tuple[int, ...]:
    # All present players have then played equally often, so wins compare as records do.
    return tuple(
        tally.wins(seat) + sum(split[3 * seat + other] for other in SEATS if other != seat)
        if seat != tally.gone
        else -1
        for seat in SEATS
    )


def _level_orders(wins: Sequence[int]) -> frozenset[Order]:
    # the orders that agree with the wins: several if players are level
    return frozenset(order for order in ALL if wins[order[0]] >= wins[order[1]] >= wins[order[2]])


def orders_of(
    tally: LeagueTally, split: Split, until: frozenset[Order] = frozenset(), enough: int = 6
) -> Prospect:
    """Return the possible orders if the open games are won according to `split`.

    The search stops at the first order of `until`, with `enough` orders, or with all that the wins allow.
    """
    level = _level_orders(_wins_after(tally, split))
    if len(level) == 1:
        return Prospect(level)
    found: set[Order] = set()
    for walked, later in enumerate(_ends(tally, split, level)):
        if walked == LIMIT:
            return Prospect(frozenset(found), False)
        found |= later.orders()
        if found & until or len(found) >= enough or found == level:
            break
    return Prospect(frozenset(found))


def _ends(tally: LeagueTally, split: Split, level: frozenset[Order]) -> Iterator[LeagueTally]:
    """Yield the ends that must be examined; if two players are level, only the ends that can matter."""
    directions = [direction for direction, games in split.items() if games]
    if len(level) > 2:
        yield from _sums(tally, split, directions)
        return
    one, other = sorted(level)
    first, then = next((mine, theirs) for mine, theirs in zip(one, other, strict=True) if mine != theirs)
    own = [direction for direction in directions if {*divmod(direction, 3)} == {first, then}]
    rest = [direction for direction in directions if direction not in own]
    for met in _sums(tally, split, own):
        if met.head_to_head(first, then):
            # steps 1 to 3 decide, regardless of the other games
            yield next(_sums(met, split, rest))
        else:
            yield from _sums(met, split, rest)


def _sums(tally: LeagueTally, split: Split, directions: Sequence[int]) -> Iterator[LeagueTally]:
    for chosen in product(*(losers_sums(split[direction], tally.full) for direction in directions)):
        yield tally.with_games(
            {
                direction: (split[direction], pawns, colours)
                for direction, (pawns, colours) in zip(directions, chosen, strict=True)
            }
        )


def prospect(tally: LeagueTally, open_games: Sequence[int]) -> Prospect:
    """Return every possible order of the table."""
    found: set[Order] = set()
    exact = True
    for order in sorted(ALL):
        level = []
        for split in _plane(open_games, order):
            allowed = _level_orders(_wins_after(tally, split))
            if allowed == {order}:
                found.add(order)
                break
            if order in allowed:
                level.append(split)
        if order in found:
            continue
        for split in level:
            seen = orders_of(tally, split, frozenset({order}))
            found |= seen.orders
            exact = exact and seen.exact
            if order in found:
                break
    return Prospect(frozenset(found), exact or len(found) == len(ALL))


def is_settled(tally: LeagueTally, open_games: Sequence[int], rights: Rights) -> bool:
    """Return whether all ends have the same places and rights to a head start."""
    found: set[Order] = set()
    for worst in sorted(ALL):
        split = split_of(
            open_games,
            [
                games if worst.index(one) < worst.index(other) else 0
                for (one, other), games in zip(PAIRS, open_games, strict=True)
            ],
        )
        seen = orders_of(tally, split, enough=2)
        found |= seen.orders
        if len(found) > 1 or not seen.exact:
            return False
    order = next(iter(found))
    # records level at worst are not level in any other end
    return not any(open_games) or all(
        tally.wins(order[one]) > tally.wins(order[other]) + open_of(open_games, order[other])
        for one, other in rights.meetings
    )


def magic_number(tally: LeagueTally, open_games: Sequence[int], seat: int) -> int | None:
    """Return the smallest number of further wins that makes a seat first for certain, or None.

    If too many ends are left to examine, the number can be too high, but never too low.
    """
    rivals = [other for other in SEATS if other != seat]
    for wins in range(open_of(open_games, seat) + 1):
        if all(_stays_ahead(tally, open_games, seat, rival, wins) for rival in rivals):
            return wins
    return None


def _stays_ahead(tally: LeagueTally, open_games: Sequence[int], seat: int, rival: int, wins: int) -> bool:
    # best case for the rival: the seat's wins are against the third player, who loses to the rival
    third = 3 - seat - rival
    own, aside = open_of(open_games, seat, rival), open_of(open_games, seat, third)
    beaten = max(0, wins - aside)
    split = {
        3 * seat + rival: beaten,
        3 * rival + seat: own - beaten,
        3 * seat + third: wins - beaten,
        3 * third + seat: aside - (wins - beaten),
        3 * rival + third: open_of(open_games, rival, third),
        3 * third + rival: 0,
    }
    after = _wins_after(tally, split)
    if after[seat] != after[rival]:
        return after[seat] > after[rival]
    behind = frozenset(order for order in ALL if order.index(rival) < order.index(seat))
    seen = orders_of(tally, split, behind)
    return seen.exact and not seen.orders & behind
