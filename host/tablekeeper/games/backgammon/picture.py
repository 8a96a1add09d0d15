"""A backgammon position as an SVG picture with a description in words.

The player on roll sits below, and the points have that player's numbers, as in the notation of plays. White
and Black differ by brightness and rim, not by hue; a stack above five shows its number. Arrows over the
position before a play show the play.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tablekeeper.games.backgammon.board import BAR, OFF, Board, Seat, other
from tablekeeper.games.backgammon.notation import print_play
from tablekeeper.games.backgammon.plays import Dice, Play
from tablekeeper.games.backgammon.positiontext import Placement
from tablekeeper.games.backgammon.standing import NAMES
from tablekeeper.languages import _, joined, shown

WIDTH, HEIGHT = 640, 470
"""Size of the whole picture, in its own units."""

Area = tuple[int, int, int, int]
"""x, y, width, height."""

_POINT = 40
_RADIUS = 18
_SHOWN = 5
_TOP, _BOTTOM = 46, 424
_LEFT = 56
_BAR_X = _LEFT + 6 * _POINT
_BAR_WIDTH = 44
_RIGHT = _BAR_X + _BAR_WIDTH + 6 * _POINT
_OFF_X = _RIGHT + 6
_MIDDLE = (_TOP + _BOTTOM) // 2
_TALL = 160
_PIPS = {1: (5,), 2: (1, 9), 3: (1, 5, 9), 4: (1, 3, 7, 9), 5: (1, 3, 5, 7, 9), 6: (1, 3, 4, 6, 7, 9)}

STYLE = (
    ".bg{display:block;width:100%;height:auto;max-width:60rem}"
    ".bg .wood{fill:#e9e1cf}.bg .field{fill:#f6f1e4;stroke:#8a8371}.bg .bar{fill:#ddd3bb;stroke:#8a8371}"
    ".bg .odd{fill:#c9b58d}.bg .even{fill:#a9bfae}"
    ".bg text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central;fill:#1b211e}"
    ".bg .number{font-size:15px}.bg .told{font-size:16px}.bg .left{text-anchor:start}"
    ".bg .right{text-anchor:end}.bg .stack{font-size:18px;font-weight:700}"
    ".bg .white{fill:#fffdf8;stroke:#1b211e;stroke-width:2}"
    ".bg .black{fill:#26302b;stroke:#8d9991;stroke-width:2}"
    ".bg .on-black{fill:#fffdf8}.bg .dice-face,.bg .doubler{fill:#fffdf8;stroke:#1b211e;stroke-width:2}"
    ".bg .pip{fill:#1b211e}.bg .doubler-value{font-size:18px;font-weight:700;fill:#1b211e}"
    ".bg .arrow{fill:none;stroke:#9c2118;stroke-width:5;stroke-linecap:round}.bg .head{fill:#9c2118}"
    ".bg .picked{fill:none;stroke:#9c2118;stroke-width:4}.bg .tick{fill:#1c5a47}"
    "@media screen and (prefers-color-scheme:dark){"
    ".bg .wood{fill:#161e1b}.bg .field{fill:#22302a;stroke:#5d6b63}.bg .bar{fill:#121916;stroke:#5d6b63}"
    ".bg .odd{fill:#51604f}.bg .even{fill:#6d5f41}.bg text{fill:#f0ebdf}"
    ".bg .black{fill:#0c110f;stroke:#a7b1aa}.bg .on-white,.bg .doubler-value{fill:#1b211e}"
    ".bg .arrow,.bg .picked{stroke:#ff9a8d}.bg .head{fill:#ff9a8d}.bg .tick{fill:#8fd6b6}}"
)
"""The style rules of a separate picture; the style sheet of the referee's page contains the same rules."""


