"""The page of a new event: a template in words, then only the options that matter, the others folded."""

from __future__ import annotations

import asyncio

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.formats.templates import Template, templates
from tablekeeper.formats.written import written
from tablekeeper.languages import _

from .errors import HttpError
from .eventforms import FIELD, refused, values
from .forms import RefusedForm, text_of
from .securedpage import SecuredPage


class EventSetUpPage(SecuredPage):
    """Offers the templates of events, and makes an event from one."""

    async def show(self, request: Request) -> Response:
        """GET /events/new?template=KEY; without a template all of them are offered."""
        self.auth.demand(request)
        key = request.query_params.get("template")
        if key is None:
            return await asyncio.to_thread(self._offer, request)
        return self._form(request, self._template(key))

    def _offer(self, request: Request) -> Response:
        offered: dict[str, list[Template]] = {}
        for one in templates(FORMATS).values():
            offered.setdefault(one.form.title, []).append(one)
        return self.pages.page(request, "event_new.html", offered=offered, chosen=None)

    def _template(self, key: str) -> Template:
        found = templates(FORMATS).get(key)
        if found is None:
            raise HttpError(404, _("There is no template '%(key)s': choose one on the page.", key=key[:20]))
        return found

    def _form(self, request: Request, template: Template, again: RefusedForm | None = None) -> Response:
        known = {option.key: option for option in template.form.options}
        asked = [known[key] for key in template.asks]
        more = [option for option in known.values() if option not in asked]
        unfolded = again is not None and again.field in [f"{FIELD}{option.key}" for option in more]
        return self.pages.page(
            request, "event_new.html", refused=again, chosen=template,
            asked=asked, more=more, unfolded=unfolded, written=written,
        )  # fmt: skip

    async def make(self, request: Request) -> Response:
        """POST /events/new: `template`, `name`, and the fields of its options; then players are entered."""
        form = await self.auth.form(request)
        template = self._template(str(form.get("template", "")))
        try:
            event = await asyncio.to_thread(self._make, template, form, request.state.session.person)
        except UserError as error:
            return self._form(request, template, refused(form, error))
        return RedirectResponse(f"/events/{event}/players", status_code=303)

    def _make(self, template: Template, form: FormData, actor: str) -> int:
        name = text_of(form, "name")
        if not name:
            raise UserError(_("Write the name of the event."), field="name")
        options = values(template.form.options, form)
        return self.pages.service.events.new(name, template.form.key, options, actor=actor)
