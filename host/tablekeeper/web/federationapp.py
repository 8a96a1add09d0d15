"""The public pages of a federation: rankings, players, rating lists, events. Read-only, without login.

Every answer has an ETag of the journals' ends and may be cached for a minute, so a proxy in front of it
answers most requests, and the venues get none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tablekeeper import rankings
from tablekeeper.director.events.matchrows import MatchRow, match_rows
from tablekeeper.director.events.views import EventView
from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.director.federation.venuematches import ShownMatch
from tablekeeper.errors import NotFound, ResourceError, UserError
from tablekeeper.formats import FORMATS
from tablekeeper.languages import _, language
from tablekeeper.pictures.event import picture
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.rankings.table import document
from tablekeeper.text import value_text

from .environment import HERE, environment
from .languages import InTheReadersLanguage
from .matchpage import course
from .pages import RECORDS_PER_PAGE, page_of
from .rankingpages import TITLES
from .security import SecurityHeaders
from .settings import Settings

#: seconds that a browser or a proxy may cache an answer
FRESH_S = 60
MOST_EVENTS = 500
_log = logging.getLogger(__name__)


class FederationPages:
    """The pages over the venues' copies."""

    def __init__(self, across: AcrossVenues, settings: Settings) -> None:
        self._across = across
        self._templates = environment(settings)

    async def rankings(self, request: Request) -> Response:
        """Show a ranking, or a rating list."""
        key = request.path_params["key"]
        if key not in TITLES:
            raise HTTPException(404)
        if key in SYSTEMS:
            return await self._page(request, "federation_ratings.html", lambda: {
                "key": key, "rows": self._across.ratings(key), "rated": SYSTEMS[key].rated,
            })  # fmt: skip
        return await self._page(request, "federation_ranking.html", lambda: {
            "key": key, "table": self._across.table(key),
        })  # fmt: skip

    async def player(self, request: Request) -> Response:
        """Show a player's counting tournaments in a ranking."""
        key, name = request.path_params["key"], request.path_params["player"]
        if key not in rankings.RANKINGS:
            raise HTTPException(404)

        def found() -> dict[str, Any]:
            table = self._across.table(key)
            row = next((one for one in table.rows if one.player == name), None)
            if row is None:
                raise HTTPException(404)
            points = zip(row.tournament_points, row.winner_points, row.compensatory_points, strict=True)
            played = [
                (one, one.place(name), had)
                for one, had in zip(table.window, points, strict=True) if name in one.players
            ]  # fmt: skip
            return {"key": key, "row": row, "played": played[::-1]}

        return await self._page(request, "federation_player.html", found)

    async def document(self, request: Request) -> Response:
        """Return a ranking as JSON."""
        key = request.path_params["key"]
        if key not in rankings.RANKINGS:
            raise HTTPException(404)
        return await self._answer(request, lambda: JSONResponse(document(self._across.table(key))))

    async def events(self, request: Request) -> Response:
        """List the events of all venues."""
        return await self._page(
            request, "federation_events.html",
            lambda: {"events": self._across.events()[:MOST_EVENTS], "forms": FORMATS},
        )

    async def event(self, request: Request) -> Response:
        """Show an event: standings with reasons, its picture, open games, and results."""
        venue, number = request.path_params["venue"], request.path_params["event"]

        def found() -> dict[str, Any]:
            shown = self._across.event(venue, number)
            event = shown.view
            rows = match_rows(event, (), event.created_ms)
            drawn = shown.played and picture(event.form, shown.played, event.name, alone=False)
            return {
                "venue": venue, "event": event, "pages": {}, "value_text": value_text, "picture": drawn,
                "matches": {one.key: _matches(one, event) for one in rows},
                "open": [one for one in rows if one.pairing is not None],
                "done": [one for one in rows if one.pairing is None and one.entries],
            }  # fmt: skip

        return await self._page(request, "federation_event.html", found)

    async def match(self, request: Request) -> Response:
        """Show a match at the tables of an event: its score after each game and the time of each move."""

        def found() -> dict[str, Any]:
            values, match = self._match(request)
            return {**values, **course(match.players, match.start, match.games, match.moves)}

        return await self._page(request, "federation_match.html", found)

    async def log(self, request: Request) -> Response:
        """Show the records of a match, newest first."""

        def found() -> dict[str, Any]:
            values, match = self._match(request)
            number, count = page_of(request, len(match.log))
            if not number:
                raise HTTPException(404)
            shown = match.log[::-1][(number - 1) * RECORDS_PER_PAGE : number * RECORDS_PER_PAGE]
            return {**values, "players": match.players, "records": shown, "number": number, "count": count}

        return await self._page(request, "federation_log.html", found)

    def _match(self, request: Request) -> tuple[dict[str, Any], ShownMatch]:
        venue, event, match = (request.path_params[key] for key in ("venue", "event", "match"))
        shown, found = self._across.match(venue, event, match)
        page = f"/events/{venue}/{event}"
        values = {
            "venue": venue, "event": shown.view, "match": found, "event_page": page,
            "match_page": f"{page}/matches/{match}",
        }  # fmt: skip
        return values, found

    async def _page(self, request: Request, template: str, values: Callable[[], dict[str, Any]]) -> Response:
        def made() -> Response:
            venues = [one.name for one in self._across.venues()]
            try:
                text = self._templates.get_template(template).render(
                    **values(), titles=TITLES, shown=shown, path=request.url.path, venues=venues
                )
            except (HTTPException, UserError, ResourceError):
                raise
            except Exception as error:
                venue = request.path_params.get("venue")
                if venue is None:
                    raise
                # a venue's journal can make a page of this venue fail in any way
                _log.exception("%s cannot be shown", request.url.path)
                raise NotFound("This page of %(venue)s cannot be made.", venue=venue) from error
            return HTMLResponse(text)

        return await self._answer(request, made)

    async def _answer(self, request: Request, made: Callable[[], Response]) -> Response:
        """Return an answer with headers for caching; only "not modified" if the reader has it already."""
        stamp = await asyncio.to_thread(self._across.stamp)
        etag = f'"{stamp}-{language()}"'
        headers = {
            "etag": etag, "cache-control": f"public, max-age={FRESH_S}, stale-if-error=86400",
            "vary": "Accept-Language, Cookie",
        }  # fmt: skip
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        answer = await asyncio.to_thread(made)
        answer.headers.update(headers)
        return answer


