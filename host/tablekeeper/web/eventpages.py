"""The pages of events: standings with reasons, open games, and the director's forms.

The forms are made from the formats' option tables, so a registered new format has its page at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.roles import SCORER
from tablekeeper.director.desk.entries import Announcement
from tablekeeper.director.events.boardqueue import board_queue
from tablekeeper.director.events.journal import RULES
from tablekeeper.director.events.matchrows import MatchRow, match_rows
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.timetable import round_title
from tablekeeper.director.events.views import EventView
from tablekeeper.director.views import TableSpan
from tablekeeper.formats import Format
from tablekeeper.formats.option import Option
from tablekeeper.formats.wording import pairing_text
from tablekeeper.formats.written import written
from tablekeeper.languages import _, heading, joined
from tablekeeper.pictures import timeline
from tablekeeper.pictures.event import picture
from tablekeeper.pictures.timeline import Bar
from tablekeeper.text import value_text

from .deskview import address
from .errors import HttpError
from .eventdesk import EventDesk
from .forms import RefusedForm
from .fragments import Fragment
from .links import linked_picture, player_pages
from .pages import AT_TABLES
from .securedpage import SecuredPage
from .wording import hour

#: characters of the largest picture that is drawn, and of the largest one inside the page itself
_LARGEST_PICTURE, _LARGEST_IN_PAGE = 400_000, 30_000
#: the most open matches, results and actions on the page; rows per page of the complete lists
_MOST_NEXT, _MOST_DONE, _NEWEST, _ROWS_PER_PAGE = 8, 16, 60, 100
T = TypeVar("T")

#: the most matches at tables in the picture: the latest ones
_MOST_SPANS = 200


def _timeline(spans: Sequence[tuple[TableSpan, str]]) -> str | None:
    """Return the picture of the matches by table and time, None if there are no matches."""
    bars = [Bar(span.table, name, span.from_ms, span.to_ms, span.over) for span, name in spans]
    return timeline.picture(bars, lambda ms: hour(ms)[:5]) if bars else None


def _result_fields(form: Format) -> list[Option]:
    """Return the fields of a result; a withdrawal on which the director rules has its own form."""
    gone = (form.departure, "ruling") if form.departures else ()
    return [option for option in form.result if option.key not in gone]


def _undoable(view: EventView) -> list[tuple[int, str]]:
    """Return the actions that an undo may name, newest first."""
    done = (one for one in reversed(view.history) if not one.undone and one.seq > 1)
    return [(one.seq, joined((str(one.seq), one.text), ": ")) for one in done]


@dataclass(slots=True)
class EventPages(SecuredPage):
    """Shows events and carries out the director's actions in them."""

    desk: EventDesk

    @property
    def _events(self) -> Events:
        return self.pages.service.events

    # --- the list -----------------------------------------------------------------------------

    async def _index_part(self) -> Fragment:
        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            found = self._events.all()
            running = [self._events.get(one.id) for one in found if one.phase == "running"]
            queue = board_queue(running, self.pages.service.event_tables.sitting(running))
            return self.pages.part(
                "_events.html", now, events=found[::-1], queue=queue, pairing_text=pairing_text
            )

        return await self.pages.fragments.get("events", render)

    async def index(self, request: Request) -> Response:
        """GET /events"""
        return self.pages.whole(request, "events.html", await self._index_part())

    async def index_fragment(self, request: Request) -> Response:
        """GET /fragments/events"""
        return self.pages.fragment(request, await self._index_part())

    # --- one event ----------------------------------------------------------------------------

    def _drawn(self, view: EventView, alone: bool) -> str | None:
        drawn = None if view.answer is None else picture(view.form, view.played, view.name, alone=alone)
        return drawn if drawn is not None and len(drawn) <= _LARGEST_PICTURE else None

    def _spans(self, view: EventView, now: int) -> list[tuple[TableSpan, str]]:
        """Return the times of its matches at tables, each with the match's name."""
        spans = self.pages.service.overview.spans(view.here, now)
        named = {match: pairing_text(pairing) or view.name for match, pairing in view.here.items()}
        return [(span, named[span.match]) for span in spans[-_MOST_SPANS:]]

    def _rows(self, view: EventView) -> tuple[MatchRow, ...]:
        hall = self.pages.service.overview.hall()
        return match_rows(view, hall.tables, hall.now_ms)

    async def _part(self, event: int) -> Fragment:
        def render() -> Fragment:
            view = self.pages.event(event)
            pages = player_pages(view)
            drawn = self._drawn(view, alone=False)
            large = drawn is not None and len(drawn) > _LARGEST_IN_PAGE
            rows = self._rows(view)
            spans = self._spans(view, self.pages.service.clock.now_ms())
            matches = {row.name: address(view, row) for row in rows if row.name}
            return self.pages.part(
                "_event.html", self.pages.service.clock.now_ms(), event=view, pages=pages,
                futures=self._events.futures(event), value_text=value_text, large=large, most=_MOST_DONE,
                picture=None if drawn is None or large else linked_picture(drawn, matches | pages),
                done=[row for row in rows if row.pairing is None and row.entries], newest=_NEWEST,
                match_page=address, spans=spans, timeline=_timeline(spans),
            )  # fmt: skip

        return await self.pages.fragments.get(f"event/{event}", render)

    async def _now_part(self, event: int) -> Fragment:
        def render() -> Fragment:
            view = self.pages.event(event)
            now = self.pages.service.clock.now_ms()
            rows = [row for row in self._rows(view) if row.pairing is not None]
            colours = {id(one): told for one, told in self._coloured(view)}
            following = () if view.answer is None else view.answer.next
            order = {id(one): place for place, one in enumerate(following)}
            rows.sort(key=lambda row: order.get(id(row.pairing), len(order)))
            title, start = next_start(view, now)
            return self.pages.part(
                "_event_now.html", now, event=view, pages=player_pages(view), pairing_text=pairing_text,
                playing=[row for row in rows if row.tables], match_page=address, most=_MOST_NEXT,
                turns=self.pages.turns(event),
                coming=[(row, colours.get(id(row.pairing))) for row in rows if not row.tables],
                start_title=title, start_ms=start, sets=partial(self.pages.service.event_tables.sets, view),
            )  # fmt: skip

        return await self.pages.fragments.get(AT_TABLES, render, f"event/{event}")

    def _coloured(self, view: EventView) -> list[tuple[Any, Any]]:
        """Return the open pairings of `view` with their colours."""
        following = () if view.answer is None else view.answer.next
        told = [colours for _, colours in self._events.colours.coming(view.id)]
        # after an action between the two readings the next rendering has the colours
        return list(zip(following, told, strict=True)) if len(told) == len(following) else []

    async def show(self, request: Request, refused: RefusedForm | None = None) -> Response:
        """GET /events/{event}; also the answer to a form of this page that was `refused`."""
        event = request.path_params["event"]
        # read the forms' mark of what was seen before the present state
        view = await asyncio.to_thread(self.pages.event, event)
        part, now = await self._part(event), await self._now_part(event)
        committee = await asyncio.to_thread(self.pages.service.desk.committee)
        session = request.state.session
        runs = session is not None and session.may(SCORER)
        desk = await asyncio.to_thread(self.desk.desk, request, event) if runs else ""
        return self.pages.whole(
            request, "event.html", part, event=view, now_html=now.body.decode(), written=written,
            desk=desk, committee=committee,
            undoable=_undoable(view), claim_rules=RULES,
            told_here=await asyncio.to_thread(self._told_here, event),
            undecided=await asyncio.to_thread(self.pages.service.events.undecided.of, event, view.tables),
            result_fields=_result_fields(view.form), refused=refused,
            staying=[(name, name) for name in view.players if name not in view.withdrawn],
            draws=type(view.form).draw is not Format.draw,
        )  # fmt: skip

    def _told_here(self, event: int) -> list[Announcement]:
        """Return the announcements for the tables of an event."""
        return [one for one in self.pages.service.desk.shown().announcements if one.event == event]

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/events/{event}"""
        return self.pages.fragment(request, await self._part(request.path_params["event"]))

    async def now_fragment(self, request: Request) -> Response:
        """GET /fragments/events/{event}/now"""
        return self.pages.fragment(request, await self._now_part(request.path_params["event"]))

    # --- lists that are too long for the page -------------------------------------------------

    async def picture(self, request: Request) -> Response:
        """GET /events/{event}/picture.svg: the bracket, table or chart of an event."""
        view = await asyncio.to_thread(self.pages.event, request.path_params["event"])
        drawn = await asyncio.to_thread(self._drawn, view, True)
        if drawn is None:
            raise HttpError(404, _("This event has no picture: its page has the standings."))
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    async def matches(self, request: Request) -> Response:
        """GET /events/{event}/matches?page=1: every match, those that are to be played first"""
        view = await asyncio.to_thread(self.pages.event, request.path_params["event"])
        rows = await asyncio.to_thread(self._rows, view)
        number, count, shown = _turned(request, rows)
        return self.pages.page(
            request, "event_lists.html", event=view, title=_("All matches"), rows=shown, number=number,
            count=count, pages=player_pages(view), match_page=address,
        )  # fmt: skip

    async def history(self, request: Request) -> Response:
        """GET /events/{event}/history?page=1: everything that was done, the newest first"""
        view = await asyncio.to_thread(self.pages.event, request.path_params["event"])
        number, count, shown = _turned(request, view.history[::-1])
        return self.pages.page(
            request, "event_lists.html", event=view, title=_("Everything that was done"), history=shown,
            number=number, count=count,
        )  # fmt: skip


def _turned(request: Request, rows: Sequence[T]) -> tuple[int, int, Sequence[T]]:
    """Return the number of the requested page, the number of pages, and the rows of the page."""
    count = max(1, -(-len(rows) // _ROWS_PER_PAGE))
    asked = request.query_params.get("page", "1")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 0
    if not 1 <= number <= count:
        raise HttpError(404, _("There is no such part of this list: it has %(count)s.", count=count))
    return number, count, rows[(number - 1) * _ROWS_PER_PAGE : number * _ROWS_PER_PAGE]


def next_start(view: EventView, now_ms: int) -> tuple[str, int | None]:
    """Return the next round, as the beginning of a sentence, and its time; None without a later time."""
    if view.phase not in ("entries", "running"):
        return "", None
    name, start = min(
        ((name, at) for name, at in view.timetable.items() if at > now_ms),
        key=lambda one: one[1], default=("", None),
    )  # fmt: skip
    title = round_title(name) if name else view.name
    return heading(title), start
