"""Settings of a game of TARA: players, level, opening, and options for open points of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.games.tara.hills import BOARD, COLUMN_SETS, ROW_SETS
from tablekeeper.languages import _

FREE = "free"
LINKED = "linked"
COLOURS = (_("Red"), _("Blue"))
#: clockwise from the first of four seats
SIDES_OF_BOARD = ("south", "west", "north", "east")


@dataclass(frozen=True, slots=True)
class TaraRules:
    """The rules of a match: `seats` 2 or 4, in turn order; a seat's lowest bit is its colour.

    `opening` matters only with four seats, `op0_builds` only at Level 2.
    """

    seats: int = 2
    level: int = 1
    opening: str = FREE
    op0_builds: bool = False

    def __post_init__(self) -> None:
        if self.seats not in (2, 4):
            raise ValueError(f"TARA is for 2 or 4 players, not {self.seats}")
        if self.level not in (1, 2):
            raise ValueError(f"there are levels 1 and 2, not {self.level}")
        if self.opening not in (FREE, LINKED):
            raise ValueError(f"an opening is {FREE} or {LINKED}, not {self.opening}")

    def area(self, seat: int) -> int:
        """Return the hills of a seat's area: in doubles the four rows nearest to it, else all."""
        return _AREAS[seat] if self.seats == 4 else BOARD

    def shared(self, seat: int) -> int:
        """Return the row that a seat shares with its partner; 0 in singles."""
        return (ROW_SETS[3], COLUMN_SETS[3])[seat & 1] if self.seats == 4 else 0

    def friends(self, seat: int) -> tuple[int, ...]:
        """Return the seats of a seat's colour, including itself."""
        return tuple(range(seat & 1, self.seats, 2))

    def seat_name(self, seat: int) -> str:
        """Return a seat's name: its colour, and in doubles its side of the board."""
        colour = COLOURS[seat & 1]
        return f"{colour} {SIDES_OF_BOARD[seat]}" if self.seats == 4 else colour


_AREAS = (
    sum(ROW_SETS[:4]),
    sum(COLUMN_SETS[:4]),
    sum(ROW_SETS[3:]),
    sum(COLUMN_SETS[3:]),
)
