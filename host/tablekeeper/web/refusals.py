"""What a browser or a program is told when its request fails: a page, or JSON with one sentence."""

from __future__ import annotations

import logging
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError

from .auth import Auth
from .errors import CONFLICT, HttpError, Moved, sentence_for
from .pages import Pages
from .requestlog import HEADER, request_id
from .security import HEADERS

DATABASE_FAILED = _("The database cannot do that now: tell the director, and try again later.")
_log = logging.getLogger(__name__)


class Refusals:
    """Answers requests that failed: the application's handlers of exceptions."""

    def __init__(self, pages: Pages, auth: Auth) -> None:
        self._pages, self._auth = pages, auth

    def answer(
        self, request: Request, status: int, sentence: str, retry_after: int | None = None
    ) -> Response:
        """Return a sentence with a status, and with the seconds after which to try again."""
        if wants_json(request):
            answer: Response = JSONResponse({"error": sentence}, status_code=status)
        else:
            request.state.session = self._auth.session(request)
            answer = self._pages.page(request, "error.html", status=status, sentence=sentence, code=status)
        if retry_after is not None:
            answer.headers["retry-after"] = str(retry_after)
        return answer

    async def refused(self, request: Request, problem: Exception) -> Response:
        """Answer a UserError: its sentence is for the browser."""
        if isinstance(problem, HttpError):
            return self.answer(request, problem.status, str(problem), problem.retry_after)
        if isinstance(problem, DocumentError):
            raise problem  # not an error of the browser: `failed` answers, and the error is logged
        return self.answer(request, CONFLICT, str(problem))

    async def moved(self, request: Request, problem: Exception) -> Response:
        """Answer `Moved`: lead to the same page of the table now."""
        if not isinstance(problem, Moved) or request.method not in ("GET", "HEAD"):
            return self.answer(request, 404, sentence_for(404))
        uid = request.path_params.get("uid")
        parts = [problem.to if part == uid else part for part in request.scope["path"].split("/")]
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(quote("/".join(parts)) + query, status_code=307)

    async def unavailable(self, request: Request, problem: Exception) -> Response:
        """Answer a ResourceError: the database or the disk fails."""
        _log.error("%s", problem)
        # the sentence names files of this computer
        session = self._auth.session(request)
        sentence = str(problem) if session is not None and session.may(DIRECTOR) else DATABASE_FAILED
        return self.answer(request, 503, sentence, retry_after=60)

    async def failed(self, request: Request, problem: Exception) -> Response:
        """Answer an address or a method that does not exist, and an error of this program."""
        status = problem.status_code if isinstance(problem, HTTPException) else 500
        answer = self.answer(request, status, sentence_for(status))
        if status == 405:
            # an address has a route for each method; the framework's answer knows only the first one
            app: Starlette = request.app
            routes = [one for one in app.routes if isinstance(one, Route)]
            here = [one.methods or () for one in routes if one.path_regex.match(request.url.path)]
            answer.headers["allow"] = ", ".join(sorted({method for methods in here for method in methods}))
        if status == 500:
            answer.headers.update(HEADERS | {HEADER: request_id()})  # answered outside of the guard
        return answer

    async def left(self, request: Request, problem: Exception) -> Response:
        """Answer a browser that has closed its connection: nobody reads it."""
        return Response(status_code=400)


def wants_json(request: Request) -> bool:
    """Return whether a program asks, rather than a browser."""
    return "application/json" in request.headers.get("accept", "")