def picture(
    placement: Placement,
    heading: str = _("A backgammon position"),
    *,
    play: Play = (),
    names: tuple[str, str] = NAMES,
) -> str:
    """Return the SVG document of a position, with arrows for a `play` of the player on roll."""
    told = description(placement, play, names)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="bg" role="img"',
            'aria-labelledby="bg-title bg-told">',
            f'<title id="bg-title">{escape(heading)}</title>',
            f'<desc id="bg-told">{escape(told)}</desc>',
            f"<style>{STYLE}</style>",
            *drawn(placement, play, names),
            "</svg>\n",
        )
    )


def description(placement: Placement, play: Play = (), names: tuple[str, str] = NAMES) -> str:
    """Describe a position in sentences, with each player's points in that player's numbering."""
    board, situation = placement.board, placement.situation
    found = []
    for seat in (placement.on_roll, other(placement.on_roll)):
        places = [_("%(bar)s on the bar", bar=board.bar(seat))] if board.bar(seat) else []
        places += [
            _("%(n)s on %(point)s", n=n, point=point)
            for point in range(24, 0, -1)
            if (n := board.on(seat, point))
        ]
        places += [_("%(off)s off", off=board.off[seat])] if board.off[seat] else []
        found.append(
            _(
                "%(names)s: %(places)s; %(pips)s pips.",
                names=names[seat],
                places=joined(places),
                pips=board.pips(seat),
            )
        )
    owner = situation.owner
    where = _("in the middle") if owner is None else _("held by %(names)s", names=names[owner])
    found.append(_("The cube stands at %(cube)s, %(where)s.", cube=situation.cube, where=where))
    if situation.length:
        crawford = _(", Crawford game") if situation.crawford else ""
        score = ", ".join(f"{names[seat]} {situation.score[seat]}" for seat in (0, 1))
        found.append(
            _(
                "Match to %(length)s: %(score)s%(crawford)s.",
                length=situation.length,
                score=score,
                crawford=crawford,
            )
        )
    who = names[placement.on_roll]
    if situation.doubled:
        found.append(_("%(who)s has doubled.", who=who))
    elif situation.dice:
        found.append(
            _(
                "%(who)s has rolled %(dice)s-%(dice2)s.",
                who=who,
                dice=situation.dice[0],
                dice2=situation.dice[1],
            )
        )
    else:
        found.append(_("%(who)s is on roll.", who=who))
    if play:
        found.append(_("Played: %(print_play)s.", print_play=print_play(play)))
    return joined(found, " ")


def area(point: int) -> Area:
    """Return the area of a point, as the player below counts: 1 to 24, 25 the bar, 0 borne off."""
    if point == OFF:
        return _OFF_X, _MIDDLE, WIDTH - _OFF_X - 4, _BOTTOM - _MIDDLE
    if point == BAR:
        return _BAR_X, _TOP, _BAR_WIDTH, _MIDDLE - _TOP
    x = _column(point)
    if point <= 12:
        return x, _MIDDLE + 8, _POINT, _BOTTOM - _MIDDLE - 8
    return x, _TOP, _POINT, _MIDDLE - _TOP - 8


def lower_bar() -> Area:
    """Return the area of the upper player's bar."""
    return _BAR_X, _MIDDLE, _BAR_WIDTH, _BOTTOM - _MIDDLE


def upper_off() -> Area:
    """Return the area of the upper player's borne-off checkers."""
    return _OFF_X, _TOP, WIDTH - _OFF_X - 4, _MIDDLE - _TOP


