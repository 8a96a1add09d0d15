"""Programs in separate processes, forked from one that has imported Tablekeeper already.

The import takes longer than the work of most programs in tests. A forked process has its own folder,
environment, output and signals, and ends like a started one. test_wheel.py starts the installed program.
"""

import atexit
import contextlib
import functools
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.patience import PATIENCE_S

_LONGEST_REQUEST = 1 << 18


class Forked:
    """A running program, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        """Run Python with `-c SOURCE ...` or `-m MODULE ...`."""
        self.returncode: int | None = None
        out, its_out = os.pipe()
        err, its_err = os.pipe()
        self.stdout, self.stderr = os.fdopen(out), os.fdopen(err)
        self._status, its_status = socket.socketpair()
        request = json.dumps([list(arguments), str(folder), dict(environment)]).encode()
        with its_status:
            socket.send_fds(_server(), [request], [its_status.fileno(), its_out, its_err])
        os.close(its_out)
        os.close(its_err)
        self._status.settimeout(PATIENCE_S)
        self.pid = int(self._status.recv(32))

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""
        if self.returncode is None:
            self._status.setblocking(False)
            try:
                self._note(self._status.recv(32))
            except BlockingIOError:
                return None
        return self.returncode

    def wait(self, seconds: float = PATIENCE_S) -> int:
        """Wait for the end; return the exit status, or less than 0 for the signal that ended it."""
        if self.returncode is None:
            self._status.settimeout(seconds)
            self._note(self._status.recv(32))
        assert self.returncode is not None
        return self.returncode

    def _note(self, told: bytes) -> None:
        self.returncode = int(told)
        self._status.close()

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


@functools.cache
def _server() -> socket.socket:
    """Start the process that forks; return the socket that takes requests. It ends with this process."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(its.fileno())], pass_fds=[its.fileno()], stdin=subprocess.DEVNULL
    )
    its.close()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * _LONGEST_REQUEST)

    def end() -> None:
        ours.close()
        process.wait(PATIENCE_S)

    atexit.register(end)
    return ours


# --- in the process that forks ----------------------------------------------------------------------


def _preload() -> None:
    import tablekeeper.cli
    import tablesim

    for package in (tablekeeper.cli, tablesim):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(("__main__", ".small", ".modules")):
                importlib.import_module(module.name)
    # present objects are not collected, and so not copied in each process
    gc.freeze()


def _serve(requests: socket.socket) -> Callable[[], object]:
    """Accept requests for ever; return only in each forked process, with the function to run."""
    while True:
        request, handed, _, _ = socket.recv_fds(requests, _LONGEST_REQUEST, 3)
        if not request:
            with contextlib.suppress(ChildProcessError):
                while True:
                    os.wait()
            sys.exit()
        if os.fork() == 0:
            # this process only waits for the program, to report its end
            requests.close()
            status, out, err = handed
            with socket.socket(fileno=status) as told:
                pid = os.fork()
                if pid == 0:
                    told.close()
                    return _program(*json.loads(request), out, err)
                told.send(str(pid).encode())
                for each in (out, err):
                    os.close(each)
                _, ended = os.waitpid(pid, 0)
                told.send(str(os.waitstatus_to_exitcode(ended)).encode())
            os._exit(0)
        for each in handed:
            os.close(each)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass


def _program(
    arguments: list[str], folder: str, environment: dict[str, str], out: int, err: int
) -> Callable[[], object]:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for given, standard in ((out, 1), (err, 2)):
        os.dup2(given, standard)
        os.close(given)
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.FileIO(each, "w"), write_through=True) for each in (1, 2))
    kind, what, *words = arguments
    sys.argv = [kind, *words]
    if kind == "-c":
        return lambda: exec(what, {"__name__": "__main__"})
    return lambda: runpy.run_module(what, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _preload()
    # at the top level, so that a program ends as Python does: its exit status, its traceback, its threads
    _serve(socket.socket(fileno=int(sys.argv[1])))()
