"""Login and logout: by name and password, or by a link (first start, display, player)."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from dataclasses import dataclass, field
from hashlib import sha256

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablekeeper.accounts.account import SHORTEST, Account, check_repeated
from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.accounts.passwords import NOBODYS, check_password
from tablekeeper.accounts.roles import DISPLAY, PLAYER, SCORER
from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .auth import CARD, COOKIE, same_origin, sender
from .errors import HttpError
from .forms import RefusedForm
from .links import local_path
from .ratelimit import RateLimit
from .securedpage import SecuredPage
from .sessions import Session

#: proves, before there is a session, that the login form is from this server
VISIT_COOKIE = "tablekeeper-visit"
#: seconds that the cookie of a link lasts; browsers allow 400 days
LINK_LASTS = 400 * 24 * 3600
FIRST = "first"


@dataclass(slots=True)
class LoginPage(SecuredPage):
    """Signs people in and out."""

    #: wrong passwords for a name, from all addresses together
    per_account: RateLimit = field(default_factory=lambda: RateLimit(per_address=10))
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    _key: str | None = field(init=False)
    _hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))

    def __post_init__(self) -> None:
        self._key = self.auth.settings.login_key

    @property
    def _accounts(self) -> Accounts | None:
        return self.auth.settings.accounts

    def enter(self, request: Request, what: str, name: str = "") -> None:
        """Note a login in the journal of logins."""
        if self._accounts is not None:
            self._accounts.logins.enter(what, name, address=sender(request)[0])

    # --- the pages ------------------------------------------------------------------------------

    def _visit_token(self, visit: str) -> str:
        return hmac.new(self._secret, visit.encode(), sha256).hexdigest()

    def _page(
        self, request: Request, target: str, *, status: int | None = None, problem: str = "", name: str = "",
        key: str = "", refused: RefusedForm | None = None,
    ) -> Response:  # fmt: skip
        """Return the login form, or with `key` the form of the first director."""
        visit = secrets.token_urlsafe(16)
        accounts = self._accounts
        answer = self.pages.page(
            request, "first.html" if key else "login.html", status=status, problem=problem, target=target,
            token=self._visit_token(visit), possible=accounts is not None and accounts.has_director(),
            name=name, key=key, refused=refused, shortest=SHORTEST,
        )  # fmt: skip
        self.auth.set_cookie(request, answer, VISIT_COOKIE, visit, 3600)
        return answer

    def opened(self, request: Request, target: str, account: Account | None) -> Response:
        """Sign an account in and redirect to a path; None is the director of a host without accounts."""
        self.auth.sessions.close(request.cookies.get(COOKIE))  # never keep a token known before the login
        opened = Session("", 0.0, began_ms=self.auth.wall(), address=sender(request)[0])
        if account is not None:
            opened = Session(
                "", 0.0, account.name, account.role, account.stamp, opened.began_ms, opened.address
            )
        answer = RedirectResponse(target, status_code=303)
        token = self.auth.sessions.open(self.auth.clock(), opened)
        self.auth.set_cookie(request, answer, COOKIE, token, self.auth.settings.session_hours * 3600)
        answer.delete_cookie(VISIT_COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    def _check_key(self, request: Request, key: str) -> None:
        """Refuse a key that differs from the printed link's key, or comes from another computer."""
        if not sender(request)[1]:
            raise HttpError(
                403, _(
                    "A login link works only on its own machine: open it there, or sign in with a password."
                )
            )
        if self._key is None or not hmac.compare_digest(key.encode(), self._key.encode()):
            accounts = self._accounts
            possible = accounts is not None and accounts.has_director()
            cure = _("sign in with the password") if possible else _("restart the server for another")
            raise HttpError(403, _(
                "This login link has been used or is not from this server: %(cure)s.",
                cure=cure,
            ))

    async def show(self, request: Request) -> Response:
        """GET /login, and GET /login?key=... once and from this machine only."""
        target = local_path(request.query_params.get("next", "/"))
        key = request.query_params.get("key")
        if key is None:
            return self._page(request, target)
        try:
            self._check_key(request, key)
        except HttpError:
            if request.state.session is not None and sender(request)[1]:
                return RedirectResponse(target, status_code=303)  # opened again by the same browser
            raise
        accounts = self._accounts
        if accounts is not None and not accounts.has_director():
            return self._page(request, target, key=key)
        self._key = None
        first = None if accounts is None else next(one for one in accounts.all() if one.directs)
        if first is not None:
            self.enter(request, FIRST, first.name)
        return self.opened(request, target, first)

    async def login(self, request: Request) -> Response:
        """POST /login: `name` and `password`; with `what` = first the first director's, and `repeat`."""
        if not same_origin(request):
            raise HttpError(403, _("This request did not come from a page of this server: reload the login "
                                   "page."))
        form = await request.form(max_files=0, max_fields=10, max_part_size=10_000)
        visit = request.cookies.get(VISIT_COOKIE, "")
        token = str(form.get("token", ""))
        if not visit or not hmac.compare_digest(self._visit_token(visit).encode(), token.encode()):
            raise HttpError(403, _("This login form is too old: reload the login page."))
        target = local_path(str(form.get("next", "/")))
        accounts = self._accounts
        if accounts is None:
            return self._page(request, target, status=403)
        if form.get("what") == FIRST:
            return await self._first(request, accounts, form, target)
        if not accounts.has_director():
            return self._page(request, target, status=403)
        return await self._by_password(request, accounts, form, target)

    async def _first(self, request: Request, accounts: Accounts, form: FormData, target: str) -> Response:
        key, password = str(form.get("key", "")), str(form.get("password", ""))
        self._check_key(request, key)
        try:
            check_repeated(password, str(form.get("repeat", "")))
            made = await asyncio.to_thread(
                accounts.first, str(form.get("name", "")), password, address=sender(request)[0]
            )
        except UserError as error:
            return self._page(request, target, key=key, refused=RefusedForm.of(form, error))
        self._key = None
        self.enter(request, FIRST, made.name)
        return self.opened(request, target, made)

    async def _by_password(
        self, request: Request, accounts: Accounts, form: FormData, target: str
    ) -> Response:
        name = " ".join(str(form.get("name", "")).split())[:200]
        whose = name.casefold()
        async with self._hashing:  # two at a time: hashing is meant to be slow
            address, trusted = self.auth.limited(request)
            now = self.auth.clock()
            if not trusted:
                # not on this computer: other senders must not lock the director out here
                self.auth.refuse(self.per_account.wait(whose, now, trusted=True))
            # counted before the result is known, so that parallel tries are limited, too
            self.auth.rate_limit.count(address, now, trusted=trusted)
            self.per_account.count(whose, now, trusted=True)
            account = accounts.get(name)
            kept = None if account is None or account.disabled else account.password
            # equally slow for an unknown name, so that the time reveals nothing
            right = await asyncio.to_thread(
                check_password, str(form.get("password", "")), NOBODYS if kept is None else kept
            )
        if account is None or kept is None or not right:
            # the text in the name field may be a password
            self.enter(request, "unknown" if account is None else "wrong", account.name if account else "")
            sentence = "There is no such name with this password: try again."
            return self._page(request, target, status=401, problem=sentence, name=name)
        self.auth.rate_limit.forget(address)
        self.per_account.forget(whose)
        self.enter(request, "in", account.name)
        return self.opened(request, target, account)

    async def logout(self, request: Request) -> Response:
        """POST /logout"""
        await self.auth.form(request, role=PLAYER)
        self.enter(request, "out", request.state.session.person)
        self.auth.sessions.close(request.cookies.get(COOKIE))
        answer = RedirectResponse("/", status_code=303)
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    # --- links ----------------------------------------------------------------------------------

    async def display(self, request: Request) -> Response:
        """GET /display/{key}: a display's link to the projector's page, which lasts until it is revoked."""
        key = request.path_params["key"]
        account = None if self._accounts is None else self._accounts.by_token(key)
        if account is None or account.role != DISPLAY:
            self._wrong_link(request)
            raise HttpError(403, _("This link is not valid any more: ask the director for another one."))
        self.enter(request, "display", account.name)
        return self._linked(request, f"{DISPLAY}.{key}", "/screen")

    async def player(self, request: Request) -> Response:
        """GET /link/{player}/{proof}: a player's link, which opens the player's page."""
        number, proof = request.path_params["player"], request.path_params["proof"]
        right = "" if self._accounts is None else self._accounts.player_signature(number)
        if not right or not hmac.compare_digest(right.encode(), proof.encode()):
            self._wrong_link(request)
            raise HttpError(403, _("This link is not valid: ask the director for another one."))
        self.enter(request, "player", f"player {number}")
        return self._linked(request, f"{PLAYER}.{number}.{proof}", f"/players/{number}")

    async def card(self, request: Request) -> Response:
        """GET /card/{uid}/{day}/{proof}: the link on a table's card, which opens the match seated there."""
        uid, day, proof = (request.path_params[key] for key in ("uid", "day", "proof"))
        if not await asyncio.to_thread(self.auth.card_opens, uid, day, proof):
            self._wrong_link(request)
            raise HttpError(403, _(
                "This card is not of this table, or not of today: ask the director for another one."
            ))
        session = self.auth.session(request)
        if session is not None and not session.person.startswith(f"{CARD} "):
            # a player's own link says who it is; the director has the table's own page
            return RedirectResponse("/play" if session.role == PLAYER else f"/tables/{uid}", status_code=303)
        self.enter(request, "card", self.auth.table_name(uid))
        return self._linked(request, f"{CARD}.{uid}.{day}.{proof}", "/play")

    def _wrong_link(self, request: Request) -> None:
        """Count a wrong link; refuse a sender of too many. A right one always opens."""
        (address, trusted), now, limit = sender(request), self.auth.clock(), self.auth.wrong_links
        self.auth.refuse(limit.wait(address, now, trusted=trusted))
        limit.count(address, now, trusted=trusted)

    def _linked(self, request: Request, cookie: str, target: str) -> Response:
        answer = RedirectResponse(target, status_code=303)
        session = self.auth.session(request)
        if session is None or not session.may(SCORER):
            # a person who is signed in stays signed in
            self.auth.set_cookie(request, answer, COOKIE, cookie, LINK_LASTS)
        return answer
