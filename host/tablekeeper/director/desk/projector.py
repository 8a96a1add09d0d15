"""The projector's programme: the parts to show, in order, and the time for each. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import counted, listing

#: the parts: tables with their players, next matches, standings, pictures of the draw, one table
TABLES, NEXT, STANDINGS, BRACKET, TABLE = PARTS = ("tables", "next", "standings", "bracket", "table")
#: the shortest and longest time of a part
SHORTEST_S, LONGEST_S = 3, 600
USUAL_S = 15


@dataclass(frozen=True, slots=True)
class Programme:
    """The parts that a projector shows, one after the other."""

    parts: tuple[str, ...] = PARTS[:-1]
    seconds: int = USUAL_S
    #: show only this event; None: all running events
    event: int | None = None
    #: the uid of the board of the table that is shown large, or ""
    table: str = ""

    @classmethod
    def of(cls, show: Sequence[str], seconds: int, event: int | None, table: str) -> Programme:
        """Return a programme; DocumentError names the wrong value."""
        if len(set(show)) < len(show):
            raise DocumentError("show", "a part is named twice")
        parts = tuple(one for one in show if one != TABLE or table)
        if not parts:
            raise DocumentError("table", "choose the table that is shown large")
        return cls(parts, seconds, event, table)

    def told(self) -> str:
        """Return it in words, without the names of events and tables.

        >>> Programme(("tables", "next"), 20, 3).told()
        'tables and next for 20 seconds each, of event 3'
        """
        told = _(
            "%(parts)s for %(seconds)s each",
            parts=listing(self.parts),
            seconds=counted(self.seconds, "second"),
        )
        return told + (_(", of event %(event)s", event=self.event) if self.event is not None else "")
