"""The page on which the director decides about a table's match: introduce a clock, correct one, award points.

For the director alone: decisions have reasons, and these are not for the hall.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.games import catalogue
from tablekeeper.games.registry import GAMES
from tablekeeper.games.view import MatchView

from .auth import Auth
from .errors import HttpError
from .pages import Pages

_TIME = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)", re.ASCII)


def left_ms(text: str) -> int:
    """Return a time left, "5:05" or "1:02:30", in ms, or refuse it."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise HttpError(400, "Write the time left in minutes and seconds, like 5:05, or 1:02:30 with hours.")
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000


def _number(form: FormData, name: str, what: str) -> int:
    text = str(form.get(name, "")).strip()
    if not (text.isascii() and text.isdigit()) or len(text) > 4:
        raise HttpError(400, f"{what} is missing: choose or write a number.")
    return int(text)


@dataclass(slots=True)
class RulingsPage:
    """Shows and takes the director's decisions."""

    pages: Pages
    auth: Auth

    async def show(self, request: Request) -> Response:
        """GET /tables/{uid}/rulings"""
        self.auth.demand(request)
        uid = request.path_params["uid"]
        detail = await asyncio.to_thread(self.pages.detail, uid, 0)
        match = detail.table.match
        decided = await asyncio.to_thread(self.pages.service.rulings.decisions, uid)
        return self.pages.page(
            request, "rulings.html", table=detail.table, match=match, decided=decided,
            causes=catalogue.AWARDS, directed=match is not None and GAMES[match.program].directed,
        )  # fmt: skip

    async def decide(self, request: Request) -> Response:
        """POST /tables/{uid}/rulings: `what` is clock, correct or award."""
        form = await self.auth.form(request)
        uid = request.path_params["uid"]
        detail = await asyncio.to_thread(self.pages.detail, uid, 0)
        match = detail.table.match
        if match is None or str(form.get("match", "")) != str(match.id):
            raise HttpError(409, f"{detail.table.name} has another match now: reload the page.")
        await asyncio.to_thread(self._decide, match, form)
        return RedirectResponse(f"/tables/{uid}/rulings", status_code=303)

    def _decide(self, match: MatchView, form: FormData) -> None:
        service = self.pages.service
        what = str(form.get("what", ""))
        if what == "clock":
            service.rulings.introduce_clock(match.id, str(form.get("control", "")))
            return
        seat = _number(form, "seat", "The player")
        reason = str(form.get("reason", ""))
        if what == "correct":
            service.rulings.correct(match.id, seat, left_ms(str(form.get("left", ""))), reason)
        elif what == "award":
            service.rulings.award(
                match.id, seat, _number(form, "points", "How many points"), reason,
                cause=_number(form, "cause", "The cause"), take_back=form.get("back") == "1",
            )  # fmt: skip
        else:
            raise HttpError(400, "Unknown decision: reload the page and try again.")
