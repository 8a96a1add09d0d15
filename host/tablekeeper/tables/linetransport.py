"""A line of a phone as a transport: one end of a pair of sockets, whose other end the pages have."""

from __future__ import annotations

import select
import socket

from tablekeeper.tables.transport import PIECE, TransportLost


class LineTransport:
    """The hub's end of a line. It does not wait when it reads or writes."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        end.setblocking(False)
        #: the file descriptor to wait on
        self.handle: int | None = end.fileno()

    def wait(self, seconds: float) -> None:
        """Wait until something has arrived, at most for `seconds`."""
        if self.handle is not None:
            # not `select`: it refuses file descriptors above 1,023
            readable = select.poll()
            readable.register(self.handle, select.POLLIN)
            readable.poll(round(seconds * 1000))

    def read(self) -> bytes:
        """Return what has arrived."""
        try:
            data = self._end.recv(PIECE)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise TransportLost("The phone's line was closed.") from error
        if not data:
            raise TransportLost("The phone's line was closed.")
        return data

    def write(self, data: bytes) -> int:
        """Send the beginning of data; return the number of accepted bytes, 0 if the phone does not read."""
        try:
            return self._end.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise TransportLost("The phone's line was closed.") from error

    def close(self) -> None:
        """Close the line."""
        self._end.close()
