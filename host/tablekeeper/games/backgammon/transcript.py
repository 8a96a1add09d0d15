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

Action = Literal["roll", "double", "beaver", "take", "drop", "resign", "position", "gap"]
"""`position`: from here on the position is unknown, because the file sets it by hand. `gap`: a cell between
others that holds nothing.
"""


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
    `play` contains the moves as written: `()` for an empty cell or a stated dance (`dances`), None if
    unreadable; `hidden`: the file says that a play was made, but not which (`????`). `cube` is the stated
    value of a double, `points` the number in a resignation, if any.
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
    dances: bool = False
    hidden: bool = False


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

    `blank_start`: its first line holds nothing.
    """

    number: int
    score_before: tuple[int, int]
    turns: tuple[TranscriptTurn, ...]
    result: TranscriptResult | None
    line: int
    blank_start: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """One match as written in a file. `length` 0 is money play; `players` are the left and right columns.

    `jacoby`: gammons of money play count only once the cube is turned.
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
    jacoby: bool = False


def decoded(data: bytes, charset: str = "", usual: str = "cp1252") -> tuple[str, str]:
    """Return the text of a file, and a sentence if some bytes are no letters; "" if all are.

    A mark at the beginning decides, then the stated `charset`, then UTF-8 if all fits, then `usual`.
    """
    marked = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    found = [code for mark, code in marked.items() if data.startswith(mark)]
    for code in found or [charset, "utf-8", usual, "latin-1"]:
        try:
            return data.decode(code), ""
        except (LookupError, ValueError):
            if found or (charset and code == charset):
                break
    code = found[0] if found else charset
    try:
        text = data.decode(code, errors="replace")
    except LookupError:
        return decoded(data, usual=usual)[0], _("no program knows the character set %(code)s", code=code[:40])
    bad = text.count("\ufffd")
    return text, _("%(bad)s characters are not valid %(code)s", bad=bad, code=code[:40])
