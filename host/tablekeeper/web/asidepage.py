"""The page on which the director decides about a board's records that were set aside.

The first button shows what a decision means; a second button carries it out. Both send forms, not an address.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .auth import Auth, acting
from .errors import CONFLICT
from .forms import RefusedForm, sends
from .pages import Pages
from .peoplepages import number_of, text_of


@dataclass(slots=True)
class AsidePage:
    """Shows a board's records that were set aside, and takes decisions about them."""

    pages: Pages
    auth: Auth

    async def show(self, request: Request) -> Response:
        """GET /tables/{uid}/aside"""
        self.auth.demand(request)
        return await asyncio.to_thread(self._show, request, FormData())

    def _show(self, request: Request, form: FormData, refused: RefusedForm | None = None) -> Response:
        uid = request.path_params["uid"]
        table = self.pages.detail(uid, 0).table
        found = self.pages.service.quarantine.of_board(uid)
        number, asked = text_of(form, "number"), str(form.get("what", "")).removeprefix("see-")
        chosen = next((one for one in found if str(one.held.id) == number), None)
        return self.pages.page(
            request, "aside.html", table=table, found=found, chosen=chosen, asked=asked,
            reason=text_of(form, "reason"), refused=refused, status=CONFLICT if refused else 200,
        )  # fmt: skip

    @sends("see-release", "see-discard", "release", "discard")
    async def decide(self, request: Request) -> Response:
        """POST /tables/{uid}/aside: `what` is release or discard, `number` which record, `reason` why.

        With see-release or see-discard the page only shows what that would do.
        """
        form = await self.auth.form(request)
        what = str(form.get("what", ""))
        if what in ("see-release", "see-discard"):
            return await asyncio.to_thread(self._show, request, form)
        quarantine = acting(request, "quarantine", self.pages.service.quarantine)
        action = {"release": quarantine.release, "discard": quarantine.discard}[what]
        try:
            number = number_of(text_of(form, "number"), _("The record"))
            await asyncio.to_thread(action, number, text_of(form, "reason"))
        except UserError as error:
            return await asyncio.to_thread(self._show, request, form, RefusedForm.of(form, error))
        return RedirectResponse(f"/tables/{request.path_params['uid']}/aside", status_code=303)
