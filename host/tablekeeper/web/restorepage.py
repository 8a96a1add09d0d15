"""The page that restores a match that was lost on time, though its flag should not have fallen."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director.restoring import LostOnTime
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _
from tablekeeper.regulation.moment import minutes, time_left

from .auth import Auth, acting
from .decisionform import text
from .errors import CONFLICT, HttpError
from .forms import RefusedForm
from .pages import Pages


@dataclass(slots=True)
class RestorePage:
    """Shows what would follow, and lets the match go on."""

    pages: Pages
    auth: Auth

    async def show(self, request: Request) -> Response:
        """GET /matches/{match}/restore"""
        self.auth.demand(request)
        return await self._page(request)

    async def restore(self, request: Request) -> Response:
        """POST /matches/{match}/restore: `left` on the clock, `reason`, and `shown`: what was to follow."""
        form = await self.auth.form(request)
        match = request.path_params["match"]
        restoring = acting(request, "restoring", self.pages.service.restoring)
        try:
            found = await asyncio.to_thread(self._look, match)
            await asyncio.to_thread(
                restoring.restore, match, time_left(text(form, "left")), text(form, "reason"),
                seen=text(form, "shown"),
            )  # fmt: skip
        except UserError as error:
            return await self._page(request, RefusedForm.of(form, error))
        return RedirectResponse(f"/tables/{found.uid}", status_code=303)

    def _look(self, match: int) -> LostOnTime:
        try:
            return self.pages.service.restoring.look(match)
        except NotFound as problem:
            sentence = _("There is no match under this address: the hall shows every table.")
            raise HttpError(404, sentence) from problem

    async def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        match = request.path_params["match"]
        found: LostOnTime | None = None
        why = ""
        try:
            found = await asyncio.to_thread(self._look, match)
        except HttpError:
            raise
        except UserError as error:
            why = str(error)
        return self.pages.page(
            request, "restore.html", status=CONFLICT if refused else 200, found=found, why=why,
            refused=refused, match=match, minutes=minutes,
        )  # fmt: skip