def _matches(row: MatchRow, event: EventView) -> list[int]:
    """Return the numbers of the matches at tables that were played for a row, oldest first."""
    if row.pairing is not None:
        return sorted(number for number, pairing in event.tables.items() if pairing == row.pairing)
    return sorted({one.match for one in row.entries if one.match is not None})


def make_federation_app(across: AcrossVenues, settings: Settings | None = None) -> Starlette:
    """Return the application."""
    settings = settings or Settings(title="Federation")
    pages = FederationPages(across, settings)

    async def first(request: Request) -> Response:
        return RedirectResponse("/rankings/world", 307)

    def refused(sentence: str, status: int, headers: dict[str, str] | None = None) -> Response:
        text = pages._templates.get_template("federation_error.html").render(
            titles=TITLES, path="", venues=(), sentence=sentence
        )
        return HTMLResponse(text, status, headers)

    async def missing(request: Request, problem: Exception) -> Response:
        return refused(_("There is no such page: choose one from the menu."), 404)

    async def failed(request: Request, problem: Exception) -> Response:
        return refused(str(problem), 503, {"retry-after": "10", "cache-control": "no-store"})

    return Starlette(
        routes=[
            Route("/", first),
            Route("/rankings/{key}", pages.rankings),
            Route("/rankings/{key}/data.json", pages.document),
            Route("/rankings/{key}/players/{player:path}", pages.player),
            Route("/events", pages.events),
            Route("/events/{venue}/{event:int}", pages.event),
            Route("/events/{venue}/{event:int}/matches/{match:int}", pages.match),
            Route("/events/{venue}/{event:int}/matches/{match:int}/log", pages.log),
            Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
        ],
        middleware=[
            Middleware(SecurityHeaders, allowed_hosts=settings.allowed_hosts, https=settings.https),
            Middleware(InTheReadersLanguage),
        ],
        exception_handlers={404: missing, NotFound: missing, ResourceError: failed},
    )
