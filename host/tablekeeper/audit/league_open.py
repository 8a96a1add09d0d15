"""The effect of a league's open games: whether the table is settled, and which game comes first.

Tries all possible ends: first by the winners of the open games, then, if records are level, by every score.
Two different ends are enough to show that the table is open. Players are 0, 1, 2.
Source: docs/rules/races.md, "League": determined outcomes, games 4-6, tie-breaks; docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from math import floor

Duel = tuple[int, int]
#: an order of the table, and for each pair of `rights` whether a head start is given
LeagueEnd = tuple[tuple[int, ...], tuple[bool, ...]]
_TRIO = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """A game as the table counts it; `minutes` None: not recorded, -1: any number from 1."""

    winner: int
    loser: int
    pawns: int
    colours: int
    minutes: Fraction | int | None


@dataclass(frozen=True, slots=True)
class _Sum:
    # games that one player has won against another: number, losers' pawns and colours
    won: int
    pawns: int
    colours: int


_Sums = Mapping[Duel, _Sum]


def losses(large: bool) -> list[tuple[int, int, Fraction]]:
    """Return every possible pawns and completed colours of a loser, with their probability."""
    if not large:
        return [(pawns, 0, Fraction(1, 4)) for pawns in range(4)]
    found = []
    for pawns in range(8):
        colours = (0,) if pawns < 4 else (1,) if pawns == 7 else (0, 1)
        found += [(pawns, one, Fraction(1, 8 * len(colours))) for one in colours]
    return found


class AuditedTable:
    """A league's table with games open; `rights` are the places between which a head start can be given.

    `away` is the player who has left, and is last. `single`: of three different figures only the best leaves.
    """

    def __init__(
        self, large: bool, rights: Sequence[Duel], away: int | None = None, single: bool = False
    ) -> None:
        self.large, self.rights, self.away, self.single = large, rights, away, single
        self.full = (8, 2) if large else (4, 0)

    def is_settled(self, games: Sequence[AuditedGame], left: Sequence[Duel]) -> bool:
        """Return whether all ends of the remaining games give the same table and the same head starts."""
        first: LeagueEnd | None = None
        for end in self.ends(games, left):
            if first is None:
                first = end
            elif end != first:
                return False
        return True

    def order(self, games: Sequence[AuditedGame], left: Sequence[Duel]) -> list[int]:
        """Return the order of the remaining games (as indexes in `left`) that settles the table latest.

        The average is over equally likely winners, pawns and colours; of equal orders the first one counts.
        """
        averages = self.averages(games, left)
        best: tuple[int, ...] = max(averages, key=averages.__getitem__)
        return list(best)

    def averages(self, games: Sequence[AuditedGame], left: Sequence[Duel]) -> dict[tuple[int, ...], Fraction]:
        """Return the mean number of remaining games played until all is settled, by the order of the games.

        The first game is not counted, because it is played in any case.
        """
        count = len(left)
        settled: dict[tuple[int, ...], Fraction] = {}
        for size in range(1, count):
            for some in combinations(range(count), size):
                rest = [left[place] for place in range(count) if place not in some]
                settled[some] = self._chance(games, [left[place] for place in some], rest)
        # count one game for each beginning of the order that does not settle the table
        return {
            order: sum((1 - settled[tuple(sorted(order[:size]))] for size in range(1, count)), Fraction(0))
            for order in permutations(range(count))
        }

    def _chance(self, games: Sequence[AuditedGame], first: Sequence[Duel], rest: Sequence[Duel]) -> Fraction:
        found = Fraction(0)
        for winners in product((0, 1), repeat=len(first)):
            for scores in product(losses(self.large), repeat=len(first)):
                more = [
                    AuditedGame(pair[seat], pair[1 - seat], pawns, colours, -1)
                    for pair, seat, (pawns, colours, _) in zip(first, winners, scores, strict=True)
                ]
                if self.is_settled([*games, *more], rest):
                    weight = Fraction(1, 2 ** len(first))
                    for *_, part in scores:
                        weight *= part
                    found += weight
        return found

    # Ends

    def ends(self, games: Sequence[AuditedGame], left: Sequence[Duel]) -> Iterator[LeagueEnd]:
        """Yield the order and the head starts of every end of the remaining games; some more than once."""
        pairs = sorted({tuple(sorted(pair)) for pair in left})
        counts = [sum(set(pair) == set(one) for one in left) for pair in pairs]
        sums = {
            (one, other): _Sum(
                sum((game.winner, game.loser) == (one, other) for game in games),
                sum(game.pawns for game in games if (game.winner, game.loser) == (one, other)),
                sum(game.colours for game in games if (game.winner, game.loser) == (one, other)),
            )
            for one, other in permutations(_TRIO, 2)
        }
        known: list[Fraction | None] = [Fraction(0)] * 3
        free = [0, 0, 0]
        for game in games:
            before = known[game.winner]
            if game.minutes is not None and game.minutes < 0:
                free[game.winner] += 1
            else:
                known[game.winner] = (
                    None if before is None or game.minutes is None else before + game.minutes
                )
        for won in product(*(range(count + 1) for count in counts)):
            more: dict[Duel, int] = {}
            for (one, other), count, mine in zip(pairs, counts, won, strict=True):
                more[one, other], more[other, one] = mine, count - mine
            yield from self._of_winners(sums, more, known, free)

    def _of_winners(
        self, sums: _Sums, more: Mapping[Duel, int], known: Sequence[Fraction | None], free: Sequence[int]
    ) -> Iterator[LeagueEnd]:
        wins = [sum(one.won for (winner, _), one in sums.items() if winner == seat) for seat in _TRIO]
        least = [*free]
        for (winner, _), count in more.items():
            wins[winner] += count
            least[winner] += count
        # minutes: the known ones, and at least one for each open game
        times = [None if done is None else floor(done) + new for done, new in zip(known, least, strict=True)]
        clock = _Times(times, [count > 0 for count in least])
        open_ways = {way: count for way, count in more.items() if count}
        values = sorted({wins[seat] for seat in _TRIO if seat != self.away}, reverse=True)
        groups = [[seat for seat in _TRIO if wins[seat] == value and seat != self.away] for value in values]
        groups += [[self.away]] if self.away is not None else []
        level = next((group for group in groups if len(group) > 1), [])
        if len(level) == 2:
            # games between other players cannot matter before step 4
            between = {way for way in open_ways if set(way) == set(level)}
            duel = self._duel({**sums, **{way: _more(sums[way], count) for way, count in open_ways.items()}},
                              level)  # fmt: skip
            if duel[0] or (not between and any(duel)):
                ahead = next(figure for figure in duel if figure)
                first, second = level if ahead > 0 else level[::-1]
                yield self._end([seat for group in groups for seat in (
                    [first, second] if group == level else group)], wins)  # fmt: skip
                return
        if not level:
            yield self._end([group[0] for group in groups], wins)
            return
        for whole in self._sums(sums, open_ways):
            for order in self._orders(whole, level, clock):
                ranked = [seat for group in groups for seat in (order if group == level else group)]
                yield self._end(ranked, wins)

    def _end(self, order: Sequence[int], wins: Sequence[int]) -> LeagueEnd:
        return tuple(order), tuple(wins[order[high]] > wins[order[low]] for high, low in self.rights)

    def _sums(self, sums: _Sums, more: Mapping[Duel, int]) -> Iterator[_Sums]:
        """Yield the sums with every score of the open games."""
        ways = list(more)
        totals = []
        for way in ways:
            reached = {(0, 0)}
            for _ in range(more[way]):
                reached = {
                    (pawns + some, colours + few)
                    for pawns, colours in reached for some, few, _ in losses(self.large)
                }  # fmt: skip
            totals.append(sorted(reached))
        for chosen in product(*totals):
            found = dict(sums)
            for way, (pawns, colours) in zip(ways, chosen, strict=True):
                before = sums[way]
                found[way] = _Sum(before.won + more[way], before.pawns + pawns, before.colours + colours)
            yield found

    # Steps

    def _duel(self, sums: _Sums, level: Sequence[int]) -> tuple[int, int, int]:
        """Return steps 1 to 3 between two players; positive figures favour the first."""
        one, other = level
        mine, theirs = sums[one, other], sums[other, one]
        full, colours = self.full
        return (
            mine.won - theirs.won,
            2 * (full * (mine.won - theirs.won) + theirs.pawns - mine.pawns),
            2 * (colours * (mine.won - theirs.won) + theirs.colours - mine.colours),
        )

    def _overall(self, sums: _Sums, seat: int) -> tuple[int, int, int, int]:
        """Return steps 4 to 7 of one player: difference and sum of pawns, difference and sum of colours."""
        full, colours = self.full
        won = [sums[seat, other] for other in _TRIO if other != seat]
        lost = [sums[other, seat] for other in _TRIO if other != seat]
        own = sum(full * one.won for one in won) + sum(one.pawns for one in lost)
        theirs = sum(full * one.won for one in lost) + sum(one.pawns for one in won)
        mine = sum(colours * one.won for one in won) + sum(one.colours for one in lost)
        others = sum(colours * one.won for one in lost) + sum(one.colours for one in won)
        return own - theirs, own, mine - others, mine

    def _orders(self, sums: _Sums, level: Sequence[int], clock: _Times) -> Iterator[tuple[int, ...]]:
        if len(level) == 2:
            one, other = level
            for figure in self._duel(sums, level):
                if figure:
                    yield (one, other) if figure > 0 else (other, one)
                    return
        figures = {seat: self._overall(sums, seat) for seat in level}
        for number in range(4):
            values = {seat: figures[seat][number] for seat in level}
            if len(set(values.values())) > 1:
                yield from self._parted(sums, values, clock)
                return
        for minutes in clock.ways(level):
            fixed = clock if minutes is None else _Times([minutes.get(seat) for seat in _TRIO], [False] * 3)
            if minutes is not None and len(set(minutes.values())) > 1:
                yield from self._parted(sums, {seat: -time for seat, time in minutes.items()}, fixed)
            elif len(level) == 2 or not self.single:
                # the dice decide
                yield from permutations(level)
            else:
                # the dice divide off one player, the best or the last
                for alone in level:
                    for rest in self._orders(sums, [seat for seat in level if seat != alone], fixed):
                        yield from ((alone, *rest), (*rest, alone))

    def _parted(
        self, sums: _Sums, values: Mapping[int, int], clock: _Times
    ) -> Iterator[tuple[int, ...]]:
        """Yield the orders by a figure; two players who stay level begin again at the first step."""
        parts = [
            [seat for seat in values if values[seat] == value]
            for value in sorted(set(values.values()), reverse=True)
        ]
        if self.single and len(parts) == 3:
            parts[1:] = [parts[1] + parts[2]]
        choices = [[tuple(part)] if len(part) == 1 else self._orders(sums, part, clock) for part in parts]
        for chosen in product(*choices):
            yield tuple(seat for part in chosen for seat in part)


@dataclass(frozen=True, slots=True)
class _Times:
    """Minutes of the games won: the minimum (None: a game has no time), and whether they can be more."""

    least: Sequence[int | None]
    free: Sequence[bool]

    def ways(self, level: Sequence[int]) -> Iterator[dict[int, int] | None]:
        """Yield the minutes of level players in all ways that can make a difference; None: not comparable."""
        told = [self.least[seat] for seat in level]
        if None in told:
            yield None
            return
        marks = {(mark or 0) + more for mark in told for more in range(-2, 4)}
        choices = [
            [mark for mark in marks if mark >= (least or 0)] if self.free[seat] else [least or 0]
            for seat, least in zip(level, told, strict=True)
        ]
        for chosen in product(*choices):
            yield dict(zip(level, chosen, strict=True))


def _more(before: _Sum, count: int) -> _Sum:
    return _Sum(before.won + count, before.pawns, before.colours)
