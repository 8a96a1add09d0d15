"""A hall in an evening: `serve` as a separate process, real-time boards, a director at a terminal."""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablekeeper.cli.options import DATABASE
from tests.liveboards import LiveBoards, Winner
from tests.patience import QUESTION_S, until

#: boards' seconds per second
SPEED = 20


class Pairing(NamedTuple):
    """An open match, from `event next`."""

    one: str
    other: str
    length: int | None

    def players(self) -> tuple[str, str]:
        return self.one, self.other


class Evening:
    """The host, which may be killed, and the director's commands."""

    def __init__(
        self, start: Callable[..., Any], command: Callable[..., Any], folder: Path, boards: LiveBoards
    ) -> None:
        self.boards = boards
        self.folder = folder
        self._database = folder / "hall.db"
        self._start, self._command = start, command
        self.open()

    def open(self) -> None:
        """Start the host, and wait until every board is here."""
        ports = [word for port in self.boards.ports for word in ("--port", port)]
        self.host = self._start("serve", "--http-port", 0, "--database", self._database, *ports)
        self.host.wait_for("waiting for")
        until(lambda: self.host.said.count(" is here ") >= len(self.boards.ports), lambda: self.host.said)

    def restart(self) -> None:
        """End the host as a power cut does, and start it again."""
        self.host.process.kill()
        assert self.host.wait() < 0
        self.open()

    def run(self, line: str) -> Any:
        """Type a command; return its result."""
        return self._command(*shlex.split(line), env={DATABASE: str(self._database)})

    def type(self, line: str) -> str:
        """Type a command, which must succeed; return its output."""
        told = self.run(line)
        assert told.exit_code == 0, (line, told.output, told.exception)
        return told.stdout

    def refused(self, line: str) -> str:
        """Type a command that must be refused; return the sentence."""
        told = self.run(line)
        assert (told.exit_code, told.stdout) == (2, ""), (line, told.output, told.exception)
        return told.stderr

    def next(self, event: str) -> list[Pairing]:
        """Return the open matches, from `event next`."""
        said = self.type(f"event next {event}")
        found = re.findall(r"(?:^|: )(\w+) v (\w+)(?:.*length (\d+))?", said, re.M)
        return [Pairing(one, other, int(length) if length else None) for one, other, length in found]

    def seat(self, event: str, tables: Iterable[int]) -> set[frozenset[str]]:
        """Seat the round at these tables; return the seated pairs."""
        named = " ".join(f"--table 'Board {number:06}'" for number in tables)
        # a board faster than real time may have finished before the host knows that it was set up
        tried = f"event seat {event} {named} --dry-run"
        until(lambda: self.run(tried).exit_code == 0, lambda: self.run(tried).output, QUESTION_S)
        said = self.type(f"event seat {event} {named}")
        return {frozenset(pair) for pair in re.findall(r"^Board \d+: .*?(\w+) v (\w+)", said, re.M)}

    def wait(self, event: str, seated: Iterable[frozenset[str]]) -> None:
        """Wait until boards have brought the results of these pairs."""

        def open_pairs() -> set[frozenset[str]]:
            return {frozenset(pairing.players()) for pairing in self.next(event)}

        until(
            lambda: not open_pairs() & set(seated),
            lambda: (seated, self.type(f"event next {event}")), QUESTION_S,
        )  # fmt: skip

    def until_said(self, line: str, words: str, times: int = 1) -> None:
        """Repeat a command until its output has these words `times` times."""
        until(lambda: self.type(line).count(words) >= times, lambda: self.type(line), QUESTION_S)

    def number(self, event: str, sentence: str) -> int:
        """Return the number of the last action of an event whose sentence contains this text."""
        lines = self.type(f"event history {event}").splitlines()
        return int(next(line for line in reversed(lines) if sentence in line).split()[0])

    def recount(self, event: str) -> str:
        """Export an event, and recount it from its journal with the audit; return the output."""
        file = self.folder / f"{event}.json"
        self.type(f"event export {event} --output {file}")
        told = self._command("check", file)
        assert told.exit_code == 0, told.output
        return told.stdout


def boards(count: int, winner: Winner) -> LiveBoards:
    """Return boards at which people play."""
    made = LiveBoards([f"{number:016x}" for number in range(1, count + 1)], SPEED)
    made.sit_down(winner)
    return made


def circle(names: tuple[str, ...]) -> str:
    """Return the winner so that Ann beats Bob, Bob beats Cid, Cid beats Ann: all three are level."""
    beaten = {"Ann": "Bob", "Bob": "Cid", "Cid": "Ann"}
    return next((name for name in names if beaten.get(name) in names), "")


class Circle:
    """Players who each beat the next one, as in `circle`; after a number of pairs the players wait."""

    def __init__(self, left: int) -> None:
        self.left = left
        self._names: tuple[str, ...] = ()

    def __call__(self, names: tuple[str, ...]) -> str:
        winner = circle(names)
        if winner and names != self._names:
            self._names = names
            self.left -= 1
        return winner if self.left >= 0 else ""


@pytest.fixture
def evening(
    start: Callable[..., Any], command: Callable[..., Any], tmp_path: Path
) -> Iterator[Callable[[int, Winner], Evening]]:
    """Opens a hall with some boards, at which `winner` chooses the winners."""
    opened: list[LiveBoards] = []

    def open_hall(count: int, winner: Winner) -> Evening:
        opened.append(boards(count, winner).__enter__())
        return Evening(start, command, tmp_path, opened[-1])

    yield open_hall
    for one in opened:
        one.__exit__()
