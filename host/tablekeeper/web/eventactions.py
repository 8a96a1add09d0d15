"""What the director does with a whole event: the forms of its page.

A form that is refused is shown again on the page it came from, with what was typed (web/forms.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director.events import journal
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.journal.action import UNDO

from .auth import Auth
from .errors import HttpError
from .eventforms import names, playable, rated, refused, values, whole
from .eventpages import EventPages
from .pages import Pages


@dataclass(frozen=True, slots=True)
class Sent:
    """A form of an event's page, and who has sent it."""

    view: EventView
    form: FormData
    actor: str

    def text(self, name: str) -> str:
        """Return what an input has."""
        return str(self.form.get(name, ""))

    @property
    def reason(self) -> str:
        """The reason, on one line."""
        return " ".join(self.text("reason").split())

    @property
    def new_draw(self) -> bool:
        """Whether the form says that the draw is to be replaced."""
        return self.form.get("new_draw") == "1"


@dataclass(slots=True)
class EventActions:
    """Carries out the forms of an event's page."""

    pages: Pages
    auth: Auth
    shown: EventPages

    async def act(self, request: Request) -> Response:
        """POST /events/{event}: `what` is the name of an action, with its fields."""
        form = await self.auth.form(request)
        event = request.path_params["event"]
        view = await asyncio.to_thread(self.shown.view, event)
        action = _ACTIONS.get(str(form.get("what", "")))
        if action is None:
            raise HttpError(400, "Unknown action: reload the page and try again.")
        sent = Sent(view, form, request.state.session.person)
        try:
            await asyncio.to_thread(action, self, sent)
        except Unconfirmed as asked:
            return confirmation(self.pages, request, f"/events/{event}", view, form, asked)
        except HttpError:
            raise
        except UserError as error:
            return await self.shown.show(request, refused(form, error))
        return RedirectResponse(f"/events/{event}", status_code=303)

    def _enter(self, sent: Sent) -> None:
        different = sent.form.get("different") == "1"
        self._events.enter(sent.view.id, names(sent.form), different=different, actor=sent.actor)

    def _discard(self, sent: Sent) -> None:
        self._events.discard(sent.view.id, sent.reason, actor=sent.actor)

    def _withdraw(self, sent: Sent) -> None:
        player, ruling = sent.text("player"), sent.text("ruling")
        ask = sent.form.get("sure") != "1"
        self._events.withdraw(sent.view.id, player, sent.reason, ruling=ruling, ask=ask, actor=sent.actor)

    def _set(self, sent: Sent) -> None:
        options = values(sent.view.form.options, sent.form)
        self._events.set_options(sent.view.id, options, new_draw=sent.new_draw, actor=sent.actor)

    def _draw(self, sent: Sent) -> None:
        seed = whole(sent.form, "seed", "The seed") if sent.text("seed").strip() else None
        choices = values(sent.view.form.draws, sent.form)
        self._events.draw(sent.view.id, seed, choices, new_draw=sent.new_draw, actor=sent.actor)

    def _throw(self, sent: Sent) -> None:
        self._events.throw(sent.view.id, sent.text("throws"), actor=sent.actor)

    def _colours(self, sent: Sent) -> None:
        self._events.colours(sent.view.id, self._pairing(sent), sent.text("colours"), actor=sent.actor)

    def _turn(self, sent: Sent) -> None:
        self._events.turn(sent.view.id, sent.text("on_turn"), sent.text("against"), actor=sent.actor)

    def _start(self, sent: Sent) -> None:
        self._events.start(sent.view.id, absent=sent.form.get("absent") == "1", actor=sent.actor)

    def _result(self, sent: Sent) -> None:
        self._events.result(sent.view.id, self._said(sent), actor=sent.actor)

    def _play(self, sent: Sent) -> None:
        length = (
            whole(sent.form, "length", "The length of the match") if sent.text("length").strip() else None
        )
        self.pages.service.event_tables.play(
            sent.view.id, self._pairing(sent), sent.text("table"), length, sent.text("control"),
            actor=sent.actor,
        )  # fmt: skip

    def _rule(self, sent: Sent) -> None:
        result = None if sent.form.get("none") == "1" else self._said(sent)
        replaced = whole(sent.form, "replaces", "The action")
        self._events.rule(sent.view.id, replaced, result, sent.reason, actor=sent.actor)

    def _confirm(self, sent: Sent) -> None:
        self._events.confirm(sent.view.id, whole(sent.form, "claim", "The claim"), actor=sent.actor)

    def _reject(self, sent: Sent) -> None:
        claim = whole(sent.form, "claim", "The claim")
        self._events.reject(sent.view.id, claim, sent.reason, actor=sent.actor)

    def _undo(self, sent: Sent) -> None:
        first = whole(sent.form, "undoes", "The action")
        if sent.text("through").strip():
            last = whole(sent.form, "through", "The last action")
            self._events.batches.undo(sent.view.id, first, last, sent.reason, actor=sent.actor)
        else:
            self._events.undo(sent.view.id, first, sent.reason, actor=sent.actor)

    def _finish(self, sent: Sent) -> None:
        self._events.finish(sent.view.id, sent.reason, actor=sent.actor)

    def _reopen(self, sent: Sent) -> None:
        self._events.reopen(sent.view.id, sent.reason, actor=sent.actor)

    @property
    def _events(self) -> Events:
        return self.pages.service.events

    def _pairing(self, sent: Sent) -> Mapping[str, Any]:
        chosen = [pairing for name, pairing in playable(sent.view) if name == sent.text("pairing")]
        if not chosen:
            raise UserError("That is not to be played any more: choose another one.", field="pairing")
        return chosen[0]

    def _said(self, sent: Sent) -> Mapping[str, Any]:
        result = values(sent.view.form.result, sent.form)
        if not result:
            raise UserError("No field of the result was filled in.")
        return rated(self.pages, result)


_ACTIONS: Mapping[str, Callable[[EventActions, Sent], None]] = {
    journal.ENTER: EventActions._enter,
    journal.DISCARD: EventActions._discard,
    journal.WITHDRAW: EventActions._withdraw,
    journal.SET: EventActions._set,
    journal.DRAW: EventActions._draw,
    journal.THROW: EventActions._throw,
    journal.COLOURS: EventActions._colours,
    journal.TURN: EventActions._turn,
    journal.START: EventActions._start,
    journal.RESULT: EventActions._result,
    "play": EventActions._play,
    journal.RULE: EventActions._rule,
    journal.CONFIRM: EventActions._confirm,
    journal.REJECT: EventActions._reject,
    UNDO: EventActions._undo,
    journal.FINISH: EventActions._finish,
    journal.REOPEN: EventActions._reopen,
}


def confirmation(
    pages: Pages, request: Request, address: str, view: EventView, form: FormData, asked: Unconfirmed
) -> Response:
    """Return the page that asks for a confirmation: the same form once more, with it."""
    again = {key: str(value) for key, value in form.items() if key != "token"} | asked.said
    return pages.page(request, "confirm.html", event=view, asked=asked, again=again, address=address)
