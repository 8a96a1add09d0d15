"""The board of a referee's case: a picture under links, one for each place.

For judging a play, links pick up and put down its checkers; for editing a position, each link adds or removes
a checker. So the board needs no script and works by finger, mouse and key.
"""

from __future__ import annotations

from html import escape

from tablekeeper.games.backgammon.board import BAR, OFF, Seat, other
from tablekeeper.games.backgammon.picture import HEIGHT, WIDTH, Area, area, drawn, lower_bar
from tablekeeper.games.backgammon.referee import nobody_plays
from tablekeeper.games.backgammon.standing import NAMES
from tablekeeper.languages import _, shown

from .refereecase import BRUSHES, RefereeCase


def board(case: RefereeCase) -> str:
    """Return the board as SVG for a page; its colours are in the page's style sheet."""
    if case.brush:
        links = _painting(case)
    elif case.placement.situation.dice is None or nobody_plays(case.placement.board):
        links = []
    elif case.picked is not None:
        links = _putting_down(case, case.picked)
    else:
        links = _picking_up(case)
    picked = None if case.brush else case.picked
    ticked = [] if picked is None else _numbers_lead_to(case)
    arrows = (case.play or ()) if picked is None and case.moved is not None else ()
    return "\n".join(
        (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="bg" role="group" aria-label="{shown(_("Board"))}">',
            '<g aria-hidden="true">',
            *drawn(case.shown, arrows, NAMES, picked, ticked, played=True),
            "</g>",
            *links,
            "</svg>",
        )
    )


def _picking_up(case: RefereeCase) -> list[str]:
    view = case.moved
    if view is None or len(case.play or ()) >= 4:
        return []
    return [
        _link(
            case.picking(point), area(point),
            _("Pick up a checker %(place)s (%(view)s there)", place=_place(point), view=view[point]),
        )
        for point in range(BAR, 0, -1)
        if view[point] > 0
    ]  # fmt: skip


def _putting_down(case: RefereeCase, picked: int) -> list[str]:
    view = case.moved
    if view is None or view[picked] <= 0:
        return []
    found = [
        _link(case.picking(None), area(picked), _("Put the checker back %(place)s", place=_place(picked)))
    ]
    for target in range(picked - 1, 0, -1):
        if view[target] >= -1:
            what = _(" and hit") if view[target] == -1 else ""
            found.append(
                _link(
                    case.moving(target),
                    area(target),
                    _("Put it %(place)s%(what)s", place=_place(target), what=what),
                )
            )
    if picked < BAR:
        found.append(_link(case.moving(OFF), area(OFF), _("Bear it off")))
    return found


def _numbers_lead_to(case: RefereeCase) -> list[int]:
    """Return the points to highlight: those the picked-up checker can reach with one number of the roll."""
    view, dice, picked = case.moved, case.placement.situation.dice, case.picked
    if view is None or dice is None or picked is None:
        return []
    numbers = [dice[0]] * 4 if dice[0] == dice[1] else list(dice)
    for origin, target, _x in case.play or ():
        if origin - target in numbers:
            numbers.remove(origin - target)
    return [picked - n for n in sorted(set(numbers)) if picked - n > 0 and view[picked - n] >= -1]


def _painting(case: RefereeCase) -> list[str]:
    seat = case.placement.on_roll
    above = other(seat)
    found = []
    for point in range(24, 0, -1):
        found += _brushed(case, seat, point, area(point), _place(point))
    found += _brushed(case, seat, BAR, area(BAR), _("on %(names)s's bar", names=NAMES[seat]))
    found += _brushed(case, above, BAR, lower_bar(), _("on %(names)s's bar", names=NAMES[above]))
    return found


def _brushed(case: RefereeCase, seat: Seat, point: int, where: Area, place: str) -> list[str]:
    after = case.painted(seat, point)
    if after is None:
        return []
    before = case.placement.board
    here = point if seat == 0 else BAR - point
    count = before.slots[here]
    there = (
        _("%(count)s %(names)s there", count=abs(count), names=NAMES[0 if count > 0 else 1])
        if count
        else _("empty")
    )
    more = abs(after.placement.board.slots[here]) > abs(count)
    colour = NAMES[0 if (after.placement.board.slots[here] if more else count) > 0 else 1]
    what = (
        _("Add a %(colour)s checker", colour=colour)
        if more
        else _("Take a %(colour)s checker away", colour=colour)
    )
    return [_link(after, where, _("%(what)s %(place)s (%(there)s)", what=what, place=place, there=there))]


def _link(case: RefereeCase, where: Area, what: str) -> str:
    x, y, wide, high = where
    return (
        f'<a href="{escape(case.board_address())}" aria-label="{escape(what)}"><rect x="{x}" y="{y}" '
        f'width="{wide}" height="{high}" rx="4"><title>{escape(what)}</title></rect></a>'
    )


def _place(point: int) -> str:
    return _("from the bar") if point == BAR else _("on %(point)s", point=point)


def brushes(case: RefereeCase) -> list[tuple[str, str, bool]]:
    """Return the brushes: action, address, and whether the brush is selected."""
    return [
        (what, case.painting(brush).board_address(), brush == case.brush) for brush, what in BRUSHES.items()
    ]
