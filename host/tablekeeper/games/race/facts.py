"""The facts of a finished race, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinishedRace:
    """The result of a finished race, in numbers: colours and seats count from 0."""

    #: a name in tableprograms.race.rules.NAMES
    rules: str
    #: completed colours in order; if only one colour is open, it counts as the last
    order: tuple[int, ...]
    #: by colour: its seat, 255 = not in the game
    owner: tuple[int, ...]
    #: by seat: counted pawns and completed colours
    pawns: tuple[int, ...]
    completed: tuple[int, ...]
    #: seats in the order in which they completed all their colours
    finishers: tuple[int, ...]
    time_ms: int
    #: a seat, None if nobody has won
    winner: int | None
    #: "played", "conceded" or "stopped"
    how: str
