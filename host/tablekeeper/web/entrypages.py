"""The pages where the director confirms finished events: proposed entries, and changed ranks.

The first button shows the effect of a decision; a second button stores it. Both send forms, not an address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.ranking.proposals import Edits
from tablekeeper.director.ranking.service import Change
from tablekeeper.director.seen import entry_journal
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.rules import LEVELS, STYLES

from .auth import acting
from .forms import RefusedForm, day_of, number_of, sends, text_of
from .rankingpages import TITLES
from .securedpage import SecuredPage

#: the ranking of an entry -> its words
KINDS = {**TITLES, "rating": _("Ratings")}
#: state of an entry -> its words
STATES = {
    "proposed": _("waits for you"), "confirmed": _("counts"), "withdrawn": _("counts no more"),
}  # fmt: skip
#: the name of the forms on the page of an entry, for every button
_DECIDE = "decide"


def _edits(fields: FormData) -> Edits:
    """Return the decisions in the fields of the form; an empty field keeps the event's value."""
    level = text_of(fields, "level")
    style = text_of(fields, "style")
    if style and style not in STYLES:
        raise UserError(_(
            "There is no style '%(style)s': choose one of the list.",
            style=style[:20],
        ), field="style")
    return Edits(
        name=text_of(fields, "name") or None,
        level=number_of(fields, "level", _("The level")) if level else None,
        on=day_of(fields, "on"),
        style=style or None,
        winner=text_of(fields, "winner") or None,
        major=fields.get("major") == "1",
        world_championship=fields.get("world_championship") == "1",
        cp=text_of(fields, "cp") or None,
        cp_reason=text_of(fields, "cp_reason"),
    )


class EntryPages(SecuredPage):
    """Shows the entries, and carries out the director's decisions about them."""

    async def index(self, request: Request) -> Response:
        """GET /entries"""
        return await self.view(request, self._index)

    def _index(self, request: Request, refused: RefusedForm | None = None) -> Response:
        found = self.pages.service.rankings.entries()
        return self.pages.page(
            request, "entries.html", refused=refused,
            entries=found[::-1], kinds=KINDS, states=STATES,
            seen=" ".join(f"{entry_journal(one.entry.id)}:{one.entry.last}" for one in found[::-1]),
        )  # fmt: skip

    @sends("withdraw", "restore")
    async def act(self, request: Request) -> Response:
        """POST /entries: `what` is withdraw or restore, `entry` its number."""
        form = await self.auth.form(request)
        rankings = acting(request, "rankings", self.pages.service.rankings)
        actions = {
            "withdraw": lambda entry: rankings.withdraw(entry, text_of(form, "reason")),
            "restore": rankings.restore,
        }

        def act() -> None:
            actions[text_of(form, "what")](number_of(form, "entry", _("The entry")))

        return await self.carry_out(form, act, partial(self._index, request), "/entries")

    async def show(self, request: Request) -> Response:
        """GET /entries/{event}"""
        self.auth.demand(request)
        return await asyncio.to_thread(self._show, request, FormData())

    def _show(self, request: Request, form: FormData, refused: RefusedForm | None = None) -> Response:
        service, event = self.pages.service, request.path_params["event"]
        try:
            edits = _edits(form)
        except UserError as error:
            # show the error beside its field, with the typed values
            edits, refused = Edits(), RefusedForm.of(form, error)
        change: Change | None = None
        problem = ""
        name = self.pages.event(event).name
        try:
            change = service.rankings.preview(event, edits)
        except UserError as error:
            # the error is shown beside the fields, so that it can be corrected
            problem = str(error)
        if refused is not None:
            refused = replace(refused, form=_DECIDE)
        book = service.people.book()
        entry = service.rankings.of_event(event)
        kept: Mapping[str, Any] = {} if entry is None or entry.body is None else entry.body.get("edits", {})
        strangers = {} if change is None else {-place: one for place, one in enumerate(change.strangers, 1)}
        return self.pages.page(
            request, "entry.html", event=event, name=name, change=change, problem=problem, edits=edits,
            entry=entry, kept=kept, reason=text_of(form, "reason"), styles=tuple(STYLES),
            levels=range(LEVELS[0], LEVELS[1] + 1), titles=TITLES,
            called=lambda person: strangers.get(person) or book.name(person), shown=shown,
            refused=refused,
            seen="" if entry is None else f"{entry_journal(entry.id)}:{entry.last}",
        )  # fmt: skip

    @sends("", "see")
    async def decide(self, request: Request) -> Response:
        """POST /entries/{event}: confirm it as the fields say; a correction has its `reason`.

        With `what` = see the page only shows what that would change.
        """
        form = await self.auth.form(request)
        if form.get("what") == "see":
            return await asyncio.to_thread(self._show, request, form)
        event = request.path_params["event"]
        confirm = acting(request, "rankings", self.pages.service.rankings).confirm

        def act() -> None:
            confirm(event, _edits(form), reason=text_of(form, "reason"))

        return await self.carry_out(form, act, partial(self._show, request, form), "/entries")
