"""The lines of phones that are boards: a WebSocket each, which carries the frames of a board's cable.

A line belongs to one phone: its token says for which uid it may speak. The other end of a pair of sockets is
the hub's port of this phone (`tables.Hub.attach`), so that everything above it is as for any board.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tablekeeper.accounts.phones import Phone
from tablekeeper.errors import ResourceError

from .auth import FOREIGN, Auth, same_origin
from .errors import plain_error

COOKIE = "tablekeeper-board"
#: a sign of life in both directions; frames of a board begin with other characters
SIGN = "\x05"
#: why a line ends: this right was taken back; a newer line of the same phone; what is sent is no text; later
REVOKED, NEWER, NO_TEXT, LATER = 4403, 4409, 1003, 1013
PIECE = 4096
#: seconds between two looks for revoked phones
LOOK_S = 0.5
_log = logging.getLogger(__name__)

Attach = Callable[[socket.socket, str], bool]


@dataclass(slots=True)
class BoardLine:
    """The lines that are open."""

    auth: Auth
    #: gives the hub its end of a line; None before the hub is there, and in a hall without one
    attach: Attach | None = None
    #: the open line of each phone, by uid: the token's hash, and how it shall end
    _open: dict[str, tuple[str, asyncio.Future[int]]] = field(default_factory=dict)

    def phone(self, cookies: dict[str, str]) -> Phone | None:
        """Return the phone whose token a browser has."""
        accounts, token = self.auth.settings.accounts, cookies.get(COOKIE, "")
        return accounts.phones.by_token(token) if accounts is not None and token else None

    async def run(self, line: WebSocket) -> None:
        """Serve one line until either end closes it."""
        if not same_origin(line):
            await line.send_denial_response(plain_error(403, FOREIGN))
            return
        await line.accept()
        try:
            phone = await asyncio.to_thread(self.phone, line.cookies)
        except ResourceError as error:
            _log.error("%s", error)
            await line.close(LATER)
            return
        if phone is None:
            await line.close(REVOKED)
            return
        end: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if (earlier := self._open.get(phone.uid)) is not None and not earlier[1].done():
            earlier[1].set_result(NEWER)
        self._open[phone.uid] = phone.token, end
        try:
            code = await self._carry(line, phone.uid, end)
        finally:
            if self._open.get(phone.uid) == (phone.token, end):
                del self._open[phone.uid]
        if WebSocketState.DISCONNECTED not in (line.client_state, line.application_state):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await line.close(code)

    async def _carry(self, line: WebSocket, uid: str, end: asyncio.Future[int]) -> int:
        """Carry bytes in both directions; return how the line ends."""
        ours, theirs = socket.socketpair()
        with ours:
            ours.setblocking(False)
            if self.attach is None or not await asyncio.to_thread(self.attach, theirs, uid):
                theirs.close()
                return LATER
            tasks = [asyncio.create_task(self._up(line, ours)), asyncio.create_task(self._down(line, ours))]
            try:
                await asyncio.wait([*tasks, end], return_when=asyncio.FIRST_COMPLETED)
                if end.done():
                    return end.result()
                return next(one.result() for one in tasks if one.done())
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)

    async def _up(self, line: WebSocket, ours: socket.socket) -> int:
        """Carry what the phone sends. While the hub does not read, nothing more is taken from the phone."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                text = (await line.receive()).get("text")
                if text is None:
                    # the phone has gone, or sends what no board sends
                    return NO_TEXT
                if text == SIGN:
                    await line.send_text(SIGN)
                else:
                    await loop.sock_sendall(ours, text.encode("utf-8", "replace"))
        except (OSError, RuntimeError, WebSocketDisconnect):
            return LATER

    async def _down(self, line: WebSocket, ours: socket.socket) -> int:
        """Carry what the hub sends."""
        loop = asyncio.get_running_loop()
        try:
            while data := await loop.sock_recv(ours, PIECE):
                await line.send_text(data.decode("ascii", "replace"))
        except (OSError, RuntimeError, WebSocketDisconnect):
            pass
        return LATER

    async def watch(self) -> None:
        """Cut the lines of phones whose right was taken back, also by a command beside this host."""
        while True:
            await asyncio.sleep(LOOK_S)
            accounts = self.auth.settings.accounts
            if not self._open or accounts is None:
                continue
            with contextlib.suppress(ResourceError):
                known = {one.token for one in await asyncio.to_thread(accounts.phones.all)}
                for token, end in list(self._open.values()):
                    if token not in known and not end.done():
                        end.set_result(REVOKED)
