"""The journal: all actions, with filters; and one action with the consequences of its undo.

Directors and scorers read it; a director undoes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.roles import DIRECTOR, SCORER
from tablekeeper.director.journalview import (
    LOGINS,
    SUBJECTS,
    JournalLine,
    Selection,
    actors,
    page_of,
    pages,
)
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _

from .errors import HttpError
from .forms import RefusedForm, text_of
from .securedpage import SecuredPage

#: subjects that a scorer may read: without rulings, which have reasons, and the register, which has names
_OPEN = frozenset({"event"})
#: shown for a login with an unknown name
_NOBODY = "unknown"
#: this number of newest logins is listed
_LOGINS = 2_000
#: characters of the longest filter
_LONGEST = 100


def _selection(request: Request) -> tuple[Selection, dict[str, str]]:
    """Return the query in the address, and its filters as typed."""
    names = ("event", "actor", "subject", "day", "text")
    typed = {name: " ".join(request.query_params.get(name, "").split())[:_LONGEST] for name in names}
    typed = {name: text for name, text in typed.items() if text}
    wanted = Selection(actor=typed.get("actor", ""), text=typed.get("text", ""))
    if event := typed.get("event"):
        if not (event.isascii() and event.isdigit()) or len(event) > 9:
            raise HttpError(404, _("An event has a number: choose one of the list."))
        wanted = replace(wanted, event=int(event))
    if subject := typed.get("subject"):
        if subject not in (*SUBJECTS, LOGINS):
            raise HttpError(404, _("There is no such journal: choose one of the list."))
        wanted = replace(wanted, subject=subject)
    if day := typed.get("day"):
        try:
            wanted = replace(wanted, day=date.fromisoformat(day).isoformat())
        except ValueError:
            raise UserError(_("Day: write it like 2026-05-01.")) from None
    return wanted, typed


def _may_read(request: Request, line: JournalLine) -> bool:
    return line.subject in _OPEN or bool(request.state.session.may(DIRECTOR))


class JournalPage(SecuredPage):
    """Shows the journal, and undoes its actions."""

    # --- all of it ----------------------------------------------------------------------------

    async def index(self, request: Request) -> Response:
        """GET /journal?event=N&actor=NAME&subject=KEY&day=DATE&text=WORDS&page=N: newest first."""
        self.auth.demand(request, SCORER)
        return await asyncio.to_thread(self._index, request)

    def _index(self, request: Request) -> Response:
        service = self.pages.service
        wanted, typed = _selection(request)
        # logins are shown only on request, so that wrong passwords do not push actions off the page
        found = self._logins() if wanted.subject == LOGINS else service.journals.lines()
        everything = [line for line in found if _may_read(request, line)]
        logins = {LOGINS: _("Logins and accounts")} if request.state.session.may(DIRECTOR) else {}
        lines = [line for line in everything if wanted.takes(line)]
        count = pages(len(lines))
        text = request.query_params.get("page", "1")
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
        if not 1 <= number <= count:
            raise HttpError(404, _(
                "The journal has pages 1 to %(count)s: choose one of them.",
                count=count,
            ))
        return self.pages.page(
            request, "journal.html", lines=page_of(lines, number), found=len(lines), number=number,
            count=count, typed=typed, subjects=SUBJECTS | logins, actors=actors(everything),
            events=[(one.id, one.name) for one in service.events.all()][::-1],
            query=urlencode(typed), now_ms=service.clock.now_ms(),
        )  # fmt: skip

    def _logins(self) -> Iterator[JournalLine]:
        """Yield logins, refused logins and changes of accounts; they cannot be undone."""
        accounts = self.auth.settings.accounts
        entries = [] if accounts is None else accounts.logins.newest(_LOGINS)[::-1]
        for number, one in enumerate(entries, 1):
            who = one.by or one.name or _NOBODY
            yield JournalLine(LOGINS, 0, number, one.at_ms, who, one.what, one.text, "", False, "")

    # --- one action ---------------------------------------------------------------------------

    def _line(self, request: Request) -> JournalLine:
        where = request.path_params
        try:
            return self.pages.service.journals.line(where["subject"], where["owner"], where["seq"])
        except NotFound as error:
            raise HttpError(404, str(error)) from error

    async def action(self, request: Request) -> Response:
        """GET /journal/{subject}/{owner}/{seq}: an action's author and reason, and the effect of an undo."""
        self.auth.demand(request, SCORER if request.path_params["subject"] in _OPEN else DIRECTOR)
        return await asyncio.to_thread(self._action, request)

    def _action(self, request: Request, refused: RefusedForm | None = None) -> Response:
        line = self._line(request)
        may = request.state.session.may(DIRECTOR)
        found = self.pages.service.journals.look(line) if may and not line.undone else None
        return self.pages.page(
            request, "journal_action.html", line=line, undoing=found,
            subjects=SUBJECTS, refused=refused,
        )  # fmt: skip

    async def undo(self, request: Request) -> Response:
        """POST /journal/{subject}/{owner}/{seq}: undo it, with what builds on it, as it was `shown`."""
        form = await self.auth.form(request)
        reason = text_of(form, "reason")
        line = await asyncio.to_thread(self._line, request)

        def act() -> None:
            shown, actor = str(form.get("shown", "")), request.state.session.person
            self.pages.service.journals.undo(line, reason, seen=shown, actor=actor)

        return await self.carry_out(
            form, act, partial(self._action, request),
            "/journal" if line.event is None else f"/journal?event={line.event}",
        )  # fmt: skip
