"""GNU Backgammon's match id: score, cube, dice and the player on turn, in 12 characters.

Numbers of bits, from the lowest on (GNU Backgammon's manual, "A technical description of the match id"): 4
cube as a power of two, 2 owner (3 = nobody), 1 on roll, 1 Crawford, 3 state of the game, 1 player to decide,
1 doubled, 2 resignation, 3 + 3 dice, 15 length, 15 + 15 scores, 1 no Jacoby rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import Seat, other
from tablekeeper.games.backgammon.plays import Dice
from tablekeeper.games.backgammon.positionid import packed, unpacked

Progress = Literal["none", "playing", "over", "resigned", "dropped"]
_PROGRESS: tuple[Progress, ...] = ("none", "playing", "over", "resigned", "dropped")
_LENGTH = 12
_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a match without the checkers.

    `on_roll` is the seat on turn. The opponent must decide if this seat has `doubled` or offers to resign
    (`resigning`: 1 single, 2 gammon, 3 backgammon). `dice` is None before the roll. `length` 0 is money play.
    """

    length: int = 0
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    owner: Seat | None = None
    on_roll: Seat = 0
    dice: Dice | None = None
    crawford: bool = False
    doubled: bool = False
    resigning: int = 0
    progress: Progress = "playing"
    jacoby: bool = False
    #: allowed in money play; only an XGID says so
    beavers: bool = False

    def __post_init__(self) -> None:
        if self.cube < 1 or self.cube & (self.cube - 1) or self.cube > 1 << 15:
            raise ValueError(f"The cube shows a power of two up to 32768, not {self.cube}.")
        if not 0 <= self.length < 1 << 15 or not all(0 <= points < 1 << 15 for points in self.score):
            raise ValueError("Match length and scores lie between 0 and 32767.")
        if self.dice is not None and not all(1 <= die <= 6 for die in self.dice):
            raise ValueError(f"Dice show 1 to 6, not {self.dice}.")

    @property
    def decides(self) -> Seat:
        """The seat that must act now."""
        return other(self.on_roll) if self.doubled or self.resigning else self.on_roll


def match_id(situation: Situation) -> str:
    """Return the match id of a situation."""
    dice = situation.dice or (0, 0)
    values = (
        situation.cube.bit_length() - 1,
        3 if situation.owner is None else situation.owner,
        situation.on_roll,
        int(situation.crawford),
        _PROGRESS.index(situation.progress),
        situation.decides,
        int(situation.doubled),
        situation.resigning,
        dice[0],
        dice[1],
        situation.length,
        situation.score[0],
        situation.score[1],
        int(not situation.jacoby),
    )
    bits = "".join(f"{value:0{width}b}"[::-1] for value, width in zip(values, _WIDTHS, strict=True))
    return packed(bits.ljust(72, "0"))


def read_match_id(text: str) -> Situation:
    """Parse a match id; raises UserError if its fields contradict each other."""
    bits = unpacked(text, _LENGTH, "match")
    values = []
    place = 0
    for width in _WIDTHS:
        values.append(int(bits[place : place + width][::-1], 2))
        place += width
    cube, owner, on_roll, crawford, progress, decides, doubled, resigning, die, second, length, *rest = values
    if owner == 2 or progress >= len(_PROGRESS) or die > 6 or second > 6 or (die == 0) != (second == 0):
        raise UserError(
            "%(words)s is not a match id: a field holds a value that has no meaning.",
            words=f"{text!r}",
        )
    situation = Situation(
        length=length,
        score=(rest[0], rest[1]),
        cube=1 << cube,
        owner=None if owner == 3 else _seat(owner),
        on_roll=_seat(on_roll),
        dice=(die, second) if die else None,
        crawford=bool(crawford),
        doubled=bool(doubled),
        resigning=resigning,
        progress=_PROGRESS[progress],
        jacoby=not rest[2],
    )
    if situation.progress == "playing" and situation.decides != decides:
        raise UserError(
            "%(words)s is not a match id: it says that the wrong player has to decide.", words=f"{text!r}"
        )
    return situation


def _seat(value: int) -> Seat:
    return 1 if value else 0
