"""Limits for connections: each request must arrive in time, and a sender may open only a fixed number.

uvicorn's own connections wait without limit for the rest of a request, and one sender may hold all of them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from uvicorn.server import ServerState

from .proxy import limited_as
from .settings import is_loopback

#: seconds for a whole request, headers and body; also for the first byte of a new connection
REQUEST_S = 20.0
#: connections of a sender: its event streams (`eventstream.MOST_LINES_OF_ADDRESS`) plus as many requests
MOST_OF_SENDER = 400
#: number of open connections of each sender, by server
_HELD: WeakKeyDictionary[ServerState, Counter[str]] = WeakKeyDictionary()
#: an extension of the scope: sends a piece of a streamed answer at once, see `TimedRequests.push`
PUSH = "tablekeeper.push"
_LATE = b"This request was not complete within 20 seconds: send it again.\n"
_HEADERS = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", str(len(_LATE)).encode()),
    (b"connection", b"close"),
]


class TimedRequests(H11Protocol):
    """Closes a connection whose request is not complete in time, even if bytes keep arriving.

    Between two requests uvicorn's keep-alive limit applies. There is no limit for answers. Connections beyond
    a sender's limit are closed at once; this computer and the proxy (`app.state.proxy`) have no limit.
    """

    request_s = REQUEST_S
    most_of_sender = MOST_OF_SENDER
    _sender = ""
    _late: asyncio.TimerHandle | None = None

    # uvicorn narrows the argument's type in the same way
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()
        if self._crowded():
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Process received bytes; they do not extend the time for the request."""
        super().data_received(data)
        self._look()

    def handle_events(self) -> None:
        """Add `push` to the scope, before the application starts."""
        super().handle_events()
        if self.scope and self.scope["method"] == "GET" and self.scope["http_version"] == "1.1":
            extensions: dict[str, Any] = {PUSH: self.push}
            self.scope["extensions"] = extensions

    def push(self, data: bytes) -> bool:
        """Send a piece of an answer that has begun and has no length (so HTTP/1.1 sends it in chunks).

        Return False, and send nothing, while the connection has not accepted earlier bytes.
        """
        if self.transport.get_write_buffer_size() or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    def on_response_complete(self) -> None:
        """Process bytes that arrived after the request."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, and uncount the lost connection."""
        self._stop()
        self._uncount()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket: the request is complete, and the connection still counts."""
        self._stop()
        super().handle_websocket_upgrade(event)
        line = self.transport.get_protocol()
        assert isinstance(line, CountedLine)
        line.uncount = self._uncount

    def _uncount(self) -> None:
        if self._sender:
            held = _HELD[self.server_state]
            held[self._sender] -= 1
            if not held[self._sender]:
                del held[self._sender]
            self._sender = ""

    def _crowded(self) -> bool:
        """Count this connection; return whether its sender has too many."""
        address = self.client[0] if self.client else ""
        proxy = getattr(getattr(self.config.app, "state", None), "proxy", None)
        if not address or is_loopback(address) or (proxy and limited_as(address) == limited_as(proxy)):
            return False
        self._sender = limited_as(address)
        held = _HELD.setdefault(self.server_state, Counter())
        held[self._sender] += 1
        return held[self._sender] > self.most_of_sender

    def _look(self) -> None:
        if self.transport.get_protocol() is not self:
            return
        begun = self.conn.their_state is h11.SEND_BODY or (
            self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        )
        if not begun:
            self._stop()
        elif self._late is None:
            self._wait()

    def _wait(self) -> None:
        self._late = self.loop.call_later(self.request_s, self._close)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        if self.transport.is_closing():
            return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer: list[Any] = [
                h11.Response(status_code=408, headers=_HEADERS, reason=b"Request Timeout"),
                h11.Data(data=_LATE),
                h11.EndOfMessage(),
            ]
            self.transport.write(b"".join(self.conn.send(part) or b"" for part in answer))
        if self.cycle is not None:
            # tell the application that the sender has disconnected
            self.cycle.disconnected = True
        self.transport.close()


class CountedLine(WSProtocol):
    """A WebSocket, which counts among the connections of its sender until it is closed."""

    uncount: Callable[[], None] = staticmethod(lambda: None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Uncount it."""
        self.uncount()
        super().connection_lost(exc)
