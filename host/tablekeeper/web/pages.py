"""The pages of the hall, of a table and of its whole log, and the parts that are replaced after a change."""

from __future__ import annotations

import asyncio
import math
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tablekeeper.accounts.roles import SCORER
from tablekeeper.director.events.matchrows import match_key
from tablekeeper.director.events.seatplan import BoardTurn
from tablekeeper.director.events.views import EventView
from tablekeeper.director.seen import mark, of_event
from tablekeeper.director.service import Director
from tablekeeper.director.views import TableDetail
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _, language

from .environment import environment
from .errors import CONFLICT, HttpError, Moved
from .fragments import Fragment, Fragments, Piece
from .links import TableLink, table_links
from .pieces import pieces, settled
from .png import screen_png
from .sentparts import SentPart
from .settings import Settings

#: the topic of cached parts that show events and their tables: changes of both drop them
AT_TABLES = "at tables"
#: the number of newest records on the table page, and of records on each page of the complete log
RECENT_RECORDS = 40
#: seconds that a page waits for GNU Backgammon
GNUBG_PATIENCE = 20
_TABLE_PART = re.compile(r"/fragments/tables/([0-9a-f]{1,32})", re.ASCII)
RECORDS_PER_PAGE = 200


def page_of(request: Request, records: int) -> tuple[int, int]:
    """Return the requested page number of a log (0 if there is no such page), and the number of pages."""
    count = max(1, math.ceil(records / RECORDS_PER_PAGE))
    text = request.query_params.get("page", "1")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return (number if number <= count else 0), count


def _here(request: Request) -> str:
    # the page to return to after a choice of language; an address that only takes forms has no page
    shown = request.method == "GET" or request.url.path.count("/") > 1
    return request.url.path + (f"?{request.url.query}" if request.url.query else "") if shown else "/"


