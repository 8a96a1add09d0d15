"""The pages of rankings, ratings and players, and their files: public and read-only.

They show published data only; the director's view of rankings is elsewhere. Open pages are updated when the
register or the entries change.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper import rankings
from tablekeeper.director.published import RATINGS, Published, RankingView, RatingsView
from tablekeeper.director.ranking.player import PlayerView
from tablekeeper.errors import NotFound, UserError
from tablekeeper.feeds import atom, csvtext, workbook
from tablekeeper.feeds.ranking import (
    ranking_document,
    ranking_sheets,
    ratings_document,
    ratings_sheet,
)
from tablekeeper.feeds.sheet import Sheet
from tablekeeper.feeds.standings import event_sheets, standings_sheet
from tablekeeper.languages import _
from tablekeeper.pictures import points as points_picture
from tablekeeper.pictures import ranking as ranking_picture
from tablekeeper.pictures import rating as rating_picture
from tablekeeper.pictures import season as season_picture
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.rankings.table import TITLES as RANKINGS

from .errors import HttpError
from .fragments import Fragment
from .pages import Pages

#: topics that change them
TOPIC = "people"
#: key -> title
TITLES = {
    **RANKINGS,
    **{key: system.title for key, system in SYSTEMS.items()},
}
#: the most lines of a rating list, and results of a player, on a page
MOST_LINES, MOST_RESULTS = 500, 100
NO_PLAYER = _("There is no page of this player: the rankings link to all of them.")
_SVG = "image/svg+xml"


def _season(view: PlayerView) -> str | None:
    """Return a player's points by tournament as a picture; None without a tournament."""
    earned = [
        points_picture.Earned(one.tournament.date, one.tournament.name, one.place, one.points)
        for one in reversed(view.tournaments)
    ]
    return points_picture.picture(earned, view.name) if earned else None


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise HttpError(400, _(
            "'%(text)s' is not a day: write it like 2026-05-01.",
            text=text[:20],
        )) from None


def _known(key: str) -> str:
    if key not in TITLES:
        raise HttpError(404, _("There is no such ranking: choose one on the page."))
    return key


def _file(request: Request, content: str | bytes, media_type: str, name: str | None = None) -> Response:
    """Return a file with an ETag, so that a reader fetches it again only after a change."""
    body = content.encode() if isinstance(content, str) else content
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    if name is not None:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    return Response(body, headers=headers, media_type=media_type)


