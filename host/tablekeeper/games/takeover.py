"""Moves a match of any game to another board: the rows of its set-up, and the times of its clocks.

If a game has no record for clock times, corrections after the set-up send them to the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablecore import clock as clocks
from tablecore import messages
from tablekeeper.errors import UserError
from tablekeeper.games import schedule
from tablekeeper.games.setupplan import Rows

NOBODY = clocks.NOBODY


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The data for the other board."""

    rows: Rows
    #: seat, its clock's time (ms), and its count of moves or periods (255: no count)
    clocks: tuple[tuple[int, int, int], ...]
    #: a sentence about what the players must do again; "" is nothing
    again: str = ""

    def __post_init__(self) -> None:
        """Refuse more rows than a board's set-up can hold."""
        if len(self.rows) > messages.MOST_STUBS:
            raise UserError("The clocks have more stages than a board can take over: go on by hand.")


def time_rows(clock: Any) -> Rows:
    """Return the rows that give the seats their present controls, without an overtime that has begun."""
    made = schedule.of_clock(clock)
    seats = [made[seat] if len(made) > 1 else made[0] for seat in range(clock.seats)]
    left = tuple(
        (stages, 0 if clock.fell[seat] else overtime) for seat, (stages, overtime) in enumerate(seats)
    )
    one = left[:1] if all(other == left[0] for other in left) else left
    return tuple(schedule.stubs(one, clock.seats))


def clocks_at(clock: Any, at: int) -> tuple[tuple[int, int, int], ...]:
    """Return each clock's time at a time of its board (ms); the current period starts again in full."""
    found = []
    for seat in range(clock.seats):
        if clock.method[seat] == clocks.NONE:
            continue
        left, count = clock.remaining(seat, at), NOBODY
        if clock.form == clocks.STAGED:
            count = min(clock.moves(seat), NOBODY - 1)
        elif clock.form == clocks.BYOYOMI_FORM and clock.periods[seat]:
            count = clock.periods_left(seat, at)
            left = left if count == clock.periods[seat] and clock.reserve[seat] else 0
        elif clock.form == clocks.CANADIAN_FORM:
            count = clock.moves_left(seat, at)
        found.append((seat, left, count))
    return tuple(found)
