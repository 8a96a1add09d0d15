"""The pages of a player: in one event, and over all events and rankings; and the search for players.
Read-only.

They begin with the table, the opponent and the time. A player's own link opens the same pages.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.roles import PLAYER
from tablekeeper.director.events.matchrows import MatchRow, match_key, match_rows
from tablekeeper.director.events.playerday import PlayerDay, player_day
from tablekeeper.director.events.views import EventView
from tablekeeper.director.published import Entry
from tablekeeper.errors import NotFound
from tablekeeper.games.view import ClockView
from tablekeeper.languages import _
from tablekeeper.pictures import playerclock
from tablekeeper.pictures.clockuse import minutes, use
from tablekeeper.pictures.playerclock import MatchUse
from tablekeeper.text import value_text

from .auth import metered
from .deskview import address
from .errors import HttpError
from .eventdesk import EventDesk
from .fragments import Fragment
from .links import player_pages
from .pages import AT_TABLES, Pages
from .rankingpages import NO_PLAYER, TOPIC, RankingPages
from .ratelimit import RateLimit

#: players that a search lists, and past events that a player's page lists
_MOST_FOUND, _MOST_PAST = 50, 30
#: the number of a player's matches with shown clocks
_MOST_CLOCKS = 40
#: the most letters of a name
_LONGEST = 100
_NOBODY = _("There is no player under this address: choose one on the event's page.")


def _called(row: MatchRow, player: str) -> str:
    """Return the name of a match in a list of one player's matches: "A1, Bob"."""
    others = " – ".join(name for name in row.players if name != player)
    return ", ".join(filter(None, [row.name or row.group, others]))


