"""Moves a match of any game to another board: the rows of its set-up, and the times for its clocks.

A game without a record for its clocks gets them by corrections, which the board obeys behind its set-up.
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
    """The data that another board gets."""

    rows: Rows
    #: seat, what its clock shows (ms), and its count of moves or periods (255: it has none)
    clocks: tuple[tuple[int, int, int], ...]
    #: what the players have to do again, a sentence; "" is nothing
    again: str = ""

    def __post_init__(self) -> None:
        """Refuse what a board's set-up cannot hold."""
        if len(self.rows) > messages.MOST_STUBS:
            raise UserError("The clocks have more stages than a board can take over: go on by hand.")


def time_rows(clock: Any) -> Rows:
    """Return the rows that give the seats the clocks they have, without an overtime that has begun."""
    made = schedule.of_clock(clock)
    seats = [made[seat] if len(made) > 1 else made[0] for seat in range(clock.seats)]
    left = tuple(
        (stages, 0 if clock.fell[seat] else overtime) for seat, (stages, overtime) in enumerate(seats)
    )
    one = left[:1] if all(other == left[0] for other in left) else left
    return tuple(schedule.stubs(one, clock.seats))


def clocks_at(clock: Any, at: int) -> tuple[tuple[int, int, int], ...]:
    """Return what each clock shows at a time of its board (ms); the current period starts again in full."""
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
