"""The pages of accounts: the own account, all accounts for the director, and the addresses for phones."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.account import SHORTEST, check_repeated
from tablekeeper.accounts.accountfile import Accounts, OtherAccount
from tablekeeper.accounts.passwords import check_password
from tablekeeper.accounts.roles import DISPLAY, OF_ACCOUNTS, SCORER
from tablekeeper.director.seen import Meanwhile
from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .auth import sender
from .errors import HttpError
from .forms import RefusedForm, sends
from .links import links
from .loginpage import LoginPage
from .securedpage import SecuredPage

#: entries of the journal of logins on the page
_SHOWN = 100


@dataclass(slots=True)
class AccountPages(SecuredPage):
    """Shows and changes accounts."""

    logins: LoginPage

    @property
    def _accounts(self) -> Accounts:
        accounts = self.auth.settings.accounts
        if accounts is None:
            raise HttpError(404, _("This host has no accounts: only its login link signs in."))
        return accounts

    # --- one's own ------------------------------------------------------------------------------

    async def own(self, request: Request) -> Response:
        """GET /account"""
        self.auth.demand(request, SCORER)
        return self._own(request)

    def _own(self, request: Request, refused: RefusedForm | None = None) -> Response:
        session = request.state.session
        return self.pages.page(
            request, "account.html", refused=refused,
            sessions=self.auth.sessions.of(session.person, self.auth.clock()), shortest=SHORTEST,
            kept=self.auth.settings.accounts is not None,
        )  # fmt: skip

    @sends("password", "end", "everywhere")
    async def change_own(self, request: Request) -> Response:
        """POST /account: `what` is password (`old`, `password`, `repeat`), end (`id`) or everywhere."""
        form = await self.auth.form(request, role=SCORER)
        what, person = str(form.get("what", "")), request.state.session.person
        if what == "password":
            return await self._own_password(request, form)
        if what == "end":
            self.auth.sessions.close_of(person, str(form.get("id", "")))
            return RedirectResponse("/account", status_code=303)
        self.auth.sessions.close_of(person)
        self.logins.enter(request, "everywhere", person)
        return RedirectResponse("/login", status_code=303)

    async def _own_password(self, request: Request, form: FormData) -> Response:
        accounts, session = self._accounts, request.state.session
        address, trusted = self.auth.limited(request)
        # counted before the result is known, so that parallel tries are limited, too
        self.auth.rate_limit.count(address, self.auth.clock(), trusted=trusted)
        account = accounts.get(session.person)
        kept = None if account is None else account.password
        try:
            right = kept is not None and await asyncio.to_thread(
                check_password, str(form.get("old", "")), kept
            )
            if not right:
                self.logins.enter(request, "wrong", session.person)
                raise UserError(_("This is not your password: try again."), field="old")
            self.auth.rate_limit.forget(address)
            password = str(form.get("password", ""))
            check_repeated(password, str(form.get("repeat", "")))
            await asyncio.to_thread(
                accounts.set_password, session.person, password, by=session.person, address=address
            )
        except UserError as error:
            return self._own(request, RefusedForm.of(form, error))
        # a new password ends all sessions, so open a new one for this browser
        return self.logins.opened(request, "/account", accounts.get(session.person))

    # --- everybody's ----------------------------------------------------------------------------

    async def all(self, request: Request) -> Response:
        """GET /accounts"""
        self.auth.demand(request)
        return await self._all(request)

    async def _all(
        self, request: Request, refused: RefusedForm | None = None, made: list[dict[str, str]] | None = None
    ) -> Response:
        accounts = self._accounts
        found = accounts.all()
        entries = await asyncio.to_thread(accounts.logins.newest, _SHOWN)
        return self.pages.page(
            request, "accounts.html", refused=refused,
            accounts=found, shown={one.name: one.shown for one in found}, roles=OF_ACCOUNTS,
            entries=entries, made=made, shortest=SHORTEST,
        )  # fmt: skip

    @sends("new", "role", "password", "disable", "enable", "link", "revoke")
    async def change(self, request: Request) -> Response:
        """POST /accounts: `what` is new, role, password, disable, enable, link or revoke, of `name`."""
        form = await self.auth.form(request)
        try:
            made = await asyncio.to_thread(self._change, request, form)
        except OtherAccount as error:
            return await self._all(request, RefusedForm.of(form, self._meanwhile(error.name)))
        except HttpError:
            raise
        except UserError as error:
            return await self._all(request, RefusedForm.of(form, error))
        if made is not None:
            # the link is shown only once, in this answer, and never in an address
            return await self._all(request, made=made)
        return RedirectResponse("/accounts", status_code=303)

    def _change(self, request: Request, form: FormData) -> list[dict[str, str]] | None:
        """Carry out a change; return the addresses of a new link with their codes."""
        accounts, what = self._accounts, str(form.get("what", ""))
        name, role = str(form.get("name", "")), str(form.get("role", ""))
        password = str(form.get("password", ""))
        who = {"by": request.state.session.person, "address": sender(request)[0]}
        as_shown = who | {"shown": str(form.get("shown", ""))}
        if what in ("new", "password") and role != DISPLAY:
            check_repeated(password, str(form.get("repeat", "")))
        if what == "new":
            accounts.new(name, role, None if role == DISPLAY and not password else password, **who)
        elif what == "role":
            accounts.set_role(name, role, **as_shown)
        elif what == "password":
            accounts.set_password(name, password, **as_shown)
        elif what == "disable":
            accounts.disable(name, **as_shown)
        elif what == "enable":
            accounts.enable(name, **as_shown)
        elif what == "revoke":
            accounts.revoke(name, **as_shown)
        if what == "link" or (what == "new" and role == DISPLAY):
            key = accounts.new_token(name, **(who if what == "new" else as_shown))
            return links(request, self.pages.settings, f"/display/{key}", here=True)
        return None

    def _meanwhile(self, name: str) -> Meanwhile:
        """Return the refusal for an account that another person has changed since the page was shown."""
        newest = self._accounts.logins.newest(_SHOWN)
        told = (one.text for one in newest if one.by and one.name == name)
        return Meanwhile([next(told, _("the account %(name)s", name=name))])

    # --- phones ---------------------------------------------------------------------------------

    async def phones(self, request: Request) -> Response:
        """GET /phones: the addresses of the pages, to be typed or scanned"""
        self.auth.demand(request)
        return self.pages.page(request, "phones.html", found=links(request, self.pages.settings, "/"))