@dataclass(slots=True)
class RankingPages:
    """Shows rankings, rating lists and players, and serves their files."""

    pages: Pages
    #: the parts that must be rendered again after a publication
    _parts: set[str] = field(default_factory=set)

    @property
    def _published(self) -> Published:
        return self.pages.service.published

    def changed(self, topic: str) -> None:
        """Drop the parts that depend on a changed topic."""
        if topic == TOPIC:
            for key in tuple(self._parts):
                self.pages.fragments.drop(key)

    async def _kept(self, key: str, render: Callable[[], Fragment]) -> Fragment:
        part = await self.pages.fragments.get(key, render)
        self._parts.add(key)
        return part

    # --- rankings -----------------------------------------------------------------------------

    async def _part(self, key: str, as_of: date | None) -> Fragment:
        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            if key in RATINGS:
                ratings = self._published.ratings(key, as_of)
                return self.pages.part(
                    "_ratings.html", now, view=ratings, title=TITLES[key], rated=SYSTEMS[key].rated,
                    most=MOST_LINES, movement=ranking_picture.movement, told=ranking_picture.movement_told,
                    figure=figure,
                )  # fmt: skip
            view = self._ranking(key, as_of)
            return self.pages.part(
                "_ranking.html", now, view=view, shown=shown, movement=ranking_picture.movement,
                told=ranking_picture.movement_told, reasons=rankings.explained(view.table),
                picture=self._picture(view, False, "ranking"),
                season=season_picture.picture(view.table, view.past, alone=False, key="season"),
            )  # fmt: skip

        if as_of is not None and as_of not in await asyncio.to_thread(self._published.days, key):
            # only days with a change are cached, because there are too many others
            return await asyncio.to_thread(render)
        return await self._kept(f"rankings/{key}/{as_of or ''}", render)

    def _ranking(self, key: str, as_of: date | None) -> RankingView:
        return self._published.ranking(key, as_of)

    def _picture(self, view: RankingView, alone: bool = True, key: str = "picture") -> str:
        return ranking_picture.picture(view.table, view.before, alone=alone, key=key)

    async def show(self, request: Request) -> Response:
        """GET /rankings/{key}?as-of=DATE; /rankings is the first of them"""
        key = _known(request.path_params.get("key", next(iter(TITLES))))
        as_of = _day(request.query_params.get("as-of", ""))
        part = await self._part(key, as_of)
        days = await asyncio.to_thread(self._published.days, key)
        return self.pages.whole(
            request, "rankings.html", part, key=key, titles=TITLES, as_of=as_of, days=days[::-1],
            ratings=key in RATINGS, topic=TOPIC,
        )  # fmt: skip

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/rankings/{key}?as-of=DATE"""
        key = _known(request.path_params["key"])
        part = await self._part(key, _day(request.query_params.get("as-of", "")))
        return self.pages.fragment(request, part)

    async def file(self, request: Request) -> Response:
        """GET /rankings/{key}.csv, .json, .xlsx or .svg: a ranking, with ?as-of=DATE as it was on a day."""
        key = _known(request.path_params["key"])
        as_of = _day(request.query_params.get("as-of", ""))
        kind = request.path_params["kind"]

        def make() -> tuple[str | bytes, str]:
            if key in RATINGS:
                return _ratings_file(self._published.ratings(key, as_of), kind)
            view = self._ranking(key, as_of)
            if kind == "svg":
                return self._picture(view), _SVG
            return _ranking_file(view, kind)

        content, media_type = await asyncio.to_thread(make)
        name = None if kind in ("json", "svg") else f"{key}{f'-{as_of}' if as_of else ''}.{kind}"
        return _file(request, content, media_type, name)

    async def season(self, request: Request) -> Response:
        """GET /rankings/{key}.season.svg: the results that count; ?as-of=DATE shows a past day."""
        key = _known(request.path_params["key"])
        if key in RATINGS:
            raise HttpError(404, _("There is no such picture for ratings: a player's page has curves."))
        view = await asyncio.to_thread(self._ranking, key, _day(request.query_params.get("as-of", "")))
        return _file(request, season_picture.picture(view.table, view.past), _SVG)

    # --- players ------------------------------------------------------------------------------

    def _player(self, number: int) -> PlayerView:
        try:
            return self._published.player(number)
        except NotFound as problem:
            raise HttpError(404, NO_PLAYER) from problem

    async def player_part(self, number: int) -> Fragment:
        """Return the part that shows a player's rankings, tournaments and ratings."""
        def render() -> Fragment:
            view = self._player(number)
            now = self.pages.service.clock.now_ms()
            return self.pages.part(
                "_player.html", now, view=view, titles=TITLES, shown=shown, figure=figure,
                curves={key: _curve(view, key, False) for key in view.curves}, most=MOST_RESULTS,
                season=_season(view),
            )  # fmt: skip

        return await self._kept(f"players/{number}", render)

    async def player_fragment(self, request: Request) -> Response:
        """GET /fragments/players/{player}"""
        return self.pages.fragment(request, await self.player_part(request.path_params["player"]))

    async def curve(self, request: Request) -> Response:
        """GET /players/{player}/{key}.svg: the curve of a rating."""
        view = await asyncio.to_thread(self._player, request.path_params["player"])
        key = request.path_params["key"]
        if key not in view.curves:
            raise HttpError(404, _("There is no such curve: the player's page shows every one there is."))
        return _file(request, _curve(view, key, True), _SVG)

    # --- events -------------------------------------------------------------------------------

    async def standings(self, request: Request) -> Response:
        """GET /events/{event}/standings.csv or .xlsx: the standings; the workbook has the results, too."""
        event, kind = request.path_params["event"], request.path_params["kind"]

        def make() -> tuple[str | bytes, str]:
            report = self._published.event(event)
            if kind == "csv":
                return csvtext.csv_text(standings_sheet(report)), csvtext.MEDIA_TYPE
            if kind == "xlsx":
                return workbook.workbook(
                    event_sheets(report), report.name, report.changed_ms
                ), workbook.MEDIA_TYPE
            raise HttpError(404, _("Standings are available as .csv and .xlsx."))

        try:
            content, media_type = await asyncio.to_thread(make)
        except UserError as problem:
            raise HttpError(404, str(problem)) from problem
        return _file(request, content, media_type, f"event-{event}.{kind}")

    async def feed(self, request: Request) -> Response:
        """GET /feed.atom: the finished events that were changed last."""
        settings = self.pages.settings
        scheme = "https" if settings.https else request.url.scheme
        base = f"{scheme}://{request.url.netloc}"

        def make() -> str:
            return atom.atom(self._published.finished(atom.MOST), base, settings.title)

        return _file(request, await asyncio.to_thread(make), atom.MEDIA_TYPE)


def figure(value: Any) -> str:
    """Return the text of a rating's figure in lists."""
    return rating_picture.rounded(value) if isinstance(value, float) else str(value)


def _curve(view: PlayerView, key: str, alone: bool) -> str:
    points = [
        rating_picture.Point(date.fromisoformat(one.day), one.value, one.provisional)
        for one in view.curves[key]
    ]
    return rating_picture.picture(
        points, view.name, SYSTEMS[key].one, alone=alone, key=f"curve-{key}"
    )


def _ranking_file(view: RankingView, kind: str) -> tuple[str | bytes, str]:
    return _table_file(ranking_sheets(view), ranking_document(view), kind, view.table.title, _last(view))


def _ratings_file(view: RatingsView, kind: str) -> tuple[str | bytes, str]:
    return _table_file((ratings_sheet(view),), ratings_document(view), kind, TITLES[view.key], _last(view))


def _last(view: RankingView | RatingsView) -> int | None:
    """Return the day of a file's contents, in ms."""
    day = view.as_of or (view.days[-1] if view.days else None)
    return None if day is None else (day - date(1970, 1, 1)).days * 86_400_000


def _table_file(
    sheets: tuple[Sheet, ...], document: dict[str, Any], kind: str, title: str, at_ms: int | None
) -> tuple[str | bytes, str]:
    if kind == "csv":
        return csvtext.csv_text(sheets[0]), csvtext.MEDIA_TYPE
    if kind == "json":
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n", "application/json"
    if kind == "xlsx":
        return workbook.workbook(sheets, title, at_ms), workbook.MEDIA_TYPE
    raise HttpError(404, _("Rankings are available as .csv, .json, .xlsx and .svg; ratings as .csv, .json "
                           "and .xlsx."))
