"""Builds the application: routes, auth, security headers, errors and the event stream."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from tablekeeper.accounts.roles import DIRECTOR, SCORER
from tablekeeper.director.service import Director
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.feeds import atom, csvtext, workbook
from tablekeeper.languages import _, language
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.text import alternatives

from . import languages
from .accountpages import AccountPages
from .announcements import Announcements
from .asidepage import AsidePage
from .auth import Auth
from .boardline import BoardLine
from .boardpage import PARTS, BoardPage
from .callspage import TOPIC as CALLS
from .callspage import CallsPage
from .casepage import CasePage
from .commandpage import COMMAND, CommandPage
from .dicepage import DicePage
from .doctorpage import DoctorPage
from .drawpage import DrawPage
from .entrypages import EntryPages
from .environment import HERE
from .errors import HttpError, Moved, sentence_for
from .eventactions import EventActions
from .eventdesk import EventDesk
from .eventpages import EventPages
from .eventresultspage import EventResultsPage
from .eventsetuppage import EventSetUpPage
from .eventstream import EventStream
from .feespage import FeesPage
from .frontpage import FrontPage
from .hallrulings import HallRulings
from .journalpage import JournalPage
from .loginpage import LoginPage
from .matchpage import MatchPage
from .metricspage import MetricsPage
from .openapi import DAY, FILE, NUMBER, RANK, SVG, TEXT, TOKEN, Data, described, lists, objects
from .overlaypage import PARAMETERS, OverlayPage
from .pages import Pages
from .peoplepages import PeoplePages
from .planpage import PlanPage
from .playerdaypages import PlayerDayPages
from .playerspage import LARGEST_UPLOAD, PlayersPage
from .playpage import PlayPage
from .printpages import PrintPages
from .proxy import BehindProxy
from .rankingpages import TITLES, RankingPages
from .refereecase import FIELDS
from .refereepage import RefereePage
from .refusals import Refusals, wants_json
from .reportpage import ReportPage
from .requestlog import RequestLog
from .requests import PUSH
from .restorepage import RestorePage
from .rulingspage import RulingsPage
from .screenpage import ScreenPage
from .seatingpage import SeatingPage
from .security import SecurityHeaders, TooLarge
from .sentparts import SentParts
from .settings import Settings
from .setuppage import SetUpPage
from .tablecards import TableCards
from .tablespage import ReplacePage, TablesPage
from .taramatch import QUERY as TARA_MATCH
from .tarapages import TaraPages
from .timetablepage import TimetablePage

#: topics of one line: a screen shows the hall, events, a table with its display, and announcements
MOST_TOPICS = 6
LARGEST_FORM = 16 * 1024  # bytes
#: bytes of a form with a list: 1,000 lines of names and clubs, or of results
LARGEST_LIST = 256 * 1024
_log = logging.getLogger(__name__)
_TOPIC = re.compile(r"hall|events|people|desk|calls|event/[0-9]{1,9}|(?:table|screen)/[0-9a-f]{1,32}")


class _Number(IntegerConvertor):
    """A possible number of a row: an address with more digits has no page."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", _Number())


class KeptFiles(StaticFiles):
    """Static files with their version in the address: browsers may cache them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file."""
        answer = await super().get_response(path, scope)
        if answer.status_code == 200 and scope["query_string"]:
            answer.headers["cache-control"] = "public, max-age=31536000, immutable"
        else:
            answer.headers["cache-control"] = "no-cache"
        return answer


class Counted(Response):
    """An answer that is sent within a context, so that a limit counts it until its last byte."""

    def __init__(self, answer: Response, counting: contextlib.AbstractContextManager[None]) -> None:
        super().__init__()
        self.answer, self.counting = answer, counting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        with self.counting:
            await self.answer(scope, receive, send)


