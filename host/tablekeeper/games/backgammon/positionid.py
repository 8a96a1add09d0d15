"""GNU Backgammon's position id: a board in 14 characters.

80 bits: for each player, first the one not on roll, and for each point (1 to 24 in that player's numbering,
then the bar) one set bit per checker and a clear bit after them; the rest is clear. Bytes fill from the low
bit; base64 without padding. Source: GNU Backgammon's manual, "A technical description of the position id".
"""

from __future__ import annotations

import base64
import binascii

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import CHECKERS, Board, Seat, View, other

_LENGTH = 14
_BITS = 80


def position_id(board: Board, on_roll: Seat) -> str:
    """Return the id of `board` with `on_roll` to play; raises ValueError beyond 15 checkers a side."""
    bits = ""
    for seat in (other(on_roll), on_roll):
        if board.count(seat) > CHECKERS:
            raise ValueError("A position id holds at most 15 checkers a side.")
        bits += "".join("1" * board.on(seat, point) + "0" for point in range(1, 26))
    return packed(bits.ljust(_BITS, "0"))


def read_position_id(text: str, on_roll: Seat) -> Board:
    """Parse the id of a board with `on_roll` to play; missing checkers count as borne off.
    """
    bits = unpacked(text, _LENGTH, "position")
    sides: list[list[int]] = []
    place = 0
    for _ in range(2):
        counts = [0] * 26
        for point in range(1, 26):
            while bits[place : place + 1] == "1":
                counts[point] += 1
                place += 1
            place += 1
        sides.append(counts)
    if place > _BITS or "1" in bits[place:]:
        raise UserError(
            "%(words)s is not a position id: its bits do not describe 25 places for each side.",
            words=f"{text!r}",
        )
    return board_of(sides[1], sides[0], on_roll, text)


def board_of(own: list[int], opposing: list[int], seat: Seat, text: str) -> Board:
    """Return the board with `own` checkers of `seat` and `opposing` ones of the other, on their slots 1-25.

    Raises UserError, quoting `text`, if the two sides do not fit on one board.
    """
    if sum(own) > CHECKERS or sum(opposing) > CHECKERS:
        raise UserError("%(words)s puts more than 15 checkers of a player on the board.", words=f"{text!r}")
    if any(own[point] and opposing[25 - point] for point in range(1, 25)):
        raise UserError("%(words)s puts both players on one point.", words=f"{text!r}")
    view: View = (-opposing[25], *(own[p] - opposing[25 - p] for p in range(1, 25)), own[25])
    off = (CHECKERS - sum(own), CHECKERS - sum(opposing))
    if seat == 0:
        return Board(view, off)
    return Board(tuple(-count for count in reversed(view)), (off[1], off[0]))


def packed(bits: str) -> str:
    """Return bits (the lowest of each byte first) as base64 without padding."""
    data = bytes(int(bits[start : start + 8][::-1], 2) for start in range(0, len(bits), 8))
    return base64.b64encode(data).decode().rstrip("=")


def unpacked(text: str, length: int, what: str) -> str:
    """Return the bits of an id of `length` characters; raises UserError for other texts."""
    if len(text) != length:
        raise UserError(
            "%(words)s is not a %(what)s id: it has %(count)s characters instead of %(length)s.",
            words=f"{text[:40]!r}", what=what, count=len(text), length=length,
        )
    try:
        data = b"" if "=" in text else base64.b64decode(text + "=" * (-length % 4), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not data:
        raise UserError(
            "%(words)s is not a %(what)s id: it holds a character that is not base64.",
            words=f"{text!r}", what=what,
        )
    return "".join(f"{byte:08b}"[::-1] for byte in data)
