"""The page where the director previews many results before all or none of them are entered."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.roles import SCORER
from tablekeeper.director.events.bulk import BulkPreview
from tablekeeper.errors import UserError
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _

from .auth import acting
from .errors import CONFLICT
from .forms import number_of, text_of
from .securedpage import SecuredPage


class EventResultsPage(SecuredPage):
    """Previews pasted lines, and enters them."""

    async def decide(self, request: Request) -> Response:
        """POST /events/{event}/results: `lines`; with `after`, its last action, a preview is entered."""
        form = await self.auth.form(request, role=SCORER)
        event = request.path_params["event"]
        lines, after = str(form.get("lines", "")), text_of(form, "after")
        if after:
            enter = acting(request, "events.batches", self.pages.service.events.batches).enter
            try:
                await asyncio.to_thread(enter, event, lines, number_of(form, "after", _("The last action")))
            except UserError as error:
                return await asyncio.to_thread(self._preview, request, event, lines, str(error))
            return RedirectResponse(f"/events/{event}", status_code=303)
        return await asyncio.to_thread(self._preview, request, event, lines)

    def _preview(self, request: Request, event: int, lines: str, refused: str = "") -> Response:
        """Return the preview of the lines; it is in the page even if they were refused."""
        events = self.pages.service.events
        name = self.pages.event(event).name
        found: BulkPreview | None = None
        try:
            found = events.batches.preview(event, lines)
        except UserError as error:
            refused = refused or str(error)
        return self.pages.page(
            request, "event_results.html", status=CONFLICT if refused else 200, event=event, name=name,
            found=found, lines=lines, refused_lines=refused, pairing_text=pairing_text,
        )  # fmt: skip
