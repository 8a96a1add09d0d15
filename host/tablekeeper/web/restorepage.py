"""The page that restores a match that was lost on time, though its flag should not have fallen."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.restoring import LostOnTime
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _
from tablekeeper.regulation.moment import minutes, time_left

from .auth import acting
from .errors import HttpError
from .forms import RefusedForm, text_of
from .securedpage import SecuredPage


class RestorePage(SecuredPage):
    """Shows the consequences, and resumes the match."""

    async def show(self, request: Request) -> Response:
        """GET /matches/{match}/restore"""
        return await self.view(request, self._page)

    async def restore(self, request: Request) -> Response:
        """POST /matches/{match}/restore: `left` on the clock, `reason`, `shown` consequences."""
        form = await self.auth.form(request)
        match = request.path_params["match"]
        restoring = acting(request, "restoring", self.pages.service.restoring)

        def act() -> str:
            found, left = self._look(match), time_left(text_of(form, "left"))
            restoring.restore(match, left, text_of(form, "reason"), seen=text_of(form, "shown"))
            return f"/tables/{found.uid}"

        return await self.carry_out(form, act, partial(self._page, request))

    def _look(self, match: int) -> LostOnTime:
        try:
            return self.pages.service.restoring.look(match)
        except NotFound as problem:
            sentence = _("There is no match under this address: the hall shows every table.")
            raise HttpError(404, sentence) from problem

    def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        match = request.path_params["match"]
        found: LostOnTime | None = None
        why = ""
        try:
            found = self._look(match)
        except HttpError:
            raise
        except UserError as error:
            why = str(error)
        return self.pages.page(
            request, "restore.html", found=found, why=why,
            refused=refused, match=match, minutes=minutes,
        )  # fmt: skip
