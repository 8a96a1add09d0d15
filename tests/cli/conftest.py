"""Programs started as users start them, and ports with a partner at the other end."""

import os
import re
import signal
import socket
import threading
import tty
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablecore import frames, messages
from tablekeeper.cli import main
from tablekeeper.transcripts import shipped
from tests.blankdatabase import new_databases  # noqa: F401
from tests.compiledtemplates import templates_compiled_once  # noqa: F401
from tests.forkedprogram import Forked
from tests.patience import PATIENCE_S, until
from tests.web.conftest import servers_of_a_moment  # noqa: F401

TABLEKEEPER = ("-c", "from tablekeeper.cli import main; main(prog_name='tablekeeper')")
TABLESIM = ("-m", "tablesim")
#: `tablekeeper` with a longer wait for a board, because a busy machine may delay its answer
PATIENT = (
    "-c",
    f"""
from functools import partial
from tablekeeper.cli import board, main
board.PROBE_SECONDS = {PATIENCE_S}
board.probe = partial(board.probe, seconds={PATIENCE_S})
main(prog_name='tablekeeper')
""",
)


class Program:
    """A running process whose output is collected line by line."""

    def __init__(self, arguments: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.process = Forked(arguments, folder, environment)
        self.out: list[str] = []
        self.err: list[str] = []
        self._readers = [
            threading.Thread(target=self._read, args=pair)
            for pair in ((self.process.stdout, self.out), (self.process.stderr, self.err))
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream, lines: list[str]) -> None:
        with stream:
            for line in stream:
                lines.append(line.rstrip("\n"))

    @property
    def said(self) -> str:
        return "\n".join(self.out + self.err)

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait until the output has the pattern; return the match."""

        def found() -> re.Match[str] | None:
            ended = self.process.poll() is not None
            if ended:
                self.wait()
            match = re.search(pattern, self.said)
            assert match or not ended, f"ended:\n{self.said}"
            return match

        return until(found, lambda: f"never said {pattern!r}:\n{self.said}")

    def end(self, number: int = signal.SIGINT) -> int:
        """Send a signal; return the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end; return the exit status."""
        status = self.process.wait(PATIENCE_S)
        for reader in self._readers:
            reader.join(PATIENCE_S)
        return status

    def drop(self) -> None:
        """Kill the process if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.wait()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home folder, only for this test."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def start(home: Path, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts `tablekeeper`, or another program, in a folder (by default tmp_path)."""
    started: list[Program] = []

    def run(*words: object, program: tuple[str, ...] = TABLEKEEPER, folder: Path = tmp_path) -> Program:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG", "COV_"))}
        environment = {**kept, "HOME": str(home), "PYTHONUNBUFFERED": "1"}
        started.append(Program([*program, *map(str, words)], folder, environment))
        return started[-1]

    yield run
    for program in started:
        program.drop()


@pytest.fixture
def look(start) -> Callable[..., Program]:
    """Starts `tablekeeper board` with words that name a board's port."""

    def run(*words: object) -> Program:
        return start("board", *words, program=PATIENT)

    return run


@pytest.fixture
def start_boards(start) -> Callable[..., tuple[Program, list[str]]]:
    """Starts virtual boards; returns the program and their ports."""

    def run(*words: object) -> tuple[Program, list[str]]:
        program = start("--realtime", *words, program=TABLESIM)
        count = int(words[words.index("--boards") + 1]) if "--boards" in words else 1
        program.wait_for(r"\A" + r"\s".join([r"/dev/\S+"] * count))
        return program, program.out[:count]

    return run


@pytest.fixture
def command(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a command of `tablekeeper` in this process."""
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    def run(*words: object, **more: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], **more)

    return run


@pytest.fixture
def refused(command) -> Callable[..., str]:
    """Runs a command that must refuse; returns its sentence, which must be its only output."""

    def run(*words: object, **more: object) -> str:
        result = command(*words, **more)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        return one_sentence(result.stderr)

    return run


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database only for this test; its first command makes it."""
    return tmp_path / "hall.db"


@pytest.fixture
def keep(command, database):
    """Runs a command on hall.db; returns its result."""
    return lambda *words: command(*words, "--database", database)


@pytest.fixture
def short():
    """A transcript of a one-point match."""
    return min(shipped(), key=lambda path: path.stat().st_size)


@pytest.fixture
def say(command, database) -> Callable[..., str]:
    """Runs a command on the test's database; returns its output."""

    def run(*words: object, **more: object) -> str:
        result = command(*words, "--database", database, **more)
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


@pytest.fixture
def no(refused, database) -> Callable[..., str]:
    """Runs a command on the test's database that must refuse; returns its sentence."""

    def run(*words: object, **more: object) -> str:
        return refused(*words, "--database", database, **more)

    return run


@pytest.fixture
def event(say) -> Callable[..., str]:
    """Runs `tablekeeper event` on the test's database; returns its output."""
    return partial(say, "event")


@pytest.fixture
def no_event(no) -> Callable[..., str]:
    """Runs `tablekeeper event`, which must refuse; returns its sentence."""
    return partial(no, "event")


def one_sentence(said: str) -> str:
    """Return the sentence of a refusal; fail if the output is anything else."""
    [line] = said.strip().split("\n")
    assert line.startswith("Error: ")
    assert line.endswith(".")
    assert "Traceback" not in line
    return line.removeprefix("Error: ")


@pytest.fixture(scope="session")
def sentence() -> Callable[[str], str]:
    """Apply `one_sentence` to the output of a process."""
    return one_sentence


class Line:
    """A pseudo-terminal whose other end sends the same bytes repeatedly."""

    def __init__(self, says: bytes, every: float = 0.1) -> None:
        self._near, far = os.openpty()
        tty.setraw(far)
        self.port = os.ttyname(far)
        # kept open, because the port would otherwise be hung up while nobody listens
        self._far = far
        self._says = says
        self._every = every
        self._stopping = threading.Event()
        os.set_blocking(self._near, False)
        self._thread = threading.Thread(target=self._speak)
        self._thread.start()

    def _speak(self) -> None:
        while not self._stopping.wait(self._every):
            try:
                os.write(self._near, self._says)
            except BlockingIOError:
                continue  # nobody listens

    def close(self) -> None:
        self._stopping.set()
        self._thread.join()
        os.close(self._far)
        os.close(self._near)


@pytest.fixture
def line() -> Iterator[Callable[..., Line]]:
    """Makes a port that sends these bytes continuously; b"" is silence."""
    made: list[Line] = []

    def make(says: bytes = b"", every: float = 0.1) -> Line:
        made.append(Line(says, every))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture(scope="session")
def hello_of() -> Callable[..., bytes]:
    """Makes the hello frame of a board with a given protocol version."""

    def make(major: int, uid: bytes = b"newboard", grown: bytes = b"") -> bytes:
        fields = (major, 0, 9, 8, 7, uid, 0xCAFE, 3, 0, 1, 40, 12, 100_000, 5000, 77)
        return frames.encode(messages.pack(messages.HELLO, *fields) + grown)

    return make


@pytest.fixture
def free_port() -> Iterator[int]:
    """A TCP port on which no program listens; it stays reserved, so that none can start."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]
