"""The pages of events: standings with reasons, what is to be played; and the director's forms.

The forms are made from the formats' option tables, so a new format has its page by being registered.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director.adjudication import asks, with_rates
from tablekeeper.director.events import journal
from tablekeeper.director.events.boardqueue import board_queue
from tablekeeper.director.events.opengames import game, overdue, player_games
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import NotFound, UserError
from tablekeeper.formats import FORMATS, Format
from tablekeeper.formats.option import Option
from tablekeeper.formats.wording import pairing_text
from tablekeeper.formats.written import value_of, written
from tablekeeper.journal.action import UNDO
from tablekeeper.pictures.event import picture
from tablekeeper.text import number, value_text

from .auth import Auth
from .errors import HttpError
from .fragments import Fragment
from .pages import GNUBG_PATIENCE, Pages

#: characters of the largest picture that is sent to everybody who watches, at every change
_LARGEST_PICTURE = 400_000
#: prefix of the names of the form's fields
_FIELD = "field-"


def _values(table: Sequence[Option], form: FormData) -> dict[str, Any]:
    """Return the fields that were filled in, as an event file has them."""
    found: dict[str, Any] = {}
    for option in table:
        text = str(form.get(f"{_FIELD}{option.key}", "")).strip()
        if not text:
            continue
        try:
            found[option.key] = value_of(option, text)
        except UserError as error:
            raise HttpError(409, f"{option.label}: {error}.") from None
    return found


def _result_fields(form: Format) -> list[Option]:
    """Return the fields of a result; a withdrawal on which the director rules has its own form."""
    gone = (form.departure, "ruling") if form.departures else ()
    return [option for option in form.result if option.key not in gone]


def _names(form: FormData) -> list[str]:
    return [name for line in str(form.get("players", "")).splitlines() if (name := line.strip())]


def _number(form: FormData, name: str, what: str) -> int:
    text = str(form.get(name, "")).strip()
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise HttpError(409, f"{what} is missing: choose or write a number.")
    return int(text)


def _undoable(view: EventView) -> list[Any]:
    """Return the actions that an undo may name, newest first."""
    return [one for one in reversed(view.history) if not one.undone and one.seq > 1]


def _playable(view: EventView) -> list[tuple[str, Mapping[str, Any]]]:
    """Return what can be set up at a table now: each pairing that a board can play, named by its JSON."""
    pairings = () if view.answer is None or view.phase != "running" else view.answer.next
    return [
        (json.dumps(number(pairing), sort_keys=True), pairing)
        for pairing in pairings
        if view.form.board.plays(pairing)
    ]


def _coloured(view: EventView) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the games among these whose colours the director can choose."""
    board = view.form.board
    chosen = bool(board.race_rules) and not board.colours_option
    return [(name, pairing) for name, pairing in _playable(view) if chosen and "players" in pairing]


