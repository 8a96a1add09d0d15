"""A player's use of the clock: the time of each match as a bar, on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablekeeper.languages import _, ngettext, shown
from tablekeeper.pictures import rows
from tablekeeper.pictures.clockuse import SeatUse, minutes
from tablekeeper.pictures.drawing import Drawing


class MatchUse(NamedTuple):
    """The time a player used in a match, and the match's name."""

    name: str
    use: SeatUse


def picture(uses: Sequence[MatchUse], player: str, key: str = "use") -> str:
    """Return the bars as SVG for a page, in the order given; `uses` is not empty."""
    sheet = Drawing()
    title = shown(_("Time that %(player)s used", player=player))
    rows.heading(sheet, title)
    longest = max(1, *(one.use.used_ms for one in uses))
    bars = [rows.ChartRow(one.name, figures(one.use), one.use.used_ms / longest) for one in uses]
    rows.draw(sheet, 26, bars)
    return sheet.svg(title, told(uses), False, key)


def figures(use: SeatUse) -> str:
    """Return a player's time use in a match as text: "14 moves, 4:10, longest 0:58"."""
    moves = shown(ngettext("%(num)s move", "%(num)s moves", use.moves))
    longest = shown(_("longest %(time)s", time=minutes(use.longest_ms)))
    return f"{moves}, {minutes(use.used_ms)}, {longest}"


def told(uses: Sequence[MatchUse]) -> str:
    """Return the bars in words."""
    return " ".join(f"{one.name}: {figures(one.use)}." for one in uses)
