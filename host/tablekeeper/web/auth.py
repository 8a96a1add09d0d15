"""Who may change something: login, logout, and the check that a form comes from our own page.

A browser has to send three things: the session's cookie (SameSite=Strict), the session's form token
and an Origin header that names this host.
"""

from __future__ import annotations

import asyncio
import hmac
import math
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import urlsplit

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .errors import HttpError
from .pages import Pages
from .passwords import check_password, parse_kept
from .proxy import limited_as
from .ratelimit import RateLimit
from .roles import DIRECTOR, allows
from .sessions import Session, Sessions
from .settings import Settings, is_loopback

COOKIE = "tablekeeper"
#: proves, before there is a session, that the login form is from this server
VISIT_COOKIE = "tablekeeper-visit"
#: fields of the largest form
MOST_FIELDS = 200


def same_origin(request: Request) -> bool:
    """Say whether the browser sent this from a page of this host."""
    origin = urlsplit(request.headers.get("origin", ""))
    return origin.scheme in ("http", "https") and origin.netloc == request.headers.get("host")


def local_path(wanted: str) -> str:
    """Return a path of this server to redirect to; any other address becomes the hall."""
    plain = wanted.isascii() and wanted.isprintable() and "\\" not in wanted
    return wanted if plain and wanted.startswith("/") and not wanted.startswith("//") else "/"


@dataclass(slots=True)
class Auth:
    """Sessions, login, and the check of every form. `clock` gives seconds."""

    pages: Pages
    settings: Settings
    clock: Callable[[], float] = time.monotonic
    rate_limit: RateLimit = field(default_factory=RateLimit)
    sessions: Sessions = field(init=False)
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    _key: str | None = field(init=False)
    _hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.settings.session_hours * 3600.0)
        self._key = self.settings.login_key
        if self.settings.password is not None:
            parse_kept(self.settings.password)  # refused at the start, not at the first login

    @property
    def _by_link(self) -> bool:
        return self.settings.password is None

    # --- used by other pages ------------------------------------------------------------------

    def session(self, request: Request) -> Session | None:
        """Return the session of the browser that asks, or None."""
        return self.sessions.find(request.cookies.get(COOKIE), self.clock())

    async def form(self, request: Request, role: str = DIRECTOR) -> FormData:
        """Return the form of a browser signed in as this role or above; refuse what could be forged.

        The session stands in `request.state.session` from then on.
        """
        if not same_origin(request):
            raise HttpError(
                403, "This request came from no page of this server: reload the page and try again."
            )
        session = self.session(request)
        if session is None:
            raise HttpError(401, "Sign in first: only the director changes something here.")
        if not allows(session.role, role):
            raise HttpError(403, f"Only a {role} may do that here: sign in as one.")
        request.state.session = session
        form = await request.form(max_files=0, max_fields=MOST_FIELDS, max_part_size=10_000)
        if not session.allows(str(form.get("token", ""))):
            raise HttpError(403, "This form is from another session: reload the page and try again.")
        return form

    def limited(self, request: Request) -> tuple[str, bool]:
        """Refuse a sender of too many wrong passwords; return its key, and whether it is this computer."""
        address = request.client.host if request.client else "unknown"
        trusted, address = is_loopback(address), limited_as(address)
        wait = self.rate_limit.wait(address, self.clock(), trusted=trusted)
        if wait > 0:
            seconds = math.ceil(wait)
            sentence = f"Too many wrong passwords: wait {seconds} seconds and try again."
            raise HttpError(429, sentence, retry_after=seconds)
        return address, trusted

    # --- login and logout ---------------------------------------------------------------------

    def _visit_token(self, visit: str) -> str:
        return hmac.new(self._secret, visit.encode(), sha256).hexdigest()

    def _set_cookie(self, request: Request, answer: Response, name: str, value: str, seconds: int) -> None:
        secure = self.settings.https or request.url.scheme == "https"
        answer.set_cookie(
            name, value, max_age=seconds, path="/", httponly=True, samesite="strict", secure=secure
        )

    def _opened(self, request: Request, target: str) -> Response:
        self.sessions.close(request.cookies.get(COOKIE))  # never keep a token that was known before the login
        answer = RedirectResponse(target, status_code=303)
        seconds = self.settings.session_hours * 3600
        self._set_cookie(request, answer, COOKIE, self.sessions.open(self.clock()), seconds)
        answer.delete_cookie(VISIT_COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    def _form_page(self, request: Request, target: str, problem: str = "", status: int = 200) -> Response:
        visit = secrets.token_urlsafe(16)
        answer = self.pages.page(
            request, "login.html", status=status, problem=problem, target=target,
            token=self._visit_token(visit), possible=not self._by_link,
        )  # fmt: skip
        self._set_cookie(request, answer, VISIT_COOKIE, visit, 3600)
        return answer

    async def login_page(self, request: Request) -> Response:
        """GET /login, and GET /login?key=... once and from this machine only."""
        target = local_path(request.query_params.get("next", "/"))
        key = request.query_params.get("key")
        if key is None:
            return self._form_page(request, target)
        if request.client is None or not is_loopback(request.client.host):
            raise HttpError(
                403, "A login link works only on its own machine: open it there, or sign in with a password."
            )
        if self._key is None or not hmac.compare_digest(key.encode(), self._key.encode()):
            if self.session(request) is not None:
                return RedirectResponse(target, status_code=303)  # opened again by the same browser
            cure = "restart the server for another" if self._by_link else "sign in with the password"
            raise HttpError(403, f"This login link has been used or is not from this server: {cure}.")
        self._key = None
        return self._opened(request, target)

    async def login(self, request: Request) -> Response:
        """POST /login"""
        if not same_origin(request):
            raise HttpError(403, "This request came from no page of this server: reload the login page.")
        form = await request.form(max_files=0, max_fields=10, max_part_size=10_000)
        visit = request.cookies.get(VISIT_COOKIE, "")
        token = str(form.get("token", ""))
        if not visit or not hmac.compare_digest(self._visit_token(visit).encode(), token.encode()):
            raise HttpError(403, "This login form is too old: reload the login page.")
        target = local_path(str(form.get("next", "/")))
        if self.settings.password is None:
            return self._form_page(request, target, status=403)
        async with self._hashing:  # two at a time: hashing is meant to be slow
            address, trusted = self.limited(request)
            # counted before the result is known, so that parallel tries are limited, too
            self.rate_limit.count(address, self.clock(), trusted=trusted)
            right = await asyncio.to_thread(
                check_password, str(form.get("password", "")), self.settings.password
            )
        if not right:
            return self._form_page(request, target, "That is not the director's password: try again.", 401)
        self.rate_limit.forget(address)
        return self._opened(request, target)

    async def logout(self, request: Request) -> Response:
        """POST /logout"""
        await self.form(request)
        self.sessions.close(request.cookies.get(COOKIE))
        answer = RedirectResponse("/", status_code=303)
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer
