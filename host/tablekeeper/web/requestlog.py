"""An id for each request: in its answer (X-Request-Id), and in log lines written during the request.

If requests are logged, each is one line: method, route, status, time. The route replaces the
address, which may contain a secret or a name.
"""

from __future__ import annotations

import logging
import secrets
import time
from contextvars import ContextVar
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "x-request-id"
_log = logging.getLogger(__name__)
_ID: ContextVar[str] = ContextVar("request id", default="")


def request_id() -> str:
    """Return the id of the present request; "" outside of a request."""
    return _ID.get()


class RequestLog:
    """Wraps the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._paths: dict[tuple[Any, frozenset[str]], str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        # do not reset it, because the server's message about a failure belongs to this id, too
        _ID.set(secrets.token_hex(6))
        status, began = 500, time.monotonic()

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = request_id()
            await send(message)

        try:
            await self.app(scope, receive, told)
        finally:
            if _log.isEnabledFor(logging.INFO):
                ms = round((time.monotonic() - began) * 1000)
                fields = {"method": scope["method"], "route": self._route(scope), "status": status, "ms": ms}
                _log.info("request", extra={"fields": fields})

    def _route(self, scope: Scope) -> str:
        """Return the path of the route; "" for an address without one."""
        if not self._paths:
            for one in scope["app"].routes:
                if isinstance(one, Route):
                    self._paths[one.endpoint, frozenset(one.param_convertors)] = one.path
                elif isinstance(one, Mount):
                    self._paths[one.app, frozenset({"path"})] = one.path
        return self._paths.get((scope.get("endpoint"), frozenset(scope.get("path_params", ()))), "")
