"""The pages of events: standings with reasons, what is to be played; and the director's forms.

The forms are made from the formats' option tables, so a new format has its page by being registered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.roles import SCORER
from tablekeeper.director.events.boardqueue import board_queue
from tablekeeper.director.events.matchrows import match_rows
from tablekeeper.director.events.opengames import game
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.views import EventView
from tablekeeper.director.views import TableSpan
from tablekeeper.formats import Format
from tablekeeper.formats.option import Option
from tablekeeper.formats.wording import pairing_text
from tablekeeper.formats.written import written
from tablekeeper.pictures import timeline
from tablekeeper.pictures.event import picture
from tablekeeper.pictures.timeline import Bar
from tablekeeper.text import value_text

from .auth import Auth
from .eventdesk import EventDesk
from .forms import RefusedForm
from .fragments import Fragment
from .pages import Pages
from .wording import hour

#: characters of the largest picture that is sent to everybody who watches, at every change
_LARGEST_PICTURE = 400_000

#: matches at tables that are drawn, the latest
_MOST_SPANS = 200


def _timeline(spans: Sequence[tuple[TableSpan, str]]) -> str | None:
    """Return the picture of which table played what and when, None of nothing."""
    bars = [Bar(span.table, name, span.from_ms, span.to_ms, span.over) for span, name in spans]
    return timeline.picture(bars, lambda ms: hour(ms)[:5]) if bars else None


def _result_fields(form: Format) -> list[Option]:
    """Return the fields of a result; a withdrawal on which the director rules has its own form."""
    gone = (form.departure, "ruling") if form.departures else ()
    return [option for option in form.result if option.key not in gone]


def _undoable(view: EventView) -> list[tuple[int, str]]:
    """Return the actions that an undo may name, newest first."""
    done = (one for one in reversed(view.history) if not one.undone and one.seq > 1)
    return [(one.seq, f"{one.seq}: {one.text}") for one in done]


@dataclass(slots=True)
class EventPages:
    """Shows events and carries out the director's actions in them."""

    pages: Pages
    auth: Auth
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

    def _picture(self, view: EventView) -> str | None:
        """Return the event's picture in the page's own colours, None without one or if it is too large."""
        played = self._events.played(view.id)
        drawn = None if played is None else picture(view.form, played, view.name, alone=False)
        return drawn if drawn is not None and len(drawn) <= _LARGEST_PICTURE else None

    def _spans(self, view: EventView, now: int) -> list[tuple[TableSpan, str]]:
        """Return when its matches were played at which tables, each with its name."""
        spans = self.pages.service.overview.spans(view.tables, now)
        named = {match: pairing_text(pairing) or view.name for match, pairing in view.tables.items()}
        return [(span, named[span.match]) for span in spans[-_MOST_SPANS:]]

    async def _part(self, event: int) -> Fragment:
        def render() -> Fragment:
            view = self.pages.event(event)
            hall = self.pages.service.overview.hall()
            rows = match_rows(view, hall.tables, hall.now_ms)
            playing = [row for row in rows if row.pairing is not None and row.tables]
            at_tables = [row.pairing for row in playing]
            coming = [one for one in self._events.next_colours(event) if one[0] not in at_tables]
            spans = self._spans(view, hall.now_ms)
            return self.pages.part(
                "_event.html", self.pages.service.clock.now_ms(), event=view,
                futures=self._events.futures(event), pairing_text=pairing_text, value_text=value_text,
                picture=self._picture(view), game=partial(game, view),
                coming=coming, playing=playing, spans=spans, timeline=_timeline(spans),
                sets=partial(self.pages.service.event_tables.sets, view),
            )  # fmt: skip

        return await self.pages.fragments.get(f"event/{event}", render)

    async def show(self, request: Request, refused: RefusedForm | None = None) -> Response:
        """GET /events/{event}; also the answer to a form of this page that was `refused`."""
        event = request.path_params["event"]
        # what the forms say to have seen is read before what is shown
        view = await asyncio.to_thread(self.pages.event, event)
        part = await self._part(event)
        committee = await asyncio.to_thread(self.pages.service.desk.committee)
        session = request.state.session
        runs = session is not None and session.may(SCORER)
        desk = await asyncio.to_thread(self.desk.desk, request, event) if runs else ""
        return self.pages.whole(
            request, "event.html", part, event=view, written=written, desk=desk, committee=committee,
            undoable=_undoable(view), result_fields=_result_fields(view.form), refused=refused,
            staying=[(name, name) for name in view.players if name not in view.withdrawn],
            draws=type(view.form).draw is not Format.draw, status=409 if refused else 200,
        )  # fmt: skip

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/events/{event}"""
        return self.pages.fragment(request, await self._part(request.path_params["event"]))
