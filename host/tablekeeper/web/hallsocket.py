"""The hall's socket: commands on this computer send their actions to the running host.

A Unix socket beside the database that only this user may open. Its protocol is HTTP: POST /actions
(`director.calls`), GET /dashboard and GET /wires. A program of another user is refused. The lock file of the
database contains its address.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import socket
import stat
import struct
import tempfile
from pathlib import Path
from types import TracebackType

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablekeeper.director.calls import FOREIGN, perform
from tablekeeper.director.dashboard import TOPICS, dashboard, revision
from tablekeeper.director.service import Director
from tablekeeper.director.subscription import Subscription
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.strictjson import DocumentError

from .requests import TimedRequests
from .serving import Serving

#: the most bytes of an action; the largest one is the import of an event
LARGEST = 16 << 20
#: the most connections, and the most actions at the same time; more connections are refused, actions wait
MOST_CONNECTIONS, MOST_ACTIONS = 32, 4
#: seconds that a dashboard waits for a change
LONGEST_WAIT_S = 10.0
#: bytes of a socket's address; the systems allow 104 to 108
_LONGEST = 100
#: the folder of this user's sockets that have no place beside their database
_FOLDER = f"tablekeeper-{os.getuid()}" if hasattr(os, "getuid") else ""
_log = logging.getLogger(__name__)


def peer_uid(connection: socket.socket) -> int | None:
    """Return the user at the other end; None if the system does not report it (the file's mode decides)."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", told)[1])


class OwnRequests(TimedRequests):
    """Requests of this user only."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse all requests of another user."""
        super().connection_made(transport)
        if peer_uid(transport.get_extra_info("socket")) not in (None, os.getuid()):
            self.app = JSONResponse({"failed": FOREIGN}, 403)


class Waiting(set[Subscription]):
    """The dashboards that wait for a change; they are answered when the server stops."""

    def close(self) -> None:
        """End every wait."""
        for one in list(self):
            one.close()


def socket_app(director: Director) -> Starlette:
    """Return the application behind the socket."""
    acting = asyncio.Semaphore(MOST_ACTIONS)

    async def actions(request: Request) -> Response:
        body = await request.body()
        async with acting:
            try:
                return JSONResponse({"result": await asyncio.to_thread(perform, director, body)})
            except DocumentError as error:
                return JSONResponse({"place": error.place, "refused": error.reason}, 409)
            except UserError as error:
                return JSONResponse({"refused": str(error)}, 409)
            except ResourceError as error:
                return JSONResponse({"failed": str(error)}, 503)

    # so that a command notices another host, whose revisions start again
    edition = secrets.token_hex(4)
    waiting = Waiting()

    async def glance(request: Request) -> Response:
        """GET /dashboard: the hall at a glance, when it is another than the one seen, or after a while."""
        subscription = director.topics.subscribe(TOPICS)
        waiting.add(subscription)
        try:
            if request.query_params.get("seen") == f"{edition}-{revision(director)}":
                with contextlib.suppress(TimeoutError, StopAsyncIteration):
                    await asyncio.wait_for(anext(subscription), LONGEST_WAIT_S)
                # several changes of a moment are one
                await asyncio.sleep(0.1)
        finally:
            waiting.discard(subscription)
            subscription.close()
        number = revision(director)
        hall = await asyncio.to_thread(dashboard, director)
        return JSONResponse({"revision": f"{edition}-{number}", "hall": hall})

    async def wires(request: Request) -> Response:
        """GET /wires: the last frames on each board's cable, without names."""
        return JSONResponse(await asyncio.to_thread(director.overview.wires))

    async def left(request: Request, problem: Exception) -> Response:
        return Response(status_code=400)  # the action is incomplete: nothing is done

    app = Starlette(
        routes=[
            Route("/actions", actions, methods=["POST"]), Route("/dashboard", glance), Route("/wires", wires),
        ],
        exception_handlers={ClientDisconnect: left},
        max_body_size=LARGEST,
    )
    app.state.event_stream = waiting
    return app


class HallSocket:
    """Serves the socket from a thread: `with HallSocket(director): ...`."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._serving: Serving | None = None
        self._path: Path | None = None

    def __enter__(self) -> HallSocket:
        store = self._director.hall.store
        if store.file is not None and hasattr(socket, "AF_UNIX"):
            found = _listen(store.file.resolve())
            if found is None:
                _log.warning("There is no place for the hall's socket: commands change nothing now.")
            else:
                sock, self._path = found
                self._serving = Serving(
                    socket_app(self._director), sock=sock, http=OwnRequests, most=MOST_CONNECTIONS
                )
                self._serving.start()
                store.announce(str(self._path))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._director.hall.store.announce(None)
        if self._serving is not None and self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()
                if self._path.parent.name == _FOLDER:
                    # the folder stays if it contains the socket of another host
                    self._path.parent.rmdir()
            self._serving.stop()


def _listen(database: Path) -> tuple[socket.socket, Path] | None:
    """Return a listening socket and its path: beside the database if the system can have it there."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    short = runtime / _FOLDER / f"{hashlib.sha256(os.fsencode(database)).hexdigest()[:16]}.socket"
    for path in (database.with_name(f"{database.name}.socket"), short):
        fits = len(os.fsencode(path)) <= _LONGEST and (path is not short or _own(path.parent))
        if fits and (sock := _bound(path)) is not None:
            return sock, path
    return None


def _bound(path: Path) -> socket.socket | None:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # this process holds the lock of the database, so an existing socket belongs to a killed host
        if path.is_socket():
            path.unlink()
        sock.bind(str(path))
        # no client can connect before it listens
        path.chmod(0o600)
        sock.listen(MOST_CONNECTIONS)
    except OSError:
        sock.close()
        return None
    return sock


def _own(folder: Path) -> bool:
    """Make a folder; return whether only this user has access to it."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
