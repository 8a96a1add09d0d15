"""Entry fees, prize pool and payouts of an event: the computed sheet, the payments, and a file of both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.events import journal
from tablekeeper.director.events.fees import USUAL
from tablekeeper.errors import UserError
from tablekeeper.feeds.csvtext import MEDIA_TYPE, csv_text
from tablekeeper.feeds.prizes import places_text, prize_lines, prizes_sheet
from tablekeeper.languages import _, joined, shown
from tablekeeper.prizes.plan import UNITS, body_of, stage_word, stages_of, suggested

from .errors import HttpError
from .forms import RefusedForm, sends, text_of
from .securedpage import SecuredPage


class FeesPage(SecuredPage):
    """Shows the money of an event and carries out the director's actions."""

    async def show(self, request: Request) -> Response:
        """GET /events/{event}/fees"""
        return await self.view(request, self._page)

    async def file(self, request: Request) -> Response:
        """GET /events/{event}/fees.csv: a line for each player."""
        self.auth.demand(request)
        view = await asyncio.to_thread(self.pages.event, request.path_params["event"])
        money = await asyncio.to_thread(self.pages.service.events.fees.money, view.id)
        if money.sheet is None:
            raise HttpError(404, _("This event has no fees: enter them on its page first."))
        name = f'attachment; filename="event-{view.id}-fees.csv"'
        headers = {"cache-control": "no-store", "content-disposition": name}
        return Response(csv_text(prizes_sheet(money, money.sheet)), media_type=MEDIA_TYPE, headers=headers)

    @sends(journal.FEES, journal.PAID, "unpaid", "all")
    async def act(self, request: Request) -> Response:
        """POST /events/{event}/fees: `what` is fees, paid, unpaid or all."""
        form = await self.auth.form(request)
        event = request.path_params["event"]
        return await self.carry_out(
            form, partial(self._act, event, form, request.state.session.person),
            partial(self._page, request), f"/events/{event}/fees",
        )  # fmt: skip

    def _act(self, event: int, form: FormData, actor: str) -> None:
        view = self.pages.event(event)
        fees, what = self.pages.service.events.fees, str(form.get("what", ""))
        player = text_of(form, "player")
        if what == journal.FEES:
            fees.plan(view.id, _plan(form, fees.money(view.id).stages), actor=actor)
        elif what == journal.PAID:
            fees.paid(view.id, [player], actor=actor)
        elif what == "unpaid":
            fees.paid(view.id, [player], False, actor=actor)
        else:
            fees.paid(view.id, view.players, actor=actor)

    def _page(self, request: Request, again: RefusedForm | None = None) -> Response:
        view = self.pages.event(request.path_params["event"])
        money = self.pages.service.events.fees.money(view.id)
        usual = suggested(len(money.players))
        plan = {**USUAL, "places": usual.split(",")} if money.sheet is None else body_of(money.sheet.plan)
        return self.pages.page(
            request, "event_fees.html", refused=again, event=view,
            money=money, sheet=money.sheet, usual=usual, plan=plan, units=UNITS, places_text=places_text,
            prize_lines=prize_lines,
            stages="\n".join(shown(one.text) for one in money.sheet.plan.stages) if money.sheet else "",
            stage_words=joined(map(stage_word, money.stages)),
        )  # fmt: skip


def _plan(form: FormData, known: Iterable[str]) -> dict[str, Any]:
    """Return the plan in a form: one item per line, "Club 50"; places separated by commas."""
    stages = stages_of(str(form.get("stages", "")).splitlines(), known)
    return {
        "currency": text_of(form, "currency"),
        "fee": text_of(form, "fee"),
        "additions": _items(form, "additions"),
        "deductions": _items(form, "deductions"),
        "unit": text_of(form, "unit"),
        "places": [part.strip() for part in text_of(form, "places").split(",")],
        "step": text_of(form, "step"),
    } | ({"stages": stages} if stages else {})


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
