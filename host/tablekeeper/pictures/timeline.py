"""An event's day: a row for each table, with a bar for each match at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablekeeper.languages import _, joined
from tablekeeper.pictures.drawing import Drawing

_WIDE, _ROW, _BAR = 560.0, 30.0, 20.0
_NAME, _SMALL = 110.0, 11
_HOUR = 3_600_000
#: distances of the time marks (ms): the first one with at most six marks is used
_STEPS = (*(300_000, 600_000, 900_000, 1_800_000), *(hours * _HOUR for hours in (1, 2, 3, 6, 12, 24)))
_MARKS = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """A match at a table: start and end (ms), name, and whether it is over."""

    table: str
    name: str
    from_ms: int
    to_ms: int
    over: bool = True


def marks(low: int, high: int) -> list[int]:
    """Return at most six round instants between two instants, for the time marks.

    >>> marks(0, 3_600_000)[:3]
    [0, 900000, 1800000]
    """
    step = next((one for one in _STEPS if high // one - -(-low // one) < _MARKS), 0)
    while not step or high // step - -(-low // step) >= _MARKS:
        step = (step or _STEPS[-1]) * 2
    first = -(-low // step) * step
    return list(range(first, high + 1, step))


def picture(bars: Sequence[Bar], hour: Callable[[int], str], key: str = "timeline") -> str:
    """Return the rows as SVG for a page; `hour` formats an instant as a time of day. `bars` is not empty."""
    sheet = Drawing()
    title = _("Tables over time")
    sheet.text(0, 16, title, size=15, bold=True)
    low, high = min(bar.from_ms for bar in bars), max(bar.to_ms for bar in bars)
    room = max(high - low, 60_000)
    tables = list(dict.fromkeys(bar.table for bar in sorted(bars, key=lambda bar: bar.table)))
    bottom = 40.0 + _ROW * len(tables)

    def across(at: int) -> float:
        return _NAME + (_WIDE - _NAME) * (at - low) / room

    for at in marks(low, high):
        sheet.path([(across(at), 30), (across(at), bottom)], 0.3)
        sheet.text(across(at), bottom + 14, hour(at), size=_SMALL, anchor="middle", soft=True)
    for number, table in enumerate(tables):
        y = 36.0 + _ROW * number
        sheet.text(0, y + 14, table, size=_SMALL, limit=_NAME - 8)
        for bar in bars:
            if bar.table == table:
                wide = max(across(bar.to_ms) - across(bar.from_ms), 2.0)
                sheet.box(across(bar.from_ms), y, wide, _BAR, 0.2 if bar.over else 0.45, 0.8)
                sheet.text(across(bar.from_ms) + 4, y + 14, bar.name, size=_SMALL, limit=max(wide - 6, 0.0))
    sheet.reach(_WIDE, bottom)
    return sheet.svg(title, told(bars, hour), False, key)


def told(bars: Sequence[Bar], hour: Callable[[int], str]) -> str:
    """Return the rows in words."""
    return joined(
        (
            _(
                "%(table)s: %(name)s, %(from_ms)s to %(to_ms)s.",
                table=bar.table,
                name=bar.name,
                from_ms=hour(bar.from_ms),
                to_ms=hour(bar.to_ms) if bar.over else _("now"),
            )
            for bar in bars
        ),
        " ",
    )
