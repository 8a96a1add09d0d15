"""Entry fees, prize pool and payouts of an event: a computed sheet, who has paid, and a file of both."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director.events import journal
from tablekeeper.director.events.fees import USUAL
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import NotFound, UserError
from tablekeeper.feeds.csvtext import MEDIA_TYPE, csv_text
from tablekeeper.feeds.prizes import places_text, prizes_sheet
from tablekeeper.languages import _
from tablekeeper.prizes.plan import UNITS, body_of, suggested

from .auth import Auth
from .errors import CONFLICT, HttpError
from .forms import RefusedForm, sends
from .pages import Pages
from .peoplepages import text_of


@dataclass(slots=True)
class FeesPage:
    """Shows the money of an event and carries out what the director does with it."""

    pages: Pages
    auth: Auth

    async def show(self, request: Request) -> Response:
        """GET /events/{event}/fees"""
        self.auth.demand(request)
        return await asyncio.to_thread(self._page, request)

    async def file(self, request: Request) -> Response:
        """GET /events/{event}/fees.csv: a line for each player."""
        self.auth.demand(request)
        view = await asyncio.to_thread(self._view, request)
        money = await asyncio.to_thread(self.pages.service.events.fees.money, view.id)
        if money.sheet is None:
            raise HttpError(404, _("This event has no fees: say them on its page first."))
        name = f'attachment; filename="event-{view.id}-fees.csv"'
        headers = {"cache-control": "no-store", "content-disposition": name}
        return Response(csv_text(prizes_sheet(money, money.sheet)), media_type=MEDIA_TYPE, headers=headers)

    @sends(journal.FEES, journal.PAID, "unpaid", "all")
    async def act(self, request: Request) -> Response:
        """POST /events/{event}/fees: `what` is fees, paid, unpaid or all."""
        form = await self.auth.form(request)
        return await asyncio.to_thread(self._answer, request, form)

    def _answer(self, request: Request, form: FormData) -> Response:
        view = self._view(request)
        try:
            self._act(view, form, request.state.session.person)
        except HttpError:
            raise
        except UserError as error:
            return self._page(request, RefusedForm.of(form, error))
        return RedirectResponse(f"/events/{view.id}/fees", status_code=303)

    def _act(self, view: EventView, form: FormData, actor: str) -> None:
        fees, what = self.pages.service.events.fees, str(form.get("what", ""))
        player = text_of(form, "player")
        if what == journal.FEES:
            fees.plan(view.id, _plan(form), actor=actor)
        elif what == journal.PAID:
            fees.paid(view.id, [player], actor=actor)
        elif what == "unpaid":
            fees.paid(view.id, [player], False, actor=actor)
        else:
            fees.paid(view.id, view.players, actor=actor)

    def _page(self, request: Request, again: RefusedForm | None = None) -> Response:
        view = self._view(request)
        money = self.pages.service.events.fees.money(view.id)
        usual = suggested(len(money.players))
        plan = {**USUAL, "places": usual.split(",")} if money.sheet is None else body_of(money.sheet.plan)
        return self.pages.page(
            request, "event_fees.html", status=CONFLICT if again else 200, refused=again, event=view,
            money=money, sheet=money.sheet, usual=usual, plan=plan, units=UNITS, places_text=places_text,
        )  # fmt: skip

    def _view(self, request: Request) -> EventView:
        try:
            return self.pages.service.events.get(request.path_params["event"])
        except NotFound as problem:
            raise HttpError(404, _(
                "There is no event under this address: choose one of the list."
            )) from problem


def _plan(form: FormData) -> dict[str, Any]:
    """Return the plan in a form: items one a line, "Club 50"; places with commas between them."""
    return {
        "currency": text_of(form, "currency"),
        "fee": text_of(form, "fee"),
        "additions": _items(form, "additions"),
        "deductions": _items(form, "deductions"),
        "unit": text_of(form, "unit"),
        "places": [part.strip() for part in text_of(form, "places").split(",")],
        "step": text_of(form, "step"),
    }


def _items(form: FormData, name: str) -> list[list[str]]:
    found = []
    for line in str(form.get(name, "")).splitlines():
        if not line.strip():
            continue
        what, _, amount = " ".join(line.split()).rpartition(" ")
        if not what:
            raise UserError("Write what it is and an amount on each line, such as Club 50.", field=name)
        found.append([what, amount])
    return found
