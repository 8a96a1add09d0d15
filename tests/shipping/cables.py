"""A cable between two servers: a small TCP proxy that can hold back bytes in one direction, or in both.

They arrive when the cable is mended, like the packets that TCP sends again.
"""

from __future__ import annotations

import contextlib
import socket
import threading

THERE, BACK = 0, 1


class Cable:
    """Connects a new port to another port on this computer."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._whole = (threading.Event(), threading.Event())
        self._ends: list[socket.socket] = []
        self._closed = False
        self.mend()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, *directions: int) -> None:
        """Hold back bytes THERE, BACK, or both; connections stay open, and new ones seem accepted."""
        for one in directions:
            self._whole[one].clear()

    def mend(self) -> None:
        """Pass everything again."""
        for one in self._whole:
            one.set()

    def close(self) -> None:
        """Close all connections."""
        self._closed = True
        self.mend()
        for one in (self._listening, *self._ends):
            _close(one)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while not self._closed:
                near, _ = self._listening.accept()
                threading.Thread(target=self._lead, args=(near,), daemon=True).start()

    def _lead(self, near: socket.socket) -> None:
        self._ends.append(near)
        self._whole[THERE].wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._target), 5)
        except OSError:
            _close(near)
            return
        far.settimeout(None)
        self._ends.append(far)
        threading.Thread(target=self._pump, args=(near, far, THERE), daemon=True).start()
        self._pump(far, near, BACK)

    def _pump(self, source: socket.socket, sink: socket.socket, direction: int) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._whole[direction].wait()
                sink.sendall(data)
        _close(source)
        _close(sink)


def _close(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
