"""What a table knows of a match of TARA, in numbers."""

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
    last: int  # turns left after OUT; 0 = nobody has called it
    counting: bool  # the game has been stopped for its count, or has been counted
    games: int  # games that are over and agreed
    points: tuple[int, int]  # of these games, by side
    kingdoms: tuple[int, int]
    territory: tuple[int, int]
    level: int
    linked: bool
    op0_builds: bool
