"""A player's rating over time as a curve, with its first, highest, lowest and present value.

The picture fits a phone's width and can be enlarged. The line is dashed while the rating is provisional
(before the first rank).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tablekeeper.languages import _, joined, language
from tablekeeper.languages.local import decimals
from tablekeeper.pictures.drawing import Drawing, width
from tablekeeper.text import day

_WIDE = 336
_HIGH = 170
_SMALL = 11
#: the most points of the curve: more points than pixels would not change it
_POINTS = 300


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after a day's results; a `provisional` one has no rank yet."""

    day: date | None
    rating: float
    provisional: bool = False


def rounded(rating: float) -> str:
    """Return a rating as text with one decimal, as in lists."""
    return decimals(f"{rating:.1f}", language())


def picture(
    points: Sequence[Point], name: str, unit: str = "Rating", alone: bool = True, key: str = "picture"
) -> str:
    """Return the curve as SVG. `points` are oldest first; `unit` is the name of the figure.

    `alone` is for a separate file; `key` is unique among the pictures of a page.
    """
    sheet = Drawing()
    title = _("%(unit)s of %(name)s", unit=unit, name=name)
    sheet.text(0, 16, title, size=18, bold=True, limit=_WIDE)
    if points:
        _curve(sheet, _thinned(points), points)
    else:
        sheet.text(0, 44, _("No rated result yet."), soft=True)
    sheet.reach(_WIDE, 0)
    return sheet.svg(title, told(points, name, unit), alone, key)


def told(points: Sequence[Point], name: str, unit: str = "Rating") -> str:
    """Return the curve in words."""
    if not points:
        return _("%(name)s has no rated result yet.", name=name)
    best, worst = max(points, key=_height), min(points, key=_height)
    parts = [
        _("from %(at)s", at=_at(points[0])),
        _("highest %(at)s", at=_at(best)),
        _("lowest %(at)s", at=_at(worst)),
        _("now %(at)s", at=_at(points[-1])),
    ]
    provisional = _(", still provisional") if points[-1].provisional else ""
    return _(
        "%(unit)s of %(name)s after %(points)s days of play: %(parts)s%(provisional)s.",
        unit=unit,
        name=name,
        points=len(points),
        parts=joined(parts, "; "),
        provisional=provisional,
    )


def _height(point: Point) -> float:
    return point.rating


def _at(point: Point) -> str:
    return (
        _("%(rounded)s on %(day)s", rounded=rounded(point.rating), day=day(point.day))
        if point.day
        else rounded(point.rating)
    )


def _thinned(points: Sequence[Point]) -> list[Point]:
    # keep the ends, the highest and lowest points; of the others only every n-th one
    every = -(-len(points) // _POINTS)
    if every <= 1:
        return list(points)
    kept = {0, len(points) - 1}
    for start in range(0, len(points), 2 * every):
        block = range(start, min(start + 2 * every, len(points)))
        kept.add(max(block, key=lambda at: points[at].rating))
        kept.add(min(block, key=lambda at: points[at].rating))
    return [points[at] for at in sorted(kept)]


def _marks(low: float, high: float) -> list[Decimal]:
    """Return two to five round figures between two others."""
    step = Decimal(10) ** (Decimal(high - low).adjusted() - 1)
    for factor in (1, 2, 5, 10, 20, 50):
        apart = step * factor
        first = -(-Decimal(low) // apart) * apart
        if first < low:
            first += apart
        found = [first + apart * number for number in range(int((Decimal(high) - first) // apart) + 1)]
        if len(found) <= 5:
            break
    return found


def _plain(mark: Decimal) -> str:
    return decimals(format(mark.normalize(), "f"), language())


def _curve(sheet: Drawing, points: Sequence[Point], all_of_them: Sequence[Point]) -> None:
    lowest = min(point.rating for point in points)
    highest = max(point.rating for point in points)
    # the least height of the scale, so that small changes do not look large
    room = max(highest - lowest, abs(highest) * 0.01, 1.0)
    middle = (highest + lowest) / 2
    low, high = middle - room * 0.6, middle + room * 0.6
    bottom = 36.0 + _HIGH
    marks = _marks(low, high)
    left = max(width(mark, _SMALL) for mark in map(_plain, marks)) + 8
    right = _WIDE - 4.0
    days = [point.day for point in points if point.day is not None]
    dated = len(days) == len(points) and days[0] != days[-1]

    def across(number: int) -> float:
        if dated:
            part = (days[number] - days[0]).days / (days[-1] - days[0]).days
        else:
            part = number / max(1, len(points) - 1)
        return left + (right - left) * part

    def up(rating: float) -> float:
        return bottom - _HIGH * (rating - low) / (high - low)

    for mark in marks:
        height = up(float(mark))
        sheet.text(left - 6, height + 4, _plain(mark), size=_SMALL, anchor="end", soft=True)
        sheet.path([(left, height), (right, height)], 0.4)
    places = [(across(number), up(point.rating)) for number, point in enumerate(points)]
    settled = next((number for number, point in enumerate(points) if not point.provisional), len(points))
    if settled > 1 or settled == len(points):
        sheet.path(places[: settled + 1], 1.4, "4 3")
    if settled < len(points):
        sheet.path(places[settled:], 1.8)
    sheet.dot(*places[-1], 3.6, not points[-1].provisional)
    y = bottom + 18
    if days:
        sheet.text(left, y, day(days[0]), size=_SMALL, soft=True)
        if days[-1] != days[0]:
            sheet.text(right, y, day(days[-1]), size=_SMALL, anchor="end", soft=True)
        y += 20
    best, worst = max(all_of_them, key=_height), min(all_of_them, key=_height)
    sheet.text(0, y + 4, _("Now %(rating)s", rating=rounded(points[-1].rating)), bold=True)
    extremes = _(
        "highest %(rounded)s, lowest %(rounded2)s",
        rounded=rounded(best.rating),
        rounded2=rounded(worst.rating),
    )
    sheet.text(right, y + 4, extremes, size=_SMALL, anchor="end", soft=True)
    if settled:
        sheet.text(0, y + 22, _("Dashed: provisional, without a rank."), size=_SMALL, soft=True)
