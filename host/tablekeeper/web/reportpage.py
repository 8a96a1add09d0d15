"""The incident report: the desk's decisions about an event, a player or a match, on paper or as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.desk.report import markdown
from tablekeeper.feeds import csvtext
from tablekeeper.feeds.sheet import Sheet
from tablekeeper.languages import _
from tablekeeper.regulation.moment import clock_time

from .errors import HttpError
from .securedpage import SecuredPage

#: characters of the longest name in a query
_LONGEST = 100
_COLUMNS = ("Number", "Time", "Who", "What", "Paragraphs", "Effects", "State")


def _sheet(told: Mapping[str, Any]) -> Sheet:
    """Return a report as a table with one row per entry of the desk."""
    rows = []
    for one in told["entries"]:
        undone = "undone" if one["undone"] else ""
        overturned = (
            _("overturned by %(overturned_by)s", overturned_by=one["overturned_by"])
            if one.get("overturned_by")
            else ""
        )
        effects = [
            f"{effect['text']} ({effect['at_table']})" if effect["at_table"] else effect["text"]
            for effect in one.get("effects", ())
        ]
        paragraphs = [f"§{found['number']} {found['name']}" for found in one.get("paragraphs", ())]
        rows.append((
            one["seq"], clock_time(one["at_ms"]), one["actor"], one["text"], "; ".join(paragraphs),
            "; ".join(effects), undone or overturned,
        ))  # fmt: skip
    return Sheet(_("Incident report"), _COLUMNS, tuple(rows))


class ReportPage(SecuredPage):
    """Shows the incident report, and writes it as a file."""

    async def show(self, request: Request) -> Response:
        """GET /rulings/report?event=N&player=NAME&match=N"""
        return await self.view(request, self._show)

    async def file(self, request: Request) -> Response:
        """GET /rulings/report.txt or .csv: the incident report, with the filters of its page."""
        self.auth.demand(request)
        told = await asyncio.to_thread(self._told, request)
        kind = request.path_params["kind"]
        if kind == "csv":
            body, media_type = csvtext.csv_text(_sheet(told)), csvtext.MEDIA_TYPE
        elif kind == "txt":
            body, media_type = markdown(told), "text/plain; charset=utf-8"
        else:
            raise HttpError(404, _("The report is there as .txt and .csv."))
        name = f'attachment; filename="incident-report.{kind}"'
        headers = {"content-disposition": name, "cache-control": "no-store"}
        return Response(body, headers=headers, media_type=media_type)

    def _show(self, request: Request) -> Response:
        service = self.pages.service
        told, typed = self._told(request), _typed(request)
        return self.pages.page(
            request, "report.html", told=told, typed=typed, query=urlencode(typed),
            events=[(one.id, one.name) for one in service.events.all()][::-1],
            now_ms=service.clock.now_ms(),
        )  # fmt: skip

    def _told(self, request: Request) -> Mapping[str, Any]:
        typed = _typed(request)
        numbers = {}
        for key in ("event", "match"):
            text = typed.get(key, "")
            if text and (not (text.isascii() and text.isdigit()) or len(text) > 9):
                raise HttpError(404, _("The %(key)s is a number: choose or write it.", key=key))
            numbers[key] = int(text) if text else None
        return self.pages.service.desk.report(player=typed.get("player"), **numbers)


def _typed(request: Request) -> dict[str, str]:
    told = {key: " ".join(request.query_params.get(key, "").split()) for key in ("event", "player", "match")}
    return {key: text[:_LONGEST] for key, text in told.items() if text}
