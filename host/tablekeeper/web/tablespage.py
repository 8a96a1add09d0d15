"""The pages of the tables for the director: names, order, naming by a key, another board for a broken one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.phones import Phones
from tablekeeper.director.boards import Boards
from tablekeeper.director.halltables import HallTables
from tablekeeper.director.replacement import Carried
from tablekeeper.director.seen import mark
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.regulation.moment import minutes

from .auth import acting, sender
from .errors import HttpError
from .forms import RefusedForm, number_of, sends, text_of
from .links import invitation_path, links
from .securedpage import SecuredPage

#: prefix of the fields that hold names
_NAME = "name-"


class TablesPage(SecuredPage):
    """Shows the tables and changes their names and order."""

    async def show(self, request: Request) -> Response:
        """GET /tables"""
        return await self.view(request, self._page)

    async def naming(self, request: Request) -> Response:
        """GET /fragments/naming: how far the naming by keys is; each director's own, never kept."""
        self.auth.demand(request)
        view = await asyncio.to_thread(self.pages.service.naming.progress)
        part = self.pages.part("_naming.html", self.pages.service.clock.now_ms(), naming=view)
        return self.pages.fragment(request, part)

    @sends("names", "identify", "stop", "new", "zone", "out", "stand", "remove", "spot", "plan",
           "reserve", "phone", "phone-name", "phone-revoke")  # fmt: skip
    async def change(self, request: Request) -> Response:
        """POST /tables: `what` says which form. All but the names of all tables are about one `table`.

        With names, `up` is the table that goes one place up, `back` one that comes back into service,
        `detach` one whose board leaves it, `clear` one whose board forgets a match that went on elsewhere;
        `event` is the event whose seating page sent it. With stand, the `board` goes to the table; without
        one, the board on which the next key is pressed. With phone, a phone is invited to the `table`.
        """
        form = await self.auth.form(request)
        if form["what"] == "phone":
            act: Callable[[], str | Response] = partial(self._invite, request, form)
            return await self.carry_out(form, act, partial(self._page, request))
        act = partial(self._change, request, form)
        return await self.carry_out(form, act, partial(self._page, request), "/tables")

    def _change(self, request: Request, form: FormData) -> str:
        boards = acting(request, "boards", self.pages.service.boards)
        naming = acting(request, "naming", self.pages.service.naming)
        tables = acting(request, "tables", self.pages.service.tables)
        what, uid = str(form.get("what", "")), str(form.get("table", ""))
        if what == "identify":
            first = str(form.get("first", "")).strip()
            if not (first.isascii() and first.isdigit() and len(first) < 4):
                raise UserError(_("The first number is one from 0 to 999."), field="first")
            naming.begin(str(form.get("word", "")), int(first))
        elif what == "stop":
            naming.end()
        elif what == "new":
            tables.new((), number_of(form, "count", _("How many")), str(form.get("names", "")))
        elif what == "zone":
            tables.zone([uid], str(form.get("zone", "")))
        elif what == "reserve":
            told = text_of(form, "for")
            tables.reserve(text_of(form, "zone"), number_of(form, "for", _("The event")) if told else 0)
        elif what == "out":
            if not (reason := str(form.get("reason", "")).strip()):
                raise UserError(_("Say why the table is out of service."), field="reason")
            tables.service(uid, reason)
        elif what == "stand":
            if board := str(form.get("board", "")):
                tables.stand(board, uid)
            else:
                naming.begin_at(uid)
        elif what == "remove":
            tables.remove([uid])
        elif what in ("phone-name", "phone-revoke"):
            self._phone(request, what, text_of(form, "phone"), text_of(form, "name"))
        elif what == "spot":
            tables.place({uid: _spot(form)})
        elif what == "plan":
            tables.place_all(number_of(form, "across", _("How many in a row")))
        else:
            self._names(boards, form)
            self._bring_back(request, tables, form)
            event = text_of(form, "event")
            return f"/events/{event}/seating" if event.isascii() and event.isdigit() else ""
        return ""

    def _invite(self, request: Request, form: FormData) -> Response:
        """Make an invitation, and show its code."""
        table = self.pages.detail(str(form.get("table", "")), 0).table
        by, address = request.state.session.person, sender(request)[0]
        secret = self._phones().invite(table.uid, table.name, by=by, address=address)
        path = invitation_path(secret)
        return self.pages.page(
            request, "phone.html", table=table, found=links(request, self.pages.settings, path, here=True),
            reached=bool(links(request, self.pages.settings, path)),
        )  # fmt: skip

    def _phone(self, request: Request, what: str, phone: str, name: str) -> None:
        """Rename a phone, or revoke it."""
        if what == "phone-name":
            self._phones().rename(phone, name)
        else:
            by, address = request.state.session.person, sender(request)[0]
            self._phones().revoke(phone, by=by, address=address)

    def _phones(self) -> Phones:
        accounts = self.auth.settings.accounts
        if accounts is None:
            raise HttpError(404, _("This host has no accounts: only its login link signs in."))
        return accounts.phones

    def _names(self, boards: Boards, form: FormData) -> None:
        tables = boards.listed()
        sent = {one.uid: " ".join(str(form.get(_NAME + one.uid, one.name)).split()) for one in tables}
        try:
            boards.rename_all({one.uid: sent[one.uid] for one in tables if sent[one.uid] != one.name})
        except UserError as error:
            raise UserError(str(error), field=_NAME + error.field) from error
        uids = [table.uid for table in tables]
        if (up := str(form.get("up", ""))) in uids[1:]:
            place = uids.index(up)
            uids[place - 1 : place + 1] = [up, uids[place - 1]]
            boards.order(uids)

    def _bring_back(self, request: Request, tables: HallTables, form: FormData) -> None:
        if back := str(form.get("back", "")):
            tables.service(back)
        if detach := str(form.get("detach", "")):
            acting(request, "replacement", self.pages.service.replacement).detach(detach)
        if clear := str(form.get("clear", "")):
            acting(request, "orders", self.pages.service.orders).clear(clear)

    def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        service = self.pages.service
        tables = service.boards.listed()
        free = [one for one in tables if service.matches.is_free(one.uid)]
        accounts, at = self.auth.settings.accounts, {one.uid: one for one in tables}
        phones = [] if accounts is None else [(one, at.get(one.uid)) for one in accounts.phones.all()]
        return self.pages.page(
            request, "tables.html", tables=tables, free=free, seen=mark(tables=service.boards.last()),
            reserved=service.hall.places.reserved,
            events=[one for one in service.events.all() if one.phase in ("entries", "running")],
            unused={one.uid: one for one in service.out_of_use.tables()},
            naming=service.naming.progress(), phones=phones, refused=refused, now_ms=service.clock.now_ms(),
        )  # fmt: skip


