"""The board of TARA to play on: a picture under links, one for each hill.

A legal hill is a link to the position after the turn, reached with Tab; any other hill asks why it is not
legal, and carries the answer as its title. So the board needs no script and works by finger, mouse and key.
"""

from __future__ import annotations

from html import escape

from tablekeeper.games.tara.hills import HILLS, name, place
from tablekeeper.games.tara.picture import CELL, SIZE, centre, drawn
from tablekeeper.games.tara.refusal import why_not
from tablekeeper.games.tara.turn import BUILD, CAPTURE, Turn
from tablekeeper.languages import _

from .taramatch import TaraMatch

_VERBS = {BUILD: _("Build on"), CAPTURE: "Capture"}


def board(match: TaraMatch) -> str:
    """Return the board as SVG for a page; its colours stand in the page's style sheet."""
    legal = {turn.hill: turn for turn in match.turns() if turn.hill}
    links = [_link(match, hill, legal[hill]) for hill in _reading_order() if hill in legal]
    refused = [_refused(match, hill, why) for hill, why in reasons(match).items()]
    return "\n".join(
        (
            f'<svg viewBox="0 0 {SIZE} {SIZE}" class="tara" role="group" aria-label="Board">',
            '<g aria-hidden="true">',
            *drawn(match.position, before_battle=match.before_battle),
            *_latest(match),
            *refused,
            "</g>",
            *links,
            "</svg>",
        )
    )


def reasons(match: TaraMatch) -> dict[int, str]:
    """Return every hill that is not legal now, and why; nothing once the game is over."""
    position = match.position
    if position.over:
        return {}
    if match.before_battle:
        who = position.rules.seat_name(position.turn)
        return dict.fromkeys(
            _reading_order(), _("%(who)s has no placement left and has to call BATTLE first", who=who)
        )
    found = ((hill, why_not(position, hill)) for hill in _reading_order())
    return {hill: why for hill, why in found if why is not None}


def by_reason(match: TaraMatch) -> list[tuple[list[str], str]]:
    """Return the hills that are not legal now, those with the same reason together."""
    found: dict[str, list[str]] = {}
    for hill, why in reasons(match).items():
        there = name(hill)
        # "each" replaces the hill's name: many hills share one reason
        general = why.replace(_("the ringfort on %(there)s", there=there), _("each ringfort")).replace(
            there, "each"
        )
        found.setdefault(general, []).append(there)
    return [
        (
            hills,
            why
            if len(hills) > 1
            else why.replace(_("each ringfort"), _("the ringfort")).replace("each", "it"),
        )
        for why, hills in found.items()
    ]


def _reading_order() -> list[int]:
    # the first row at the top, as the board is drawn
    return sorted(HILLS.values(), key=lambda hill: (-place(hill)[1], place(hill)[0]))


def _latest(match: TaraMatch) -> list[str]:
    """Return a ring around what was played last."""
    turns = match.record.games[-1]
    if not turns or not turns[-1].hill:
        return []
    x, y = centre(turns[-1].hill)
    return [f'<circle class="latest" cx="{x}" cy="{y}" r="27"/>']


def _link(match: TaraMatch, hill: int, turn: Turn) -> str:
    what = f"{'BATTLE: ' if turn.announces else ''}{_VERBS[turn.kind]} {name(hill)}{_order(match, hill)}"
    return f'<a class="may" href="{escape(match.played(turn))}" aria-label="{what}">{_cell(hill, what)}</a>'


def _order(match: TaraMatch, hill: int) -> str:
    position = match.position
    if position.rules.level == 1 or not (position.battle or position.announces()):
        return ""
    levels = position.priorities(position.turn)
    return next(f", OP{order}" for order, hills in enumerate(levels) if hill & hills)


def _refused(match: TaraMatch, hill: int, why: str) -> str:
    held = "" if hill & match.position.vacant() else "x"
    asks = escape(match.asking(held + name(hill)))
    # users of the keyboard or of a screen reader find the same in the list of reasons
    return f'<a class="may-not" tabindex="-1" href="{asks}">{_cell(hill, why)}</a>'


def _cell(hill: int, title: str) -> str:
    x, y = centre(hill)
    half = CELL // 2
    return (
        f'<rect x="{x - half}" y="{y - half}" width="{CELL}" height="{CELL}" rx="8">'
        f"<title>{escape(title)}</title></rect>"
    )
