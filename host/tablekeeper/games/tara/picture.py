"""A TARA position as an SVG picture that says in words what it shows.

Red's ringforts are round, Blue's square, so that nobody needs the colours; each kingdom has its own shade
and its number. Hills where the seat on turn may play are ticked; in Battle the targets have their order of
priority in the corner.
"""

from __future__ import annotations

from html import escape

from tablekeeper.games.tara.hills import BOARD, COLUMNS, ROWS, by_count, each, groups, name, names, place
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.rules import COLOURS
from tablekeeper.games.tara.score import score

_CELL = 64
_MARGIN = 40
_SIZE = 2 * _MARGIN + 7 * _CELL
#: shades of the kingdoms of Red and of Blue; more kingdoms than shades begin again
_SHADES = (
    ("#b3261e", "#c24d26", "#8c1d40", "#a84a2a", "#6d1b1b"),
    ("#1f4e9c", "#2f74b5", "#243a73", "#4a6fb5", "#0f6073"),
)
_STYLE = (
    ".tara text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".tara .edge{font-size:16px;fill:#555}.tara .order{font-size:13px;fill:#333}"
    ".tara .kingdom{font-size:15px;fill:#fff}"
    ".tara .hill{fill:#cfe3b4;stroke:#7f9a5c}.tara .area{fill:#f2d98b;fill-opacity:.45}"
    ".tara .bridge{stroke-width:12;stroke-linecap:round}.tara .fort{stroke:#222;stroke-width:2}"
    ".tara .tick{fill:none;stroke:#1b5e20;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}"
)


def picture(position: Position, heading: str = "A position of TARA") -> str:
    """Return the SVG document of a position."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}"',
        ' class="tara" role="img" aria-labelledby="tara-title tara-desc">',
        f'<title id="tara-title">{escape(heading)}</title>',
        f'<desc id="tara-desc">{escape(description(position))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{_SIZE}" height="{_SIZE}" fill="#faf7ef"/>',
        *_board(position),
        *_kingdoms(position),
        *_marks(position),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def description(position: Position) -> str:
    """Return what a position holds, in sentences."""
    counted = score(position)
    found = []
    for side in range(2):
        hills = names(position.colour(side))
        where = f" on {', '.join(hills)}" if hills else ""
        forts = f"{len(hills)} ringfort{'' if len(hills) == 1 else 's'}"
        kingdoms = counted.kingdoms[side]
        found.append(f"{COLOURS[side]}: {forts}{where}, {kingdoms} kingdom{'' if kingdoms == 1 else 's'}.")
    if position.over:
        red, blue = counted.points
        return " ".join([*found, f"The game is over: {red} points for Red, {blue} for Blue."])
    who = position.rules.seat_name(position.turn)
    phase = "Battle" if position.battle else "Manoeuvres"
    found.append(f"{phase}. {who} is on turn" + (" and announces BATTLE." if position.announces() else "."))
    hills = names(position.hills())
    found.append(f"Legal: {', '.join(hills)}." if hills else "There is no legal hill.")
    return " ".join(found)


def _centre(hill: int) -> tuple[int, int]:
    column, row = place(hill)
    return _MARGIN + column * _CELL + _CELL // 2, _MARGIN + (6 - row) * _CELL + _CELL // 2


def _board(position: Position) -> list[str]:
    area = 0 if position.over or position.rules.seats == 2 else position.rules.area(position.turn)
    found = []
    for hill in each(BOARD):
        x, y = _centre(hill)
        half = _CELL // 2
        if hill & area:
            found.append(
                f'<rect class="area" x="{x - half}" y="{y - half}" width="{_CELL}" height="{_CELL}"/>'
            )
        found.append(f'<circle class="hill" cx="{x}" cy="{y}" r="24"><title>{name(hill)}</title></circle>')
    for number, (letter, digit) in enumerate(zip(COLUMNS, ROWS, strict=True)):
        along = _MARGIN + number * _CELL + _CELL // 2
        found.append(f'<text class="edge" x="{along}" y="{_SIZE - _MARGIN // 2}">{letter}</text>')
        found.append(f'<text class="edge" x="{_MARGIN // 2}" y="{_SIZE - along}">{digit}</text>')
    return found


def _kingdoms(position: Position) -> list[str]:
    found = []
    for side in range(2):
        for number, kingdom in enumerate(groups(position.colour(side))):
            shade = _SHADES[side][number % len(_SHADES[side])]
            label = f"{COLOURS[side]}, kingdom {number + 1}: {', '.join(names(kingdom))}"
            found.append(f'<g fill="{shade}"><title>{label}</title>')
            found += _bridges(kingdom, shade)
            for hill in each(kingdom):
                x, y = _centre(hill)
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
        x, y = _centre(hill)
        for other in each(kingdom):
            right, up = (one - two for one, two in zip(place(other), place(hill), strict=True))
            if (right, up) in ((1, 0), (0, 1)):
                end = _centre(other)
                line = f'x1="{x}" y1="{y}" x2="{end[0]}" y2="{end[1]}"'
                found.append(f'<line class="bridge" stroke="{shade}" {line}/>')
    return found


def _marks(position: Position) -> list[str]:
    found = []
    for hill in each(position.hills()):
        x, y = _centre(hill)
        found.append(f'<path class="tick" d="M{x - 9} {y + 1}l6 7l13 -15"/>')
    if position.over or not (position.battle or position.announces()):
        return found
    seat = position.turn
    counts = by_count(position.colour(seat & 1))
    reach = (position.vacant() | position.captures(seat)) & position.rules.area(seat)
    for order, hills in enumerate(counts, 1):
        for hill in each(hills & reach):
            x, y = _centre(hill)
            found.append(f'<text class="order" x="{x + 23}" y="{y - 23}">{order}</text>')
    return found
