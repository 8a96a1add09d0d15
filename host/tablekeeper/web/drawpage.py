"""The draw of an event: shown as a picture with its seed, drawn again, and entered when it is accepted."""

from __future__ import annotations

import asyncio
import secrets
from urllib.parse import urlencode

from starlette.datastructures import FormData, QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.director.events import journal
from tablekeeper.director.events.drawing import DrawPreview
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.formats import Format
from tablekeeper.formats.wording import pairing_text
from tablekeeper.formats.written import written
from tablekeeper.languages import _
from tablekeeper.pictures.event import picture
from tablekeeper.text import name_list

from .deskview import next_step
from .errors import HttpError
from .eventforms import FIELD, confirmation, refused, values
from .forms import RefusedForm, number_of, sends
from .securedpage import SecuredPage

#: the limit of seeds on this page: small, because people read them aloud
_SEEDS = 1_000_000_000
#: the most pairings that are listed below the picture
_MOST = 64


class DrawPage(SecuredPage):
    """Shows the preview of a draw, and enters the draw."""

    async def show(self, request: Request) -> Response:
        """GET /events/{event}/draw?seed=N and the draw's choices; without a seed the draw that counts."""
        return await self.view(request, self._page)

    @sends("see", journal.DRAW)
    async def act(self, request: Request) -> Response:
        """POST /events/{event}/draw: `what` is see (by chance, or a seed) or draw, which enters it."""
        form = await self.auth.form(request)
        return await asyncio.to_thread(self._answer, request, form)

    def _answer(self, request: Request, form: FormData) -> Response:
        view = self.pages.event(request.path_params["event"])
        address = f"/events/{view.id}/draw"
        try:
            if form.get("what") == journal.DRAW:
                self.pages.service.events.draw(
                    view.id, number_of(form, "seed", _("The seed")), values(view.form.draws, form),
                    new_draw=form.get("new_draw") == "1", actor=request.state.session.person,
                )  # fmt: skip
                return RedirectResponse(address, status_code=303)
            told = str(form.get("seed", "")).strip()
            seed = number_of(form, "seed", _("The seed")) if told else secrets.randbelow(_SEEDS)
            # an error is raised here, so that it is shown beside its field
            self.pages.service.events.draws.preview(view.id, seed, values(view.form.draws, form))
        except Unconfirmed as asked:
            return confirmation(self.pages, request, address, view, form, asked)
        except HttpError:
            raise
        except UserError as error:
            return self._page(request, refused(form, error))
        choices = {key: form[key] for key in form if key.startswith(FIELD) and form[key]}
        return RedirectResponse(f"{address}?{urlencode({'seed': seed, **choices})}", status_code=303)

    def _page(self, request: Request, again: RefusedForm | None = None) -> Response:
        view = self.pages.event(request.path_params["event"])
        events, asked = self.pages.service.events, QueryParams(request.query_params)
        found: DrawPreview | None = None
        if again is not None and again.form == journal.DRAW and again.changes:
            # the same draw again, for the present players
            asked = QueryParams(again.typed)
        if "seed" in asked and (again is None or again.changes):
            seed = self._seed(asked)
            try:
                found = events.draws.preview(view.id, seed, values(view.form.draws, FormData(asked)))
            except UserError as error:
                raise UserError(str(error)) from error
        standing = events.draws.standing(view.id) if found is None else None
        shown = found or standing
        draws = type(view.form).draw is not Format.draw
        # after the draw, or if none is needed, the start is the next step
        ready = view.phase == "entries" and len(view.players) >= view.form.least
        step = next_step(view, (), draws) if ready and (standing is not None or not draws) else None
        return self.pages.page(
            request, "event_draw.html", refused=again, event=view,
            found=found, standing=standing, draws=draws, step=step,
            picture=None if shown is None else picture(view.form, shown.event, view.name, alone=False),
            told=[] if shown is None else _told(view, shown), written=written, pairing_text=pairing_text,
            pairings=[] if shown is None else [one for one in shown.answer.next if "players" in one][:_MOST],
            choices={key: value for key, value in asked.items() if key.startswith(FIELD)},
        )  # fmt: skip

    def _seed(self, asked: QueryParams) -> int:
        text = asked["seed"]
        if not (text.isascii() and text.isdigit()) or len(text) > 9:
            raise HttpError(404, _("A seed is a whole number: draw again."))
        return int(text)


def _told(view: EventView, shown: DrawPreview) -> list[tuple[str, list[str]]]:
    """Return the drawn values beside the seed, with their label: one line, or a line for each list."""
    known = {option.key: option for option in view.form.options}
    found: list[tuple[str, list[str]]] = []
    for key, value in shown.drawn.items():
        if key == "players":
            found.append((_("Order"), [name_list(value)]))
        elif key != "seed":
            found.append((known[key].label, written(known[key], value).split("; ")))
    return found
