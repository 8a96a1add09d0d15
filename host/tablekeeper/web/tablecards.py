"""The cards of tables, to print: who scans one reports the result of the match that is seated there."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .auth import sender
from .forms import sends
from .links import card_path, links
from .tablespage import TablesPage


class TableCards(TablesPage):
    """Makes new cards; those before open nothing any more. A refused form comes again on the tables' page."""

    @sends("cards")
    async def make(self, request: Request) -> Response:
        """POST /tables/cards: of one `table` or all of them, for the `day` today or tomorrow; the print."""
        form = await self.auth.form(request)
        return await self.carry_out(form, partial(self._made, request, form), partial(self._page, request))

    def _made(self, request: Request, form: FormData) -> Response:
        accounts, only = self.auth.settings.accounts, str(form.get("table", ""))
        tables = [one for one in self.pages.service.boards.listed() if only in ("", one.uid)]
        if accounts is None or not tables:
            raise UserError(_("There is no table to make a card for."))
        day = self.auth.today()
        if form.get("day") == "tomorrow":
            day = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
        by, address = request.state.session.person, sender(request)[0]
        accounts.new_cards({one.uid: one.name for one in tables}, day, by=by, address=address)
        cards = [
            (one.name, links(request, self.pages.settings, card_path(accounts, one, day), here=True)[0])
            for one in tables
        ]
        answer = self.pages.page(request, "print_table_cards.html", cards=cards, day=day)
        answer.headers["cache-control"] = "no-store"
        return answer
