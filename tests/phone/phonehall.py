"""A real host for phones, with the hub and the pages, and a phone's line without a browser."""

import contextlib
import re
import socket

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Message,
    Ping,
    RejectConnection,
    RejectData,
    Request,
)

from tablekeeper.director import service
from tablekeeper.director.hallclock import HallClock
from tablekeeper.store import open_store
from tablekeeper.tables.hub import Hub
from tablekeeper.web import Serving, Settings, make_app
from tests.patience import PATIENCE_S, until
from tests.web.conftest import Browser, accounts_in

_COOKIE = re.compile(r"tablekeeper-board=([^;]+);")


class PhoneHall:
    """Tables without boards, and a host that can stop and start again at the same address."""

    def __init__(self, folder, tables=2):
        self.clock = HallClock()
        self.accounts = accounts_in(folder)
        self._database = f"sqlite:///{folder}/hall.sqlite"
        self._tables = tables
        self.port = 0
        #: what the hub has said of ports
        self.said = []

    def open(self):
        """Start the host."""
        self.store = open_store(self._database, now=self.clock.now_ms)
        self.director = service.Director(self.store, self.clock)
        if not self.director.overview.hall().tables:
            self.director.tables.new((), self._tables)
        self.hub = Hub(
            self.store, self.director.boards, clock=self.clock.now_ms, ports=[],
            told=lambda address, sentence: self.said.append((address, sentence)),
        )
        self.director.overview.attach_screens(self.hub.want_screen)
        self.hub.start()
        self.app = make_app(self.director, settings=Settings(accounts=self.accounts))
        self.app.state.board_line.attach = self.hub.attach
        self.serving = Serving(self.app, port=self.port)
        self.serving.start()
        self.url = self.serving.url
        self.port = int(self.url.rpartition(":")[2])
        return self

    def close(self):
        """Stop it."""
        self.hub.stop()
        self.serving.stop()
        self.director.topics.close()
        self.store.close()

    def table(self, name):
        """Return a table of this name, as the pages show it."""
        return next(one for one in self.director.overview.hall().tables if one.name == name)

    def online(self, name="Table 1"):
        """Say whether the board at a table is online; a table whose board is being moved has none."""
        return any(one.online for one in self.director.overview.hall().tables if one.name == name)

    def invite(self, name="Table 1"):
        """Return the secret of an invitation to a table."""
        return self.accounts.phones.invite(self.table(name).uid, name, by="director")

    def pair(self, secret, cookie="", **headers):
        """Send an invitation; return the answer."""
        with Browser(self.url) as browser:
            given = {"cookie": f"tablekeeper-board={cookie}"} if cookie else {}
            return browser.post(
                "/board/pair", data={"invitation": secret},
                headers=browser.origin | {"accept": "application/json"} | given | headers,
            )

    def paired(self, name="Table 1"):
        """Make a phone the board of a table; return its uid and its token."""
        answer = self.pair(self.invite(name))
        assert answer.status_code == 204, answer.text
        token = _COOKIE.search(answer.headers["set-cookie"])[1]
        return self.accounts.phones.by_token(token).uid, token


class Line:
    """A phone's line: `code` is how it ended, `status` the answer to a line that was refused."""

    def __init__(self, hall, token="", *, path="/board/line", **headers):
        self.code = self.status = None
        self.text = ""
        self.refusal = b""
        self._wire = WSConnection(ConnectionType.CLIENT)
        self._socket = socket.create_connection(("127.0.0.1", hall.port), timeout=PATIENCE_S)
        host = headers.pop("host", f"127.0.0.1:{hall.port}")
        given = {"origin": f"http://127.0.0.1:{hall.port}", **headers}
        if token:
            given["cookie"] = f"tablekeeper-board={token}"
        extra = [(key.encode(), value.encode()) for key, value in given.items()]
        self._send(Request(host=host, target=path, extra_headers=extra))
        self.opened = False
        until(self._read, "no answer to the handshake")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()

    def _send(self, event):
        self._socket.sendall(self._wire.send(event))

    def _read(self):
        """Read what has arrived; return whether anything new is known."""
        data = self._socket.recv(65536)
        with contextlib.suppress(Exception):
            self._wire.receive_data(data or None)
        for event in self._wire.events():
            if isinstance(event, AcceptConnection):
                self.opened = True
            elif isinstance(event, RejectConnection):
                self.status = event.status_code
            elif isinstance(event, RejectData):
                self.refusal += event.data
            elif isinstance(event, Message):
                self.text += event.data
            elif isinstance(event, Ping):
                self._send(event.response())
            elif isinstance(event, CloseConnection):
                self.code = event.code
        if not data and self.code is None:
            self.code = 1006
        return self.opened or self.status is not None or self.code is not None

    def send(self, text):
        """Send text, or bytes."""
        self._send(BytesMessage(data=text) if isinstance(text, bytes) else Message(data=text))

    def ended(self):
        """Wait until the host ends the line; return the code."""
        until(lambda: self.code is not None or (self._read(), self.code is not None)[1], "it stays open")
        return self.code

    def heard(self, text):
        """Wait until the host has sent this."""
        until(lambda: text in self.text or (self._read(), text in self.text)[1], lambda: self.text)
