"""The page on which the director decides about a board's records in quarantine.

The first button shows the effect of a decision; a second button carries it out. Both send forms.
"""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.languages import _

from .auth import acting
from .forms import RefusedForm, number_of, sends, text_of
from .securedpage import SecuredPage


class AsidePage(SecuredPage):
    """Shows a board's records in quarantine, and carries out decisions about them."""

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
            reason=text_of(form, "reason"), refused=refused,
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

        def act() -> str:
            action(number_of(form, "number", _("The record")), text_of(form, "reason"))
            return f"/tables/{request.path_params['uid']}/aside"

        return await self.carry_out(form, act, partial(self._show, request, form))