@dataclass(slots=True)
class EventPages:
    """Shows events and carries out the director's actions in them."""

    pages: Pages
    auth: Auth

    @property
    def _events(self) -> Events:
        return self.pages.service.events

    # --- the list -----------------------------------------------------------------------------

    async def _index_part(self) -> Fragment:
        def render() -> Fragment:
            now = self.pages.service.clock.now_ms()
            found = self._events.all()
            queue = board_queue([self._events.get(one.id) for one in found if one.phase == "running"])
            return self.pages.part(
                "_events.html", now, events=found[::-1], queue=queue, pairing_text=pairing_text
            )

        return await self.pages.fragments.get("events", render)

    async def index(self, request: Request) -> Response:
        """GET /events?format=KEY"""
        key = request.query_params.get("format", next(iter(FORMATS)))
        if key not in FORMATS:
            raise HttpError(404, f"There is no format '{key[:20]}': choose one of the page.")
        return self.pages.whole(
            request, "events.html", await self._index_part(), form=FORMATS[key], offered=FORMATS,
            written=written,
        )  # fmt: skip

    async def index_fragment(self, request: Request) -> Response:
        """GET /fragments/events"""
        return self.pages.fragment(request, await self._index_part())

    async def create(self, request: Request) -> Response:
        """POST /events: `format`, `name`, the fields of its options, and `players`, one a line."""
        form = await self.auth.form(request)
        key = str(form.get("format", ""))
        if key not in FORMATS:
            raise HttpError(404, "There is no such format: choose one of the page.")
        options = _values(FORMATS[key].options, form)
        event = await asyncio.to_thread(self._events.new, str(form.get("name", "")), key, options)
        return RedirectResponse(f"/events/{event}", status_code=303)

    # --- one event ----------------------------------------------------------------------------

    def _view(self, event: int) -> EventView:
        try:
            return self._events.get(event)
        except NotFound as problem:
            raise HttpError(404, "There is no event under this address: choose one of the list.") from problem

    def _picture(self, view: EventView) -> str | None:
        """Return the event's picture in the page's own colours, None without one or if it is too large."""
        played = self._events.played(view.id)
        drawn = None if played is None else picture(view.form, played, view.name, alone=False)
        return drawn if drawn is not None and len(drawn) <= _LARGEST_PICTURE else None

    async def _part(self, event: int) -> Fragment:
        def render() -> Fragment:
            view = self._view(event)
            return self.pages.part(
                "_event.html", self.pages.service.clock.now_ms(), event=view,
                futures=self._events.futures(event), pairing_text=pairing_text, value_text=value_text,
                picture=self._picture(view), game=partial(game, view),
                coming=self._events.next_colours(event),
                sets=partial(self.pages.service.event_tables.sets, view),
            )  # fmt: skip

        return await self.pages.fragments.get(f"event/{event}", render)

    async def show(self, request: Request) -> Response:
        """GET /events/{event}"""
        event = request.path_params["event"]
        part = await self._part(event)
        view = await asyncio.to_thread(self._view, event)
        hall = await asyncio.to_thread(self.pages.service.overview.hall)
        committee = await asyncio.to_thread(self.pages.service.desk.committee)
        return self.pages.whole(
            request, "event.html", part, event=view, written=written, undoable=_undoable(view),
            pairing_text=pairing_text, playable=_playable(view), tables=hall.tables,
            asks_length=view.form.board.asks_length,
            coloured=_coloured(view),
            draws=type(view.form).draw is not Format.draw, committee=committee,
            result_fields=_result_fields(view.form), overdue=overdue(view, self.pages.service.clock.now_ms()),
        )  # fmt: skip

    async def player(self, request: Request) -> Response:
        """GET /events/{event}/players/{player}: the games of one player, by the place in the entries."""
        view = await asyncio.to_thread(self._view, request.path_params["event"])
        place = request.path_params["player"]
        if not 1 <= place <= len(view.players):
            raise HttpError(404, "There is no player under this address: choose one of the event's page.")
        return self.pages.page(
            request, "event_player.html", event=view, games=player_games(view, view.players[place - 1]),
            pairing_text=pairing_text, now_ms=self.pages.service.clock.now_ms(),
        )  # fmt: skip

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/events/{event}"""
        return self.pages.fragment(request, await self._part(request.path_params["event"]))

    async def act(self, request: Request) -> Response:
        """POST /events/{event}: `what` is the name of an action, with its fields."""
        form = await self.auth.form(request)
        event = request.path_params["event"]
        view = await asyncio.to_thread(self._view, event)
        try:
            await asyncio.to_thread(self._act, view, form)
        except Unconfirmed as asked:
            # the same form once more, with the confirmation
            again = {key: str(value) for key, value in form.items() if key != "token"} | asked.said
            return self.pages.page(request, "confirm.html", event=view, asked=asked, again=again)
        return RedirectResponse(f"/events/{event}", status_code=303)

    def _act(self, view: EventView, form: FormData) -> None:
        events, event, what = self._events, view.id, str(form.get("what", ""))
        reason = " ".join(str(form.get("reason", "")).split())
        new_draw = form.get("new_draw") == "1"
        if what == journal.ENTER:
            events.enter(event, _names(form), different=form.get("different") == "1")
        elif what == journal.DISCARD:
            events.discard(event, reason)
        elif what == journal.WITHDRAW:
            ruling = str(form.get("ruling", ""))
            events.withdraw(event, str(form.get("player", "")), reason, ruling=ruling)
        elif what == journal.SET:
            events.set_options(event, _values(view.form.options, form), new_draw=new_draw)
        elif what == journal.DRAW:
            seed = _number(form, "seed", "The seed") if str(form.get("seed", "")).strip() else None
            events.draw(event, seed, _values(view.form.draws, form), new_draw=new_draw)
        elif what == journal.THROW:
            events.throw(event, str(form.get("throws", "")))
        elif what == journal.COLOURS:
            events.colours(event, self._pairing(view, form), str(form.get("colours", "")))
        elif what == journal.TURN:
            events.turn(event, str(form.get("on_turn", "")), str(form.get("against", "")))
        elif what == journal.START:
            events.start(event)
        elif what == journal.RESULT:
            events.result(event, self._result(view, form))
        elif what == "play":
            told = str(form.get("length", "")).strip()
            length = _number(form, "length", "The length of the match") if told else None
            control = str(form.get("control", ""))
            tables = self.pages.service.event_tables
            tables.play(event, self._pairing(view, form), str(form.get("table", "")), length, control)
        elif what == journal.RULE:
            result = None if form.get("none") == "1" else self._result(view, form)
            events.rule(event, _number(form, "replaces", "The action"), result, reason)
        elif what == journal.CONFIRM:
            events.confirm(event, _number(form, "claim", "The claim"))
        elif what == journal.REJECT:
            events.reject(event, _number(form, "claim", "The claim"), reason)
        elif what == UNDO:
            first = _number(form, "undoes", "The action")
            if str(form.get("through", "")).strip():
                events.batches.undo(event, first, _number(form, "through", "The last action"), reason)
            else:
                events.undo(event, first, reason)
        elif what == journal.FINISH:
            events.finish(event, reason)
        elif what == journal.REOPEN:
            events.reopen(event, reason)
        else:
            raise HttpError(400, "Unknown action: reload the page and try again.")

    def _pairing(self, view: EventView, form: FormData) -> Mapping[str, Any]:
        chosen = [pairing for name, pairing in _playable(view) if name == str(form.get("pairing", ""))]
        if not chosen:
            raise HttpError(409, "That is not to be played any more: reload the page.")
        return chosen[0]

    def _result(self, view: EventView, form: FormData) -> Mapping[str, Any]:
        result = _values(view.form.result, form)
        if not result:
            raise HttpError(409, "No field of the result was filled in.")
        if not asks(result):
            return result
        with self.pages.asking_gnubg():
            return with_rates(result, GNUBG_PATIENCE)
