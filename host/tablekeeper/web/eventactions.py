"""The director's actions on a whole event: the forms of its page.

A refused form is shown again on its page, with the typed values (web/forms.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director.desk.notices import ANNOUNCE, TAKE_DOWN
from tablekeeper.director.events import journal
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.formats.written import written
from tablekeeper.journal.action import UNDO
from tablekeeper.languages import _

from .errors import HttpError
from .eventforms import FIELD, SentForm, confirmation, names, rated, refused, values
from .eventpages import EventPages
from .forms import number_of, sends
from .securedpage import SecuredPage


class SentEventForm(SentForm):
    """A form of an event's page, and its sender."""

    @property
    def new_draw(self) -> bool:
        """Whether the form confirms that the draw may be replaced."""
        return self.form.get("new_draw") == "1"


@dataclass(slots=True)
class EventActions(SecuredPage):
    """Carries out the forms of an event's page."""

    shown: EventPages

    async def act(self, request: Request) -> Response:
        """POST /events/{event}: `what` is the name of an action, with its fields."""
        form = await self.auth.form(request)
        event = request.path_params["event"]
        view = await asyncio.to_thread(self.pages.event, event)
        action = _ACTIONS[str(form.get("what", ""))]
        sent = SentEventForm(view, form, request.state.session.person)
        try:
            await asyncio.to_thread(action, self, sent)
        except Unconfirmed as asked:
            return confirmation(self.pages, request, f"/events/{event}", view, form, asked)
        except HttpError:
            raise
        except UserError as error:
            before = await asyncio.to_thread(self._events.shown.state, event)
            return await self.shown.show(request, refused(form, error, _shown(view, before)))
        return RedirectResponse(f"/events/{event}", status_code=303)

    def _enter(self, sent: SentEventForm) -> None:
        different, bye_of = sent.form.get("different") == "1", sent.text("bye_of")
        self._events.enter(
            sent.view.id, names(sent.form), different=different, bye_of=bye_of, actor=sent.actor
        )

    def _discard(self, sent: SentEventForm) -> None:
        self._events.discard(sent.view.id, sent.reason, actor=sent.actor)

    def _withdraw(self, sent: SentEventForm) -> None:
        player, ruling = sent.text("player"), sent.text("ruling")
        ask = sent.form.get("sure") != "1"
        self._events.withdraw(sent.view.id, player, sent.reason, ruling=ruling, ask=ask, actor=sent.actor)

    def _set(self, sent: SentEventForm) -> None:
        options = values(sent.view.form.options, sent.form)
        self._events.set_options(sent.view.id, options, new_draw=sent.new_draw, actor=sent.actor)

    def _draw(self, sent: SentEventForm) -> None:
        seed = number_of(sent.form, "seed", _("The seed")) if sent.text("seed").strip() else None
        choices = values(sent.view.form.draws, sent.form)
        self._events.draw(sent.view.id, seed, choices, new_draw=sent.new_draw, actor=sent.actor)

    def _turn(self, sent: SentEventForm) -> None:
        self._events.turn(sent.view.id, sent.text("on_turn"), sent.text("against"), actor=sent.actor)

    def _start(self, sent: SentEventForm) -> None:
        self._events.start(sent.view.id, absent=sent.form.get("absent") == "1", actor=sent.actor)

    def _result(self, sent: SentEventForm) -> None:
        self._events.result(sent.view.id, self._said(sent), actor=sent.actor)

    def _undo(self, sent: SentEventForm) -> None:
        first = number_of(sent.form, "undoes", _("The action"))
        if sent.text("through").strip():
            last = number_of(sent.form, "through", _("The last action"))
            self._events.batches.undo(sent.view.id, first, last, sent.reason, actor=sent.actor)
        else:
            self._events.undo(sent.view.id, first, sent.reason, actor=sent.actor)

    def _finish(self, sent: SentEventForm) -> None:
        self._events.finish(sent.view.id, sent.reason, actor=sent.actor)

    def _reopen(self, sent: SentEventForm) -> None:
        self._events.reopen(sent.view.id, sent.reason, actor=sent.actor)

    def _announce(self, sent: SentEventForm) -> None:
        self.do(ANNOUNCE, sent.form, sent.actor, event=sent.view.id)

    def _take_down(self, sent: SentEventForm) -> None:
        self.do(TAKE_DOWN, sent.form, sent.actor)

    def _claims(self, sent: SentEventForm) -> None:
        """Set when results of players count."""
        one_browser = sent.text("one_browser") == "yes"
        self._events.set_claims(sent.view.id, sent.text("rule"), one_browser, actor=sent.actor)

    @property
    def _events(self) -> Events:
        return self.pages.service.events

    def _said(self, sent: SentEventForm) -> Mapping[str, Any]:
        result = values(sent.view.form.result, sent.form)
        if not result:
            raise UserError(_("No field of the result was filled in."))
        return rated(self.pages, result)


def _shown(view: EventView, before: EventState | None) -> dict[str, str] | None:
    """Return the values of the option inputs that the author of a form has seen."""
    if before is None:
        return None
    known = {option.key: option for option in view.form.options}
    said = {key: value for key, value in before.options.items() if key in known}
    return {f"{FIELD}{key}": written(known[key], value) for key, value in said.items()}


_ACTIONS: Mapping[str, Callable[[EventActions, SentEventForm], None]] = {
    journal.ENTER: EventActions._enter,
    journal.DISCARD: EventActions._discard,
    journal.WITHDRAW: EventActions._withdraw,
    journal.SET: EventActions._set,
    journal.DRAW: EventActions._draw,
    journal.TURN: EventActions._turn,
    journal.START: EventActions._start,
    journal.RESULT: EventActions._result,
    UNDO: EventActions._undo,
    journal.FINISH: EventActions._finish,
    journal.REOPEN: EventActions._reopen,
    journal.CLAIMS: EventActions._claims,
    ANNOUNCE.key: EventActions._announce,
    TAKE_DOWN.key: EventActions._take_down,
}
sends(*_ACTIONS)(EventActions.act)
