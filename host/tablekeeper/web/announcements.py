"""What the whole hall is told: the part that every page shows, and the director's forms for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .auth import Auth
from .callspage import CallsPage
from .decisionform import number, text
from .forms import RefusedForm, sends
from .pages import Pages


@dataclass(slots=True)
class Announcements:
    """Shows announcements and the pause of the hall, and takes the director's."""

    pages: Pages
    auth: Auth
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
        try:
            if what == "announce":
                event, table = _to_whom(text(form, "to"))
                await asyncio.to_thread(
                    notices.announce, text(form, "text"), event=event, table=table, actor=actor
                )
            elif what == "end":
                shown = number(form, "announcement", _("The announcement"))
                await asyncio.to_thread(notices.take_down, shown, actor=actor)
            elif what == "pause":
                await asyncio.to_thread(notices.pause_hall, text(form, "reason"), actor=actor)
            else:
                await asyncio.to_thread(notices.resume_hall, actor=actor)
        except UserError as error:
            return await self.calls.page(request, RefusedForm.of(form, error))
        return RedirectResponse("/calls", status_code=303)


def _to_whom(chosen: str) -> tuple[int | None, str]:
    """Return the event and the table that the list of the form has chosen: none are everybody."""
    kind, _dash, which = chosen.partition("-")
    if kind == "event" and which.isascii() and which.isdigit():
        return int(which), ""
    return None, which if kind == "table" else chosen
