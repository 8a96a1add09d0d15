"""Runs the pages with uvicorn: by default only on this machine; stops cleanly.

`run` blocks the calling thread until Ctrl-C; `Serving` serves from a separate thread beside a demo.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import socket
import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import uvicorn
from starlette.applications import Starlette

from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .requests import CountedLine, TimedRequests

HOST, PORT = "127.0.0.1", 8000


#: seconds between two messages that there are too many browsers
_SAY_AGAIN_S = 60.0
_log = logging.getLogger(__name__)


def _room_for_browsers() -> None:
    """Raise the limit of open connections to the system's maximum; the default is often 1,024."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            # some systems report a limit that they then refuse
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _collect_seldom() -> None:
    """Raise the thresholds of the garbage collector, so that it rarely visits all objects.

    With a thousand browsers a full collection takes 0.1 s, and events wait for it. With Python's own
    thresholds (700, 10, 10) there was one every ten seconds.
    """
    gc.set_threshold(10_000, 10, 50)


class _Crowd:
    """Logs one sentence if no more connections are possible.

    asyncio would print a thousand stacks a second and fill the disk.
    """

    def __init__(self) -> None:
        self._said: float | None = None

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        problem = context.get("exception")
        if not (isinstance(problem, OSError) and problem.errno in (errno.EMFILE, errno.ENFILE)):
            loop.default_exception_handler(context)
        elif self._said is None or time.monotonic() - self._said >= _SAY_AGAIN_S:
            self._said = time.monotonic()
            _log.error("There are too many browsers for this computer: others wait until some of them leave.")


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        _room_for_browsers()
        _collect_seldom()
        asyncio.get_running_loop().set_exception_handler(_Crowd())
        await super().startup(sockets)

    # uvicorn waits for open answers before it stops the application, and event streams
    # end only on request: so end them first
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        stream = getattr(getattr(self.config.app, "state", None), "event_stream", None)
        if stream is not None:
            stream.close()
        await super().shutdown(sockets)
        # connections that did not end in time would stay open until the process ends
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise UserError(_("%(port)s is not a port: choose one from 1 to 65535.", port=port))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # name the protocol, because asyncio only then switches off Nagle's delay (40 ms per answer)
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host.strip("[]"), port))
        sock.listen(1024)
    except OSError as problem:
        sock.close()
        reason = problem.strerror or str(problem)
        raise UserError(
            _(
                "The pages can't be served at %(host)s port %(port)s (%(reason)s): choose another --host "
                "or --port.",
                host=host, port=port, reason=reason,
            )
        ) from problem
    return sock


def _server(app: Starlette, http: type[TimedRequests] = TimedRequests, most: int | None = None) -> _Server:
    config = uvicorn.Config(
        app,
        http=http,
        limit_concurrency=most,
        log_level="warning",
        # uvicorn's log lines go to the program's log
        log_config=None,
        access_log=False,
        server_header=False,
        # `proxy.BehindProxy` handles the only trusted proxy
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        # browsers stay connected while nothing happens in the hall
        timeout_keep_alive=75,
        lifespan="on",
        # the lines of phones: their frames are short
        ws=CountedLine,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
    )
    return _Server(config)


def _url(sock: socket.socket) -> str:
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(app: Starlette, host: str = HOST, port: int = PORT) -> None:
    """Serve until Ctrl-C or SIGTERM; raise UserError if the address is not available."""
    with _listen(host, port) as sock, contextlib.suppress(KeyboardInterrupt):
        _server(app).run(sockets=[sock])


class Serving:
    """Serves from a thread: `with Serving(app) as serving: ... serving.url`; port 0 = any free one."""

    def __init__(
        self,
        app: Starlette,
        host: str = HOST,
        port: int = 0,
        *,
        also: Sequence[str] = (),
        sock: socket.socket | None = None,
        http: type[TimedRequests] = TimedRequests,
        most: int | None = None,
    ) -> None:
        """Prepare an address and others at the same port (`also`), or a listening socket `sock`.

        `most` is the largest number of connections.
        """
        self._server = _server(app, http, most)
        self._sockets = [_listen(host, port) if sock is None else sock]
        self.url = _url(self._sockets[0]) if sock is None else ""
        try:
            for other in also:
                self._sockets.append(_listen(other, self._sockets[0].getsockname()[1]))
        except UserError:
            self._close()
            raise
        self._thread = threading.Thread(
            target=self._server.run, args=(self._sockets,), name="tablekeeper-web", daemon=True
        )

    def start(self) -> None:
        """Begin to serve; connections wait in the socket until the server takes them."""
        self._thread.start()

    def stop(self) -> None:
        """End every event stream, finish the running answers and stop."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join()
        self._close()

    def _close(self) -> None:
        for sock in self._sockets:
            sock.close()

    def __enter__(self) -> Serving:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