@dataclass(slots=True)
class PlayerDayPages:
    """Shows players their next tasks, and searches players."""

    pages: Pages
    desk: EventDesk
    ranked: RankingPages
    #: searches of an address, and of all: a phone searches a few times, a program as often as it may
    _searches: RateLimit = field(default_factory=lambda: RateLimit(60, overall=1200, seconds=60.0))

    # --- in one event -------------------------------------------------------------------------

    def _day(self, view: EventView, player: str) -> dict[str, Any]:
        """Return the template data of a player in an event. Any thread."""
        hall = self.pages.service.overview.hall()
        rows = match_rows(view, hall.tables, hall.now_ms)
        futures = self.pages.service.events.futures(view.id)
        day = player_day(view, rows, futures, player, self.desk.control)
        clocks, uses = self._clocks(view, day)
        return {
            "event": view, "day": day, "pages": player_pages(view), "clocks": clocks, "uses": uses,
            "chart": playerclock.picture(uses, player, f"use{view.id}") if uses else "",
            "turns": self.pages.turns(view.id),
        }  # fmt: skip

    def _clocks(self, view: EventView, day: PlayerDay) -> tuple[dict[str, ClockView], list[MatchUse]]:
        """Return the player's clock at the end of each match that a board has played, by the match's key.

        Also return the time use in each, newest first.
        """
        overview = self.pages.service.overview
        known = view.here.keys() & set(overview.matches())
        found = {}
        uses = []
        for row in day.played[:_MOST_CLOCKS]:
            match = row.entries[-1].match if row.entries else None
            seen = overview.match(match).match if match is not None and match in known else None
            if match is None or seen is None:
                continue
            for place, seat in enumerate(seen.seats):
                if seat.name == day.player and seat.clock is not None and seat.clock.method != "none":
                    found[row.key] = seat.clock
                    used = use(overview.moves(match), len(seen.seats))[place]
                    if used.moves:
                        uses.append(MatchUse(_called(row, day.player), used))
        return found, uses

    def _words(self) -> dict[str, Any]:
        return {
            "match_page": address, "key_of": match_key, "value_text": value_text,
            "minutes": minutes,
            "sets": self.pages.service.event_tables.sets,
        }  # fmt: skip

    def _player(self, event: int, place: int) -> tuple[EventView, str]:
        view = self.pages.event(event)
        if not 1 <= place <= len(view.players):
            raise HttpError(404, _NOBODY)
        return view, view.players[place - 1]

    async def _part(self, event: int, place: int) -> Fragment:
        def render() -> Fragment:
            view, player = self._player(event, place)
            now = self.pages.service.clock.now_ms()
            return self.pages.part("_event_player.html", now, of=self._day(view, player), **self._words())

        return await self.pages.fragments.get(AT_TABLES, render, f"event/{event}/{place}")

    async def in_event(self, request: Request) -> Response:
        """GET /events/{event}/players/{player}: what a player has to do, by the place in the entries."""
        event, place = request.path_params["event"], request.path_params["player"]
        part = await self._part(event, place)
        view, player = await asyncio.to_thread(self._player, event, place)
        page = await asyncio.to_thread(self.pages.service.published.page_of, player)
        # another event may take the planned table
        tables = await asyncio.to_thread(self._tables, view, player)
        return self.pages.whole(
            request, "event_player.html", part, event=view, name=player, place=place, page=page,
            topics=" ".join(["events", *tables]),
        )  # fmt: skip

    def _tables(self, view: EventView, player: str) -> list[str]:
        """Return the topics of the tables where a player plays. Any thread."""
        tables = self.pages.service.overview.hall().tables
        mine = {match for match, one in view.here.items() if player in one.get("players", ())}
        return [f"table/{one.uid}" for one in tables if one.match is not None and one.match.id in mine]

    async def in_event_fragment(self, request: Request) -> Response:
        """GET /fragments/events/{event}/players/{player}"""
        place = request.path_params["player"]
        return self.pages.fragment(request, await self._part(request.path_params["event"], place))

    # --- over all events ----------------------------------------------------------------------

    def _own(self, request: Request, number: int) -> bool:
        session = request.state.session
        return session is not None and session.role == PLAYER and session.person == f"player {number}"

    async def _days_part(self, number: int, own: bool) -> Fragment:
        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            try:
                entries = self.pages.service.published.entries(number, own=own)
            except NotFound as problem:
                raise HttpError(404, NO_PLAYER) from problem
            events = self.pages.service.events
            open_now = [one for one in entries if one.event.phase in ("entries", "running", "over")]
            days = [self._day(events.get(one.event.id), one.name) for one in open_now]
            # the present match comes first
            days.sort(key=lambda one: not one["day"].now)
            past = [(one, self._rank(one)) for one in entries if one not in open_now][:_MOST_PAST]
            return self.pages.part("_player_days.html", now, days=days, past=past, **self._words())

        return await self.pages.fragments.get(AT_TABLES, render, f"players/{number}/{own}")

    def _rank(self, entry: Entry) -> int | None:
        answer = self.pages.service.events.get(entry.event.id).answer
        rows = () if answer is None else answer.placed
        return next((row.rank for row in rows if row.player == entry.name), None)

    async def over_all(self, request: Request) -> Response:
        """GET /players/{player}; the address of a duplicate shows the person."""
        number = request.path_params["player"]
        published = self.pages.service.published
        own = self._own(request, number)
        try:
            who = await asyncio.to_thread(published.who, number)
        except NotFound as problem:
            if not own:
                raise HttpError(404, NO_PLAYER) from problem
            days = await self._days_part(number, own)
            entries = await asyncio.to_thread(published.entries, number, own=True)
            return self.pages.whole(
                request, "player.html", days, name=entries[0].name, number=number, career=None,
                topics="events", own=True,
            )  # fmt: skip
        if who.page != number:
            return RedirectResponse(f"/players/{who.page}", status_code=308)
        career = await self.ranked.player_part(number)
        return self.pages.whole(
            request, "player.html", await self._days_part(number, False), name=who.name, number=number,
            career=career.body.decode(), topic=TOPIC, topics="events", own=own,
        )  # fmt: skip

    async def days_fragment(self, request: Request) -> Response:
        """GET /fragments/players/{player}/days"""
        number = request.path_params["player"]
        return self.pages.fragment(request, await self._days_part(number, self._own(request, number)))

    # --- the search ---------------------------------------------------------------------------

    def _count(self, request: Request) -> None:
        """Count a search; refuse an address that searches all the time. Who is signed in may."""
        if request.state.session is not None:
            return
        if wait := metered(request, self._searches, self.pages.clock())[1]:
            raise HttpError(429, _(
                "This address has searched a lot: wait %(wait)s seconds and search again.", wait=wait
            ), retry_after=wait)

    async def search(self, request: Request) -> Response:
        """GET /players?name=TEXT: the page of the player with that name, or a list to choose from."""
        text = " ".join(request.query_params.get("name", "").split())
        problem = ""
        found: tuple[Any, ...] = ()
        if len(text) > _LONGEST:
            problem = _("A name has at most %(longest)s letters: shorten it.", longest=_LONGEST)
        elif text:
            self._count(request)
            found = await asyncio.to_thread(self.pages.service.published.search.find, text)
            if len(found) == 1:
                [one] = found
                where = f"/players/{one.page}" if one.page else f"/events/{one.event}/players/{one.place}"
                return RedirectResponse(where, status_code=303)
            if not found:
                problem = _(
                    "Nobody with '%(text)s' in the name plays here: spell it differently, or write a part "
                    "of it.",
                    text=text,
                )
        return self.pages.page(
            request, "players.html", text=text, problem=problem, found=found[:_MOST_FOUND],
            count=len(found), status=404 if problem else 200,
        )  # fmt: skip
