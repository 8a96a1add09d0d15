"""The host's match and cube rules.

The board applies the same rules with its own code. This module does not use that code, so the host can find
differences. Source: the regulations' chapters on the game and the doubling cube (rules of
backgammon, "The game and the match").
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablekeeper.games.backgammon.board import Board, Seat, other
from tablekeeper.languages import _

KINDS = ("single", "gammon", "backgammon")
"""Kinds of a game without a drop, in the order of their value: 1, 2 and 3 times the cube."""


def worth(kind: str) -> int:
    """Return the value of a kind of game, in cubes; a drop counts once."""
    return 1 if kind == "drop" else KINDS.index(kind) + 1


def kind_of(points: int, cube: int) -> str:
    """Return the kind that gives `points` at `cube`, or a factor such as `x1.5` if no kind does."""
    if points % cube == 0 and 1 <= points // cube <= 3:
        return KINDS[points // cube - 1]
    return f"x{points / cube}"


def outcome(board: Board) -> tuple[Seat, str] | None:
    """Return (winner, kind) when a seat has no checker left, else None.

    A loser who has borne off nothing loses a gammon; with a checker on the bar or in the winner's home,
    a backgammon. This also applies to a player with more or fewer than 15 checkers.
    """
    winners: tuple[Seat, Seat] = (0, 1)
    for winner in winners:
        if board.count(winner) == 0 and board.off[winner] > 0:
            loser = other(winner)
            if board.off[loser] > 0:
                return winner, "single"
            behind = any(board.on(loser, point) for point in range(19, 26))
            return winner, "backgammon" if behind else "gammon"
    return None


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: value, owner (None = in the middle), and the seat that offers it (None = nobody).
    """

    value: int = 1
    owner: Seat | None = None
    offered_by: Seat | None = None

    def refusal(self, seat: Seat, crawford: bool = False) -> str | None:
        """Return the reason why `seat` may not double now, None if it may."""
        if crawford:
            return _("the cube is out of play in the Crawford game")
        if self.offered_by is not None:
            return _("a double is already waiting for its answer")
        if self.owner is not None and self.owner != seat:
            return _("the cube belongs to the other player")
        return None

    def offer(self, seat: Seat) -> Cube:
        """Return the cube with an offer by `seat`; the value doubles only with the take."""
        return replace(self, offered_by=seat)

    def take(self) -> Cube:
        """Return the cube after the take: doubled, and owned by the taker."""
        if self.offered_by is None:
            raise ValueError("Nobody has doubled, so there is nothing to take.")
        return Cube(self.value * 2, other(self.offered_by))


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match to `length` points (0 = money play), and whether the Crawford game was played.
    """

    length: int
    points: tuple[int, int] = (0, 0)
    crawford_rule: bool = True
    crawford_played: bool = False

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the Crawford game: the first game in which one player needs one point.
        """
        if not self.crawford_rule or self.crawford_played or self.length < 2:
            return False
        return max(self.points) == self.length - 1 and min(self.points) < self.length - 1

    @property
    def winner(self) -> Seat | None:
        """The seat that has reached the length, or None."""
        if not self.length or max(self.points) < self.length:
            return None
        return 0 if self.points[0] >= self.points[1] else 1

    def needs(self, seat: Seat) -> int | None:
        """Return the points that `seat` still needs; None in money play."""
        return max(self.length - self.points[seat], 0) if self.length else None

    def after(self, winner: Seat, points: int) -> MatchScore:
        """Return the score after a game; points beyond the length are kept (`capped` cuts them)."""
        won = (
            (self.points[0] + points, self.points[1])
            if winner == 0
            else (self.points[0], self.points[1] + points)
        )
        return replace(self, points=won, crawford_played=self.crawford_played or self.is_crawford)

    @property
    def capped(self) -> tuple[int, int]:
        """The score, cut at the match length."""
        if not self.length:
            return self.points
        return (min(self.points[0], self.length), min(self.points[1], self.length))
