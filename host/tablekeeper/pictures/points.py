"""A player's season: the points of each tournament as a bar, with their sum so far. Fits a phone's width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import accumulate

from tablekeeper.pictures.drawing import Drawing
from tablekeeper.rankings.figures import shown
from tablekeeper.text import counted

#: tournaments that are drawn, the latest
MOST = 20
_WIDE, _ROW, _BAR, _SMALL = 336.0, 34.0, 9.0, 11


@dataclass(frozen=True, slots=True)
class Earned:
    """What a tournament brought."""

    day: date | None
    name: str
    place: int
    points: Fraction


def picture(earned: Sequence[Earned], name: str, key: str = "points") -> str:
    """Return the bars as SVG for a page; `earned` is oldest first and not empty."""
    sheet = Drawing()
    title = f"Points of {name} by tournament"
    sheet.text(0, 16, title, size=15, bold=True, limit=_WIDE)
    sums = list(accumulate(one.points for one in earned))
    most = max([Fraction(1), *(one.points for one in earned)])
    y = 26.0
    if len(earned) > MOST:
        rest = len(earned) - MOST
        text = f"Before these: {counted(rest, 'tournament')}, {shown(sums[rest - 1])} points"
        sheet.text(0, y + 12, text, size=_SMALL, soft=True)
        y += 20
    for one, so_far in list(zip(earned, sums, strict=True))[-MOST:]:
        label = f"{one.day or ''} {one.name}".strip()
        sheet.text(0, y + 14, label, size=_SMALL, limit=_WIDE - 110)
        sheet.text(_WIDE, y + 14, f"+{shown(one.points)}, in all {shown(so_far)}", size=_SMALL, anchor="end")
        sheet.box(0, y + 19, float(_WIDE * one.points / most), _BAR, 0.75, 0)
        y += _ROW
    sheet.reach(_WIDE, y)
    return sheet.svg(title, told(earned), False, key)


def told(earned: Sequence[Earned]) -> str:
    """Return the bars in words."""
    parts = "; ".join(f"{one.name} {shown(one.points)}" for one in earned)
    return f"{parts}. In all {shown(sum((one.points for one in earned), Fraction(0)))}."
