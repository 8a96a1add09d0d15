"""What pages share that ask who is signed in: the check of a form, and what a refused one is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from tablekeeper.errors import UserError

from .auth import Auth
from .errors import CONFLICT, HttpError
from .forms import RefusedForm
from .pages import Pages


@dataclass(slots=True)
class SecuredPage:
    """A page that asks who is signed in: what renders it, and what checks its forms."""

    pages: Pages
    auth: Auth

    async def carry_out(
        self,
        form: FormData,
        act: Callable[[], str | Response | None],
        again: Callable[[RefusedForm], Awaitable[Response]],
        to: str = "",
    ) -> Response:
        """Do in a thread what a form says; lead to the address that `act` returns, else to `to`.

        `act` may return the whole answer, too. A form that is refused is shown once more by `again`. A
        refusal with another status than 409, such as that of an unknown address, is not about the form.
        """
        try:
            done = await asyncio.to_thread(act)
        except UserError as error:
            if isinstance(error, HttpError) and error.status != CONFLICT:
                raise
            return await again(RefusedForm.of(form, error))
        return done if isinstance(done, Response) else RedirectResponse(done or to, status_code=303)