def drawn(
    placement: Placement,
    play: Play = (),
    names: tuple[str, str] = NAMES,
    marked: int | None = None,
    ticked: Sequence[int] = (),
    *,
    played: bool = False,
) -> list[str]:
    """Return the SVG elements of a position, without the document around them.

    `marked` is a chosen point, `ticked` are points that a number leads to; `played`: the position is after
    the play, not before it.
    """
    board, below = placement.board, placement.on_roll
    above = other(below)
    found = [f'<rect class="wood" width="{WIDTH}" height="{HEIGHT}" rx="8"/>', *_fields()]
    for seat in (below, above):
        for point in range(1, 25):
            here = point if seat == below else 25 - point
            found += _stack(board.on(seat, point), seat, _column(here) + _POINT // 2, here <= 12)
        # a checker on the bar enters at the far side
        found += _stack(board.bar(seat), seat, _BAR_X + _BAR_WIDTH // 2, seat != below)
        found += _borne_off(board, seat, seat == below)
    found += _cube(placement)
    if placement.situation.dice:
        found += _dice(placement.situation.dice)
    found += _words(placement, names)
    if marked is not None:
        x, y, wide, high = area(marked)
        found.append(f'<rect class="picked" x="{x}" y="{y}" width="{wide}" height="{high}" rx="4"/>')
    for point in ticked:
        x, y, wide, high = area(point)
        end = y + high - 6 if point <= 12 else y + 6
        found.append(f'<circle class="tick" cx="{x + wide // 2}" cy="{end}" r="7"/>')
    return found + _arrows(board, below, play, played)


def _column(point: int) -> int:
    """Return the left edge of a point of the player below: 1 at the lower right, 24 at the upper right."""
    place = 12 - point if point <= 12 else point - 13
    return _LEFT + place * _POINT + (_BAR_WIDTH if place >= 6 else 0)


def _fields() -> list[str]:
    found = [
        f'<rect class="field" x="{x}" y="{_TOP}" width="{6 * _POINT}" height="{_BOTTOM - _TOP}"/>'
        for x in (_LEFT, _BAR_X + _BAR_WIDTH)
    ]
    found.append(
        f'<rect class="bar" x="{_BAR_X}" y="{_TOP}" width="{_BAR_WIDTH}" height="{_BOTTOM - _TOP}"/>'
    )
    for point in range(1, 25):
        x = _column(point)
        foot, tip = (_BOTTOM, _BOTTOM - _TALL) if point <= 12 else (_TOP, _TOP + _TALL)
        number = _BOTTOM + 14 if point <= 12 else _TOP - 12
        shade = "odd" if point % 2 else "even"
        corners = f"{x + 1},{foot} {x + _POINT - 1},{foot} {x + _POINT // 2},{tip}"
        found.append(
            f'<polygon class="{shade}" points="{corners}"/>'
            f'<text class="number" x="{x + _POINT // 2}" y="{number}">{point}</text>'
        )
    return found


def _colour(seat: Seat) -> str:
    return "black" if seat else "white"


def _height(index: int, lower: bool) -> int:
    """Return the y coordinate of the centre of a checker, by its index in the stack."""
    step = 2 * _RADIUS - 4
    return _BOTTOM - _RADIUS - 1 - index * step if lower else _TOP + _RADIUS + 1 + index * step


def _stack(count: int, seat: Seat, x: int, lower: bool) -> list[str]:
    colour = _colour(seat)
    found = [
        f'<circle class="{colour}" cx="{x}" cy="{_height(index, lower)}" r="{_RADIUS}"/>'
        for index in range(min(count, _SHOWN))
    ]
    if count > _SHOWN:
        y = _height(_SHOWN - 1, lower)
        found.append(f'<text class="stack on-{colour}" x="{x}" y="{y}">{count}</text>')
    return found


def _borne_off(board: Board, seat: Seat, lower: bool) -> list[str]:
    count = board.off[seat]
    if not count:
        return []
    found = []
    for index in range(min(count, 15)):
        y = _BOTTOM - 9 - index * 10 if lower else _TOP + 1 + index * 10
        found.append(f'<rect class="{_colour(seat)}" x="{_OFF_X + 2}" y="{y}" width="36" height="8" rx="2"/>')
    y = _BOTTOM - 22 - min(count, 15) * 10 if lower else _TOP + 16 + min(count, 15) * 10
    return [*found, f'<text class="number" x="{_OFF_X + 20}" y="{y}">{count} off</text>']


def _cube(placement: Placement) -> list[str]:
    situation = placement.situation
    if situation.crawford:
        return []
    value, y = situation.cube, _MIDDLE
    if situation.doubled:
        value *= 2
    elif situation.owner is not None:
        y = _BOTTOM - 20 if situation.owner == placement.on_roll else _TOP + 20
    x = _LEFT - 29
    return [
        f'<rect class="doubler" x="{x - 19}" y="{y - 19}" width="38" height="38" rx="6"/>',
        f'<text class="doubler-value" x="{x}" y="{y}">{value}</text>',
    ]


def _dice(dice: Dice) -> list[str]:
    found = []
    for index, die in enumerate(dice):
        x, y = _BAR_X + _BAR_WIDTH + 80 + index * 46, _MIDDLE - 17
        found.append(f'<rect class="dice-face" x="{x}" y="{y}" width="34" height="34" rx="6"/>')
        for pip in _PIPS[die]:
            row, column = divmod(pip - 1, 3)
            found.append(f'<circle class="pip" cx="{x + 8 + column * 9}" cy="{y + 8 + row * 9}" r="3.2"/>')
    return found


def _words(placement: Placement, names: tuple[str, str]) -> list[str]:
    board, below, situation = placement.board, placement.on_roll, placement.situation
    found = []
    for seat, y in ((below, HEIGHT - 14), (other(below), 16)):
        score = (
            _(", %(score)s of %(length)s", score=situation.score[seat], length=situation.length)
            if situation.length
            else ""
        )
        found.append(
            f'<text class="told left" x="{_LEFT}" y="{y}">{escape(shown(names[seat])[:24])}{shown(score)}, '
            f"{shown(_('%(pips)s pips', pips=board.pips(seat)))}</text>"
        )
    crawford = _(" · Crawford game") if situation.crawford else ""
    turn = _("has doubled") if situation.doubled else _("to play") if situation.dice else _("on roll")
    told = shown(turn) + shown(crawford)
    found.append(f'<text class="told right" x="{_RIGHT}" y="{HEIGHT - 14}">{told}</text>')
    return found


def _arrows(board: Board, seat: Seat, play: Play, played: bool) -> list[str]:
    """Return an arrow for each move, from the top of its stack to the checker's final place."""
    found = []
    left: dict[int, int] = {}
    come: dict[int, int] = {}
    for origin, target, _x in play:
        start, end = board.on(seat, origin), board.on(seat, target) if target else 0
        # before the play the checker is still on its stack, after the play there is a gap
        start += left.get(origin, 0) if played else -1 - left.get(origin, 0)
        end += -1 - come.get(target, 0) if played else come.get(target, 0)
        left[origin], come[target] = left.get(origin, 0) + 1, come.get(target, 0) + 1
        found += _arrow(_spot(origin, start), _spot(target, end))
    return found


def _spot(point: int, index: int) -> tuple[int, int]:
    index = min(max(index, 0), _SHOWN - 1)
    if point == OFF:
        return _OFF_X + 20, _BOTTOM - 60
    if point == BAR:
        return _BAR_X + _BAR_WIDTH // 2, _height(index, lower=False)
    return _column(point) + _POINT // 2, _height(index, lower=point <= 12)


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> list[str]:
    (x, y), (to_x, to_y) = start, end
    long = max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 1.0)
    along_x, along_y = (to_x - x) / long, (to_y - y) / long
    neck_x, neck_y = to_x - 14 * along_x, to_y - 14 * along_y
    sides = " ".join(
        f"{neck_x + turn * 9 * along_y:.1f},{neck_y - turn * 9 * along_x:.1f}" for turn in (1, -1)
    )
    return [
        f'<line class="arrow" x1="{x}" y1="{y}" x2="{neck_x:.1f}" y2="{neck_y:.1f}"/>',
        f'<polygon class="head" points="{to_x},{to_y} {sides}"/>',
    ]
