"""A ranking as a picture: places, their movement since another day, and totals as bars of three parts.

The picture fits a phone's width and can be enlarged. A legend explains the tints of the bars, a movement is
a sign with a number, and the description says everything in words, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tablekeeper.languages import _, joined
from tablekeeper.pictures.drawing import Drawing, width
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.history import RankMove, moves
from tablekeeper.rankings.table import RankingRow, RankingTable
from tablekeeper.text import name_list

#: the largest number of rows in the picture; the table below the picture has all rows
MOST = 30
_WIDE = 336
_ROW = 40
_RANK, _MOVED, _NAME = 22, 60, 68
_BAR = 7
_SMALL = 11
#: tints of tournament points, winner points and compensatory points
_TINTS = (0.8, 0.45, 0.15)


def movement(move: RankMove | None) -> str:
    """Return a player's movement as a sign: ▲2, ▼1, =, or new.

    >>> movement(RankMove("Ann", 3, 1, Fraction(4))), movement(RankMove("Bob", None, 2, Fraction(2)))
    ('▲2', 'new')
    """
    if move is None:
        return ""
    if move.before is None:
        return _("new")
    if not move.climbed:
        return "="
    return f"▲{move.climbed}" if move.climbed > 0 else f"▼{-move.climbed}"


def movement_told(move: RankMove | None) -> str:
    """Return a player's movement in words, for people who cannot see the sign.

    >>> movement_told(RankMove("Ann", 1, 3, Fraction(0)))
    'down 2'
    """
    if move is None:
        return ""
    if move.before is None:
        return _("new")
    if not move.climbed:
        return _("as before")
    return (
        _("up %(climbed)s", climbed=move.climbed)
        if move.climbed > 0
        else _("down %(value)s", value=-move.climbed)
    )


def picture(
    table: RankingTable,
    before: RankingTable | None = None,
    name: str = "",
    alone: bool = True,
    key: str = "picture",
) -> str:
    """Return a ranking as SVG; with an earlier table `before` also everybody's movement since then.

    `alone` is for a separate file; `key` is unique among the pictures of a page.
    """
    moved = {} if before is None else {move.player: move for move in moves(before, table)}
    sheet = Drawing()
    title = name or table.title
    sheet.text(0, 16, title, size=18, bold=True, limit=_WIDE)
    drawn = table.rows[:MOST]
    most = max((row.total for row in drawn), default=Fraction(0)) or Fraction(1)
    y = 32.0
    for row in drawn:
        _row(sheet, y, row, moved.get(row.player), most)
        y += _ROW
    if not drawn:
        sheet.text(0, y + 12, _("No tournament counts yet."), soft=True)
        y += 24
    else:
        y = _legend(sheet, y + 4, any(sum(row.compensatory_points) for row in drawn))
    left = [move for move in moved.values() if move.after is None]
    if len(table.rows) > MOST:
        sheet.text(
            0,
            y + 12,
            _("%(count)s more are in the table.", count=len(table.rows) - MOST),
            size=_SMALL,
            soft=True,
        )
        y += 18
    if left:
        gone = _("No longer in it: %(names)s", names=name_list(move.player for move in left))
        sheet.text(0, y + 12, gone, size=_SMALL, soft=True, limit=_WIDE)
    sheet.reach(_WIDE, 0)
    return sheet.svg(title, told(table, moved), alone, key)


def told(table: RankingTable, moved: Mapping[str, RankMove]) -> str:
    """Return a ranking in words."""
    if not table.rows:
        return _("%(title)s. No tournament counts yet.", title=table.title)
    parts = []
    for row in table.rows[:MOST]:
        move = movement_told(moved.get(row.player))
        parts.append(
            _(
                "%(rank)s %(player)s%(move)s: %(total)s points",
                rank=row.rank,
                player=row.player,
                move=", " + move if move else "",
                total=shown(row.total),
            )
        )
    return _(
        "%(title)s, rules of %(key)s. %(parts)s.",
        title=table.title,
        key=table.rules.key,
        parts=joined(parts, "; "),
    )


def _row(sheet: Drawing, y: float, row: RankingRow, move: RankMove | None, most: Fraction) -> None:
    base = y + 17
    sheet.text(_RANK, base, str(row.rank), anchor="end", bold=True)
    sign = movement(move)
    if sign:
        sheet.text(
            _MOVED, base, sign, size=_SMALL, anchor="end", soft=move is not None and move.climbed <= 0,
            bold=move is not None and (move.climbed > 0 or move.before is None),
        )  # fmt: skip
    total = shown(row.total)
    sheet.text(_NAME, base, row.player, limit=_WIDE - _NAME - width(total, bold=True) - 8, bold=row.rank == 1)
    sheet.text(_WIDE, base, total, anchor="end", bold=True)
    sheet.reach(_WIDE, base)
    x = float(_NAME)
    for points, tint in zip(_parts(row), _TINTS, strict=True):
        wide = float(points / most) * (_WIDE - _NAME)
        if wide:
            sheet.box(x, y + 23, wide, _BAR, tint, 0.5)
        x += wide


def _parts(row: RankingRow) -> tuple[Fraction, Fraction, Fraction]:
    return (
        Fraction(sum(row.tournament_points)),
        sum(row.winner_points, Fraction(0)),
        sum(row.compensatory_points, Fraction(0)),
    )


def _legend(sheet: Drawing, y: float, compensated: bool) -> float:
    x = float(_NAME)
    for label, tint in zip(("TP", "WP", "CP"), _TINTS, strict=True):
        if label == "CP" and not compensated:
            continue
        sheet.box(x, y + 4, 10, 10, tint, 0.5)
        sheet.text(x + 16, y + 13, label, size=_SMALL, soft=True)
        x += 62
    return y + 22
