"""A read-only session with a board: it acknowledges nothing, so the board keeps all records.

A board sends its records only to a host that has sent a welcome. So the watcher sends a welcome with the
last acknowledged sequence of the board's hello. It also asks for the time regularly, so that the board
does not drop the link. The board repeats unacknowledged records, but never more than WINDOW of them: each
record is printed once, and so is the end of the window.

Sans-IO, like the links: `receive` and `tick` take bytes and times (ms), and return sentences.
"""

from __future__ import annotations

from tablecore import frames, hostlink, messages, records
from tablecore.hostlink import HostLink
from tablecore.link import WINDOW
from tablekeeper.games.recordtext import sentence
from tablekeeper.games.sentences import duration
from tablekeeper.languages import _, joined
from tablekeeper.tables import Hello, Status, version_problem
from tablekeeper.tables.trace import describe

ASK_TIME_MS = 5000
#: ms without a message after which a board counts as silent; it sends a message every 2 s
SILENT_MS = 8000


class Watch:
    """The state of a board on a port; it stays when the port is opened again (`reopened`)."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        #: bytes received since the port was opened
        self.heard = 0
        #: the reason why this board can't be watched, or None
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
        """Reset the session, because the port was opened again."""
        self._link.reset()
        self._link.call()
        self.hello = None
        self.heard = 0
        self._heard_at = None

    def receive(self, data: bytes, now: int) -> list[str]:
        """Process received bytes; return a sentence for each message in them."""
        self.heard += len(data)
        said: list[str] = []
        for kind, *fields in self._link.receive(data):
            if kind == hostlink.STRAY:
                said.append(_("text: %(text)s", text=printable(fields[0])))
                continue
            self._heard_at = now
            self._silent = False
            if kind == hostlink.HELLO:
                said += self._greet(Hello.of(fields))
            elif self.hello is None or self.problem is not None:
                continue  # from an earlier session: the board will send a hello again
            elif kind == hostlink.RECORDS:
                said += self._records(fields[0], fields[2])
            elif kind == hostlink.STATUS:
                said += self._status(Status.of(fields))
            elif kind == hostlink.TIME:
                self._base = fields[2]
            elif kind == hostlink.ANSWER:
                said.append(_("answer to command %(number)s, which another host has sent", number=fields[0]))
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
                said.append(_("nothing has been heard from the board for 8 seconds"))
        out, _rest = self._link.tick(now)
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
        held = (
            _("records %(first)s to %(last)s", first=hello.first, last=hello.last)
            if hello.last
            else _("no records")
        )
        who = _(
            "board %(uid)s, firmware %(firmware)s, protocol %(protocol)s",
            uid=hello.uid, firmware=hello.firmware, protocol=f"{hello.major}.{hello.minor}",
        )
        log = _(
            "boot %(boot)s, journal %(journal)s with %(held)s, %(acked)s acknowledged",
            boot=hello.boot, journal=f"{hello.journal:08x}", held=held, acked=hello.acked,
        )
        return [joined(("hello: ", who, ", ", log), "")]

    def _records(self, journal: int, whole: list[bytes]) -> list[str]:
        said = []
        for record in whole:
            seq, _kind, _a, _b, _c, ms, *_rest = records.unpack(record)
            if seq <= self._seen.get(journal, 0):
                continue
            self._seen[journal] = seq
            # only a host that was connected at an earlier start can convert its times
            when = _(" of an earlier start, time unknown") if seq < self._base else ""
            said.append(_(
                "record %(number)s at %(time)s%(when)s: %(sentence)s",
                number=seq, time=duration(ms), when=when, sentence=sentence(record),
            ))
        hello = self.hello
        if hello is not None and not self._full and self._seen.get(journal, 0) - hello.acked >= WINDOW:
            self._full = True
            said.append(_(
                "the board sends no more until a host stores these %(count)s records. A monitor never "
                "does: use `tablekeeper serve` for that",
                count=WINDOW,
            ))
        return said

    def _status(self, status: Status) -> list[str]:
        state = (status.faults, status.battery)
        if state == self._state:
            return []
        self._state = state
        faults = (
            _("not working: %(faults)s", faults=joined(status.faults)) if status.faults else _("no faults")
        )
        battery = "" if status.battery is None else _(", battery %(left)s %%", left=status.battery)
        return [_(
            "status: %(faults)s%(battery)s, %(records)s records, %(memory)s bytes of memory free, %(time)s "
            "since it was switched on",
            faults=faults, battery=battery, records=status.last, memory=status.free_memory,
            time=duration(status.ms),
        )]


def printable(line: bytes) -> str:
    """Return text from the wire without control characters."""
    text = line.decode("utf-8", "replace").rstrip("\r")
    return "".join(letter if letter.isprintable() else "·" for letter in text)


def meaning(line: bytes) -> list[str]:
    """Return the kind of a line of the wire, and a sentence for each record in it."""
    payload = frames.decode(line.removesuffix(b"\r"))
    message = None if payload is None else messages.unpack(payload)
    if message is None or message[0] != messages.RECORDS:
        return [describe(line)]
    _kind, journal, before, tail = message
    said = [_("records of journal %(journal)s after %(before)s", journal=f"{journal:08x}", before=before)]
    for place in range(0, len(tail), records.SIZE):
        record = tail[place : place + records.SIZE]
        if records.is_whole(record, journal):
            number = records.sequence(record)
            said.append(_("record %(number)s: %(sentence)s", number=number, sentence=sentence(record)))
        else:
            said.append(_("a damaged record: %(bytes)s", bytes=record.hex()))
    return said
