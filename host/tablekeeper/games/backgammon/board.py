"""The backgammon position: the place of every checker.

The referee of transcripts, the position ids and the web page use one immutable class. The play generator
works on plain tuples (a *view*, see `Board.view`), because it runs thousands of times a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Seat = Literal[0, 1]
"""0 is the left column of a transcript, 1 the right one."""

View = tuple[int, ...]
"""26 counts from one seat's side: 1-24 its points (own positive, other negative), 25 its bar, 0 the
other's bar.
"""

CHECKERS = 15
BAR = 25
OFF = 0

START_VIEW: View = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


def turned(view: View) -> View:
    """Return the same position from the other seat's side."""
    return tuple([-count for count in reversed(view)])


def other(seat: Seat) -> Seat:
    """Return the opponent's seat."""
    return 1 if seat == 0 else 0


@dataclass(frozen=True, slots=True)
class Board:
    """A position from seat 0's side, with the number of checkers each seat has borne off.

    `slots` has 26 counts: 1-24 are seat 0's points (seat 0 positive, seat 1 negative), 25 seat 0's bar,
    0 seat 1's bar.
    """

    slots: View = START_VIEW
    off: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if len(self.slots) != 26:
            raise ValueError(f"A board has 26 slots, not {len(self.slots)}.")
        if self.slots[25] < 0 or self.slots[0] > 0:
            raise ValueError("A checker lies on the other player's bar.")

    def view(self, seat: Seat) -> View:
        """Return the 26 counts from the side of `seat` (own checkers positive, own bar at 25)."""
        return self.slots if seat == 0 else turned(self.slots)

    def after(self, seat: Seat, view: View) -> Board:
        """Return the board after `seat` has moved to `view`; missing own checkers count as borne off.
        """
        left = self.count(seat) - sum(n for n in view if n > 0)
        off = (self.off[0] + left, self.off[1]) if seat == 0 else (self.off[0], self.off[1] + left)
        return Board(view if seat == 0 else turned(view), off)

    def count(self, seat: Seat) -> int:
        """Return the number of checkers of `seat` on the points and the bar."""
        if seat == 0:
            return sum(n for n in self.slots if n > 0)
        return -sum(n for n in self.slots if n < 0)

    def on(self, seat: Seat, point: int) -> int:
        """Return the number of checkers of `seat` on its own `point` (1-24; 25 is its bar)."""
        found = self.slots[point] if seat == 0 else -self.slots[25 - point]
        return max(found, 0)

    def bar(self, seat: Seat) -> int:
        """Return the number of checkers of `seat` on the bar."""
        return self.on(seat, BAR)

    def pips(self, seat: Seat) -> int:
        """Return the pip count of `seat`; a checker on the bar counts 25."""
        return sum(point * self.on(seat, point) for point in range(1, 26))


START = Board()
