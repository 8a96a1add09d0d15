"""Programs in separate processes, forked from one that has imported Tablekeeper already.

The import takes longer than the work of most programs in tests. A forked process has its own folder,
environment, output and signals, and ends like a started one. test_wheel.py starts the installed program.

`Forked` is for tests. Where the program itself starts `sys.executable -m tablekeeper`, tests give it an
`interpreter`: a small program that lets such a process do the work.
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
import select
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
        no_input = os.open(os.devnull, os.O_RDONLY)
        self.stdout, self.stderr = os.fdopen(out), os.fdopen(err)
        self._status, its_status = socket.socketpair()
        request = json.dumps([list(arguments), str(folder), dict(environment)]).encode()
        with its_status:
            socket.send_fds(_server(), [request], [its_status.fileno(), no_input, its_out, its_err])
        for given in (no_input, its_out, its_err):
            os.close(given)
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


#: a program that asks for a process with its own words, folder, environment and files, and ends as that one
_INTERPRETER = """#!{python} -SEs
import json, os, signal, socket, sys
status, its_status = socket.socketpair()
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asked:
    asked.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, {most})
    asked.connect({address!r})
    request = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(asked, [request], [its_status.fileno(), 0, 1, 2])
its_status.close()
pid = int(status.recv(32))
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, _: os.kill(pid, number))
# only that process holds them now, so that their end is seen
for one in (0, 1, 2):
    os.close(one)
ended = int(status.recv(32))
if ended < 0:
    signal.signal(-ended, signal.SIG_DFL)
    os.kill(os.getpid(), -ended)
os._exit(ended)
"""


def interpreter(folder: Path) -> Path:
    """Return a program, made in this folder, that runs `-c SOURCE ...` or `-m MODULE ...` as Python does.

    When it is killed, what it runs is killed, too.
    """
    _server()
    path = folder / "python"
    told = _INTERPRETER.format(python=sys.executable, address=_address(), most=2 * _LONGEST_REQUEST)
    path.write_text(told, "utf-8")
    path.chmod(0o700)
    return path


def _address() -> str:
    return f"\0tablekeeper-tests-{os.getpid()}"


@functools.cache
def _server() -> socket.socket:
    """Start the process that forks; return the socket that takes requests. It ends with this process."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening, its:
        listening.bind(_address())
        listening.listen()
        handed = [its.fileno(), listening.fileno()]
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, *map(str, handed)], pass_fds=handed, stdin=subprocess.DEVNULL
        )
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


def _asked(requests: socket.socket, listening: socket.socket) -> tuple[bytes, list[int]]:
    """Return the next request with the files handed over; an empty one when the tests have ended."""
    ready, _, _ = select.select([requests, listening], [], [])
    if requests in ready:
        request, handed, _, _ = socket.recv_fds(requests, _LONGEST_REQUEST, 4)
    else:
        with listening.accept()[0] as one:
            request, handed, _, _ = socket.recv_fds(one, _LONGEST_REQUEST, 4)
    return request, handed


def _serve(requests: socket.socket, listening: socket.socket) -> Callable[[], object]:
    """Accept requests for ever; return only in each forked process, with the function to run."""
    while True:
        request, handed = _asked(requests, listening)
        if not request:
            with contextlib.suppress(ChildProcessError):
                while True:
                    os.wait()
            sys.exit()
        if os.fork() == 0:
            # this process only waits for the program, to report its end
            requests.close()
            listening.close()
            status, *files = handed
            with socket.socket(fileno=status) as told:
                pid = os.fork()
                if pid == 0:
                    told.close()
                    return _program(*json.loads(request), files)
                told.send(str(pid).encode())
                for each in files:
                    os.close(each)
                ended = os.pidfd_open(pid)
                if told in select.select([ended, told], [], [])[0]:
                    os.kill(pid, signal.SIGKILL)
                with contextlib.suppress(BrokenPipeError):
                    told.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())
            os._exit(0)
        for each in handed:
            os.close(each)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass


def _program(
    arguments: list[str], folder: str, environment: dict[str, str], files: list[int]
) -> Callable[[], object]:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for standard, given in enumerate(files):
        os.dup2(given, standard)
        os.close(given)
    sys.stdin = io.TextIOWrapper(io.FileIO(0))
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.FileIO(each, "w"), write_through=True) for each in (1, 2))
    kind, what, *words = arguments
    sys.argv = [kind, *words]
    if kind == "-c":
        return lambda: exec(what, {"__name__": "__main__"})
    return lambda: runpy.run_module(what, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _preload()
    # at the top level, so that a program ends as Python does: its exit status, its traceback, its threads
    _serve(*(socket.socket(fileno=int(number)) for number in sys.argv[1:]))()
