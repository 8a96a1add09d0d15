"""XGID, the position format of eXtreme Gammon: `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10`.

Fields: 26 slots (the top player's bar, the bottom player's points 1-24 and bar; capitals are the bottom
player, `A` one checker), cube as a power of two, its owner (1 bottom, -1 top, 0 nobody), player on turn (1
or -1), dice (`00` to roll or double, `D` doubled), score of bottom and top, Crawford (in money play: 1
Jacoby, 2 beavers), length, largest cube.
"""

from __future__ import annotations

import re

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import Board, Seat, other
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.positionid import board_of

_LARGEST_CUBE = 10
#: the largest exponent in a match id; above `_LARGEST_CUBE` the last field is the cube itself
_MOST_CUBE = 15
_FIELDS = re.compile(
    r"(?:XGID=)?(?P<slots>[-A-Oa-o]{26}):(?P<cube>\d{1,2}):(?P<owner>-?1|0):(?P<turn>-?1):(?P<dice>[0-6]{2}|D)"
    r":(?P<bottom>\d{1,4}):(?P<top>\d{1,4}):(?P<flag>[0-3]):(?P<length>\d{1,4})(?::\d{1,2})?\Z",
    re.ASCII,
)


def xgid(board: Board, situation: Situation, bottom: Seat = 0) -> str:
    """Return the XGID of a position with `bottom` as the lower player."""
    top = other(bottom)
    slots = "".join(_letter(count) for count in board.view(bottom))
    sign = {bottom: 1, top: -1}
    dice = "D" if situation.doubled else "{}{}".format(*(situation.dice or (0, 0)))
    flag = situation.crawford if situation.length else situation.jacoby + 2 * situation.beavers
    fields = (
        slots,
        situation.cube.bit_length() - 1,
        0 if situation.owner is None else sign[situation.owner],
        sign[situation.on_roll],
        dice,
        situation.score[bottom],
        situation.score[top],
        int(flag),
        situation.length,
        max(_LARGEST_CUBE, situation.cube.bit_length() - 1),
    )
    return "XGID=" + ":".join(str(field) for field in fields)


def read_xgid(text: str, bottom: Seat = 0) -> tuple[Board, Situation]:
    """Parse an XGID with `bottom` as the lower player into board and situation; raises UserError."""
    found = _FIELDS.match(text.strip())
    if found is None:
        raise UserError(
            "%(words)s is not an XGID: it should look like XGID=-b----E-...:0:0:1:31:0:0:0:5:10.",
            words=f"{text[:80]!r}",
        )
    counts = [_count(letter) for letter in found["slots"]]
    if counts[0] > 0 or counts[25] < 0:
        raise UserError("%(words)s puts a checker on the other player's bar.", words=f"{text[:80]!r}")
    own = [0, *(max(counts[p], 0) for p in range(1, 26))]
    opposing = [0, *(max(-counts[25 - p], 0) for p in range(1, 26))]
    board = board_of(own, opposing, bottom, text[:80])
    top = other(bottom)
    by_sign = {1: bottom, -1: top}
    dice = found["dice"]
    if dice != "D" and (dice == "00") != ("0" in dice):
        raise UserError("%(words)s shows dice %(dice)s.", words=f"{text[:80]!r}", dice=dice)
    points = (int(found["bottom"]), int(found["top"]))
    length, flag, cube = int(found["length"]), int(found["flag"]), int(found["cube"])
    if cube > _MOST_CUBE:
        raise UserError("%(words)s has a cube of 2 to the power %(cube)s.", words=f"{text[:80]!r}", cube=cube)
    return board, Situation(
        length=length,
        score=points if bottom == 0 else (points[1], points[0]),
        cube=1 << cube,
        owner=by_sign.get(int(found["owner"])),
        on_roll=by_sign[int(found["turn"])],
        dice=None if dice in ("00", "D") else (int(dice[0]), int(dice[1])),
        crawford=bool(length and flag),
        doubled=dice == "D",
        jacoby=bool(not length and flag & 1),
        beavers=bool(not length and flag & 2),
    )


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)


def _count(letter: str) -> int:
    if letter == "-":
        return 0
    return ord(letter) - ord("A") + 1 if letter <= "Z" else ord("a") - 1 - ord(letter)
