"""The projector's page: tables, pairings, standings and brackets of the running events, one after the other.

All parts are on the page; its script shows one at a time. The address sets the parts and their times, else
the director's choice applies.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.desk.deskjournal import sentences
from tablekeeper.director.desk.notices import PROJECT
from tablekeeper.director.desk.projector import PARTS, TABLE, USUAL_S, Programme
from tablekeeper.director.events.views import EventView
from tablekeeper.director.views import TableView
from tablekeeper.errors import UserError
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _
from tablekeeper.pictures.event import picture
from tablekeeper.text import value_text

from .errors import HttpError
from .forms import RefusedForm, number_of, text_of
from .fragments import Fragment
from .overlaypage import OverlayPage
from .securedpage import SecuredPage

#: rows that fit on 1920 x 1080 and are readable from 10 m
_TABLES, _PAIRINGS, _ROWS, _FIGURES = 24, 16, 16, 4
#: the parameters of an address with its own choice
_OWN = frozenset({"show", "seconds", "event", "table"})
_UID = re.compile(r"[0-9a-f]{1,32}", re.ASCII)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Due:
    """A running or coming match, and its table if it has one."""

    text: str
    table: str


def pages_of(rows: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Yield the rows in pages of about the same length, each with at most `most` rows.

    >>> [len(page) for page in pages_of(range(25), 24)]
    [12, 13]
    """
    count = -(-len(rows) // most)
    for page in range(count):
        yield rows[len(rows) * page // count : len(rows) * (page + 1) // count]


def due(view: EventView, tables: Mapping[int, str]) -> list[Due]:
    """Return the matches of an event: matches at tables (by match id) first, in the order of the tables."""
    if view.answer is None:
        return []
    open_now = [dict(one) for one in view.answer.next]
    seated: dict[int, str] = {}
    for match, pairing in view.here.items():
        if match in tables and dict(pairing) in open_now:
            seated[open_now.index(dict(pairing))] = tables[match]
    rows = [Due(pairing_text(one), seated.get(place, "")) for place, one in enumerate(open_now)]
    order = list(tables.values())
    return sorted(rows, key=lambda row: order.index(row.table) if row.table else len(order))


@dataclass(slots=True)
class ScreenPage(SecuredPage):
    """Shows the hall on a projector."""

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
        rows = () if view.answer is None else view.answer.placed
        drawn = None if view.answer is None else picture(view.form, view.played, view.name, alone=False)
        return {
            "view": view,
            "due": list(pages_of(due(view, tables), _PAIRINGS)),
            "standings": list(pages_of(rows, _ROWS)),
            "figures": list(rows[0].shown)[:_FIGURES] if rows else [],
            "picture": drawn,
            "start_ms": min((at for at in view.timetable.values() if at > now), default=None),
        }

    async def show(self, request: Request) -> Response:
        """GET /screen, /screen?show=tables,next&seconds=15&event=ID&table=UID"""
        if own := _OWN.intersection(request.query_params):
            programme = _addressed(request)
        else:
            programme = (await asyncio.to_thread(self.pages.service.desk.state)).programme
        table = programme.table
        featured = self.pages.detail(table, 0) if table else None
        overlay = "" if not table else (await self.overlay.part(table)).body.decode()
        return self.pages.whole(
            request, "screen.html", await self._tables_part(), events=await self._events_part(),
            programme=programme, mark=None if own else _mark(programme), featured=featured,
            overlay_html=overlay,
        )  # fmt: skip

    async def choice(self, request: Request) -> Response:
        """GET /fragments/screen/choice: changes when the director chooses what screens show."""

        def render() -> Fragment:
            mark = _mark(self.pages.service.desk.state().programme)
            return self.pages.part("_screen_choice.html", self.pages.service.clock.now_ms(), mark=mark)

        return self.pages.fragment(request, await self.pages.fragments.get("desk", render, "screen"))

    async def choose(self, request: Request) -> Response:
        """GET /screen/choice"""
        return await self.view(request, self._choice_page)

    async def chosen(self, request: Request) -> Response:
        """POST /screen/choice: `show-PART` for each part that is shown, `seconds`, `event`, `table`."""
        form = await self.auth.form(request)
        act = partial(self._choose, form, request.state.session.person)
        return await self.carry_out(form, act, partial(self._choice_page, request), "/screen/choice")

    def _choose(self, form: FormData, actor: str) -> None:
        # keep the order of the last choice, because check boxes have no order
        order = [*self.pages.service.desk.state().programme.parts, *PARTS]
        table = text_of(form, "table")
        shown = [one for one in dict.fromkeys(order) if (one == TABLE and table) or f"show-{one}" in form]
        event = number_of(form, "event", _("The event")) if form.get("event") else None
        self.do(PROJECT, form, actor, show=shown, event=event)

    def _choice_page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        seen = self.pages.seen_of()
        programme = self.pages.service.desk.state().programme
        events = [one for one in self.pages.service.events.all() if one.phase in ("running", "over")]
        return self.pages.page(
            request, "screen_choice.html", refused=refused,
            seen=seen, programme=programme, parts=[one for one in PARTS if one != TABLE], events=events,
            tables=self.pages.service.boards.listed(), now_ms=self.pages.service.clock.now_ms(),
        )  # fmt: skip

    async def tables(self, request: Request) -> Response:
        """GET /fragments/screen/tables"""
        return self.pages.fragment(request, await self._tables_part())

    async def events(self, request: Request) -> Response:
        """GET /fragments/screen/events"""
        return self.pages.fragment(request, await self._events_part())


def _addressed(request: Request) -> Programme:
    """Return the choice in an address, or refuse it."""
    query = request.query_params
    shown = query.get("show", ",".join(PARTS)).split(",")
    if unknown := [one for one in shown if one not in PARTS]:
        raise HttpError(400, _(
            "show: '%(unknown)s' is unknown: choose from %(parts)s.",
            unknown=unknown[0][:20], parts=', '.join(PARTS),
        ))
    numbers = {}
    for key, usual in (("seconds", str(USUAL_S)), ("event", "")):
        written = query.get(key, usual)
        if written and not (written.isascii() and written.isdigit() and len(written) < 10):
            raise HttpError(400, _("%(key)s: write a number.", key=key))
        numbers[key] = int(written) if written else None
    table = query.get("table", "")
    if table and _UID.fullmatch(table) is None:
        raise HttpError(400, _("table: write a table as in its address."))
    try:
        with sentences():
            return Programme.of(**PROJECT.read({"show": shown, "table": table, **numbers}))
    except UserError as error:
        raise HttpError(400, str(error)) from error


def _mark(programme: Programme) -> str:
    """Return a text that is different for each programme."""
    return json.dumps([programme.parts, programme.seconds, programme.event, programme.table])
