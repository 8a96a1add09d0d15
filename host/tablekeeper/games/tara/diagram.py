"""A TARA position in letters, for terminals: ringforts, bridges, and the legal hills of the seat on turn.

R and B are the ringforts of Red and Blue, r and b their partners' ringforts in doubles; bridges are lines. A
vacant hill is a dot, or `+` if the seat on turn may build there; in Battle at Level 2 it is the order of
priority. A besieged ringfort that may be captured has an `x` before it.
"""

from __future__ import annotations

from tablekeeper.games.tara.hills import COLUMNS, HILLS, ROWS, by_count
from tablekeeper.games.tara.position import Position

_LETTERS = "RBrb"


def diagram(position: Position) -> str:
    """Return the board, row 7 at the top, with its letters and digits."""
    lines = []
    for row in reversed(ROWS):
        line, below = f"{row} ", "  "
        for column in COLUMNS:
            hill = HILLS.get(column + row, 0)
            beside = HILLS.get(chr(ord(column) + 1) + row, 0)
            under = HILLS.get(column + chr(ord(row) - 1), 0)
            line += _hill(position, hill) + ("--" if _linked(position, hill, beside) else "  ")
            below += " | " + " " if _linked(position, hill, under) else "    "
        lines += [line.replace("-- ", "---").rstrip(), below.rstrip()]
    return "\n".join([*lines[:-1], "  " + "".join(f" {column}  " for column in COLUMNS).rstrip()])


def _linked(position: Position, one: int, other: int) -> bool:
    both = one | other
    return bool(one and other) and any(both & position.colour(side) == both for side in range(2))


def _hill(position: Position, hill: int) -> str:
    """Return a hill as two characters."""
    if not hill:
        return "  "
    legal = bool(hill & position.hills())
    for seat, forts in enumerate(position.forts):
        if hill & forts:
            return ("x" if legal else " ") + _LETTERS[seat]
    if not legal:
        return " ."
    if position.rules.level == 2 and (position.battle or position.announces()):
        counts = by_count(position.colour(position.turn & 1))
        return f" {next((number for number, hills in enumerate(counts, 1) if hill & hills), 0)}"
    return " +"
