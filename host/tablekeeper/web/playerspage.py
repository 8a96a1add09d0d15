"""The players of an event: entered by search, a pasted list or a file; checked in; withdrawn.

A list is previewed before any name is entered; the effect of a withdrawal is shown before it is done.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tablekeeper.director.events import journal
from tablekeeper.director.events.entryfile import LARGEST, rows
from tablekeeper.director.events.entrylist import STRANGER, EntryPreview, lines, look
from tablekeeper.director.events.presence import Leaving
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.director.people.book import Book, name_key
from tablekeeper.errors import UserError
from tablekeeper.formats import Format
from tablekeeper.languages import _
from tablekeeper.textchecks import check_registered_name

from .deskview import next_step
from .errors import HttpError
from .eventforms import confirmation
from .forms import RefusedForm, sends, text_of
from .securedpage import SecuredPage

#: bytes of the form with a file
LARGEST_UPLOAD = LARGEST + 16 * 1024
_READING = threading.Lock()
#: the most names in the result of a search, and on a page without a script
_FOUND, _OFFERED = 12, 300


class PlayersPage(SecuredPage):
    """Shows the players of an event and carries out the director's actions."""

    # --- looking ------------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """GET /events/{event}/players"""
        return await self.view(request, self._page)

    def _page(
        self,
        request: Request,
        again: RefusedForm | None = None,
        found: EntryPreview | None = None,
        leaving: Leaving | None = None,
    ) -> Response:
        view = self.pages.event(request.path_params["event"])
        book = self.pages.service.people.book()
        there = {name_key(name) for name in view.players}
        offered = [name for name in _names(book) if name_key(name) not in there][:_OFFERED]
        step = None
        if view.phase == "entries" and found is None and len(view.players) >= view.form.least:
            step = next_step(view, (), type(view.form).draw is not Format.draw)
        return self.pages.page(
            request, "event_players.html", refused=again, event=view,
            found=found, leaving=leaving, offered=offered, step=step,
            people={name: number for name in view.players if (number := book.find(name)) is not None},
        )  # fmt: skip

    async def search(self, request: Request) -> Response:
        """GET /people/names?q=TEXT: the names of the register in which a word begins so, as JSON."""
        self.auth.demand(request)
        wanted = name_key(request.query_params.get("q", "")[:60])
        book = await asyncio.to_thread(self.pages.service.people.book)
        found = [name for name in _names(book) if f" {wanted}" in f" {name_key(name)}"] if wanted else []
        return JSONResponse({"names": found[:_FOUND]}, headers={"cache-control": "no-store"})

    # --- acting -------------------------------------------------------------------------------

    @sends(
        "enter", "look", "enter-list", journal.CHECK_IN, "absent", "all", "see-leave", journal.WITHDRAW
    )  # fmt: skip
    async def act(self, request: Request) -> Response:
        """POST /events/{event}/players: `what` is enter, look, enter-list, checkin, absent or withdraw."""
        form = await self.auth.form(request)
        return await asyncio.to_thread(self._answer, request, form)

    async def upload(self, request: Request) -> Response:
        """POST /events/{event}/players/file: preview of a list in CSV or XLSX."""
        form = await self.auth.form(request, files=1)
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
        await form.close()
        return await asyncio.to_thread(self._answer, request, form, data)

    def _answer(self, request: Request, form: FormData, data: bytes | None = None) -> Response:
        view = self.pages.event(request.path_params["event"])
        what = "file" if data is not None else str(form.get("what", ""))
        try:
            if what == "see-leave":
                leaving = self.pages.service.events.presence.leaving(view.id, text_of(form, "player"))
                return self._page(request, leaving=leaving)
            if what in ("enter", "enter-list", "look", "file"):
                found = self._looked(view, form, what, data)
                if found is not None:
                    return self._page(request, found=found)
            self._act(view, form, what, request.state.session.person)
        except Unconfirmed as asked:
            return confirmation(self.pages, request, f"/events/{view.id}/players", view, form, asked)
        except HttpError:
            raise
        except UserError as error:
            again = look(_told(form), view.players, self._register()) if what == "enter-list" else None
            return self._page(request, RefusedForm.of(form, error), again)
        return RedirectResponse(f"/events/{view.id}/players", status_code=303)

    def _looked(self, view: EventView, form: FormData, what: str, data: bytes | None) -> EntryPreview | None:
        """Return the preview of entries that the director must check first; None if not needed."""
        if data is not None:
            if not data:
                raise UserError(_("Choose a file first."), field="file")
            # a small file may take seconds and 100 MB: one at a time
            with _READING:
                told = rows(data)
        else:
            # a previewed list has one name per line, and its marks are parts of the names
            told = lines(str(form.get("text", ""))) if what == "look" else _told(form)
        found = look(told, view.players, self._register())
        if not found.lines:
            field = "file" if data is not None else "name" if what == "enter" else "text"
            raise UserError(_("It contains no name."), field=field)
        if what == "enter" and found.problems:
            line = found.problems[0]
            raise UserError("%(name)s: %(problem)s.", name=line.name, problem=line.problem, field="name")
        asked = any(line.notice not in ("", STRANGER) for line in found.lines)
        doubtful = found.problems if what == "enter-list" else asked
        return found if doubtful or what in ("look", "file") else None

    def _act(self, view: EventView, form: FormData, what: str, actor: str) -> None:
        service = self.pages.service
        events, event = service.events, view.id
        player = text_of(form, "player")
        if what in ("enter", "enter-list"):
            found = look(_told(form), view.players, self._register())
            strangers = found.strangers if form.get("register") == "1" else ()
            for name in strangers:
                check_registered_name(name)
            events.enter(
                event, found.names, different=form.get("different") == "1",
                bye_of=text_of(form, "bye_of"), actor=actor,
            )  # fmt: skip
            if strangers:
                service.people.enter(strangers, actor=actor)
        elif what == journal.CHECK_IN:
            events.presence.check_in(event, [player], actor=actor)
        elif what == "absent":
            events.presence.check_in(event, [player], False, actor=actor)
        elif what == "all":
            missing = [name for name in view.players if name not in {*view.present, *view.withdrawn}]
            events.presence.check_in(event, missing, actor=actor)
        else:
            ruling = str(form.get("ruling", ""))
            events.withdraw(event, player, text_of(form, "reason"), ruling=ruling, actor=actor)

    def _register(self) -> Sequence[str]:
        return _names(self.pages.service.people.book())


def _told(form: FormData) -> list[list[str]]:
    """Return the names of a form that enters players: one per line; marks are parts of the names."""
    return [[line] for line in str(form.get("text") or form.get("name", "")).splitlines()]


def _names(book: Book) -> Sequence[str]:
    """Return the names of the register for entering players: one for each person."""
    return [one.name for one in book.listed() if not one.removed]
