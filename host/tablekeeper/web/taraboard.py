"""The board of TARA to play on: a picture under links, one for each hill.

A legal hill is a link to the position after the turn, reached with Tab; any other hill links to the reason
why it is not legal, which is also its title. So the board needs no script and works by finger, mouse and key.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from tablekeeper.games.tara.hills import HILLS, name, place
from tablekeeper.games.tara.picture import CELL, SIZE, centre, drawn
from tablekeeper.games.tara.refusal import why_not
from tablekeeper.games.tara.turn import BUILD, CAPTURE, Turn
from tablekeeper.languages import Translatable, _, shown

from .taramatch import TaraMatch

#: sentence about one hill -> sentence about several hills; other sentences stay unchanged
_TOGETHER: dict[str, Callable[..., str]] = {
    "%(there)s is outside the area of %(who)s":
        lambda **at: _("outside the area of %(who)s", **at),
    "%(there)s holds a ringfort of %(colours)s already":
        lambda **at: _("each holds a ringfort of %(colours)s already", **at),
    "%(there)s holds a ringfort of %(colours)s":
        lambda **at: _("each holds a ringfort of %(colours)s", **at),
    "the ringfort on %(there)s is linked to %(linked)s and cannot be captured":
        lambda **at: _("each ringfort is linked to %(linked)s and cannot be captured", **at),
    "the ringfort on %(there)s is not besieged: %(missing)s is open":
        lambda **at: _("no ringfort on them is besieged: %(missing)s is open", **at),
    "%(there)s is nearer than a knight's move to %(list)s":
        lambda **at: _("nearer than a knight's move to %(list)s", **at),
    "%(there)s is no knight's move from one of %(list)s":
        lambda **at: _("no knight's move from one of %(list)s", **at),
    "the first ringfort is a knight's move from the partner's on %(list)s; %(there)s is not":
        lambda **at: _(
            "the first ringfort is a knight's move from the partner's on %(list)s; these are not", **at
        ),
    "the first ringfort of a partnership stands on its shared row; %(there)s is not on it":
        lambda **at: _(
            "the first ringfort of a partnership stands on its shared row; these are not on it", **at
        ),
    "%(there)s touches no ringfort of %(colours)s":
        lambda **at: _("each touches no ringfort of %(colours)s", **at),
    "%(there)s is OP0, and OP0 is not built":
        lambda **at: _("OP0, which is not built", **at),
    "%(there)s is OP%(level)s, and OP%(highest)s comes first: %(list)s":
        lambda **at: _("OP%(level)s, and OP%(highest)s comes first: %(list)s", **at),
}  # fmt: skip
_VERBS = {BUILD: _("Build on"), CAPTURE: _("Capture")}


def board(match: TaraMatch) -> str:
    """Return the board as SVG for a page; its colours are in the page's style sheet."""
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
    """Return every hill that is not legal now, with the reason; {} after the end of the game."""
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
    """Return the hills that are not legal now, grouped by reason."""
    found: dict[str, list[tuple[int, str]]] = {}
    for hill, why in reasons(match).items():
        found.setdefault(_together(why), []).append((hill, why))
    return [
        ([name(hill) for hill, _why in hills], hills[0][1] if len(hills) == 1 else together)
        for together, hills in found.items()
    ]


def _together(why: str) -> str:
    if isinstance(why, Translatable) and (general := _TOGETHER.get(why.key)):
        return general(**why.values)
    return why


def _reading_order() -> list[int]:
    # in the order of the drawn board, the first row at the top
    return sorted(HILLS.values(), key=lambda hill: (-place(hill)[1], place(hill)[0]))


def _latest(match: TaraMatch) -> list[str]:
    """Return a ring around the hill that was played last."""
    turns = match.record.games[-1]
    if not turns or not turns[-1].hill:
        return []
    x, y = centre(turns[-1].hill)
    return [f'<circle class="latest" cx="{x}" cy="{y}" r="27"/>']


def _link(match: TaraMatch, hill: int, turn: Turn) -> str:
    verb = shown(_VERBS[turn.kind])
    what = f"{'BATTLE: ' if turn.announces else ''}{verb} {name(hill)}{_order(match, hill)}"
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
