"""The projector's page: tables, pairings, standings and brackets of the running events, one after the other.

Everything is on the page; its script shows one part at a time, chosen and timed by the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.events.views import EventView
from tablekeeper.director.views import TableView
from tablekeeper.formats.wording import pairing_text
from tablekeeper.pictures.event import picture
from tablekeeper.text import value_text

from .errors import HttpError
from .fragments import Fragment
from .overlaypage import OverlayPage
from .pages import Pages

#: what can be shown, in this order
SHOWN = ("tables", "next", "standings", "bracket", "table")
#: what fits on 1920 x 1080 and is read from 10 m
_TABLES, _PAIRINGS, _ROWS, _FIGURES = 24, 16, 16, 4
#: seconds that each part is shown
_SECONDS = range(3, 601)
_USUAL_SECONDS = 15
_UID = re.compile(r"[0-9a-f]{1,32}", re.ASCII)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Due:
    """A match that is played or to be played, and its table where it has one."""

    text: str
    table: str


def pages_of(rows: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Yield rows in pages of about the same length, of `most` at most.

    >>> [len(page) for page in pages_of(range(25), 24)]
    [13, 12]
    """
    count = -(-len(rows) // most)
    for page in range(count):
        yield rows[len(rows) * page // count : len(rows) * (page + 1) // count]


def due(view: EventView, tables: Mapping[int, str]) -> list[Due]:
    """Return what an event plays: matches at tables (by match id) first, in the order of the tables."""
    if view.answer is None:
        return []
    open_now = [dict(one) for one in view.answer.next]
    seated: dict[int, str] = {}
    for match, pairing in view.tables.items():
        if match in tables and dict(pairing) in open_now:
            seated[open_now.index(dict(pairing))] = tables[match]
    rows = [Due(pairing_text(one), seated.get(place, "")) for place, one in enumerate(open_now)]
    order = list(tables.values())
    return sorted(rows, key=lambda row: order.index(row.table) if row.table else len(order))


@dataclass(slots=True)
class ScreenPage:
    """Shows the hall on a projector."""

    pages: Pages
    overlay: OverlayPage

    def _tables(self) -> Sequence[TableView]:
        return self.pages.service.overview.hall().tables

    async def _tables_part(self) -> Fragment:
        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            leaves = list(pages_of(self._tables(), _TABLES))
            return self.pages.part("_screen_tables.html", now, leaves=leaves)

        return await self.pages.fragments.get("hall", render, "screen")

    async def _events_part(self) -> Fragment:
        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            events = self.pages.service.events
            tables = {one.match.id: one.name for one in self._tables() if one.match is not None}
            running = [events.get(one.id) for one in events.all() if one.phase in ("running", "over")]
            return self.pages.part(
                "_screen_events.html", now, events=[self._event(view, tables, now) for view in running],
                value_text=value_text,
            )  # fmt: skip

        return await self.pages.fragments.get("events", render, "screen")

    def _event(self, view: EventView, tables: Mapping[int, str], now: int) -> dict[str, Any]:
        played = self.pages.service.events.played(view.id)
        rows = () if view.answer is None else view.answer.rows
        return {
            "view": view,
            "due": list(pages_of(due(view, tables), _PAIRINGS)),
            "standings": list(pages_of(rows, _ROWS)),
            "figures": list(rows[0].figures)[:_FIGURES] if rows else [],
            "picture": None if played is None else picture(view.form, played, view.name, alone=False),
            "start_ms": min((at for at in view.timetable.values() if at > now), default=None),
        }

    async def show(self, request: Request) -> Response:
        """GET /screen?show=tables,next&seconds=15&event=ID&table=UID"""
        query = request.query_params
        shown = query.get("show", ",".join(SHOWN)).split(",")
        if unknown := [one for one in shown if one not in SHOWN]:
            raise HttpError(400, f"show: '{unknown[0][:20]}' is none of {', '.join(SHOWN)}.")
        seconds = query.get("seconds", str(_USUAL_SECONDS))
        if not (seconds.isascii() and seconds.isdigit() and len(seconds) < 4 and int(seconds) in _SECONDS):
            raise HttpError(400, f"seconds: write a number from {_SECONDS[0]} to {_SECONDS[-1]}.")
        event = query.get("event", "")
        if event and not (event.isascii() and event.isdigit() and len(event) < 10):
            raise HttpError(400, "event: write the number of an event, as in its address.")
        table = query.get("table", "")
        if table and _UID.fullmatch(table) is None:
            raise HttpError(400, "table: write a table as in its address.")
        featured = self.pages.detail(table, 0) if table else None
        overlay = "" if not table else (await self.overlay.part(table)).body.decode()
        return self.pages.whole(
            request, "screen.html", await self._tables_part(), events=await self._events_part(),
            shown=shown, seconds=int(seconds), event=event, featured=featured,
            overlay_html=overlay,
        )  # fmt: skip

    async def tables(self, request: Request) -> Response:
        """GET /fragments/screen/tables"""
        return self.pages.fragment(request, await self._tables_part())

    async def events(self, request: Request) -> Response:
        """GET /fragments/screen/events"""
        return self.pages.fragment(request, await self._events_part())
