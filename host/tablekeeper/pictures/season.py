"""The tournaments of a ranking in time, their winners, and each player's points by tournament.

Tournaments that count are full dots; those that no longer count are rings. A player's bar has a part for each
tournament, oldest first, in two alternating tints, so readers see which points expire next.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tablekeeper.languages import _, joined
from tablekeeper.pictures.drawing import Drawing, width
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.rules import MEDAL_GAME
from tablekeeper.rankings.table import RankingRow, RankingTable
from tablekeeper.rankings.tournament import Tournament
from tablekeeper.text import day

#: the most players whose points are drawn, and the most expired tournaments
PLAYERS, PAST = 12, 3
_WIDE = 336
_SMALL = 11
_DAY = 76
_LINE = 90
_TEXT = 104
_STEP = 40
_DOT = 4.5
_BAR = 12
_TINTS = (0.75, 0.3)


def picture(
    table: RankingTable,
    past: Sequence[Tournament] = (),
    name: str = "",
    alone: bool = True,
    key: str = "picture",
) -> str:
    """Return the timeline as SVG; `past` are tournaments that no longer count, oldest first.

    `alone` is for a separate file; `key` is unique among the pictures of a page.
    """
    sheet = Drawing()
    title = name or _("%(title)s: what counts", title=table.title)
    sheet.text(0, 16, title, size=15, bold=True, limit=_WIDE)
    y = 34.0
    shown_past = list(past[-PAST:])
    if len(past) > len(shown_past):
        text = _("%(past)s older ones no longer count", past=len(past) - len(shown_past))
        sheet.text(_TEXT, y + 12, text, size=_SMALL, soft=True, limit=_WIDE - _TEXT)
        y += 24
    stops = [*((one, False) for one in shown_past), *((one, True) for one in table.window)]
    for number, (one, counts) in enumerate(stops):
        _stop(sheet, y, one, counts)
        if number:
            # draw only from edge to edge, so that rings stay empty
            sheet.path([(_LINE, y + 12 - _STEP + _DOT), (_LINE, y + 12 - _DOT)], 0.8)
        y += _STEP
    if not table.window:
        sheet.text(0, y + 12, _("No tournament counts yet."), soft=True)
        y += 24
    if table.rows:
        y = _bars(sheet, y + 10, table.rows[:PLAYERS])
    sheet.reach(_WIDE, 0)
    return sheet.svg(title, told(table, past), alone, key)


def told(table: RankingTable, past: Sequence[Tournament] = ()) -> str:
    """Return the timeline in words."""
    if not table.window:
        return _("%(title)s: no tournament counts yet.", title=table.title)
    events = joined(
        (
            _(
                "%(name)s%(value)s, won by %(winner)s",
                name=one.name,
                value=_(" on %(date)s", date=day(one.date)) if one.date else "",
                winner=one.winner,
            )
            for one in table.window
        ),
        "; ",
    )
    points = joined(
        (
            _(
                "%(player)s: %(each)s, together %(total)s",
                player=row.player,
                each=joined(shown(one) for one in _each(row)),
                total=shown(row.total),
            )
            for row in table.rows[:PLAYERS]
        ),
        "; ",
    )
    gone = _(" %(past)s older ones no longer count.", past=len(past)) if past else ""
    return _(
        "Counted, oldest first: %(events)s.%(gone)s Points by tournament: %(points)s.",
        events=events,
        gone=gone,
        points=points,
    )


def _each(row: RankingRow) -> list[Fraction]:
    return [
        tp + wp + cp
        for tp, wp, cp in zip(row.tournament_points, row.winner_points, row.compensatory_points, strict=True)
    ]


def _stop(sheet: Drawing, y: float, one: Tournament, counts: bool) -> None:
    base = y + 16
    if one.date is not None:
        sheet.text(_DAY, base, day(one.date), size=_SMALL, anchor="end", soft=True)
    sheet.dot(_LINE, y + 12, _DOT, counts)
    sheet.text(_TEXT, base, one.name, limit=_WIDE - _TEXT, bold=counts, soft=not counts)
    kind = (
        _("Medal Game")
        if one.style == MEDAL_GAME
        else _("%(style)s, level %(level)s", style=one.style, level=one.level)
    )
    # in a Medal Game the winner's points are its one winner point
    won = joined((kind, ": ", one.winner, " ", shown(one.points(one.winner))), "")
    sheet.text(_TEXT, base + 15, won, size=_SMALL, soft=True, limit=_WIDE - _TEXT)


def _bars(sheet: Drawing, y: float, rows: Sequence[RankingRow]) -> float:
    sheet.text(0, y + 12, _("Points by tournament, oldest first"), size=_SMALL, soft=True)
    y += 22
    most = max(row.total for row in rows) or Fraction(1)
    for row in rows:
        total = shown(row.total)
        sheet.text(0, y + 13, row.player, limit=_WIDE - width(total, bold=True) - 8, bold=row.rank == 1)
        sheet.text(_WIDE, y + 13, total, anchor="end", bold=True)
        x = 0.0
        for number, points in enumerate(points for points in _each(row) if points):
            wide = float(points / most) * _WIDE
            sheet.box(x, y + 19, wide, _BAR, _TINTS[number % 2], 0.6)
            x += wide
        y += _STEP
    return y
