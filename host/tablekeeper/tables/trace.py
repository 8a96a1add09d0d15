"""Keeps the last frames of a connection, for diagnosis after an error."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from tablecore import frames, messages
from tablekeeper.languages import _

#: frames that are kept
KEPT = 200
RECEIVED = "<"
SENT = ">"
_NAMES = {
    messages.HELLO: "hello",
    messages.RECORDS: "records",
    messages.STATUS: "status",
    messages.TIME: "time",
    messages.ANSWER: "answer",
    messages.DISPLAY: "display",
    messages.CHECKED: "check",
    messages.PRESSED: "pressed",
    messages.WELCOME: "welcome",
    messages.ACK: "acknowledge",
    messages.ASK_TIME: "ask time",
    messages.COMMAND: "command",
    messages.WATCH: "watch",
    messages.NOTICE: "notice",
    messages.EXPECT: "expect",
}


@dataclass(frozen=True, slots=True)
class Traced:
    """One line on the wire: its time (ms of the connection's clock), direction and contents."""

    ms: int
    direction: str
    line: bytes

    def __str__(self) -> str:
        return f"{self.ms:>10} {self.direction} {describe(self.line)}"


class Wire:
    """Cuts the bytes on a wire into lines, each direction separately."""

    def __init__(self) -> None:
        self._open: dict[str, bytes] = {}

    def lines(self, direction: str, data: bytes) -> list[bytes]:
        """Add a piece; return the lines that it completes, without line ends and empty lines."""
        *whole, rest = (self._open.get(direction, b"") + data).split(b"\n")
        # noise without line ends is returned in pieces, so that it does not accumulate
        while len(rest) > 1000:
            whole.append(rest[:1000])
            rest = rest[1000:]
        self._open[direction] = rest
        return [line for line in whole if line.strip()]


class FrameRing:
    """The last KEPT frames of a connection.

    Only raw pieces are kept; they are cut into lines on request.
    """

    def __init__(self) -> None:
        # a piece holds several lines, or a part of one
        self._pieces: deque[tuple[int, str, bytes]] = deque(maxlen=2 * KEPT)

    def add(self, ms: int, direction: str, data: bytes) -> None:
        """Keep a received or sent piece."""
        self._pieces.append((ms, direction, data))

    def lines(self) -> list[Traced]:
        """Return the last lines, oldest first; a line has the time of its end."""
        wire = Wire()
        found: list[Traced] = []
        for ms, direction, data in list(self._pieces):
            found += [Traced(ms, direction, line) for line in wire.lines(direction, data)]
        return found[-KEPT:]


def describe(line: bytes, *, texts: bool = True) -> str:
    """Describe a line on the wire: a message with its fields, or text.

    Without `texts` only the lengths of contents that may contain a name are given: names, notices, displays
    and lines that are not messages.
    """
    payload = frames.decode(line.removesuffix(b"\r"))
    if payload is None:
        return _("no frame: %(line)s", line=repr(line) if texts else _size(line))
    message = messages.unpack(payload)
    if message is None:
        return _("malformed message: %(bytes)s", bytes=payload.hex() if texts else _size(payload))
    letter, *fields, tail = message
    shown = [field.hex() if isinstance(field, bytes) else str(field) for field in fields]
    named = letter in (messages.NOTICE, messages.DISPLAY) or (
        letter == messages.COMMAND and fields[-1] not in (messages.RUN, messages.RECORD, messages.CHECK)
    )
    told = _size(tail) if named and not texts else tail.hex()
    return f"{_NAMES[letter]} {' '.join(shown)} {told}".rstrip()


def _size(data: bytes) -> str:
    return _("(%(count)s bytes)", count=len(data))
