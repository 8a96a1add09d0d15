"""Announcements to the whole hall: the part on every page, and the director's forms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.languages import _

from .callspage import CallsPage
from .forms import number_of, sends, text_of
from .securedpage import SecuredPage


@dataclass(slots=True)
class Announcements(SecuredPage):
    """Shows announcements and the pause of the hall, and handles the director's forms for them."""

    calls: CallsPage

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/notices"""
        return self.pages.fragment(request, await self.pages.announced_part())

    @sends("announce", "end", "pause", "resume")
    async def act(self, request: Request) -> Response:
        """POST /announcements: `what` is announce, end, pause or resume."""
        form = await self.auth.form(request)
        notices, actor = self.pages.service.desk.notices, request.state.session.person
        what = str(form.get("what", ""))

        def act() -> None:
            if what == "announce":
                event, table = _to_whom(text_of(form, "to"))
                notices.announce(text_of(form, "text"), event=event, table=table, actor=actor)
            elif what == "end":
                notices.take_down(number_of(form, "announcement", _("The announcement")), actor=actor)
            elif what == "pause":
                notices.pause_hall(text_of(form, "reason"), actor=actor)
            else:
                notices.resume_hall(actor=actor)

        return await self.carry_out(form, act, partial(self.calls.page, request), "/calls")


def _to_whom(chosen: str) -> tuple[int | None, str]:
    """Return the event and the table chosen in the form's list; neither means everybody."""
    kind, _dash, which = chosen.partition("-")
    if kind == "event" and which.isascii() and which.isdigit():
        return int(which), ""
    return None, which if kind == "table" else chosen
