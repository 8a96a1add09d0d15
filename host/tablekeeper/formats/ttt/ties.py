"""Whether a player who can at best be level for first place can win the tie, or lose it.

The search tries every set of players who can be level with this player. First it checks whether the games
among them can win or lose the tie, then whether the open games can make exactly these players level. It
searches only games with a level player; a flow checks the others, so that nobody passes.
Source: docs/rules/ttt.md, "Ties for first".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, product

from tablekeeper.formats.passing import blocking
from tablekeeper.formats.ttt.contest import Contest, most_wins

#: most states to examine for one question, and most sets of level players
LIMIT = 400
SETS = 1_000
#: most open games among level players for an exact search
_INNER = 6

Totals = tuple[int, ...]
Pair = tuple[int, int]
#: own games in the order of the contest: the rival, own points, the rival's points
Own = tuple[tuple[int, int, int], ...]


class TttTie:
    """The question whether `seat` can win (`first`) or lose a tie for the best points.

    To win, `seat` must win all open games as high as possible, else it falls behind. To lose, it must lose
    them as high as possible, else it is ahead. The games `won` are wins with the lowest score.
    """

    def __init__(self, contest: Contest, seat: int, first: bool, won: Collection[Pair] = frozenset()) -> None:
        self.contest, self.seat, self.first, self.won = contest, seat, first, won
        self.by_points = contest.reading.by_points
        self.left = LIMIT
        self.sets = SETS
        self.beaten: dict[Pair, int] = {(game.one, game.other): game.winner for game in contest.games}
        self.rest = [pair for pair in contest.open if seat not in pair]

    def possible(self) -> bool | None:
        """Return whether this is possible, None if the search would be too long."""
        sure = True
        for totals, spare, own in self._own():
            if max(totals[seat] for seat in self.contest.seats) > totals[self.seat]:
                continue
            for players in self._levels(totals):
                for winners in self._orders(players):
                    level = _Level(players, winners, self.rest)
                    if self._walk(level, 0, totals, spare, self._among(players, own)):
                        return True
                    if self.left <= 0:
                        return None
            sure = sure and self.sets > 0
        return False if sure else None

    def _own(self) -> list[tuple[Totals, Totals, Own]]:
        # the points and spare timeouts of all players after the seat's own games, and these if points decide
        empty: Own = ()
        states = {(tuple(self.contest.points()), self.contest.spare, empty)}
        for one, other in self.contest.open:
            if self.seat not in (one, other):
                continue
            rival = one + other - self.seat
            fixed = (one, other) in self.won
            winner, loser = (self.seat, rival) if self.first or fixed else (rival, self.seat)
            self.beaten[one, other] = winner
            unit = self.contest.unit
            most = (unit, unit) if fixed else (self.contest.cap, 3 * unit)
            states = {
                (*_after((totals, spare), winner, loser, score, lost), (
                    *own, (rival, score, lost) if winner == self.seat else (rival, lost, score)
                ) if self.by_points else empty)
                for totals, spare, own in states
                for score, lost in zip(most, (0, unit // 2), strict=True)
                if lost or spare[loser] > 0
            }  # fmt: skip
        return sorted(states)

    def _among(self, level: Collection[int], own: Own) -> Totals:
        # points of the level players in their own played games, by seat; () if these do not decide
        if not self.by_points or len(level) < 3:
            return ()
        found = [0] * len(self.contest.spare)
        played = [(game.one, game.other, game.points) for game in self.contest.games]
        played += [(self.seat, rival, (mine, theirs)) for rival, mine, theirs in own]
        for one, other, points in played:
            if one in level and other in level:
                found[one] += points[0]
                found[other] += points[1]
        return tuple(found)

    def _decides(self, level: Collection[int], figures: Mapping[int, int]) -> bool:
        """Return whether the figures of the games among level players win (or lose) the tie for `seat`.

        A mini-TTT can be won or lost by each of its players.
        """
        top = [seat for seat in level if figures[seat] == max(figures[one] for one in level)]
        if not self.first:
            return top != [self.seat]
        return self.seat in top or (len(top) > 1 and not self.contest.reading.of_best)

    def _levels(self, totals: Totals) -> Iterator[frozenset[int]]:
        # small sets first; a player already level is in every set
        best = totals[self.seat]
        games = [seat for pair in self.rest for seat in pair]
        fixed = frozenset(seat for seat in self.contest.seats if totals[seat] == best)
        near = [
            seat for seat in self.contest.seats
            if totals[seat] < best <= totals[seat] + 3 * self.contest.unit * games.count(seat)
        ]  # fmt: skip
        for size in range(len(near) + 1):
            for more in combinations(near, size):
                self.sets -= 1
                if self.sets <= 0:
                    return
                if len(fixed) + size > 1:
                    yield fixed | frozenset(more)

    def _orders(self, level: frozenset[int]) -> Iterator[dict[Pair, int]]:
        """Yield the winners of open games among level players that win (or lose) the tie for `seat`.

        If points decide, any winners can: the points are known only after the search.
        """
        if self.by_points and len(level) > 2:
            yield {}
            return
        wins = dict.fromkeys(level, 0)
        for (one, other), winner in self.beaten.items():
            if one in wins and other in wins:
                wins[winner] += 1
        inner = [pair for pair in self.rest if level.issuperset(pair)]
        if len(inner) > _INNER:
            self.sets = 0
            return
        for winners in product(*inner):
            after = dict(wins)
            for winner in winners:
                after[winner] += 1
            if self._decides(level, after):
                yield dict(zip(inner, winners, strict=True))

    def _walk(self, level: _Level, place: int, totals: Totals, spare: Totals, among: Totals) -> bool:
        if self._stuck(level, place, totals, spare):
            return False
        if place == level.walked:
            return not among or self._decides(level.players, dict(enumerate(among)))
        key = (place, totals, spare, among)
        if key in level.seen:
            return False
        level.seen.add(key)
        self.left -= 1
        pair = level.games[place]
        waiting = {seat for game in level.games[place + 1 :] for seat in game}
        told: set[tuple[object, ...]] = set()
        for winner, loser in (pair, pair[::-1]):
            if level.winners.get(pair, winner) != winner:
                continue
            for score, lost in self._scores(spare[loser]):
                if self.left <= 0:
                    return False
                after, less = _after((totals, spare), winner, loser, score, lost)
                between = among
                if among and level.players.issuperset(pair):
                    between, _ = _after((among, spare), winner, loser, score, lost)
                # after a player's last game it only matters whether the player is level
                sign = (less if waiting.intersection(pair) else 0, between, *(
                    after[seat] if seat in waiting or seat in level.players
                    else max(after[seat], totals[self.seat] - 1) for seat in pair
                ))  # fmt: skip
                if sign not in told:
                    told.add(sign)
                    if self._walk(level, place + 1, after, less, between):
                        return True
        return False

    def _stuck(self, level: _Level, place: int, totals: Totals, spare: Totals) -> bool:
        # whether a level player cannot reach the points, or another player must reach or pass them
        best, unit = totals[self.seat], self.contest.unit
        games = level.games[place:]
        seats = [seat for pair in games for seat in pair]
        room = {}
        for seat in self.contest.seats:
            count = seats.count(seat)
            more = best - totals[seat] - (seat not in level.players)
            room[seat] = most_wins(more, count, spare[seat], unit)
            if room[seat] < 0 or (seat in level.players and more > 3 * unit * count):
                return True
        return blocking(games, room) is not None

    def _scores(self, spare: int) -> Iterator[tuple[int, int]]:
        unit = self.contest.unit
        yield from ((points * unit, unit // 2) for points in (1, 2, 3))
        if spare > 0:
            yield from ((score, 0) for score in range(unit, self.contest.cap, unit // 10))
            yield self.contest.cap, 0


class _Level:
    """A set of level players, the winners of open games among them, and the games in search order."""

    def __init__(self, players: frozenset[int], winners: Mapping[Pair, int], rest: Collection[Pair]) -> None:
        self.players, self.winners = players, winners
        theirs = [pair for pair in rest if pair[0] in players or pair[1] in players]
        self.walked = len(theirs)
        self.games = theirs + [pair for pair in rest if pair not in theirs]
        self.seen: set[tuple[int, Totals, Totals, Totals]] = set()


def _after(
    state: tuple[Totals, Totals], winner: int, loser: int, score: int, lost: int
) -> tuple[Totals, Totals]:
    totals, spare = list(state[0]), list(state[1])
    totals[winner] += score
    totals[loser] += lost
    if not lost:
        spare[loser] -= 1
    return tuple(totals), tuple(spare)
