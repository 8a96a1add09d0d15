"""A line chart: totals of players after each round or game, with names at the ends of lines or above them.

Lines differ by their dashes, not by colours. Every line ends at its player's name and figure, or where the
total falls to zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tablekeeper.pictures.drawing import Drawing, width
from tablekeeper.text import value_text

_DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2")
_WIDE = 560
_LABEL = 16
_NAME = 180
#: the size of a chart that fits a phone
_SMALL_WIDE, _SMALL_HIGH = 300, 150


def draw(
    sheet: Drawing,
    top: float,
    order: Sequence[str],
    steps: Sequence[Mapping[str, Fraction]],
    unit: str,
    small: bool = False,
) -> float:
    """Draw the race below `top`: holdings after each step, from the start; return the y of its end.

    A `small` one, of few players, fits a phone's width: their names stand above it.
    """
    wide = _SMALL_WIDE if small else _WIDE
    highest = max([Fraction(1), *(held for step in steps for held in step.values())])
    high = _SMALL_HIGH if small else max(240, _LABEL * len(order))
    left = max(width(value_text(mark), 11) for mark in (highest, Fraction(highest // 2))) + 10
    if small:
        top = _above(sheet, top, left + wide, [(one, steps[-1][one]) for one in order])
    bottom = top + 12 + high
    gap = wide / max(1, len(steps) - 1)

    def level(held: Fraction) -> float:
        return bottom - float(high * held / highest)

    for mark in dict.fromkeys((Fraction(0), Fraction(highest // 2), highest)):
        sheet.text(left - 6, level(mark) + 4, value_text(mark), size=11, anchor="end", soft=True)
        sheet.path([(left, level(mark)), (left + wide, level(mark))], 0.4)
    every = max(1, -(-len(steps) // (8 if small else 16)))
    for number in range(0, len(steps), every):
        sheet.text(left + gap * number, bottom + 17, str(number), size=11, anchor="middle", soft=True)
    sheet.text(left + wide / 2, bottom + 34, unit, size=11, anchor="middle", soft=True)
    # names are at the ends of their lines, moved apart so that they do not touch
    last = steps[-1]
    ends = {player: level(last[player]) for player in order}
    places: dict[str, float] = {}
    y = top + 12 - _LABEL
    for player in order:
        y = max(y + _LABEL, ends[player])
        places[player] = y
    y = bottom + _LABEL
    for player in reversed(order):
        y = min(y - _LABEL, places[player])
        places[player] = y
    right = left + wide
    for number, player in enumerate(order):
        told = len(steps)
        # the line ends where the player has lost everything
        while told > 2 and not (steps[told - 1][player] or steps[told - 2][player]) and _peak(steps, player):
            told -= 1
        points = [(left + gap * step, level(held[player])) for step, held in enumerate(steps[:told])]
        dashes = _DASHES[number % len(_DASHES)]
        sheet.path(points, 2.6 if number == 0 else 1.4, dashes)
        sheet.dot(*points[-1], 3.2, number % 2 == 0)
        if small:
            continue
        if told == len(steps):
            sheet.path([(right + 4, ends[player]), (right + 26, places[player])], 0.5)
        sheet.path([(right + 26, places[player]), (right + 50, places[player])], 1.6, dashes)
        sheet.text(right + 56, places[player] + 4.5, player, limit=_NAME, bold=number == 0)
        sheet.text(
            right + 64 + _NAME + 60, places[player] + 4.5, value_text(last[player]), anchor="end",
            bold=number == 0,
        )  # fmt: skip
    return bottom + 40


def _above(sheet: Drawing, top: float, right: float, ends: Sequence[tuple[str, Fraction]]) -> float:
    """Write a row for each player, with the dashes of the player's line; return the y of their end."""
    for number, (player, held) in enumerate(ends):
        top += _LABEL + 2
        bold = number == 0
        sheet.path([(0, top - 4.5), (28, top - 4.5)], 2.6 if bold else 1.4, _DASHES[number % len(_DASHES)])
        sheet.text(36, top, player, limit=right - 90, bold=bold)
        sheet.text(right, top, value_text(held), anchor="end", bold=bold)
    return top


def _peak(steps: Sequence[Mapping[str, Fraction]], player: str) -> Fraction:
    return max(held[player] for held in steps)
