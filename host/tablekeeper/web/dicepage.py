"""The page about dice: whether the logged throws look fair, and the director's names for sets of dice.

Everybody sees tables, sets and events. Only the director sees figures about a player, because a report calls
one in twenty fair players unusual.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.director.dice import LONGEST_LABEL
from tablekeeper.director.seen import mark
from tablekeeper.errors import UserError
from tablekeeper.fairness import wording
from tablekeeper.fairness.verdict import GROUPINGS
from tablekeeper.languages import _
from tablekeeper.pictures.dice import picture

from .errors import HttpError
from .forms import RefusedForm
from .fragments import Fragment
from .securedpage import SecuredPage

PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Asked:
    """The selection of throws for a page."""

    chosen: tuple[tuple[str, str], ...]
    by: str
    suspect: int | None
    director: bool

    @property
    def groupings(self) -> tuple[str, ...] | None:
        """The grouping of the throws; None makes the chosen throws one group."""
        if self.by:
            return (self.by,)
        if self.chosen:
            return None
        return tuple(kind for kind in GROUPINGS if self.director or kind != PLAYER)


def _asked(query: Mapping[str, str], director: bool) -> Asked:
    chosen = tuple((kind, query[kind]) for kind in GROUPINGS if query.get(kind))
    by, face = query.get("by", ""), query.get("suspect", "")
    if by and by not in GROUPINGS:
        raise HttpError(400, _("Throws are grouped by device, set, player or event: choose one of them."))
    if face and face not in tuple("123456"):
        raise HttpError(400, _("A face is 1 to 6: choose one of them."))
    if not director and (by == PLAYER or query.get(PLAYER)):
        raise HttpError(401, _("Sign in first: figures about a player's dice are for the director."))
    return Asked(chosen, by, int(face) if face else None, director)


class DicePage(SecuredPage):
    """Shows the report, and stores names of dice sets."""

    async def show(self, request: Request, refused: RefusedForm | None = None) -> Response:
        """GET /dice?device=NAME&set=NAME&player=NAME&event=NAME&by=KIND&suspect=FACE, each optional"""
        session = request.state.session
        directs = session is not None and session.may(DIRECTOR)
        asked = _asked(request.query_params, directs)

        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            try:
                report = self.pages.service.dice.report(dict(asked.chosen), asked.groupings, asked.suspect)
            except UserError as problem:
                raise HttpError(404, str(problem)) from problem
            return self.pages.part(
                "_dice.html", now, report=report, told=wording, picture=picture(report, alone=False)
            )

        # read the form's mark of what was seen before the present state
        last = await asyncio.to_thread(self.pages.service.boards.last) if directs else 0
        labels = await asyncio.to_thread(self.pages.service.dice.labels)
        # a name that was just given is shown at once
        part = await self.pages.fragments.get(f"dice/{len(labels)}/{asked}", render)
        throws = await asyncio.to_thread(self.pages.service.dice.throws)
        names = {
            kind: sorted({throw.named(kind) for throw in throws})
            for kind in GROUPINGS
            if asked.director or kind != PLAYER
        }
        hall = await asyncio.to_thread(self.pages.service.overview.hall) if directs else None
        return self.pages.whole(
            request, "dice.html", part, refused=refused,
            asked=asked, chosen=dict(asked.chosen), names=names,
            labels=labels[::-1] if directs else (), seen=mark(tables=last) if directs else "",
            tables=() if hall is None else hall.tables, longest=LONGEST_LABEL,
        )  # fmt: skip

    async def name(self, request: Request) -> Response:
        """POST /dice: `label`, and `table` (uid) or `match` (number); `since` is "now" or "start"."""
        form = await self.auth.form(request)
        act = partial(self._name, form, request.state.session.person)
        return await self.carry_out(form, act, partial(self.show, request), "/dice")

    def _name(self, form: FormData, actor: str) -> None:
        text, table = str(form.get("match", "")).strip(), str(form.get("table", "")) or None
        if text and not (text.isascii() and text.isdigit() and len(text) < 16):
            raise UserError("Name a match by its number, which is on the page of its table.", field="match")
        since = self.pages.service.clock.now_ms() if form.get("since") == "now" else 0
        self.pages.service.dice.label(
            str(form.get("label", "")), table=table, match=int(text) if text else None, from_ms=since,
            actor=actor,
        )  # fmt: skip
