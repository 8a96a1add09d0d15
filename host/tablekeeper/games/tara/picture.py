"""A TARA position as an SVG picture with a description in words.

Red's ringforts are round, Blue's square, so nobody needs to see the colours; each kingdom has its own shade
and number. A tick marks each hill on which the seat on turn may play; in Battle at Level 2 the targets show
their order of priority in the corner.
"""

from __future__ import annotations

from html import escape

from tablekeeper import text
from tablekeeper.games.tara.hills import BOARD, COLUMNS, ROWS, each, groups, name, names, place
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.rules import COLOURS
from tablekeeper.games.tara.score import score
from tablekeeper.languages import _, joined, shown

#: size of a hill (`CELL`) and of the whole board (`SIZE`), in the picture's own units
CELL = 64
_MARGIN = 24
SIZE = 2 * _MARGIN + 7 * CELL
#: shades for the kingdoms of Red and of Blue; further kingdoms repeat the shades
_SHADES = (
    ("#b3261e", "#c24d26", "#8c1d40", "#a84a2a", "#6d1b1b"),
    ("#1f4e9c", "#2f74b5", "#243a73", "#4a6fb5", "#0f6073"),
)
_STYLE = (
    ".tara text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".tara .edge{font-size:14px;fill:#555}.tara .order{font-size:16px;font-weight:700;fill:#5b2c00}"
    ".tara .kingdom{font-size:15px;fill:#fff}"
    ".tara .hill{fill:#cfe3b4;stroke:#7f9a5c}.tara .area{fill:#f2d98b;fill-opacity:.45}"
    ".tara .bridge{stroke-width:12;stroke-linecap:round}.tara .fort{stroke:#222;stroke-width:2}"
    ".tara .tick{fill:none;stroke:#1b5e20;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}"
    ".tara .capture .tick{stroke:#ffe082}"
)


def picture(position: Position, heading: str = _("A position of TARA")) -> str:
    """Return the SVG document of a position."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}"',
        ' class="tara" role="img" aria-labelledby="tara-title tara-desc">',
        f'<title id="tara-title">{escape(heading)}</title>',
        f'<desc id="tara-desc">{escape(description(position))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{SIZE}" height="{SIZE}" fill="#faf7ef"/>',
        *drawn(position),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def drawn(position: Position, *, before_battle: bool = False) -> list[str]:
    """Return the SVG elements of a position, with classes and without a style.

    `before_battle`: the player without a placement has not announced BATTLE yet, so hills have no marks.
    """
    return [*_board(position), *_kingdoms(position), *(() if before_battle else _marks(position))]


def description(position: Position) -> str:
    """Describe a position in sentences."""
    counted = score(position)
    found = []
    for side in range(2):
        hills = names(position.colour(side))
        where = _(" on %(hills)s", hills=", ".join(hills)) if hills else ""
        forts = text.counted(len(hills), "ringfort")
        kingdoms = counted.kingdoms[side]
        found.append(
            joined((COLOURS[side], forts + where), ": ") + ", " + text.counted(kingdoms, "kingdom") + "."
        )
    if position.over:
        red, blue = counted.points
        return joined(
            [*found, _("The game is over: %(red)s points for Red, %(blue)s for Blue.", red=red, blue=blue)]
        )
    who = position.rules.seat_name(position.turn)
    phase = _("Battle") if position.battle else _("Manoeuvres")
    found.append(
        _("%(phase)s. %(who)s is on turn", phase=phase, who=who)
        + (_(" and announces BATTLE.") if position.announces() else ".")
    )
    if position.lull():
        found.append(_("It is a lull: nothing is above OP1."))
    hills = names(position.hills())
    found.append(_("Legal: %(hills)s.", hills=", ".join(hills)) if hills else _("There is no legal hill."))
    return joined(found)


def centre(hill: int) -> tuple[int, int]:
    """Return the coordinates of a hill's centre in the picture."""
    column, row = place(hill)
    return _MARGIN + column * CELL + CELL // 2, _MARGIN + (6 - row) * CELL + CELL // 2


def _board(position: Position) -> list[str]:
    area = 0 if position.over or position.rules.seats == 2 else position.rules.area(position.turn)
    found = []
    for hill in each(BOARD):
        x, y = centre(hill)
        half = CELL // 2
        if hill & area:
            found.append(f'<rect class="area" x="{x - half}" y="{y - half}" width="{CELL}" height="{CELL}"/>')
        found.append(f'<circle class="hill" cx="{x}" cy="{y}" r="24"><title>{name(hill)}</title></circle>')
    for number, (letter, digit) in enumerate(zip(COLUMNS, ROWS, strict=True)):
        along = _MARGIN + number * CELL + CELL // 2
        found.append(f'<text class="edge" x="{along}" y="{SIZE - _MARGIN // 2}">{letter}</text>')
        found.append(f'<text class="edge" x="{_MARGIN // 2}" y="{SIZE - along}">{digit}</text>')
    return found


def _kingdoms(position: Position) -> list[str]:
    found = []
    for side in range(2):
        for number, kingdom in enumerate(groups(position.colour(side))):
            shade = _SHADES[side][number % len(_SHADES[side])]
            label = _(
                "%(colours)s, kingdom %(number)s: %(names)s",
                colours=COLOURS[side],
                number=number + 1,
                names=", ".join(names(kingdom)),
            )
            found.append(f'<g fill="{shade}"><title>{escape(shown(label))}</title>')
            found += _bridges(kingdom, shade)
            for hill in each(kingdom):
                x, y = centre(hill)
                found.append(
                    f'<circle class="fort" cx="{x}" cy="{y}" r="18"/>' if side == 0
                    else f'<rect class="fort" x="{x - 17}" y="{y - 17}" width="34" height="34" rx="4"/>'
                )  # fmt: skip
                found.append(f'<text class="kingdom" x="{x}" y="{y}">{number + 1}</text>')
            found.append("</g>")
    return found


def _bridges(kingdom: int, shade: str) -> list[str]:
    found = []
    for hill in each(kingdom):
        x, y = centre(hill)
        for other in each(kingdom):
            right, up = (one - two for one, two in zip(place(other), place(hill), strict=True))
            if (right, up) in ((1, 0), (0, 1)):
                end = centre(other)
                line = f'x1="{x}" y1="{y}" x2="{end[0]}" y2="{end[1]}"'
                found.append(f'<line class="bridge" stroke="{shade}" {line}/>')
    return found


def _marks(position: Position) -> list[str]:
    found = []
    vacant = position.vacant()
    for hill in each(position.hills()):
        x, y = centre(hill)
        tick = f'<path class="tick" d="M{x - 9} {y + 1}l6 7l13 -15"/>'
        # a ringfort that may be captured is darker than a vacant hill
        found.append(tick if hill & vacant else f'<g class="capture">{tick}</g>')
    if position.rules.level == 1 or position.over or not (position.battle or position.announces()):
        return found
    lowest, *levels = position.priorities(position.turn)
    for order, hills in enumerate((lowest if position.rules.op0_builds else 0, *levels)):
        for hill in each(hills):
            x, y = centre(hill)
            found.append(f'<text class="order" x="{x + 22}" y="{y - 22}">{order}</text>')
    return found
