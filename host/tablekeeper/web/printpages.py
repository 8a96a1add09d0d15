"""The prints of an event: a page that lists them, and each as a document for the browser's print dialog."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _

from .errors import HttpError
from .links import links
from .prints import BY_KEY, EventPaper, PrintKind, available, context, event_paper
from .securedpage import SecuredPage


class PrintPages(SecuredPage):
    """Shows the list of prints, and each print."""

    async def index(self, request: Request) -> Response:
        """GET /events/{event}/print"""
        paper = await asyncio.to_thread(self._paper, request)
        session = request.state.session
        directs = session is not None and session.may(DIRECTOR)
        found = await asyncio.to_thread(available, paper, directs)
        return self.pages.page(
            request, "event_print.html", event=paper.view, prints=found, base=paper.base,
            rounds=paper.rounds, waiting=paper.waiting, player=paper.player,
        )

    async def show(self, request: Request) -> Response:
        """GET /events/{event}/print/{what}?match=KEY&round=NAME&player=NAME: a print, also of one."""
        kind = BY_KEY.get(request.path_params["what"])
        if kind is None:
            raise HttpError(404, _("There is no such print: the event's page of prints lists all of them."))
        if kind.directors:
            self.auth.demand(request)
        body = await asyncio.to_thread(self._document, request, kind)
        return HTMLResponse(body, headers={"cache-control": "no-store"} if kind.directors else None)

    def _document(self, request: Request, kind: PrintKind) -> str:
        try:
            told = context(self._paper(request), kind)
        except UserError as problem:
            raise HttpError(404, str(problem)) from problem
        return self.pages.templates.get_template(kind.template).render(told)

    def _paper(self, request: Request) -> EventPaper:
        found = links(request, self.pages.settings, "")
        asked = request.query_params
        try:
            return event_paper(
                self.pages.service, request.path_params["event"], found[0]["address"] if found else "",
                match=asked.get("match", ""), round_name=asked.get("round", ""),
                player=asked.get("player", ""),
            )  # fmt: skip
        except NotFound as problem:
            raise HttpError(404, _(
                "There is no event under this address: choose one of the list."
            )) from problem
