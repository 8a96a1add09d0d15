"""A finished game of anything but backgammon, without names: they may change, what was played may not."""

from __future__ import annotations

from dataclasses import dataclass

#: a, b, c and p of an END record
End = tuple[int, int, int, int]
#: how a result came about: RESULT.c and END.c; the last one is the races' own
HOWS = ("played", "conceded", "claimed", "forfeited", "on time", "stopped")


@dataclass(frozen=True, slots=True)
class FinishedRace:
    """What a finished race came to, in numbers: colours and seats count from 0."""

    #: as tablecore.sheets.racerules.NAMES has it
    rules: str
    #: completed colours in order; where one was left open alone it is the last
    order: tuple[int, ...]
    #: by colour: its seat, 255 = not in the game
    owner: tuple[int, ...]
    #: by seat: counted pawns and completed colours
    pawns: tuple[int, ...]
    completed: tuple[int, ...]
    #: seats in the order in which they completed all their colours
    finishers: tuple[int, ...]
    time_ms: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What a closing record made of its game."""

    number: int
    #: a seat, at TARA a side; None = nobody
    winner: int | None
    result: str
    how: str
    standing: str
    board: str
    race: FinishedRace | None = None


def how_said(number: int) -> str:
    """Return how a result came about, in a word or two."""
    return HOWS[number] if number < len(HOWS) else f"({number})"