@dataclass(slots=True)
class Pages:
    """Renders pages and parts from the director's views; all browsers share the parts."""

    service: Director
    settings: Settings
    clock: Callable[[], float] = time.monotonic
    #: one question at a time from all pages: GNU Backgammon uses a whole core
    _gnubg: threading.Lock = field(default_factory=threading.Lock)
    fragments: Fragments = field(init=False)
    templates: jinja2.Environment = field(init=False)
    #: announcements on every page, by language; read again after a change
    _notices: dict[str, str] = field(init=False, default_factory=dict)
    #: the events of the matches at tables; read again after a change of an event
    _belongs: dict[int, TableLink] | None = field(init=False, default=None)
    _changes: int = field(init=False, default=0)
    #: the matches that get tables next, by event and key; read again after a change of an event or a table
    _turns: dict[int, dict[str, BoardTurn]] | None = field(init=False, default=None)
    _hall_changes: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.fragments = Fragments(self.clock)
        self.templates = environment(self.settings)

    @contextmanager
    def asking_gnubg(self) -> Iterator[None]:
        """Hold the lock for GNU Backgammon; refuse while another question is running. Any thread."""
        if not self._gnubg.acquire(blocking=False):
            raise HttpError(503, _(
                "GNU Backgammon is busy with another question: ask again."
            ), retry_after=3)
        try:
            yield
        finally:
            self._gnubg.release()

    # --- parts --------------------------------------------------------------------------------

    def part(self, template: str, now_ms: int, **context: Any) -> Fragment:
        """Return a rendered part; `now_ms` is the hall's time that it shows."""
        made_at = self.clock()
        body = self.templates.get_template(template).render(now_ms=now_ms, **context)
        return self._dated(body, now_ms, made_at)

    def own_part(self, body: str, now_ms: int) -> Fragment:
        """Return a part that is rendered for one browser and never cached."""
        return self._dated(body, now_ms, self.clock())

    def _dated(self, body: str, now_ms: int, made_at: float, cut: Sequence[Piece] = ()) -> Fragment:
        rate = self.service.clock.rate
        return Fragment(body.encode(), now_ms, rate if math.isfinite(rate) else 0.0, made_at, tuple(cut))

    async def hall_part(self) -> Fragment:
        """Return the part that shows every table."""

        def render() -> Fragment:
            hall = self.service.overview.hall()
            return self.part("_hall.html", hall.now_ms, tables=hall.tables, belongs=self.belongs())

        return await self.fragments.get("hall", render)

    async def hall_cards(self) -> Fragment:
        """Return every table as a piece, which is rendered only if it has changed."""
        template = self.templates.get_template("_hall.html")

        def cards() -> Fragment:
            made_at, hall, belongs = self.clock(), self.service.overview.hall(), self.belongs()
            html = partial(template.render, now_ms=hall.now_ms, belongs=belongs)
            found = [
                Piece(
                    f"t-{one.uid}", partial(html, tables=(one,)),
                    (settled(one, hall.now_ms), one.match and belongs.get(one.match.id)),
                )
                for one in hall.tables
            ]
            none = Piece("t-none", partial(html, tables=()), None)
            return self._dated("", hall.now_ms, made_at, found or [none])

        return await asyncio.to_thread(cards)

    async def table_part(self, uid: str) -> Fragment:
        """Return the part that shows one table's match and history."""

        def render() -> Fragment:
            detail = self.detail(uid, shown=RECENT_RECORDS)
            now = self.service.clock.now_ms()
            match = detail.table.match
            to = None if match is None else self.belongs().get(match.id)
            part = self.part(
                "_table.html", now, detail=detail, table=detail.table, records=detail.records[::-1], to=to
            )
            part.pieces = pieces(part.body, {"match": (settled(detail.table, now), to)})
            return part

        return await self.fragments.get(f"table/{uid}", render)

    def sent_part(self, source: str) -> SentPart | None:
        """Return the part of an address, if it is a part that is sent after changes."""
        if source == "/fragments/hall":
            return SentPart(source, "hall", self.hall_cards)
        if source == "/fragments/notices":
            return SentPart(source, "desk", self.announced_part)
        if (found := _TABLE_PART.fullmatch(source)) is not None:
            return SentPart(source, f"table/{found[1]}", partial(self.table_part, found[1]))
        return None

    async def announced_part(self) -> Fragment:
        """Return the announcements to the hall."""
        return await self.fragments.get("desk", self.notices_part, "notices")

    def notices_part(self) -> Fragment:
        """Return the part that shows the announcements to the hall."""
        shown = self.service.desk.shown()
        part = self.part("_notices.html", self.service.clock.now_ms(), shown=shown)
        part.pieces = pieces(part.body, {})
        return part

    def belongs(self) -> dict[int, TableLink]:
        """Return the events that the running events' matches belong to, by match id. Any thread."""
        known = self._belongs
        if known is None:
            events = self.service.events
            changes = self._changes
            playing = [events.get(one.id) for one in events.all() if one.phase in ("running", "over")]
            known = table_links(playing)
            if changes == self._changes:
                self._belongs = known
        return known

    def turns(self, event: int) -> dict[str, BoardTurn]:
        """Return the matches of an event that get tables next, by the keys of their pages. Any thread.

        {} in a hall without tables, and for an event without matches at tables.
        """
        known = self._turns
        if known is None:
            changes = self._hall_changes
            known = {}
            if self.service.overview.hall().tables:
                for one in self.service.seating.turns():
                    known.setdefault(one.event, {}).setdefault(match_key(one.pairing), one)
            if changes == self._hall_changes:
                self._turns = known
        return known.get(event, {})

    def changed(self, topic: str) -> None:
        """Drop the cached parts of a topic that has changed."""
        self.fragments.drop(topic)
        if topic == "desk":
            self._notices = {}
        if topic == "events":
            self._changes += 1
            self._belongs = None
        if topic in ("events", "hall"):
            self._hall_changes += 1
            self._turns = None
            self.fragments.drop(AT_TABLES)

    def detail(self, uid: str, shown: int) -> TableDetail:
        """Return a table with its newest records, or refuse an unknown address.

        The address of a table that has another uid now, because a board came or went, and an address with the
        table's name lead to the table.
        """
        if now := self.service.tables.address_now(uid):
            raise Moved(now)
        try:
            return self.service.overview.table(uid, shown=shown)
        except NotFound as problem:
            sentence = _("There is no table under this address: the hall shows every table.")
            raise HttpError(404, sentence) from problem

    def event(self, event: int) -> EventView:
        """Return an event, or refuse an unknown address."""
        try:
            return self.service.events.get(event)
        except NotFound as problem:
            raise HttpError(404, _(
                "There is no event under this address: choose one of the list."
            )) from problem

    def seen_of(self, event: EventView | None = None) -> str:
        """Return the marks of a page about rulings: the present desk, and an event that was read before."""
        marks = [mark(desk=len(self.service.desk.actions()))]
        if event is not None:
            marks.append(of_event(event.id, event.last))
        return " ".join(marks)

    # --- answers ------------------------------------------------------------------------------

    def page(
        self, request: Request, template: str, *, status: int | None = None, **context: Any
    ) -> HTMLResponse:
        """Return a whole page; a page with a `refused` form has the status 409.

        In templates `session` is the session of a person who may send forms, `viewer` of any signed-in
        person, and `may(role)` returns whether this person has the role or a higher one.
        """
        viewer = getattr(request.state, "session", None)
        session = viewer if viewer is not None and viewer.may(SCORER) else None

        def may(role: str) -> bool:
            return viewer is not None and viewer.may(role)

        notices = self._notices.get(language())
        if notices is None:
            notices = self._notices[language()] = self.notices_part().body.decode()
        shown = {
            "notices": notices, "refused": None, "session": session, "viewer": viewer, "may": may,
            "path": request.url.path, "here": _here(request),
        }  # fmt: skip
        # the forms of a page about an event have marks of the actions that the page shows
        marks = [str(context.get("seen", ""))]
        if isinstance(view := context.get("event"), EventView):
            marks.append(of_event(view.id, view.last))
        context = shown | context | {"seen": " ".join(filter(None, marks))}
        body = self.templates.get_template(template).render(context)
        if status is None:
            status = CONFLICT if context["refused"] else 200
        return HTMLResponse(body, status_code=status)

    def fragment(self, request: Request, part: Fragment) -> Response:
        """Return a part alone, with the hall's time in a header."""
        headers = {
            "hall-now": str(part.hall_ms(self.clock())),
            "hall-rate": f"{part.rate:g}",
            "vary": "accept-encoding",
        }
        body = part.body
        if "gzip" in request.headers.get("accept-encoding", "") and len(body) > 1000:
            headers["content-encoding"] = "gzip"
            body = part.packed()
        return HTMLResponse(body, headers=headers)

    def whole(self, request: Request, template: str, part: Fragment, **context: Any) -> Response:
        """Return a whole page around a part."""
        return self.page(
            request, template, part=part, part_html=part.body.decode(),
            now_ms=part.hall_ms(self.clock()), **context,
        )  # fmt: skip

    async def hall_fragment(self, request: Request) -> Response:
        """GET /fragments/hall"""
        return self.fragment(request, await self.hall_part())

    async def table(self, request: Request) -> Response:
        """GET /tables/{uid}"""
        uid = request.path_params["uid"]
        detail = await asyncio.to_thread(self.detail, uid, 0)
        part = await self.table_part(uid)
        return self.whole(request, "table.html", part, detail=detail, table=detail.table)

    async def table_fragment(self, request: Request) -> Response:
        """GET /fragments/tables/{uid}"""
        return self.fragment(request, await self.table_part(request.path_params["uid"]))

    async def log(self, request: Request) -> Response:
        """GET /tables/{uid}/log?page=N: every record, newest first."""
        uid = request.path_params["uid"]
        detail = await asyncio.to_thread(self.detail, uid, 0)
        number, count = page_of(request, detail.table.records)
        if not number:
            raise HttpError(404, _("The log has pages 1 to %(count)s: choose one of them.", count=count))
        detail = await asyncio.to_thread(self.detail, uid, number * RECORDS_PER_PAGE)
        shown = detail.records[::-1][(number - 1) * RECORDS_PER_PAGE :]
        return self.page(
            request, "log.html", detail=detail, table=detail.table, records=shown, number=number, count=count
        )

    async def screen(self, request: Request) -> Response:
        """GET /tables/{uid}/screen.png: the display as it is now, pixel for pixel."""
        uid = request.path_params["uid"]

        def render() -> Fragment:
            screen = self.detail(uid, 0).screen
            if screen is None:
                raise HttpError(404, _(
                    "This display has not been seen yet: wait until its board is connected."
                ))
            return Fragment(screen_png(screen), 0, 0.0, self.clock())

        part = await self.fragments.get(f"screen/{uid}", render)
        return Response(part.body, media_type="image/png")

    # --- changes ------------------------------------------------------------------------------

    def press(self, uid: str, key: str, held: bool) -> None:
        """Press a key of a virtual board."""
        detail = self.detail(uid, 0)
        if key not in detail.keys:
            raise UserError(_(
                "%(name)s has no key '%(key)s' to press from here.",
                name=detail.table.name, key=key[:20],
            ))
        self.service.boards.press(uid, key, held)
