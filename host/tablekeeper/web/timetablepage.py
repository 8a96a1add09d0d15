"""The timetable of an event: for each round its start, its time control and the length of its matches."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director.events.timetable import ALL, LONGEST_MATCH, RoundPlan, check_times, round_title
from tablekeeper.errors import UserError
from tablekeeper.languages import _, heading, sentence
from tablekeeper.regulation.moment import clock_time, moment
from tablekeeper.strictjson import DocumentError

from .forms import RefusedForm
from .securedpage import SecuredPage

START, LENGTH, CONTROL = "start-", "length-", "control-"


class TimetablePage(SecuredPage):
    """Shows the timetable, and changes it."""

    async def show(self, request: Request) -> Response:
        """GET /events/{event}/timetable"""
        return await self.view(request, self._page)

    async def change(self, request: Request) -> Response:
        """POST /events/{event}/timetable: start, length and control of each round; "" says nothing."""
        form = await self.auth.form(request)
        event = request.path_params["event"]
        try:
            await asyncio.to_thread(self._change, event, form, request.state.session.person)
        except UserError as error:
            before = await asyncio.to_thread(self.pages.service.events.shown.state, event)
            shown = None if before is None else _shown(before.rounds)
            return await asyncio.to_thread(self._page, request, RefusedForm.of(form, error, shown))
        return RedirectResponse(f"/events/{event}", status_code=303)

    def _change(self, event: int, form: FormData, actor: str) -> None:
        view = self.pages.event(event)
        now = self.pages.service.clock.now_ms()
        names = (ALL, *self.pages.service.events.timetables.rounds(event))
        plans = {name: _plan(form, name, view.rounds.get(name, RoundPlan()), now) for name in names}
        self.pages.service.events.timetables.change(event, plans, actor=actor)

    def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        event = request.path_params["event"]
        view = self.pages.event(event)
        rounds = self.pages.service.events.timetables.rounds(event)
        plans = {name: view.rounds.get(name, RoundPlan()) for name in (ALL, *rounds)}
        asks = view.form.board.asks_length and view.options.get("length") is None
        return self.pages.page(
            request, "timetable.html", event=view, plans=plans, refused=refused,
            round_title=lambda name: heading(round_title(name)), clock_time=clock_time, asks_length=asks,
            open=view.phase in ("entries", "running", "over"),
        )  # fmt: skip


def _plan(form: FormData, name: str, known: RoundPlan, now_ms: int) -> Mapping[str, Any]:
    """Return the changes in a form for a round; missing fields stay unchanged."""
    found: dict[str, Any] = {}
    for field, key in ((START, "start_ms"), (LENGTH, "length"), (CONTROL, "control")):
        sent = form.get(field + name)
        if sent is None:
            continue
        text = " ".join(str(sent).split())
        found[key] = _value(field, text, known, now_ms, field + name) if text else None
    return found


def _shown(rounds: Mapping[str, RoundPlan]) -> dict[str, str]:
    """Return the values of a timetable's inputs, by name."""
    found: dict[str, str] = {}
    for name, plan in rounds.items():
        start = "" if plan.start_ms is None else clock_time(plan.start_ms)
        length = "" if plan.length is None else str(plan.length)
        found |= {START + name: start, LENGTH + name: length, CONTROL + name: plan.control or ""}
    return found


def _value(field: str, text: str, known: RoundPlan, now_ms: int, name: str) -> Any:
    if field == START:
        try:
            return moment(text, now_ms if known.start_ms is None else known.start_ms)
        except DocumentError as error:
            raise UserError(sentence(error.reason), field=name) from error
    if field == LENGTH:
        if not (text.isascii() and text.isdigit() and len(text) < 5) or not 1 <= int(text) <= LONGEST_MATCH:
            raise UserError(_(
                "Points are a number from 1 to %(longest_match)s.",
                longest_match=LONGEST_MATCH,
            ), field=name)
        return int(text)
    try:
        check_times(text)
    except UserError as error:
        raise UserError(str(error), field=name) from error
    return text
