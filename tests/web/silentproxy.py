"""A proxy that can stop passing bytes: connections stay open, and new ones are accepted."""

import contextlib
import socket
import threading
import time


class SilentProxy:
    """Passes bytes to `port` of this computer and back; `silent` holds all of them back."""

    def __init__(self, port):
        self.port = port
        self.silent = False
        self._over = False
        self._open = []
        self._threads = []

    def __enter__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._start(self._accept)
        return self

    def __exit__(self, *_):
        self._over = True
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        while any(one.is_alive() for one in self._threads):
            self.cut()
            time.sleep(0.01)
        self.cut()

    def cut(self):
        """End every connection."""
        cut, self._open = self._open, []
        for one in cut:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _start(self, work, *arguments):
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._open.append(near)
                self._start(self._connect, near)

    def _connect(self, near):
        with contextlib.suppress(OSError):
            far = socket.create_connection(("127.0.0.1", self.port))
            self._open.append(far)
            self._start(self._pass, far, near)
            self._pass(near, far)

    def _pass(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                while self.silent and not self._over:
                    time.sleep(0.01)
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)
