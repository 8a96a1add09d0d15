"""A Tric Trac Tourney in whole numbers: points, open games, and each player's remaining timeouts.

Futures are computed on this form. Points are in units of the cap's last decimal, usually tenths; players
are numbers.
Source: docs/rules/ttt.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from tablekeeper.formats.passing import blocking
from tablekeeper.formats.ttt.course import TieReading
from tablekeeper.formats.ttt.matches import TttMatch

#: more timeouts than anybody can have
ENDLESS = 1 << 20


@dataclass(frozen=True, slots=True)
class TttGame:
    """A played official game: two players, their points, the winner."""

    one: int
    other: int
    points: tuple[int, int]
    winner: int


@dataclass(frozen=True, slots=True)
class Contest:
    """Players who meet each other once. `spare` is the number of timeouts each can have without removal."""

    seats: tuple[int, ...]
    games: tuple[TttGame, ...]
    open: tuple[tuple[int, int], ...]
    spare: tuple[int, ...]
    #: units per point, and most units for a win by timeout
    unit: int
    cap: int
    reading: TieReading

    def points(self) -> list[int]:
        """Return each player's points in units, by player."""
        found = [0] * len(self.spare)
        for game in self.games:
            found[game.one] += game.points[0]
            found[game.other] += game.points[1]
        return found

    def without(self, gone: Collection[int]) -> Contest:
        """Return the contest after some players have been removed with all their games."""
        return replace(
            self,
            seats=tuple(seat for seat in self.seats if seat not in gone),
            games=tuple(game for game in self.games if game.one not in gone and game.other not in gone),
            open=tuple(pair for pair in self.open if pair[0] not in gone and pair[1] not in gone),
        )

    def removable(self, gone: Collection[int]) -> bool:
        """Return whether timeouts in open games can remove exactly these players."""
        room = dict.fromkeys(gone, 0)
        inner = []
        for one, other in self.open:
            if one in room and other in room:
                inner.append((one, other))
            for seat in (one, other):
                if seat in room:
                    room[seat] += 1
        # a game among them gives only one player a timeout: each can leave this number to the others
        room = {seat: games - self.spare[seat] - 1 for seat, games in room.items()}
        return min(room.values(), default=0) >= 0 and blocking(inner, room) is None


def contest(
    players: Sequence[str],
    table: Mapping[frozenset[str], TttMatch],
    timeouts: Mapping[str, int],
    removal_at: int,
    cap: Decimal,
    reading: TieReading,
) -> Contest:
    """Return the contest of players who have not been removed; `table` are their official matches."""
    unit = 10 ** max(1, -int(cap.as_tuple().exponent))
    games = []
    left = []
    for one, name in enumerate(players):
        for other in range(one + 1, len(players)):
            match = table.get(frozenset((name, players[other])))
            if match is None or match.points is None:
                left.append((one, other))
                continue
            points = tuple(int(match.points_of(players[seat]) * unit) for seat in (one, other))
            winner = one if match.winner == name else other
            games.append(TttGame(one, other, (points[0], points[1]), winner))
    spare = tuple(removal_at - 1 - timeouts[name] for name in players)
    return Contest(tuple(range(len(players))), tuple(games), tuple(left), spare, unit, int(cap * unit),
                   reading)  # fmt: skip


def most_wins(allowed: int, games: int, spare: int, unit: int) -> int:
    """Return the most wins in open games for at most `allowed` units, -1 if every result gives more.

    A win gives at least a point, a loss half a point, or nothing by one of the `spare` timeouts.
    """
    for won in range(games, -1, -1):
        if won * unit + max(0, games - won - spare) * (unit // 2) <= allowed:
            return won
    return -1
