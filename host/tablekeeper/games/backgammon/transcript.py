"""The contents of a transcript file, before they are checked.

The reader builds these objects, the referee checks them, and the scripted player enters them at a board. They
contain only written facts: no move is added, and an unreadable part is a `Problem` with its line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tablekeeper.games.backgammon.board import Seat
from tablekeeper.games.backgammon.plays import Dice, Play
from tablekeeper.languages import _, joined

Action = Literal["roll", "double", "take", "drop", "resign"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a transcript that people should check; `line` counts from 1, 0 is the whole match.
    """

    line: int
    text: str
    game: int | None = None
    ply: int | None = None

    def __str__(self) -> str:
        place = []
        if self.game is not None:
            place.append(_("game %(game)s", game=self.game))
        if self.line:
            place.append(_("line %(line)s", line=self.line))
        return joined((joined(place), self.text), ": ") if place else self.text


@dataclass(frozen=True, slots=True)
class TranscriptTurn:
    """One cell of a transcript.

    `ply` is the number of the roll in its game, from 1; a cube action has the number of the next roll.
    `play` contains the moves as written: `()` for an empty cell or a stated dance, None if unreadable
    (`????`). `cube` is the stated value of a double, `points` the number in a resignation, if any.
    """

    seat: Seat
    ply: int
    line: int
    action: Action
    dice: Dice | None = None
    play: Play | None = None
    text: str = ""
    cube: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class TranscriptResult:
    """The result of a game, with the points as written; not `stated` if inferred from other evidence.
    """

    winner: Seat
    points: int
    line: int
    stated: bool = True


@dataclass(frozen=True, slots=True)
class TranscriptGame:
    """One game: number and score as printed in its header, turns, and the result line if there is one.
    """

    number: int
    score_before: tuple[int, int]
    turns: tuple[TranscriptTurn, ...]
    result: TranscriptResult | None
    line: int


@dataclass(frozen=True, slots=True)
class Transcript:
    """One match as written in a file. `length` 0 is money play; `players` are the left and right columns.
    """

    file: str
    match: int
    length: int
    players: tuple[str, str]
    crawford: bool
    start_score: tuple[int, int]
    games: tuple[TranscriptGame, ...]
    headers: dict[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
