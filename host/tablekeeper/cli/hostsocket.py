"""The client of the running host's socket: commands send actions to it, and read the dashboard."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any

from tablekeeper.cli.terminal import say
from tablekeeper.director.calls import FOREIGN, request
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError

#: seconds that the host may take for an action: long, because a disk may hang
_PATIENCE_S = 60.0
_LOOK = _("look whether it was done before you repeat it")
_CLOSING = _("The hall is just closing, and nothing was done: try again.")


class _Socket(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=_PATIENCE_S)
        self._path = path

    def connect(self) -> None:
        """Connect."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class HostGone(ResourceError):
    """There is no host at the address."""


class Host:
    """The running host."""

    def __init__(self, path: str) -> None:
        self._path = path

    def send(self, subject: str, action: str, arguments: dict[str, Any]) -> Any:
        """Send an action to the host; return its result, or raise the host's refusal."""
        return self._ask("POST", "/actions", request(subject, action, arguments))["result"]

    def dashboard(self, seen: str | None) -> dict[str, Any]:
        """Return the dashboard and its revision, as soon as the revision differs from `seen`."""
        told: dict[str, Any] = self._ask("GET", f"/dashboard?seen={seen or ''}")
        return told

    def wires(self) -> dict[str, list[str]]:
        """Return the last frames of each board, without names."""
        told: dict[str, list[str]] = self._ask("GET", "/wires")
        return told

    def _ask(self, method: str, address: str, body: bytes | None = None) -> Any:
        connection = _Socket(self._path)
        try:
            try:
                connection.connect()
            except PermissionError as error:
                raise ResourceError(FOREIGN) from error
            except OSError as error:
                raise HostGone(_CLOSING) from error
            try:
                connection.request(method, address, body)
                answer = connection.getresponse()
                told = answer.read()
            except KeyboardInterrupt:
                if body is not None:
                    say(_("The host was asked already: %(look)s.", look=_LOOK), err=True)
                raise
            except (OSError, http.client.HTTPException) as error:
                raise ResourceError("The host stopped or did not answer: %(look)s.", look=_LOOK) from error
        finally:
            connection.close()
        return _result(answer.status, told)


def _result(status: int, body: bytes) -> Any:
    try:
        told = json.loads(body)
    except ValueError:
        told = {}
    if status == 200:
        return told
    if "place" in told:
        raise DocumentError(told["place"], told["refused"])
    if "refused" in told:
        raise UserError(told["refused"])
    if status == 413:
        raise UserError("This is too much for a running host: close the hall first.")
    sentence = (
        _("The host is too busy, and nothing was done: try again.")
        if status == 503
        else _("The host has failed (%(status)s): look at what it has printed.", status=status)
    )
    raise ResourceError(told.get("failed", sentence))
