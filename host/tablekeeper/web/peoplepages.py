"""The pages of the register: names are personal data, so only the director sees them.

An action that cannot be undone first shows its consequences; a second button carries it out.
"""

from __future__ import annotations

import asyncio
from datetime import date
from functools import partial
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.director.people.book import Book, Person
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.registration import CONSENTS, LANGUAGES
from tablekeeper.director.people.removal import accounts_named
from tablekeeper.director.seen import mark
from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .auth import acting, sender
from .errors import HttpError
from .forms import RefusedForm, day_of, number_of, sends, text_of
from .links import links
from .securedpage import SecuredPage

#: the newest actions that the page shows
_SHOWN = 20


class PeoplePages(SecuredPage):
    """Shows the register and carries out the director's actions in it."""

    # --- everybody ----------------------------------------------------------------------------

    async def index(self, request: Request) -> Response:
        """GET /people"""
        return await self.view(request, self._index)

    def _index(self, request: Request, refused: RefusedForm | None = None) -> Response:
        register = self.pages.service.people
        book = register.book()
        return self.pages.page(
            request, "people.html", seen=mark(people=book.last), book=book, people=book.listed(),
            strangers=register.strangers(),
            actions=register.history()[: -_SHOWN - 1 : -1], refused=refused,
        )  # fmt: skip

    @sends("enter", "club", "undo")
    async def act(self, request: Request) -> Response:
        """POST /people: `what` is enter, club or undo."""
        form = await self.auth.form(request)
        act = partial(self._act, acting(request, "people", self.pages.service.people), form)
        return await self.carry_out(form, act, partial(self._index, request), "/people")

    def _act(self, register: Register, form: FormData) -> None:
        what = str(form.get("what", ""))
        if what == "enter":
            names = [name for line in str(form.get("names", "")).splitlines() if (name := line.strip())]
            if not names:
                raise UserError(_("Nobody is named: write one name per line."), field="names")
            register.enter(names)
        elif what == "club":
            register.club(text_of(form, "name"))
        else:
            register.undo(number_of(form, "number", _("What to undo")))

    # --- one person ---------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """GET /people/{person}"""
        self.auth.demand(request)
        return await asyncio.to_thread(self._show, request, FormData())

    def _show(self, request: Request, form: FormData, refused: RefusedForm | None = None) -> Response:
        """Show the person, and on request of the form the effect of a merge or a removal."""
        service, what = self.pages.service, form.get("what")
        book = service.people.book()
        person = self._person(book, request)
        merge = removal = None
        if what == "see-merge":
            double = service.people.person(text_of(form, "double"), book)
            merge = service.people.preview_merge(person.id, double.id)
        if what == "see-removal":
            removal = service.removals.preview(person.id)
        return self.pages.page(
            request, "person.html", seen=mark(people=book.last), book=book, person=person, merge=merge,
            removal=removal, accounts=() if removal is None else self._accounts_named(removal.person),
            consents=CONSENTS, languages=LANGUAGES, played=service.people.appearances(person.id),
            told=service.statistics.player(person.id, book), links=self._links(request, person.id),
            refused=refused,
        )  # fmt: skip

    def _accounts_named(self, person: Person) -> tuple[str, ...]:
        accounts = self.auth.settings.accounts
        return accounts_named(person, () if accounts is None else (one.name for one in accounts.all()))

    def _links(self, request: Request, person: int) -> list[dict[str, str]]:
        """Return the addresses that open the person's own page without a login, each with its code."""
        accounts = self.auth.settings.accounts
        if accounts is None:
            return []
        path = f"/link/{person}/{accounts.player_signature(person)}"
        return links(request, self.auth.settings, path, here=True)

    def _person(self, book: Book, request: Request) -> Person:
        number = book.roots.get(request.path_params["person"])
        if number is None:
            raise HttpError(404, _("There is no person under this address: choose one of the register."))
        return book.people[number]

    @sends(
        "name", "call", "board", "consent", "join", "leave", "merge", "split", "remove", "link", "see-merge",
        "see-removal",
    )  # fmt: skip
    async def decide(self, request: Request) -> Response:
        """POST /people/{person}: `what` is one of the words above.

        see-merge and see-removal show what that would change. A name does not go into an address.
        """
        form = await self.auth.form(request)
        again = partial(self._show, request, FormData())
        return await self.carry_out(form, partial(self._decide, request, form), again)

    def _decide(self, request: Request, form: FormData) -> str | Response:
        if form.get("what") in ("see-merge", "see-removal"):
            return self._show(request, form)
        service, what = self.pages.service, str(form.get("what", ""))
        register = acting(request, "people", service.people)
        person = self._person(register.book(), request).id
        actions: dict[str, Any] = {
            "name": lambda: register.name(person, text_of(form, "name")),
            "call": lambda: register.show(person, text_of(form, "name")),
            "board": lambda: register.board_name(
                person, str(form.get("board_name", "")), str(form.get("language", ""))
            ),
            "consent": lambda: register.consent(person, str(form.get("consent", ""))),
            "join": lambda: register.join(person, self._club(form), day_of(form, "since")),
            "leave": lambda: register.leave(person, self._club(form), self._until(form)),
            "merge": lambda: register.merge(person, number_of(form, "double", _("The double"))),
            "split": lambda: register.split(text_of(form, "name")),
        }
        if what == "link" and (accounts := self.auth.settings.accounts) is not None:
            by, address = request.state.session.person, sender(request)[0]
            accounts.renew_player_link(person, by=by, address=address)
            return f"/people/{person}"
        if what == "remove":
            removed = acting(request, "removals", service.removals).remove(person)
            return f"/people/{person}{'' if removed.swept else '?unswept=1'}"
        actions[what]()
        return f"/people/{person}"

    def _club(self, form: FormData) -> int:
        return number_of(form, "club", _("The club"))

    def _until(self, form: FormData) -> date:
        found = day_of(form, "until")
        if found is None:
            raise UserError(_("Give the last day, like 2026-05-01."), field="until")
        return found
