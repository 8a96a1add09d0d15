"""Prints one line per connection event, and passes every event to the director."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager

from tablecore.sheets import BLANK
from tablekeeper.director.service import Director
from tablekeeper.store import StoreError
from tablekeeper.tables import Hello, Notice, Port, Status, TransportLost, candidates

#: seconds without an error of the database after which the same error is printed again
QUIET_S = 60.0


class Announcer:
    """A listener of the connections that passes everything to the director; called from any thread.

    `say` prints a sentence. After `hush` nothing is printed: the ports close because the host stops.
    """

    def __init__(
        self,
        director: Director,
        say: Callable[[str], None],
        look: Callable[[], list[Port]] = candidates,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._director = director
        self._say = say
        self._look = look
        self._hushed = False
        self._seconds = seconds
        #: the last error of the database that was printed, and when the database failed last
        self._database_said, self._failed_s = "", 0.0
        #: the sentences why boards were lost; their ports report them again, but they are printed once
        self._reasons: set[str] = set()

    def hush(self) -> None:
        """Print nothing from now on."""
        self._hushed = True

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        if not self._hushed:
            self._say(sentence)

    def port(self, address: str, sentence: str | None) -> None:
        """Print the problem of a port. For None print nothing: `online` announces the port's board."""
        if sentence is None:
            return
        if sentence in self._reasons:
            self._reasons.discard(sentence)
        elif console_of(address, self._look()) is None:
            self.say(sentence)

    # --- the listener -----------------------------------------------------------------------

    def online(self, uid: str, hello: Hello) -> None:
        """Announce a board that was welcomed."""
        try:
            self._director.boards.online(uid, hello)
        except StoreError as error:
            # the board could not be entered: treat it as lost, so that its port is opened again
            raise TransportLost(str(error)) from error
        waiting = hello.last - hello.acked
        news = f", {waiting} of them not stored yet" if waiting else ""
        log = f"records up to {hello.last}{news}" if hello.last else "no records"
        self.say(f"{self._name(uid)} is here (firmware {hello.firmware}, {log}).")

    def offline(self, uid: str, reason: str) -> None:
        """Announce a board that is gone."""
        with self._database():
            self._director.boards.offline(uid, reason)
        self._reasons.add(reason)
        self.say(f"{self._name(uid)} is gone: {reason}")

    def status(self, uid: str, status: Status) -> None:
        """Pass on a board's state."""
        with self._database():
            self._director.boards.status(uid, status)

    def screen(self, uid: str, pixels: bytes) -> None:
        """Pass on a board's display."""
        with self._database():
            self._director.boards.screen(uid, pixels)

    def answered(self, uid: str, command_id: int, state: str, seq: int, reason: str) -> None:
        """Pass on a board's answer to a command."""
        with self._database():
            self._director.boards.answered(uid, command_id, state, seq, reason)

    def pressed(self, uid: str) -> None:
        """Pass on that a key was pressed as a notice on the display had asked."""
        with self._database():
            self._director.boards.pressed(uid)

    def notice(self, uid: str) -> Notice | None:
        """Return the notice that a board must show now, or None."""
        with self._database():
            return self._director.boards.notice(uid)
        return None

    def expected(self, uid: str) -> int:
        """Return the program that a board will be set up for next; BLANK if that is unknown."""
        with self._database():
            return self._director.boards.expected(uid)
        return BLANK

    def problem(self, uid: str, sentence: str) -> None:
        """Print a sentence about a problem of a board."""
        with self._database():
            self._director.boards.problem(uid, sentence)
        self.say(f"{self._name(uid)}: {sentence}")

    def solved(self, uid: str, sentences: Set[str]) -> None:
        """Forget problems of a board that are over."""
        with self._database():
            self._director.boards.solved(uid, sentences)

    @contextmanager
    def _database(self) -> Iterator[None]:
        """Call the director. A failing database must not end the port's thread: its error is printed once.

        Some calls need no database, so a success does not show that it works again.
        """
        try:
            yield
        except StoreError as error:
            now, said = self._seconds(), str(error)
            if said != self._database_said or now - self._failed_s > QUIET_S:
                self._database_said = said
                self.say(said)
            self._failed_s = now

    def _name(self, uid: str) -> str:
        table = self._director.hall.tables.get(uid)
        return f"Board {uid}" if table is None else table.name


def console_of(address: str, ports: list[Port]) -> str | None:
    """Return the address of the board whose console a port may be: the port with the same serial number.

    A board has two ports and only one of them speaks the protocol, so the silence of the other one is
    not reported.
    """
    serial = next((port.serial_number for port in ports if port.address == address), "")
    sisters = [port.address for port in ports if serial and port.serial_number == serial]
    return next((sister for sister in sisters if sister != address), None)
