"""A proxy that can fall silent: connections stay open and accepted, and nothing passes any more."""

import contextlib
import socket
import threading
import time


class SilentProxy:
    """Passes bytes to `port` of this computer and back; `silent` holds all of them back."""

    def __init__(self, port):
        self.port = port
        self.silent = False
        self._open = []

    def __enter__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.cut()
        self._listener.close()

    def cut(self):
        """End every connection."""
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def _accept(self):
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(near)
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near):
        with contextlib.suppress(OSError):
            far = socket.create_connection(("127.0.0.1", self.port))
            self._open.append(far)
            threading.Thread(target=self._pass, args=(far, near), daemon=True).start()
            self._pass(near, far)

    def _pass(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                while self.silent:
                    time.sleep(0.01)
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)
