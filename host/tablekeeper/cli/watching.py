"""A read-only session with a board: it acknowledges nothing, so the board keeps all records.

A board sends its records only to a host that has welcomed it. So the watcher sends a welcome with the
sequence that the board itself calls acknowledged, and asks for the time regularly, so that the board
does not drop the link. The board sends unacknowledged records again and again, but never more than
WINDOW of them: each record is printed once, and so is the end of the window.

Sans-IO, like the links: `receive` and `tick` take bytes and times (ms), and return sentences.
"""

from __future__ import annotations

from tablecore import frames, hostlink, messages, records
from tablecore.hostlink import HostLink
from tablecore.link import WINDOW
from tablekeeper.games.recordtext import sentence
from tablekeeper.games.sentences import duration
from tablekeeper.tables import Hello, Status, version_problem
from tablekeeper.tables.trace import describe

ASK_TIME_MS = 5000
#: a board says something every 2 s
SILENT_MS = 8000


class Watch:
    """The state of a board on a port; kept when the port is opened again (`reopened`)."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        #: bytes received since the port was opened
        self.heard = 0
        #: why this board can't be watched, if it can't
        self.problem: str | None = None
        self._link = HostLink()
        self._link.call()
        self._seen: dict[int, int] = {}
        self._state: tuple[object, ...] = ()
        # the record at which the board's present count of milliseconds began
        self._base = 0
        self._ask_at = 0
        self._token = 0
        self._heard_at: int | None = None
        self._silent = False
        self._full = False

    def reopened(self) -> None:
        """Forget the session: the port was opened again."""
        self._link.reset()
        self._link.call()
        self.hello = None
        self.heard = 0
        self._heard_at = None

    def receive(self, data: bytes, now: int) -> list[str]:
        """Take received bytes; return a sentence for each message in them."""
        self.heard += len(data)
        said: list[str] = []
        for kind, *fields in self._link.receive(data):
            if kind == hostlink.STRAY:
                said.append(f"text: {printable(fields[0])}")
                continue
            self._heard_at = now
            self._silent = False
            if kind == hostlink.HELLO:
                said += self._greet(Hello.of(fields))
            elif self.hello is None or self.problem is not None:
                continue  # of an earlier session: its board will say hello again
            elif kind == hostlink.RECORDS:
                said += self._records(fields[0], fields[2])
            elif kind == hostlink.STATUS:
                said += self._status(Status.of(fields))
            elif kind == hostlink.TIME:
                self._base = fields[2]
            elif kind == hostlink.ANSWER:
                said.append(f"answer to command {fields[0]}, which another host has sent")
        return said

    def tick(self, now: int) -> tuple[bytes, list[str]]:
        """Return the bytes to send, and the sentences to print."""
        said = []
        if self.hello is not None and self.problem is None:
            if now >= self._ask_at:
                self._token += 1
                self._ask_at = now + ASK_TIME_MS
                self._link.ask_time(self._token)
            if not self._silent and self._heard_at is not None and now - self._heard_at >= SILENT_MS:
                self._silent = True
                said.append("nothing has been heard from the board for 8 seconds")
        out, _ = self._link.tick(now)
        return out, said

    def _greet(self, hello: Hello) -> list[str]:
        again = self.hello is not None and self.hello.session == hello.session
        self.hello = hello
        self.problem = version_problem(hello)
        if self.problem is not None:
            return []
        self._link.welcome(hello.session, hello.journal, hello.acked)
        if again:
            return []
        self._ask_at = 0
        self._base = 0
        self._full = False
        self._state = ()
        held = f"records {hello.first} to {hello.last}" if hello.last else "no records"
        who = f"board {hello.uid}, firmware {hello.firmware}, protocol {hello.major}.{hello.minor}"
        log = f"boot {hello.boot}, journal {hello.journal:08x} with {held}, {hello.acked} acknowledged"
        return [f"hello: {who}, {log}"]

    def _records(self, journal: int, whole: list[bytes]) -> list[str]:
        said = []
        for record in whole:
            seq, _, _, _, _, ms, *_ = records.unpack(record)
            if seq <= self._seen.get(journal, 0):
                continue
            self._seen[journal] = seq
            # only a host that was connected at an earlier start knows its time
            when = " of an earlier start, time unknown" if seq < self._base else ""
            said.append(f"record {seq} at {duration(ms)}{when}: {sentence(record)}")
        hello = self.hello
        if hello is not None and not self._full and self._seen.get(journal, 0) - hello.acked >= WINDOW:
            self._full = True
            said.append(
                f"the board sends no more before a host stores these {WINDOW} records. A monitor "
                "never does: use `tablekeeper serve` for that"
            )
        return said

    def _status(self, status: Status) -> list[str]:
        state = (status.faults, status.battery)
        if state == self._state:
            return []
        self._state = state
        faults = f"not working: {', '.join(status.faults)}" if status.faults else "no faults"
        battery = "" if status.battery is None else f", battery {status.battery} %"
        memory = f"{status.free_memory} bytes of memory free"
        on = f"{duration(status.ms)} since it was switched on"
        return [f"status: {faults}{battery}, {status.last} records, {memory}, {on}"]


def printable(line: bytes) -> str:
    """Return text from the wire without characters that could disturb a terminal."""
    text = line.decode("utf-8", "replace").rstrip("\r")
    return "".join(letter if letter.isprintable() else "·" for letter in text)


def meaning(line: bytes) -> list[str]:
    """Return the kind of a line of the wire, and a sentence for each record in it."""
    payload = frames.decode(line.removesuffix(b"\r"))
    message = None if payload is None else messages.unpack(payload)
    if message is None or message[0] != messages.RECORDS:
        return [describe(line)]
    _, journal, before, tail = message
    said = [f"records of journal {journal:08x} after {before}"]
    for place in range(0, len(tail), records.SIZE):
        record = tail[place : place + records.SIZE]
        if records.is_whole(record, journal):
            said.append(f"record {records.sequence(record)}: {sentence(record)}")
        else:
            said.append(f"a damaged record: {record.hex()}")
    return said
