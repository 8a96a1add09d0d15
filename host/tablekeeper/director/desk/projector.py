"""The projector's programme: the parts to show, in order, and the time for each. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted, listing
from tablekeeper.textchecks import line_at

#: the parts: tables with their players, next matches, standings, pictures of the draw, one table
TABLES, NEXT, STANDINGS, BRACKET, TABLE = PARTS = ("tables", "next", "standings", "bracket", "table")
#: the shortest and longest time of a part
SHORTEST_S, LONGEST_S = 3, 600
USUAL_S = 15
_LONGEST_UID = 32


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
    def read(cls, body: Cursor) -> Programme:
        """Read the programme from a journal entry or an address; DocumentError names the wrong value."""
        parts = tuple(one.choice(PARTS) for one in body.at("show").items(1, len(PARTS)))
        if len(set(parts)) < len(parts):
            raise body.at("show").refuse("a part is named twice")
        table = line_at(body.at("table"), _LONGEST_UID) if body.has("table") else ""
        if TABLE in parts and not table:
            parts = tuple(one for one in parts if one != TABLE)
            if not parts:
                raise body.at("table").refuse("choose the table that is shown large")
        seconds = body.at("seconds").whole(SHORTEST_S, LONGEST_S)
        return cls(parts, seconds, body.at("event").whole(1) if body.has("event") else None, table)

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


def programme_body(
    parts: tuple[str, ...] | list[str], seconds: int, event: int | None, table: str
) -> Mapping[str, Any]:
    """Return the body of a journal entry for a programme."""
    body: dict[str, Any] = {"show": list(parts), "seconds": seconds}
    if event is not None:
        body["event"] = event
    if table:
        body["table"] = table
    return body
