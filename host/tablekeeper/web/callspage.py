"""The director's page of calls, oldest first; beside them the announcements and the pause of the hall.

The number of open calls is in the head of every page that a director sees.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.attention import Call
from tablekeeper.director.desk.notices import on_boards
from tablekeeper.languages import _

from .forms import RefusedForm, number_of, sends
from .fragments import Fragment
from .securedpage import SecuredPage

#: seconds between two searches for calls while a director's page is open: some calls depend only on the clock
LOOK_S = 2.0
TOPIC = "calls"


@dataclass(slots=True)
class CallsPage(SecuredPage):
    """Shows calls, and marks them as done."""

    _seen: tuple[Call, ...] = field(default=())

    async def show(self, request: Request) -> Response:
        """GET /calls"""
        self.auth.demand(request)
        return await self.page(request)

    async def page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        """Return the page of calls, with the refused form if there is one."""
        part = await self._part("list")
        shown = await asyncio.to_thread(self.pages.service.desk.shown)
        to_whom = await asyncio.to_thread(self._to_whom)
        return self.pages.whole(
            request, "calls.html", part, refused=refused, shown=shown,
            to_whom=to_whom, on_boards=on_boards,
        )

    def _to_whom(self) -> list[tuple[str, str]]:
        """Return the recipients in the form for announcements: everybody, a running event, a table."""
        service = self.pages.service
        running = [one for one in service.events.all() if one.phase == "running"]
        return [
            ("", _("The whole hall")),
            *((f"event-{one.id}", _("The tables of %(event)s", event=one.name)) for one in running),
            *((f"table-{one.uid}", one.name) for one in service.boards.listed()),
        ]

    @sends("done", "accept", "refuse")
    async def done(self, request: Request) -> Response:
        """POST /calls: `call` is the key of a call that has been handled, or `request` is answered."""
        form = await self.auth.form(request)
        what, actor = str(form.get("what", "")), request.state.session.person

        def act() -> None:
            service = self.pages.service
            if what == "done":
                service.attention.done(str(form.get("call", "")), actor=actor)
            else:
                answer = service.requests.accept if what == "accept" else service.requests.refuse
                answer(number_of(form, "request", _("The request")), actor=actor)
            self.pages.fragments.drop(TOPIC)

        return await self.carry_out(form, act, partial(self.page, request), "/calls")

    async def list_fragment(self, request: Request) -> Response:
        """GET /fragments/calls"""
        self.auth.demand(request)
        return self.pages.fragment(request, await self._part("list"))

    async def badge_fragment(self, request: Request) -> Response:
        """GET /fragments/calls/badge"""
        self.auth.demand(request)
        return self.pages.fragment(request, await self._part("badge"))

    async def _part(self, kind: str) -> Fragment:
        # the part is shared by all directors, and only by them
        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            calls = self.pages.service.attention.open_calls()
            return self.pages.part(f"_calls_{kind}.html", now, calls=calls)

        return await self.pages.fragments.get(TOPIC, render, kind)

    async def watch(self, watched: Callable[[], bool]) -> None:
        """Notify the directors' pages of changed calls; search only while one of the pages listens."""
        while True:
            if watched():
                calls = await asyncio.to_thread(self.pages.service.attention.open_calls)
                if calls != self._seen:
                    self._seen = calls
                    self.pages.service.topics.bump(TOPIC)
            await asyncio.sleep(LOOK_S)
