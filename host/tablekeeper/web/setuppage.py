"""The page on which the director sets a table up for any kind of game, and frees it again."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.errors import UserError
from tablekeeper.games.registry import GAMES
from tablekeeper.languages import _

from .errors import HttpError
from .forms import RefusedForm, sends
from .securedpage import SecuredPage

#: prefix of the names of the form's fields
_OPTION, _NAME = "option-", "name-"


class SetUpPage(SecuredPage):
    """Shows the possible set-ups, and carries out set-ups and orders."""

    async def show(self, request: Request) -> Response:
        """GET /tables/{uid}/setup?program=NAME"""
        self.auth.demand(request)
        program = request.query_params.get("program", "backgammon")
        answer = await asyncio.to_thread(self._page, request, program)
        self.pages.service.expected.shown(request.path_params["uid"], program)
        return answer

    def _page(self, request: Request, program: str, refused: RefusedForm | None = None) -> Response:
        try:
            game = GAMES.offered(program)
        except UserError as problem:
            raise HttpError(404, str(problem)) from problem
        detail = self.pages.detail(request.path_params["uid"], 0)
        return self.pages.page(
            request, "setup.html", table=detail.table, match=detail.table.match, program=program,
            game=game, offered=GAMES, refused=refused,
        )  # fmt: skip

    async def set_up(self, request: Request) -> Response:
        """POST /tables/{uid}/setup: `program`, its options and the names by seat."""
        form = await self.auth.form(request)
        uid = request.path_params["uid"]
        await asyncio.to_thread(self.pages.detail, uid, 0)
        program = str(form.get("program", ""))
        act = partial(self._set_up, uid, form, request.state.session.person)
        return await self.carry_out(form, act, partial(self._page, request, program), f"/tables/{uid}")

    def _set_up(self, uid: str, form: FormData, actor: str) -> None:
        program = str(form.get("program", ""))
        game = GAMES.offered(program)
        options = {
            key.removeprefix(_OPTION): str(value) for key, value in form.items() if key.startswith(_OPTION)
        }
        names = [str(form.get(f"{_NAME}{seat}", "")) for seat in range(game.most_seats)]
        self.pages.service.matches.set_up(uid, program, options, names, actor=actor)

    @sends("confirm", "seal", "end", "close", "clear")
    async def order(self, request: Request) -> Response:
        """POST /tables/{uid}/order: `what` is confirm, seal, end, close or clear."""
        form = await self.auth.form(request)
        uid = request.path_params["uid"]
        detail = await asyncio.to_thread(self.pages.detail, uid, 0)
        what, match = str(form.get("what", "")), detail.table.match

        def act() -> None:
            if what != "clear" and (match is None or str(form.get("match", "")) != str(match.id)):
                raise UserError(_(
                    "%(name)s has another match now, and nothing was done.",
                    name=detail.table.name,
                ))
            self._order(request, what, 0 if match is None else match.id, form)

        program = "backgammon" if match is None else match.program
        return await self.carry_out(form, act, partial(self._page, request, program), f"/tables/{uid}")

    def _order(self, request: Request, what: str, match_id: int, form: FormData) -> None:
        service, actor = self.pages.service, request.state.session.person
        if what == "confirm":
            service.match_orders.confirm(match_id, actor=actor)
        elif what == "seal":
            service.match_orders.seal(match_id, actor=actor)
        elif what == "close":
            service.matches.close(match_id, actor=actor)
        elif what == "clear":
            service.matches.clear_table(request.path_params["uid"], actor=actor)
        else:
            seat = str(form.get("winner", ""))
            chosen = seat.isascii() and seat.isdigit() and len(seat) < 3
            service.match_orders.end_game(match_id, int(seat) if chosen else None, actor=actor)
