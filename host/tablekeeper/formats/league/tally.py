"""A league's figures as sums, and the orders of three players that steps 1 to 9 allow for them.

The search of futures visits very many ends of a league, so an end is stored here as a few whole numbers, not
as a list of games. Players are seats 0, 1, 2. A *direction* `3 * winner + loser` means the games that one of
them won against another. The time of an unplayed game may be any whole number of minutes from 1. A tie that
only dice can settle allows every order.
Source: docs/rules/races.md, "League", tie-breaks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

from tablekeeper.formats.league.table import LeagueGame

SEATS = (0, 1, 2)
Order = tuple[int, ...]
ALL: frozenset[Order] = frozenset(permutations(SEATS))


@dataclass(slots=True)
class LeagueTally:
    """Sums over games, by direction: games won, and the losers' counted pawns and completed colours.

    `known` are the minutes of each seat's won games (None: one time is not recorded), `free` the
    number of wins whose time is still open. `pawns` and `full` are a winner's counted pawns and completed
    colours.
    """

    pawns: int
    full: int
    won: list[int]
    lost_pawns: list[int]
    lost_colours: list[int]
    known: list[int | Decimal | None]
    free: list[int]
    #: the seat of a player who has left and is last, regardless of the record
    gone: int | None = None
    #: whether only the best player leaves a tie of three in which all figures of a step differ
    one_by_one: bool = False

    @classmethod
    def of(
        cls,
        players: Sequence[str],
        games: Sequence[LeagueGame],
        extra_large: bool,
        gone: Collection[str] = (),
        one_by_one: bool = False,
    ) -> LeagueTally:
        """Return the tally of counted games; at most one player is `gone`."""
        seat = {player: number for number, player in enumerate(players)}
        tally = cls(
            8 if extra_large else 4, 2 if extra_large else 0, [0] * 9, [0] * 9, [0] * 9, [0] * 3, [0] * 3
        )
        tally.gone = next((seat[player] for player in gone), None)
        tally.one_by_one = one_by_one
        for game in games:
            winner = seat[game.winner]
            tally.add(3 * winner + seat[game.loser], game.pawns[1], game.colours[1])
            known = tally.known[winner]
            tally.known[winner] = None if known is None or game.minutes is None else known + game.minutes
        return tally

    def add(self, direction: int, pawns: int, colours: int, wins: int = 1) -> None:
        """Add won games, with the pawns and colours of their losers."""
        self.won[direction] += wins
        self.lost_pawns[direction] += pawns
        self.lost_colours[direction] += colours

    def with_games(self, games: Mapping[int, tuple[int, int, int]]) -> LeagueTally:
        """Return this tally with future games: direction -> (wins, losers' pawns, losers' colours)."""
        later = LeagueTally(
            self.pawns,
            self.full,
            self.won[:],
            self.lost_pawns[:],
            self.lost_colours[:],
            self.known,
            self.free[:],
            self.gone,
            self.one_by_one,
        )
        for direction, (wins, pawns, colours) in games.items():
            later.add(direction, pawns, colours, wins)
            later.free[direction // 3] += wins
        return later

    def wins(self, seat: int) -> int:
        """Return the number of games a seat has won."""
        start = 3 * seat
        return self.won[start] + self.won[start + 1] + self.won[start + 2]

    def losses(self, seat: int) -> int:
        """Return the number of games a seat has lost."""
        return self.won[seat] + self.won[3 + seat] + self.won[6 + seat]

    # Steps 1 to 7

    def head_to_head(self, one: int, other: int) -> int:
        """Compare two seats by steps 1 to 3: positive if `one` is ahead, negative if `other`, 0 if level."""
        there, back = 3 * one + other, 3 * other + one
        wins = self.won[there] - self.won[back]
        # both have the same number of wins, so the winners' pawns and colours cancel out
        return (
            wins
            or self.lost_pawns[back] - self.lost_pawns[there]
            or (self.lost_colours[back] - self.lost_colours[there])
        )

    def overall(self, seat: int) -> tuple[int, int, int, int]:
        """Return a seat's figures for steps 4 to 7; larger is better."""
        start = 3 * seat
        won, lost = self.wins(seat), self.losses(seat)
        pawns = (
            self.pawns * won + self.lost_pawns[seat] + self.lost_pawns[3 + seat] + self.lost_pawns[6 + seat]
        )
        against = self.pawns * lost + sum(self.lost_pawns[start : start + 3])
        colours = self.full * won + (
            self.lost_colours[seat] + self.lost_colours[3 + seat] + self.lost_colours[6 + seat]
        )
        colours_against = self.full * lost + sum(self.lost_colours[start : start + 3])
        return pawns - against, pawns, colours - colours_against, colours

    # Step 8

    def _least(self, seat: int) -> int:
        return int(self.known[seat] or 0) + self.free[seat]

    def _can_take(self, seat: int, minutes: int) -> bool:
        least = self._least(seat)
        return minutes >= least if self.free[seat] else minutes == least

    def _can_be_quicker(self, one: int, other: int) -> bool:
        return bool(self.free[other]) or self._least(one) < self._least(other)

    def _untimed(self, level: Sequence[int]) -> bool:
        # an unrecorded time cannot be compared, so step 8 separates nobody
        return any(self.known[seat] is None for seat in level)

    # Orders

    def pair(self, one: int, other: int) -> list[Order]:
        """Return the possible orders of two level players, from step 1 on."""
        ahead: int | bool = self.head_to_head(one, other)
        if not ahead:
            mine, theirs = self.overall(one), self.overall(other)
            ahead = (mine > theirs) - (mine < theirs)
        if ahead:
            return [(one, other) if ahead > 0 else (other, one)]
        if self._untimed((one, other)):
            return [(one, other), (other, one)]
        both_ways: list[Order] = [(one, other), (other, one)]
        equal = max(self._least(one), self._least(other))
        if self._can_take(one, equal) and self._can_take(other, equal):
            return both_ways  # equally quick: the dice
        return [(first, then) for first, then in both_ways if self._can_be_quicker(first, then)]

    def three(self) -> frozenset[Order]:
        """Return the possible orders of three level players: steps 4 to 9, with restarts."""
        figures = [self.overall(seat) for seat in SEATS]
        for step in range(4):
            values = [figure[step] for figure in figures]
            if len(set(values)) > 1:
                return frozenset(self._split(values, self.one_by_one))
        if self._untimed(SEATS):
            return self._by_dice()
        found: set[Order] = set()
        for order in ALL:
            minutes = -1
            for seat in order:
                least = max(self._least(seat), minutes + 1)
                if not self._can_take(seat, least):
                    break
                minutes = least
            else:
                found.add(self._restarted(order))
        for alone in SEATS:
            one, other = (seat for seat in SEATS if seat != alone)
            # two are equally quick, and the third is quicker or slower: the two start again at step 1
            both = max(self._least(one), self._least(other))
            late = max(both, self._least(alone) + 1)
            if self._can_take(one, late) and self._can_take(other, late):
                found.update((alone, *rest) for rest in self.pair(one, other))
            slow = max(self._least(alone), both + 1)
            if self._can_take(one, both) and self._can_take(other, both) and self._can_take(alone, slow):
                found.update((*rest, alone) for rest in self.pair(one, other))
        all_least = max(self._least(seat) for seat in SEATS)
        if all(self._can_take(seat, all_least) for seat in SEATS):
            found |= self._by_dice()
        return frozenset(found)

    def _restarted(self, order: Order) -> Order:
        # three different times: the second and the third start again if only the best player leaves
        best, second, third = order
        again = self.one_by_one and self.head_to_head(second, third) < 0
        return (best, third, second) if again else order

    def _by_dice(self) -> frozenset[Order]:
        # one by one, the two whom the dice leave start again at step 1
        if not self.one_by_one:
            return ALL
        return frozenset(
            order
            for alone in SEATS
            for rest in self.pair(*(seat for seat in SEATS if seat != alone))
            for order in ((alone, *rest), (*rest, alone))
        )

    def _split(self, values: Sequence[int], one_by_one: bool = False) -> list[Order]:
        """Return the orders if a figure separates three players; two who stay level start again."""
        order = sorted(SEATS, key=lambda seat: -values[seat])
        one, two, three = order
        if values[one] == values[two]:
            return [(*rest, three) for rest in self.pair(one, two)]
        if values[two] == values[three] or one_by_one:
            return [(one, *rest) for rest in self.pair(two, three)]
        return [(one, two, three)]

    def records(self) -> list[int]:
        """Return the win-loss records as whole numbers with the same order as wins / (wins + losses)."""
        won = [self.wins(seat) for seat in SEATS]
        played = [won[seat] + self.losses(seat) or 1 for seat in SEATS]
        product = played[0] * played[1] * played[2]
        return [
            won[seat] * product // played[seat] if seat != self.gone else -1
            for seat in SEATS
        ]

    def orders(self) -> frozenset[Order]:
        """Return every possible order of the table, with any future times and dice."""
        records = self.records()
        return self.three() if len(set(records)) == 1 else frozenset(self._split(records))
