"""A Tric Trac Tourney as crosstables, one for each group: the points of every official game."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.formats.event import Event
from tablekeeper.formats.paper import PaperTable
from tablekeeper.formats.ttt.course import read_course
from tablekeeper.languages import _, irregular
from tablekeeper.pictures import crosstable
from tablekeeper.pictures.crosstable import CrosstableCell
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.text import number

NOTE = _("T: timed out, resigned or withdrawn. …: started, still open.")


def draw(
    sheet: Drawing, event: Event, standings: Sequence[StandingsRow], groups: Sequence[tuple[str, ...]]
) -> None:
    """Draw a crosstable for each group."""
    y = 30.0
    for one in tables(event, standings, groups):
        y = crosstable.draw(sheet, y, one.rows, one.cells, one.title) + 16
    sheet.text(0, y + 8, NOTE, size=11, soft=True)


def tables(
    event: Event, standings: Sequence[StandingsRow], groups: Sequence[tuple[str, ...]]
) -> tuple[PaperTable, ...]:
    """Return a crosstable for each group."""
    matches = read_course(event.results, event.options, groups).official
    cells: dict[tuple[str, str], CrosstableCell] = {}
    for match in matches.values():
        for player, other in (match.players, match.players[::-1]):
            if match.points is None:
                cells[player, other] = CrosstableCell(("…",))
            else:
                mark = " T" if match.absent == player else ""
                points = match.points_of(player)
                # a translated text, so that decimals follow the reader's language
                text = irregular(f"{number(points)}{mark}", "%(points)s%(mark)s", points=points, mark=mark)
                cells[player, other] = CrosstableCell((text,), match.winner == player)
    return tuple(
        PaperTable(
            _("Group %(place)s", place=place) if len(groups) > 1 else "",
            [row for row in standings if row.player in group], cells, NOTE,
        )
        for place, group in enumerate(groups, 1)
    )  # fmt: skip
