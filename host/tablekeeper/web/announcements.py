"""Announcements to the whole hall: the part on every page, and the director's forms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.desk.notices import ANNOUNCE, PAUSE, RESUME, TAKE_DOWN

from .callspage import CallsPage
from .forms import sends, text_of
from .securedpage import SecuredPage

#: by `what`
KINDS = {"announce": ANNOUNCE, "end": TAKE_DOWN, "pause": PAUSE, "resume": RESUME}


@dataclass(slots=True)
class Announcements(SecuredPage):
    """Shows announcements and the pause of the hall, and handles the director's forms for them."""

    calls: CallsPage

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/notices"""
        return self.pages.fragment(request, await self.pages.announced_part())

    @sends(*KINDS)
    async def act(self, request: Request) -> Response:
        """POST /announcements: `what` is announce, end, pause or resume."""
        form = await self.auth.form(request)
        kind, actor = KINDS[text_of(form, "what")], request.state.session.person

        def act() -> None:
            event, table = _to_whom(text_of(form, "to"))
            self.do(kind, form, actor, event=event, table=table)

        return await self.carry_out(form, act, partial(self.calls.page, request), "/calls")


def _to_whom(chosen: str) -> tuple[int | None, str]:
    """Return the event and the table chosen in the form's list; neither means everybody."""
    kind, _dash, which = chosen.partition("-")
    if kind == "event" and which.isascii() and which.isdigit():
        return int(which), ""
    return None, which if kind == "table" else chosen
