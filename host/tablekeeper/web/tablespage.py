"""The pages of the tables for the director: names, order, naming by a key, another board for a broken one."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.halltables import HallTables
from tablekeeper.director.replacement import Carried
from tablekeeper.director.seen import mark
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.regulation.moment import minutes

from .auth import acting
from .forms import RefusedForm, number_of, sends
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

    @sends("names", "identify", "stop", "new", "one")
    async def change(self, request: Request) -> Response:
        """POST /tables: `what` is names, identify, stop, new or one.

        With names, `up` is the table that goes one place up. With one, `do` says what happens to the `table`:
        zone, out, back, remove or stand (the `board` goes there).
        """
        form = await self.auth.form(request)
        act = partial(self._change, request, form)
        return await self.carry_out(form, act, partial(self._page, request), "/tables")

    def _change(self, request: Request, form: FormData) -> None:
        boards = acting(request, "boards", self.pages.service.boards)
        naming = acting(request, "naming", self.pages.service.naming)
        what = str(form.get("what", ""))
        if what == "identify":
            first = str(form.get("first", "")).strip()
            if not (first.isascii() and first.isdigit() and len(first) < 4):
                raise UserError(_("The first number is one from 0 to 999."), field="first")
            naming.begin(str(form.get("word", "")), int(first))
        elif what == "stop":
            naming.end()
        elif what == "new":
            self._tables(request).new((), number_of(form, "count", _("How many")), str(form.get("names", "")))
        elif what == "one":
            self._one(self._tables(request), form)
        else:
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

    def _tables(self, request: Request) -> HallTables:
        return acting(request, "tables", self.pages.service.tables)

    def _one(self, tables: HallTables, form: FormData) -> None:
        uid, reason, what = (str(form.get(name, "")) for name in ("table", "reason", "do"))
        if what == "zone":
            tables.zone([uid], str(form.get("zone", "")))
        elif what == "stand":
            tables.stand(str(form.get("board", "")), uid)
        elif what == "remove":
            tables.remove([uid])
        elif what == "out" and not reason.strip():
            raise UserError(_("Say why the table is out of service."), field="reason")
        else:
            tables.service(uid, reason if what == "out" else "")

    def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        boards = self.pages.service.boards
        seen = mark(tables=boards.last())
        naming = self.pages.service.naming.progress()
        return self.pages.page(
            request, "tables.html", tables=boards.listed(), seen=seen,
            naming=naming, refused=refused, now_ms=self.pages.service.clock.now_ms(),
        )  # fmt: skip


class ReplacePage(SecuredPage):
    """Shows the data that would move to another board, and moves a match there."""

    async def show(self, request: Request) -> Response:
        """GET /tables/{uid}/replace"""
        return await self.view(request, self._page)

    async def move(self, request: Request) -> Response:
        """POST /tables/{uid}/replace: `to` is the new board's uid, `match` what the page has shown."""
        form = await self.auth.form(request)
        uid, to_uid = request.path_params["uid"], str(form.get("to", ""))
        act = partial(self._move, request, uid, to_uid, str(form.get("match", "")))
        return await self.carry_out(form, act, partial(self._page, request), f"/tables/{to_uid}")

    def _move(self, request: Request, uid: str, to_uid: str, match: str) -> None:
        replacement = acting(request, "replacement", self.pages.service.replacement)
        if str(replacement.carried(uid).match) != match:
            raise UserError(_("The table has another match now: look again at what would be moved."))
        replacement.replace(uid, to_uid)

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
        return self.pages.page(
            request, "replace.html", table=table, told=told, why=why, minutes=minutes,
            tables=[one for one in free if one.uid != uid], refused=refused,
        )  # fmt: skip
