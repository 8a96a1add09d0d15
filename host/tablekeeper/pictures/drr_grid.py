"""The games of a league, double round-robin by double round-robin: pawns, times, what was cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.pictures.drawing import Drawing

_NAME = 120
_WIDE = 2 * _NAME + 240
_LINE = 20
_ACROSS = 2
GAMES = 6


@dataclass(frozen=True, slots=True)
class Slot:
    """A game of the schedule: who, the score if played, and what else is to be said ("47.5 min")."""

    players: tuple[str, str]
    score: str = ""
    #: seat of the winner, None while open or cancelled
    winner: int | None = None
    aside: str = ""
    cancelled: bool = False


def draw(sheet: Drawing, top: float, slots: Sequence[Slot]) -> float:
    """Draw the games below `top`, six to a double round-robin; return where they end."""
    high = _LINE * (GAMES + 1) + 18
    end = top
    for start in range(0, len(slots), GAMES):
        number = start // GAMES
        left = (_WIDE + 16) * (number % _ACROSS)
        y = top + high * (number // _ACROSS)
        sheet.text(left, y + 14, f"Double round-robin {number + 1}", bold=True)
        for place, slot in enumerate(slots[start : start + GAMES]):
            _game(sheet, left, y + _LINE * (place + 1) + 2, place + 1, slot)
        end = y + high
    return end


def _game(sheet: Drawing, left: float, y: float, number: int, slot: Slot) -> None:
    sheet.box(left, y, _WIDE, _LINE, 0.1 if slot.winner is not None else 0)
    base = y + 14.5
    one, other = slot.players
    middle = left + 24 + _NAME + 35
    sheet.text(left + 6, base, str(number), soft=True)
    sheet.text(
        middle - 35, base, one, anchor="end", limit=_NAME - 6, bold=slot.winner == 0, struck=slot.cancelled
    )
    sheet.text(middle, base, slot.score or "v", anchor="middle")
    sheet.text(middle + 35, base, other, limit=_NAME - 6, bold=slot.winner == 1, struck=slot.cancelled)
    sheet.text(left + _WIDE - 6, base, slot.aside, size=11, anchor="end", soft=True)
