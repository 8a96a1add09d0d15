"""The page that seats a round: it proposes a table for each match; the director changes and confirms them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.roles import SCORER
from tablekeeper.director.events.seatplan import NO_TABLE, Place, SeatPlan
from tablekeeper.director.events.timetable import ALL
from tablekeeper.director.events.touches import OPTIONS, TIMES
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.formats.board import named_players
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _, joined
from tablekeeper.regulation.moment import clock_time
from tablekeeper.text import counted, number, versus

from .forms import RefusedForm, number_of, sends
from .securedpage import SecuredPage

#: prefix of the fields that name a match's table
_TABLE = "table-"
#: the most matches for which the page offers tables; a form has at most 200 fields
_MOST_ROWS = 150
#: the most waiting matches in the list
_MOST_WAITING = 40


@dataclass(frozen=True, slots=True)
class _SeatRow:
    """A match that can be seated now, its field, and the proposed table ("" = none)."""

    pairing: Mapping[str, Any]
    field: str
    uid: str
    #: the label: match or round, players, and the set-up of its table
    name: str
    players: str
    length: int | None
    times: str


def field_of(pairing: Mapping[str, Any]) -> str:
    """Return the name of the field for a match: a digest, so that the form of a large round stays small."""
    told = json.dumps(number(pairing), sort_keys=True)
    return _TABLE + hashlib.sha256(told.encode()).hexdigest()[:12]


class SeatingPage(SecuredPage):
    """Shows the proposal, and seats."""

    async def show(self, request: Request) -> Response:
        """GET /events/{event}/seating"""
        return await self.view(request, self._page, SCORER)

    @sends("seat", "free", "free all")
    async def seat(self, request: Request) -> Response:
        """POST /events/{event}/seating: a table for each match, by the match's digest; "" is not now.

        With `what` free, `match` is one that is decided, of any event: its table is freed; with free
        all, the tables of all such matches.
        """
        form = await self.auth.form(request, SCORER)
        event, actor = request.path_params["event"], request.state.session.person
        free = form.get("what") in ("free", "free all")
        act = partial(self._free if free else self._seat, event, form, actor)
        to = f"/events/{event}/seating" if free else f"/events/{event}"
        return await self.carry_out(form, act, partial(self._page, request), to)

    def _free(self, event: int, form: FormData, actor: str) -> None:
        self.pages.event(event)
        seating = self.pages.service.seating
        if form.get("what") == "free all":
            seating.free_all(actor=actor)
            return
        match = number_of(form, "match", _("The match"))
        of = {one.match: one.event for one in seating.settled()}.get(match, event)
        seating.free(of, match, actor=actor)

    def _seat(self, event: int, form: FormData, actor: str) -> None:
        view = self.pages.event(event)
        following = () if view.answer is None else view.answer.next
        known = {field_of(pairing): pairing for pairing in following}
        fields = [name for name, uid in form.items() if name.startswith(_TABLE) and uid]
        if any(name not in known for name in fields):
            raise UserError(
                _(
                    "One match of this list no longer has to be played. Nobody was seated: see the new "
                    "proposal."
                )
            )
        length = self._length(form)
        self.pages.service.events.shown.check_needs(event, OPTIONS, TIMES)
        places = [Place(known[name], str(form[name]), length) for name in fields]
        try:
            self.pages.service.seating.seat(event, places, actor=actor)
        except UserError as error:
            which = error.field.removeprefix(_TABLE)
            if error.field.startswith(_TABLE) and which.isdigit():
                raise UserError(str(error), field=fields[int(which)]) from error
            raise
        if length is not None:
            self.pages.service.events.timetables.change(event, {ALL: {"length": length}}, actor=actor)

    def _length(self, form: FormData) -> int | None:
        text = str(form.get("length", "")).strip()
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 3) or int(text) < 1:
            raise UserError(_("The length of a match is a number from 1 to 99."), field="length")
        return int(text)

    def _page(self, request: Request, refused: RefusedForm | None = None) -> Response:
        view = self.pages.event(request.path_params["event"])
        plan, rows = self._proposal(view)
        if refused is not None and refused.field not in ("length", *(row.field for row in rows)):
            # the row of the wrong field is gone: show the sentence above the list
            refused = RefusedForm(refused.form, refused.sentence, "", refused.typed)
        return self.pages.page(
            request, "seating.html", event=view, plan=plan, rows=rows, refused=refused,
            waiting=[] if plan is None else [one for one in plan.waiting if one.why != NO_TABLE],
            most_waiting=_MOST_WAITING, pairing_text=pairing_text, times={row.times for row in rows},
            settled=self.pages.service.seating.settled(), unused=self.pages.service.out_of_use.tables(),
            asks_length=any(row.length is None for row in rows) and view.form.board.asks_length,
        )  # fmt: skip

    def _proposal(self, view: EventView) -> tuple[SeatPlan | None, list[_SeatRow]]:
        if view.phase != "running" or view.answer is None:
            return None, []
        plan = self.pages.service.seating.plan_round(view.id)
        offered = [(place.pairing, place.uid) for place in plan.places]
        offered += [(one.pairing, "") for one in plan.waiting if one.why == NO_TABLE]
        offered = offered[:_MOST_ROWS]
        controls = self.pages.service.event_tables.controls(view, [pairing for pairing, _ in offered])
        rows = [_seat_row(view, *one, control) for one, control in zip(offered, controls, strict=True)]
        return plan, rows


def _seat_row(view: EventView, pairing: Mapping[str, Any], uid: str, control: str) -> _SeatRow:
    plan, names = view.plan(pairing), named_players(pairing)
    rest = {key: value for key, value in pairing.items() if key not in ("players", "length", "sets")}
    name = str(pairing["match"]) if "match" in pairing else pairing_text(rest if names else pairing)
    length = pairing.get("length", plan.length)
    told = [counted(length, "point")] if length else []
    told += [_("no clock") if control == "none" else control] if control else []
    told += [_("start %(start_ms)s", start_ms=clock_time(plan.start_ms))] if plan.start_ms is not None else []
    return _SeatRow(pairing, field_of(pairing), uid, name, versus(names), length, joined(told))