def _spot(form: FormData) -> tuple[int, int] | None:
    """Return the place that a form names; None if both fields are empty."""
    if not (text_of(form, "column") or text_of(form, "row")):
        return None
    return number_of(form, "column", _("The column")), number_of(form, "row", _("The row"))


class ReplacePage(SecuredPage):
    """Shows the data that would move to another board, and moves a match there."""

    async def show(self, request: Request) -> Response:
        """GET /tables/{uid}/replace"""
        return await self.view(request, self._page)

    @sends("replace", "without")
    async def move(self, request: Request) -> Response:
        """POST /tables/{uid}/replace: `to` is the new board's uid, `match` what the page has shown.

        With `what` without, the match goes on at its table without a board.
        """
        form = await self.auth.form(request)
        uid, to_uid = request.path_params["uid"], str(form.get("to", ""))
        without = form.get("what") == "without"
        act = partial(self._move, request, uid, "" if without else to_uid, str(form.get("match", "")))
        return await self.carry_out(form, act, partial(self._page, request), f"/tables/{to_uid}")

    def _move(self, request: Request, uid: str, to_uid: str, match: str) -> str:
        replacement = acting(request, "replacement", self.pages.service.replacement)
        if str(replacement.carried(uid).match) != match:
            raise UserError(_("The table has another match now: look again at what would be moved."))
        if not to_uid:
            return f"/tables/{replacement.detach(uid)}"
        replacement.replace(uid, to_uid)
        return ""

    def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        uid = request.path_params["uid"]
        table = self.pages.detail(uid, 0).table
        told: Carried | None = None
        why = ""
        try:
            told = self.pages.service.replacement.carried(uid)
        except UserError as error:
            why = str(error)
        free = self.pages.service.seating.free_tables()
        without = any(one.uid == uid and one.is_named for one in self.pages.service.boards.listed())
        return self.pages.page(
            request, "replace.html", table=table, told=told, why=why, minutes=minutes,
            tables=[one for one in free if one.uid != uid], without=without, refused=refused,
        )  # fmt: skip
