"""GET /metrics: the host's figures for Prometheus; for this computer, and for every account."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.accounts.roles import DISPLAY
from tablekeeper.director import figures
from tablekeeper.director.figures import Figure
from tablekeeper.director.service import Director

from .auth import Auth
from .errors import HttpError
from .eventstream import EventStream
from .settings import Settings, is_loopback


class MetricsPage:
    """Serves the figures."""

    def __init__(self, service: Director, auth: Auth, settings: Settings, stream: EventStream) -> None:
        self._service = service
        self._auth = auth
        self._settings = settings
        self._stream = stream

    async def show(self, request: Request) -> Response:
        """GET /metrics: the figures of the host in Prometheus' text format."""
        self._admit(request)
        text = await asyncio.to_thread(lambda: figures.text([*self._service.figures.all(), *self._pages()]))
        return Response(text, headers={"content-type": figures.CONTENT_TYPE, "cache-control": "no-store"})

    def _admit(self, request: Request) -> None:
        if "authorization" in request.headers:
            if self._auth.holder(request) is None:
                raise HttpError(401, "The host does not know this token: ask its director for another one.")
            return
        here = request.client is not None and is_loopback(request.client.host)
        # behind a proxy on this computer every sender could look like this computer
        if not here or self._settings.https:
            self._auth.demand(request, DISPLAY)

    def _pages(self) -> Iterator[Figure]:
        yield figures.gauge("event_streams", "Browsers that listen for changes.", self._stream.lines.total())
        accounts = self._settings.accounts
        if accounts is not None:
            explained = "Wrong passwords and tokens since the host started."
            yield figures.counter("logins_failed", explained, accounts.logins.failed)
