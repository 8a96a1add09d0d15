"""Dice as bars: the count of each face, and the range expected of a fair die.

Counts outside the range are also named in words, and the range is a box, so nothing depends on colours alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.fairness import wording
from tablekeeper.fairness.verdict import LEVEL, DiceReport, Group
from tablekeeper.languages import _, joined
from tablekeeper.pictures.drawing import Drawing

#: the most groups that are drawn: more would be too large
MOST = 24
_LABEL = 70
_WIDE = 380
_ROW = 22
_BAR = 9
_FACES = ("1", "2", "3", "4", "5", "6")


def picture(report: DiceReport, title: str = _("Dice"), alone: bool = True) -> str:
    """Return the report as SVG; `alone` is for a separate file."""
    sheet = Drawing()
    sheet.text(0, 16, title, size=17, bold=True)
    y = 34.0
    drawn = [group for group in report.groups if group.tally.dice][:MOST]
    for group in drawn:
        y = _group(sheet, y, group)
    left = sum(bool(group.tally.dice) for group in report.groups) - len(drawn)
    if left:
        sheet.text(0, y + 12, _("%(count)s more groups are in the report only.", count=left), soft=True)
        y += 20
    if drawn:
        sheet.text(
            0, y + 12,
            _(
                "Box: the usual range. In 1 of %(count)s groups of fair throws a face lies outside it.",
                count=str(1 / LEVEL),
            ),
            size=11, soft=True,
        )  # fmt: skip
    else:
        sheet.text(0, y + 12, _("No throws yet."), soft=True)
    return sheet.svg(title, _told(drawn), alone)


def _group(sheet: Drawing, top: float, group: Group) -> float:
    counts = group.tally
    sheet.text(0, top + 14, wording.title(group), bold=True, limit=_LABEL + _WIDE)
    figures = _("%(throws)s throws, %(dice)s dice", throws=f"{counts.throws:,}", dice=f"{counts.dice:,}")
    sheet.text(0, top + 30, figures, size=11, soft=True)
    y = _rows(sheet, top + 40, _FACES, counts.faces, group.usual_faces)
    if counts.two:
        y = _rows(sheet, y + 4, (_("doubles"),), (counts.doubles,), group.usual_doubles)
    return y + 14


def _rows(
    sheet: Drawing, top: float, labels: Sequence[str], seen: Sequence[int], usual: tuple[int, int]
) -> float:
    low, high = usual
    scale = _WIDE / max(1, *seen, high)
    for row, (label, count) in enumerate(zip(labels, seen, strict=True)):
        y = top + row * _ROW
        outside = not low <= count <= high
        sheet.text(_LABEL - 8, y + 15, label, anchor="end")
        sheet.box(_LABEL + low * scale, y + 2, max(2, (high - low) * scale), _ROW - 4, 0.12, 0.5)
        sheet.box(_LABEL, y + (_ROW - _BAR) / 2, max(0.5, count * scale), _BAR, 0.75, 0)
        word = f"{count:,}"
        if outside:
            word += _(", more than usual") if count > high else _(", less than usual")
        sheet.text(_LABEL + _WIDE + 10, y + 15, word, bold=outside)
    return top + len(labels) * _ROW


def _told(groups: Sequence[Group]) -> str:
    parts = []
    for group in groups:
        low, high = group.usual_faces
        faces = ", ".join(f"{face}: {count}" for face, count in enumerate(group.tally.faces, 1))
        text = _(
            "%(title)s: %(faces)s; usual: %(low)s to %(high)s",
            title=wording.title(group),
            faces=faces,
            low=low,
            high=high,
        )
        if group.tally.two:
            low, high = group.usual_doubles
            text += _(
                "; doubles: %(doubles)s, usual: %(low)s to %(high)s",
                doubles=group.tally.doubles,
                low=low,
                high=high,
            )
        parts.append(text)
    return joined(parts, ". ") or _("No throws yet.")
