"""Shared by pages for signed-in people: the check of a form, and the answer to a refused form."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.actions.kind import ActionKind
from tablekeeper.director.desk.state import DeskState
from tablekeeper.errors import UserError

from .auth import Auth
from .errors import CONFLICT, HttpError
from .forms import RefusedForm, said_in
from .pages import Pages


@dataclass(slots=True)
class SecuredPage:
    """A page for signed-in people: its renderer, and the check of its forms."""

    pages: Pages
    auth: Auth

    async def view(
        self, request: Request, page: Callable[[Request], Response], role: str = DIRECTOR
    ) -> Response:
        """Return a page, made in a thread, for a person with this role."""
        self.auth.demand(request, role)
        return await asyncio.to_thread(page, request)

    def do(self, kind: ActionKind[DeskState], form: FormData, actor: str, **known: Any) -> int:
        """Do an action of the desk as its form says, beside what the page has `known`. Call in a thread."""
        desk, now = self.pages.service.desk, self.pages.service.clock.now_ms()
        return desk.act(kind.key, kind.facts(said_in(kind, form, **known), desk.state(), now), actor=actor)

    async def carry_out(
        self,
        form: FormData,
        act: Callable[[], str | Response | None],
        again: Callable[[RefusedForm], Response | Awaitable[Response]],
        to: str = "",
    ) -> Response:
        """Carry out a form in a thread; redirect to the address that `act` returns, else to `to`.

        `act` may also return the whole answer. A refused form is shown again by `again`. A refusal with a
        status other than 409, such as for an unknown address, is not about the form.
        """

        def done() -> str | Response | Awaitable[Response] | None:
            try:
                return act()
            except UserError as error:
                if isinstance(error, HttpError) and error.status != CONFLICT:
                    raise
                return again(RefusedForm.of(form, error))

        found = await asyncio.to_thread(done)
        if isinstance(found, str) or found is None:
            return RedirectResponse(found or to, status_code=303)
        return found if isinstance(found, Response) else await found