def make_app(
    service: Director, *, settings: Settings | None = None, clock: Callable[[], float] = time.monotonic
) -> Starlette:
    """Return the application over a director's service; `clock` gives seconds for sessions and limits.

    Call `app.state.event_stream.close()` before stopping it, because event streams end only then.
    """
    settings = settings or Settings()
    pages = Pages(service, settings, clock)
    auth = Auth(settings, clock, table_name=lambda uid: service.hall.name_of(uid))
    refusals = Refusals(pages, auth)
    logins = LoginPage(pages, auth)
    accounts = AccountPages(pages, auth, logins)
    rulings, cases = RulingsPage(pages, auth), CasePage(pages, auth)
    calls, all_rulings = CallsPage(pages, auth), HallRulings(pages, auth)
    doctor = DoctorPage(pages, auth)
    line = BoardLine(auth)
    board = BoardPage(pages, auth, line)
    report = ReportPage(pages, auth)
    notices = Announcements(pages, auth, calls)
    set_up = SetUpPage(pages, auth)
    aside = AsidePage(pages, auth)
    seats, timetable = SeatingPage(pages, auth), TimetablePage(pages, auth)
    tables, replacing = TablesPage(pages, auth), ReplacePage(pages, auth)
    cards = TableCards(pages, auth)
    plan = PlanPage(pages, auth)
    event_desk = EventDesk(pages, auth)
    tourneys = EventPages(pages, auth, event_desk)
    new_event, players = EventSetUpPage(pages, auth), PlayersPage(pages, auth)
    draw, fees = DrawPage(pages, auth), FeesPage(pages, auth)
    tara = TaraPages(pages, auth)
    prints = PrintPages(pages, auth)
    referee = RefereePage(pages)
    played, restoring = MatchPage(pages), RestorePage(pages, auth)
    dice = DicePage(pages, auth)
    overlay = OverlayPage(pages)
    screen = ScreenPage(pages, auth, overlay)
    ranked, front = RankingPages(pages), FrontPage(pages, auth)
    player_days = PlayerDayPages(pages, event_desk, ranked)
    play = PlayPage(pages, auth)
    commands = CommandPage(service, auth, settings)
    journal = JournalPage(pages, auth)
    people, entries = PeoplePages(pages, auth), EntryPages(pages, auth)

    def changed(topic: str) -> None:
        pages.changed(topic)
        ranked.changed(topic)

    event_stream = EventStream(service, changed, SentParts(clock))
    metrics = MetricsPage(service, auth, settings, event_stream)

    def seen(endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        # a page shows who is signed in
        async def page(request: Request) -> Response:
            request.state.session = auth.session(request)
            return await endpoint(request)

        return page

    async def events(request: Request) -> Response:
        """GET /events?topics=hall,event/3: what changes, as server-sent events; a browser gets a page."""
        if "topics" not in request.query_params and "text/html" in request.headers.get("accept", ""):
            # a browser that follows the link to the events, not a page that listens for changes
            request.state.session = auth.session(request)
            return await tourneys.index(request)
        topics = frozenset(request.query_params.get("topics", "hall").split(","))
        if topics == {""} and "parts" in request.query_params:
            topics = frozenset()
        if len(topics) > MOST_TOPICS or not all(_TOPIC.fullmatch(topic) for topic in topics):
            ours = alternatives(
                ("hall", "table/UID", "screen/UID", "events", "event/ID", "people", "desk", "calls")
            )
            raise HttpError(400, _("Unknown topics: name %(ours)s.", ours=ours))
        asked = frozenset(filter(None, request.query_params.get("parts", "").split(",")))
        parts = [part for source in sorted(asked) if (part := pages.sent_part(source)) is not None]
        if len(parts) < len(asked) or len(parts) > MOST_TOPICS:
            raise HttpError(400, _("Unknown parts: reload the page."))
        if event_stream.closed:
            raise HttpError(503, _("This server is stopping: wait until it is back."), retry_after=5)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        answer = StreamingResponse(
            event_stream.stream(topics, parts, language(), request.scope.get("extensions", {}).get(PUSH)),
            media_type="text/event-stream", headers=headers,
        )
        return Counted(answer, event_stream.line(request.client.host if request.client else "unknown"))

    async def press(request: Request) -> Response:
        """POST /tables/{uid}/keys: press a key of a virtual board."""
        form = await auth.form(request)
        uid, key = request.path_params["uid"], str(form.get("key", ""))
        await asyncio.to_thread(pages.press, uid, key, form.get("held") == "1")
        if wants_json(request):
            return Response(status_code=204)
        return RedirectResponse(f"/tables/{uid}#keys", status_code=303)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        reporting = asyncio.create_task(event_stream.run())
        looking = asyncio.create_task(calls.watch(lambda: bool(event_stream.watchers.get(CALLS))))
        cutting = asyncio.create_task(line.watch())
        for task in (reporting, looking, cutting):
            task.add_done_callback(_log_failure)
        try:
            yield
        finally:
            event_stream.close()
            reporting.cancel()
            looking.cancel()
            cutting.cancel()
            await asyncio.wait([reporting, looking, cutting])

    app = Starlette(
        routes=[
            Route("/", seen(front.show)),
            Route("/fragments/front", front.fragment),
            Route("/tables", tables.show),
            Route("/tables", tables.change, methods=["POST"]),
            Route("/fragments/naming", tables.naming),
            Route("/plan", seen(plan.show)),
            Route("/fragments/plan", plan.fragment),
            Route("/tables/cards", cards.make, methods=["POST"]),
            Route("/tables/{uid}", seen(pages.table)),
            Route("/tables/{uid}/replace", replacing.show),
            Route("/tables/{uid}/replace", replacing.move, methods=["POST"]),
            Route("/tables/{uid}/log", seen(pages.log)),
            Route("/tables/{uid}/rulings", rulings.show),
            Route("/tables/{uid}/rulings", rulings.decide, methods=["POST"]),
            Route("/tables/{uid}/rulings/{case}", cases.show),
            Route("/tables/{uid}/rulings/{case}", cases.decide, methods=["POST"]),
            Route("/events/{event:number}/rulings", rulings.show),
            Route("/events/{event:number}/rulings", rulings.decide, methods=["POST"]),
            Route("/events/{event:number}/rulings/{case}", cases.show),
            Route("/events/{event:number}/rulings/{case}", cases.decide, methods=["POST"]),
            Route("/rulings/report", report.show),
            Data("/rulings/report.{kind}", report.file, {csvtext.MEDIA_TYPE: TEXT, "text/plain": TEXT},
                 choices={"kind": ("csv", "txt")}, role=DIRECTOR,
                 query={"event": NUMBER, "player": TEXT, "match": NUMBER}),
            Route("/rulings", all_rulings.show),
            Route("/rulings", all_rulings.decide, methods=["POST"]),
            Route("/calls", calls.show),
            Route("/calls", calls.done, methods=["POST"]),
            Route("/fragments/calls", calls.list_fragment),
            Route("/fragments/calls/badge", calls.badge_fragment),
            Route("/doctor", doctor.show),
            Route("/fragments/doctor", doctor.fragment),
            Route("/announcements", notices.act, methods=["POST"]),
            Route("/fragments/notices", notices.fragment),
            Route("/tables/{uid}/aside", aside.show),
            Route("/tables/{uid}/aside", aside.decide, methods=["POST"]),
            Route("/tables/{uid}/setup", set_up.show),
            Route("/tables/{uid}/setup", set_up.set_up, methods=["POST"]),
            Route("/tables/{uid}/order", set_up.order, methods=["POST"]),
            Data("/tables/{uid}/screen.png", pages.screen, {"image/png": FILE}),
            Data("/tables/{uid}/keys", press, {}, role=DIRECTOR, sent={
                "application/x-www-form-urlencoded": objects(token=TEXT, key=TEXT)
                | {"properties": {"token": TEXT, "key": TEXT, "held": {"enum": ["0", "1"]}}},
            }),
            Route("/matches/{match:number}", seen(played.show)),
            Route("/matches/{match:number}/restore", restoring.show),
            Route("/matches/{match:number}/restore", restoring.restore, methods=["POST"]),
            Route("/fragments/matches/{match:number}", played.fragment),
            Route("/fragments/hall", pages.hall_fragment),
            Route("/fragments/tables/{uid}", pages.table_fragment),
            Data("/events", events, {"text/event-stream": TEXT, "text/html": TEXT},
                 query={"topics": TEXT, "parts": TEXT}),
            Route("/events/new", new_event.show),
            Route("/events/new", new_event.make, methods=["POST"]),
            Route("/events/{event:number}", seen(tourneys.show)),
            Route("/events/{event:number}", EventActions(pages, auth, tourneys).act, methods=["POST"],
                  max_body_size=LARGEST_LIST),
            Route("/events/{event:number}/players", players.show),
            Route("/events/{event:number}/players", players.act, methods=["POST"],
                  max_body_size=LARGEST_LIST),
            Route("/events/{event:number}/players/file", players.upload, methods=["POST"],
                  max_body_size=LARGEST_UPLOAD),
            Route("/events/{event:number}/fees", fees.show),
            Route("/events/{event:number}/fees", fees.act, methods=["POST"]),
            Data("/events/{event:number}/fees.csv", fees.file, {csvtext.MEDIA_TYPE: TEXT}, role=DIRECTOR),
            Route("/events/{event:number}/draw", draw.show),
            Route("/events/{event:number}/draw", draw.act, methods=["POST"]),
            Route("/events/{event:number}/matches/{match}", seen(event_desk.match)),
            Route("/events/{event:number}/matches/{match}", event_desk.act, methods=["POST"]),
            Route("/events/{event:number}/players/{player:number}", seen(player_days.in_event)),
            Route("/events/{event:number}/print", seen(prints.index)),
            Route("/events/{event:number}/print/{what}", seen(prints.show)),
            Route("/events/{event:number}/results", EventResultsPage(pages, auth).decide, methods=["POST"],
                  max_body_size=LARGEST_LIST),
            Route("/events/{event:number}/timetable", timetable.show),
            Route("/events/{event:number}/timetable", timetable.change, methods=["POST"]),
            Route("/events/{event:number}/seating", seats.show),
            Route("/events/{event:number}/seating", seats.seat, methods=["POST"]),
            Route("/fragments/events", tourneys.index_fragment),
            Route("/fragments/events/{event:number}", tourneys.fragment),
            Route("/fragments/events/{event:number}/now", tourneys.now_fragment),
            Route("/events/{event:number}/matches", seen(tourneys.matches)),
            Route("/events/{event:number}/history", seen(tourneys.history)),
            Data("/events/{event:number}/picture.svg", tourneys.picture, SVG),
            Route("/fragments/events/{event:number}/desk", event_desk.fragment),
            Data("/events/{event:number}/standings.{kind}", ranked.standings,
                 {csvtext.MEDIA_TYPE: TEXT, workbook.MEDIA_TYPE: FILE}, choices={"kind": ("csv", "xlsx")}),
            Data("/feed.atom", ranked.feed, {atom.MEDIA_TYPE: TEXT}),
            Route("/rankings", seen(ranked.show)),
            Data("/rankings/{key}.season.svg", ranked.season, SVG, choices={"key": TITLES},
                 query={"as-of": DAY}),
            Data("/rankings/{key}.{kind}", ranked.file, {
                csvtext.MEDIA_TYPE: TEXT, workbook.MEDIA_TYPE: FILE, **SVG,
                "application/json": objects(rows=lists(objects(rank=RANK, player=TEXT))),
            }, choices={"key": TITLES, "kind": ("csv", "json", "xlsx", "svg")}, query={"as-of": DAY}),
            Route("/rankings/{key}", seen(ranked.show)),
            Route("/fragments/rankings/{key}", ranked.fragment),
            Route("/play", play.show),
            Route("/play", play.act, methods=["POST"]),
            Route("/fragments/play", play.fragment),
            Route("/players/{player:number}", seen(player_days.over_all)),
            Data("/players/{player:number}/{key}.svg", ranked.curve, SVG, choices={"key": SYSTEMS}),
            Route("/players", seen(player_days.search)),
            Route("/fragments/events/{event:number}/players/{player:number}", player_days.in_event_fragment),
            Route("/fragments/players/{player:number}/days", seen(player_days.days_fragment)),
            Route("/fragments/players/{player:number}", ranked.player_fragment),
            Route("/people", people.index),
            Route("/people", people.act, methods=["POST"], max_body_size=LARGEST_LIST),
            Data("/people/names", players.search, {"application/json": objects(names=lists(TEXT))},
                 query={"q": TEXT}, role=DIRECTOR),
            Route("/people/{person:number}", people.show),
            Route("/people/{person:number}", people.decide, methods=["POST"]),
            Route("/entries", entries.index),
            Route("/entries", entries.act, methods=["POST"]),
            Route("/entries/{event:number}", entries.show),
            Route("/entries/{event:number}", entries.decide, methods=["POST"]),
            Route("/screen", screen.show),
            Route("/screen/choice", screen.choose),
            Route("/screen/choice", screen.chosen, methods=["POST"]),
            Route("/fragments/screen/choice", screen.choice),
            Route("/fragments/screen/tables", screen.tables),
            Route("/fragments/screen/events", screen.events),
            Data("/overlay/style.css", overlay.sheet, {"text/css": TEXT},
                 query=dict.fromkeys(PARAMETERS, TEXT)),
            Route("/overlay/{uid}", overlay.show),
            Route("/fragments/overlay/{uid}", overlay.fragment),
            Route("/journal", journal.index),
            Route("/journal/{subject}/{owner:number}/{seq:number}", journal.action),
            Route("/journal/{subject}/{owner:number}/{seq:number}", journal.undo, methods=["POST"]),
            Route("/referee", seen(referee.show)),
            Data("/referee.svg", referee.svg, SVG, query=dict.fromkeys(FIELDS, TEXT)),
            Route("/tara", seen(tara.show)),
            Route("/tara", tara.save, methods=["POST"]),
            Data("/tara.txt", tara.notation, {"text/plain": TEXT}, query=TARA_MATCH),
            Data("/tara.json", tara.document, {"application/json": objects(
                format=TEXT, options=objects(), players=lists(TEXT),
                results=lists(objects(moves=lists(TEXT))),
            )}, query=TARA_MATCH),
            Route("/fragments/tara", tara.fragment),
            Route("/dice", seen(dice.show)),
            Route("/dice", dice.name, methods=["POST"]),
            Data("/metrics", metrics.show, {"text/plain": TEXT}),
            Data("/command", commands.run, {"application/octet-stream": FILE}, role=SCORER, by=TOKEN,
                 sent={"application/json": COMMAND}),
            Data("/openapi.json", described, {"application/json": objects(openapi=TEXT, paths=objects())}),
            Route("/login", seen(logins.show), methods=["GET"]),
            Route("/login", seen(logins.login), methods=["POST"]),
            Route("/logout", logins.logout, methods=["POST"]),
            Route("/account", accounts.own),
            Route("/account", accounts.change_own, methods=["POST"]),
            Route("/accounts", accounts.all),
            Route("/accounts", accounts.change, methods=["POST"]),
            Route("/phones", accounts.phones),
            Route("/board", board.show),
            Route("/board/pair", board.pair, methods=["POST"]),
            WebSocketRoute("/board/line", line.run),
            Data("/board/{name}", board.part, {
                "text/javascript": TEXT, "application/wasm": FILE,
                "application/json": objects(edition=TEXT, files=objects()),
            }, choices={"name": PARTS}),
            Route("/language", languages.choose, methods=["POST"]),
            Route("/display/{key}", logins.display),
            Route("/link/{player:number}/{proof}", logins.player),
            Route("/card/{uid}/{day}/{proof}", logins.card),
            Mount("/static", KeptFiles(directory=HERE / "static")),
        ],
        middleware=[
            Middleware(RequestLog),
            Middleware(languages.InTheReadersLanguage),
            Middleware(BehindProxy, proxy=settings.proxy),
            Middleware(SecurityHeaders, allowed_hosts=settings.allowed_hosts, https=settings.https),
            Middleware(TooLarge, refusal=lambda request: refusals.answer(request, 413, sentence_for(413))),
            # the middleware's own answer would be one line of text without headers
            Middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_FORM),
        ],
        exception_handlers={
            UserError: refusals.refused,
            Moved: refusals.moved,
            ResourceError: refusals.unavailable,
            ClientDisconnect: refusals.left,
            HTTPException: refusals.failed,
            Exception: refusals.failed,
        },
        lifespan=lifespan,
    )
    app.state.event_stream = event_stream
    app.state.board_line = line
    app.state.proxy = settings.proxy
    app.state.auth = auth
    return app


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (problem := task.exception()) is not None:
        _log.error("Changes are no longer reported to the browsers", exc_info=problem)
