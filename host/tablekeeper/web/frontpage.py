"""The first page: matches in progress, next matches, events, and the search for a player."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.roles import DIRECTOR
from tablekeeper.director.events.matchrows import match_key, match_name
from tablekeeper.director.events.seatplan import BoardTurn
from tablekeeper.director.events.summaries import EventSummary
from tablekeeper.director.events.views import EventView
from tablekeeper.formats.board import named_players
from tablekeeper.languages import _, ngettext
from tablekeeper.text import listing

from .eventpages import next_start
from .fragments import Fragment
from .links import player_pages
from .pages import AT_TABLES
from .securedpage import SecuredPage

#: the most next matches, and finished events
_MOST_NEXT, _MOST_OVER = 8, 6


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """A running event on the first page."""

    view: EventView
    #: the leaders, in words; "" before the first results
    leads: str
    #: the next round, and its start (hall ms)
    title: str
    start_ms: int | None


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A match that gets a table next."""

    view: EventView
    players: tuple[str, ...]
    name: str
    address: str
    pages: Mapping[str, str]
    #: its table; None in a hall without tables
    turn: BoardTurn | None


class FrontPage(SecuredPage):
    """Shows a hall to every visitor."""

    async def _part(self) -> Fragment:
        def render() -> Fragment:
            service = self.pages.service
            now = service.clock.now_ms()
            found = service.events.all()[::-1]
            playing = [service.events.get(one.id) for one in found if one.phase in ("running", "over")]
            queue = service.seating.turns() if playing else ()
            views = {view.id: view for view in playing}
            coming = [(views[one.event], one) for one in queue[:_MOST_NEXT] if one.event in views]
            return self.pages.part(
                "_front.html", now, running=[_running(view, now) for view in playing],
                coming=[self._coming(*one) for one in coming], waiting=len(queue),
                entries=[one for one in found if one.phase == "entries"], over=_over(found),
            )  # fmt: skip

        return await self.pages.fragments.get(AT_TABLES, render, "front")

    def _coming(self, view: EventView, turn: BoardTurn) -> WaitingLine:
        key, name = match_key(turn.pairing), match_name(turn.pairing)
        return WaitingLine(
            view, named_players(turn.pairing), name, f"/events/{view.id}/matches/{key}", player_pages(view),
            self.pages.turns(view.id).get(key),
        )  # fmt: skip

    async def show(self, request: Request) -> Response:
        """GET /"""
        committee = await asyncio.to_thread(self.pages.service.desk.committee)
        front = await self._part()
        first = await asyncio.to_thread(self._first_step, request)
        return self.pages.whole(
            request, "hall.html", await self.pages.hall_part(), committee=committee,
            front=front.body.decode(), first=first,
            planned=self.pages.service.tables.is_planned(),
        )  # fmt: skip

    def _first_step(self, request: Request) -> str:
        """Return the missing part of a new hall: "director", then "event"; "" if it has both."""
        accounts = self.auth.settings.accounts
        if accounts is not None and not accounts.has_director():
            return "director"
        session = self.auth.session(request)
        if session is None or not session.may(DIRECTOR):
            return ""
        return "" if self.pages.service.events.all() else "event"

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/front"""
        return self.pages.fragment(request, await self._part())


def _running(view: EventView, now_ms: int) -> RunningEvent:
    rows = () if view.answer is None or not view.entered else view.answer.placed
    first = [row.player for row in rows if row.rank == 1]
    leads = ""
    if view.answer is not None and view.answer.winner is not None:
        leads = _("%(winner)s wins", winner=view.answer.winner)
    elif 0 < len(first) < 4:
        leads = ngettext("%(names)s leads", "%(names)s lead", len(first), names=listing(first))
    return RunningEvent(view, leads, *next_start(view, now_ms))


def _over(found: tuple[EventSummary, ...]) -> list[EventSummary]:
    return [one for one in found if one.phase == "finished"][:_MOST_OVER]
