"""The facts of a match of TARA at a table, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TaraFacts:
    """The facts of a match of TARA from the table's log, to compare with a record of the moves.

    A side is 0 (seats 0 and 2) or 1; `kingdoms` and `territory` are 0 until a side has been counted.
    """

    first: int | None  # the seat that starts the first game; None = not known yet
    turn: int | None  # the seat on turn; None = nobody
    battle: bool  # BATTLE was called in this game
    last: int  # turns left after OUT; 0 = OUT was not called
    counting: bool  # the game is stopped for its count, or has been counted
    games: int  # finished and confirmed games
    points: tuple[int, int]  # points of these games, by side
    kingdoms: tuple[int, int]
    territory: tuple[int, int]
    level: int
    linked: bool
    op0_builds: bool
