"""A player's season: the points of each tournament as a bar, with their sum so far. Fits a phone's width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import accumulate

from tablekeeper.languages import _
from tablekeeper.pictures import rows
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.rankings.figures import shown
from tablekeeper.text import counted, day

#: the most tournaments that are drawn: the latest ones
MOST = 20


@dataclass(frozen=True, slots=True)
class Earned:
    """The points of a tournament."""

    day: date | None
    name: str
    place: int
    points: Fraction


def picture(earned: Sequence[Earned], name: str, key: str = "points") -> str:
    """Return the bars as SVG for a page; `earned` is oldest first and not empty."""
    sheet = Drawing()
    title = _("Points of %(name)s by tournament", name=name)
    rows.heading(sheet, title)
    sums = list(accumulate(one.points for one in earned))
    most = max([Fraction(1), *(one.points for one in earned)])
    y = 26.0
    if len(earned) > MOST:
        rest = len(earned) - MOST
        text = _(
            "Before these: %(tournaments)s, %(sums)s points",
            tournaments=counted(rest, "tournament"),
            sums=shown(sums[rest - 1]),
        )
        sheet.text(0, y + 12, text, size=rows.SMALL, soft=True)
        y += 20
    drawn = list(zip(earned, sums, strict=True))[-MOST:]
    rows.draw(
        sheet, y,
        (
            rows.ChartRow(
                f"{day(one.day)} {one.name}".strip(),
                _("+%(points)s, total %(so_far)s", points=shown(one.points), so_far=shown(so_far)),
                float(one.points / most),
            )
            for one, so_far in drawn
        ),
    )  # fmt: skip
    return sheet.svg(title, told(earned), False, key)


def told(earned: Sequence[Earned]) -> str:
    """Return the bars in words."""
    parts = "; ".join(f"{one.name} {shown(one.points)}" for one in earned)
    return _(
        "%(parts)s. Total: %(fraction)s.",
        parts=parts,
        fraction=shown(sum((one.points for one in earned), Fraction(0))),
    )
