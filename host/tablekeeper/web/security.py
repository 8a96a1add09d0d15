"""Middleware of all requests and answers: the check of the host name, and the security headers.

A request under another site's name (DNS rebinding) is refused; the headers of every answer forbid
scripts, frames and forms of other sites.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablekeeper.languages import _

from .errors import plain_error
from .settings import ANY_ADDRESS, is_address

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # not no-referrer, because then a browser would send "Origin: null" with our own forms
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:@/?#\s]*)(?::[0-9]{0,5})?")
#: media types of the application's refusals
_OURS = ("text/html", "application/json")


def host_name(host: str) -> str:
    """Return the name in a Host header without its port, in lower case; "" for a malformed header."""
    found = _HOST.fullmatch(host)
    return found[1].lower() if found else ""


class SecurityHeaders:
    """Wraps the application: checks the Host header and adds the security headers."""

    def __init__(self, app: ASGIApp, *, allowed_hosts: tuple[str, ...], https: bool) -> None:
        self.app = app
        self.allowed_hosts = frozenset(name.lower() for name in allowed_hosts)
        self.headers = dict(HEADERS)
        if https:
            self.headers["strict-transport-security"] = "max-age=31536000"

    def answers(self, name: str) -> bool:
        """Return whether pages may be requested under this host name."""
        if not self.allowed_hosts or name in self.allowed_hosts:
            return True
        return ANY_ADDRESS in self.allowed_hosts and is_address(name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            # a refused WebSocket is answered as a request is
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        host = Headers(scope=scope).get("host", "")
        if not self.answers(host_name(host)):
            sentence = _("This server has another name: open it by the address it printed at its start.")
            answer = plain_error(421, sentence)
            await answer(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


class TooLarge:
    """Answers a request whose body is too large with a page; wraps the middleware that refuses it."""

    def __init__(self, app: ASGIApp, refusal: Callable[[Request], Response]) -> None:
        self.app = app
        self.refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        refused = False

        async def page(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] == 413:
                refused = not Headers(scope=message).get("content-type", "").startswith(_OURS)
                if refused:
                    await self.refusal(Request(scope))(scope, receive, send)
            if not refused:
                await send(message)

        await self.app(scope, receive, page)
