"""Can a player who can only just be level for first place win the tie, or lose it?

Open games of those who cannot be level are left out; the others are walked through, equal situations
once, up to a limit.
Source: rules/ttt.md, "Ties for first".
"""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.formats.ttt_contest import Contest, blocking, most_wins

#: situations that are looked at for one question
LIMIT = 400

Totals = tuple[int, ...]


class Tie:
    """The question whether `seat` can win (`first`) or lose the tie when he ends with the best points.

    To win it he wins his open games, to lose it he loses them, both as high as possible: with anything
    less he would not be level but ahead, or behind.
    """

    def __init__(self, contest: Contest, seat: int, first: bool) -> None:
        self.contest, self.seat, self.first = contest, seat, first
        self.left = LIMIT
        self.seen: set[tuple[object, ...]] = set()
        self.beaten = {(game.one, game.other): game.winner for game in contest.games}

    def possible(self) -> bool | None:
        """Return whether it is possible, None when too much would have to be looked at."""
        mine = [pair for pair in self.contest.open if self.seat in pair]
        rest = [pair for pair in self.contest.open if self.seat not in pair]
        for totals, spare, winners in self._own(mine):
            best = totals[self.seat]
            found = self._walk(self._worth(rest, totals, best), 0, totals, spare, winners)
            if found is None or found:
                return found
        return False

    def _own(
        self, mine: list[tuple[int, int]]
    ) -> Iterator[tuple[Totals, Totals, tuple[tuple[int, int, int], ...]]]:
        states = {(tuple(self.contest.points()), self.contest.spare)}
        winners = []
        for one, other in mine:
            rival = one + other - self.seat
            winner, loser = (self.seat, rival) if self.first else (rival, self.seat)
            winners.append((one, other, winner))
            states = {
                _after(state, winner, loser, score, lost)
                for state in states
                for score, lost in ((self.contest.cap, 0), (3 * self.contest.unit, self.contest.unit // 2))
                if lost or state[1][loser] > 0
            }
        for totals, spare in sorted(states):
            yield totals, spare, tuple(winners)

    def _worth(self, rest: list[tuple[int, int]], totals: Totals, best: int) -> list[tuple[int, int]]:
        # games of two of whom neither can be level change nothing
        games = [seat for pair in rest for seat in pair]
        near = {
            seat
            for seat in self.contest.seats
            if totals[seat] + 3 * self.contest.unit * games.count(seat) >= best
        }
        return sorted(
            (pair for pair in rest if near & set(pair)),
            key=lambda pair: (-max(totals[pair[0]], totals[pair[1]]), pair),
        )

    def _walk(
        self,
        games: list[tuple[int, int]],
        place: int,
        totals: Totals,
        spare: Totals,
        winners: tuple[tuple[int, int, int], ...],
    ) -> bool | None:
        best = totals[self.seat]
        if any(totals[seat] > best for seat in self.contest.seats):
            return False
        if place == len(games):
            return self._decided(totals, winners)
        if self._stuck(games[place:], totals, spare):
            return False
        key = (place, totals, spare, winners)
        if key in self.seen:
            return False
        self.seen.add(key)
        self.left -= 1
        if self.left < 0:
            return None
        pair = games[place]
        waiting = {seat for game in games[place + 1 :] for seat in game}
        told: set[tuple[object, ...]] = set()
        for winner, loser in (pair, pair[::-1]):
            for score, lost in self._scores(spare[loser]):
                after, less = _after((totals, spare), winner, loser, score, lost)
                # whose last game it is can only be level, or not
                sign = (winner, less if set(pair) & waiting else 0, *(
                    after[seat] if seat in waiting else (after[seat] > best) - (after[seat] < best)
                    for seat in pair
                ))  # fmt: skip
                if sign in told:
                    continue
                told.add(sign)
                found = self._walk(games, place + 1, after, less, (*winners, (*pair, winner)))
                if found is None or found:
                    return found
        return False

    def _stuck(self, games: list[tuple[int, int]], totals: Totals, spare: Totals) -> bool:
        # whether somebody passes the seat, however the games to come end
        seats = [seat for pair in games for seat in pair]
        room = {
            seat: most_wins(
                totals[self.seat] - totals[seat], seats.count(seat), spare[seat], self.contest.unit
            )
            for seat in seats
        }
        return min(room.values()) < 0 or blocking(games, room) is not None

    def _scores(self, spare: int) -> Iterator[tuple[int, int]]:
        unit = self.contest.unit
        if spare > 0:
            yield from ((score, 0) for score in range(unit, self.contest.cap) if score % (unit // 10) == 0)
            yield self.contest.cap, 0
        yield from ((points * unit, unit // 2) for points in (1, 2, 3))

    def _decided(self, totals: Totals, winners: tuple[tuple[int, int, int], ...]) -> bool:
        level = [seat for seat in self.contest.seats if totals[seat] == totals[self.seat]]
        wins = dict.fromkeys(level, 0)
        everything = self.beaten | {(one, other): winner for one, other, winner in winners}
        for (one, other), winner in everything.items():
            if one in wins and other in wins:
                wins[winner] += 1
        top = [seat for seat in level if wins[seat] == max(wins.values())]
        # with several at the top a mini-TTT decides, which anybody can win and lose
        if self.first:
            return len(top) > 1 or top[0] == self.seat
        return len(level) > 1 and (len(top) > 1 or top[0] != self.seat)


def _after(
    state: tuple[Totals, Totals], winner: int, loser: int, score: int, lost: int
) -> tuple[Totals, Totals]:
    totals, spare = list(state[0]), list(state[1])
    totals[winner] += score
    totals[loser] += lost
    if not lost:
        spare[loser] -= 1
    return tuple(totals), tuple(spare)
