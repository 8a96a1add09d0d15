"""Boards that behave differently from any firmware, for tests and benchmarks: each does one kind of harm.

A `HostileBoard` is sans-IO like the real link: `receive(data)`, `give() -> bytes`. It sends a hello like a
board, and then the data of its kind at each call of `give`. `LinkBoard` is its honest neighbour:
the firmware's link over a journal in memory.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tablecore import frames, messages, records
from tablecore.link import DeviceLink

KINDS = (
    "garbage", "endless line", "half frames", "flood", "journals", "jumps", "contradictions", "undo",
    "introductions",
)  # fmt: skip
"""The kinds of harm: bytes without sense; a line that never ends; frames that stop in the middle; true
records without pause; a new journal in each frame; sequence numbers at random; other bytes under numbers
already sent; a game of which everything is taken back again and again; a
hello of a new session each time."""
_RECORDS = 7
_STATE = (1, 150_000, 0, 80, 7, 1)


class MemoryJournal:
    """A board's journal in memory, with the functions that `DeviceLink` needs."""

    def __init__(self, number: int) -> None:
        self.id = number
        self.first = 1
        self.last = 0
        self.acked = 0
        self.held: dict[int, bytes] = {}
        self.refuses = False

    def add(self, kind: int = records.DICE, ms: int = 0, **fields: int) -> int:
        """Write a record and return its sequence."""
        self.last += 1
        self.held[self.last] = bytes(records.pack(self.id, self.last, kind, ms=ms, **fields))
        return self.last

    def read(self, seq: int) -> bytes | None:
        """Return a record; None if there is none."""
        return self.held.get(seq)

    def acknowledge(self, seq: int) -> None:
        """Note the sequence up to which the host has committed."""
        self.acked = max(self.acked, seq)


class LinkBoard:
    """The firmware's link over a journal in memory, which grows with `press`."""

    def __init__(self, uid: bytes, number: int) -> None:
        self.journal = MemoryJournal(number)
        self.journal.add(records.SITTING, q=records.NONE)
        self._uid = uid
        self.power_on()

    def power_on(self) -> None:
        """Start, at first or after a power cut: the link knows nothing, the journal is as it was."""
        self.link = DeviceLink(((0, 1, 0), self._uid), self.journal, lambda: _STATE)

    def press(self, now_ms: int) -> int:
        """Log a throw and return its sequence."""
        return self.journal.add(records.DICE, ms=now_ms, a=0, b=3, c=1)

    def opened(self, now_ms: int, session: int) -> None:
        """Note that the host has opened the port."""
        self.link.opened(now_ms, session)

    def receive(self, data: bytes, now_ms: int) -> None:
        """Process received bytes."""
        self.link.receive(data, now_ms)
        self.link.commands.clear()

    def give(self, now_ms: int) -> bytes:
        """Return the bytes to send now, b"" if there are none."""
        return bytes(self.link.tick(now_ms, 256))


class HostileBoard:
    """A board of one of the `KINDS`; `draw` decides what it sends."""

    def __init__(self, kind: str, uid: bytes, draw: random.Random) -> None:
        self._uid = uid
        self._draw = draw
        self._journal = draw.getrandbits(32)
        self._seq = 0
        self._session = 0
        self._send: Callable[[], bytes] = {
            "garbage": self._garbage,
            "endless line": self._endless,
            "half frames": self._half,
            "flood": self._flood,
            "journals": self._journals,
            "jumps": self._jumps,
            "contradictions": self._contradictions,
            "undo": self._undo,
            "introductions": self._introductions,
        }[kind]
        self._hello_due = True

    def opened(self, now_ms: int, session: int) -> None:
        """Send a hello, because the host has opened the port."""
        self._session = session
        self._hello_due = True

    def receive(self, data: bytes, now_ms: int) -> None:
        """Ignore received bytes."""

    def give(self, now_ms: int) -> bytes:
        """Return the next piece of data; there is always one."""
        if self._hello_due:
            self._hello_due = False
            return b"\n" + self._hello(now_ms)
        return self._send()

    def _hello(self, now_ms: int = 0) -> bytes:
        return bytes(frames.encode(
            messages.pack(
                messages.HELLO, messages.MAJOR, messages.MINOR, 0, 1, 0, self._uid, self._journal, 7, 1,
                1, 1000, 0, 150_000, now_ms, self._session,
            )
        ))  # fmt: skip

    def _introductions(self) -> bytes:
        self._session = (self._session + 1) % (1 << 32)
        return self._hello()

    def _frame(self, journal: int, before: int, held: bytes) -> bytes:
        return bytes(frames.encode(messages.pack(messages.RECORDS, journal, before) + held))

    def _row(self, first: int, kind: int = records.DICE, **fields: int) -> bytes:
        packed = [records.pack(self._journal, first + place, kind, **fields) for place in range(_RECORDS)]
        return b"".join(map(bytes, packed))

    def _garbage(self) -> bytes:
        return self._draw.randbytes(250)

    def _endless(self) -> bytes:
        return b"A" * 250

    def _half(self) -> bytes:
        whole = self._flood()
        return whole[: len(whole) // 2]

    def _flood(self) -> bytes:
        before = self._seq
        self._seq += _RECORDS
        return self._frame(self._journal, before, self._row(before + 1, a=0, b=3, c=1))

    def _journals(self) -> bytes:
        self._journal = self._draw.getrandbits(32)
        self._seq = 0
        return self._flood()

    def _jumps(self) -> bytes:
        first = self._draw.randrange(1, 1 << 30)
        return self._frame(self._journal, self._draw.choice((0, first - 1)), self._row(first, a=0, b=3, c=1))

    def _contradictions(self) -> bytes:
        first = self._draw.randrange(1, 50)
        return self._frame(self._journal, 0, self._row(first, a=0, b=3, c=1, ms=self._draw.getrandbits(20)))

    def _undo(self) -> bytes:
        """Play a long backgammon game, then undo all of it, repeatedly."""
        before = self._seq
        if before == 0:
            self._seq = 5
            opening = (
                (records.SITTING, 0, 0, 0, 0, 0, records.NONE),
                (records.MATCH, 1, 25, 1, 0, 0, 0),
                (records.COMMIT, 1, records.MATCH, 0, 0, 2, 0),
                (records.GAME, 1, 0, 0, 0, 1, 0),
                (records.OPENING, 3, 5, 0, 0, 0, 0),
            )
            packed = [records.pack(self._journal, seq, *fields) for seq, fields in enumerate(opening, 1)]
            return self._frame(self._journal, 0, b"".join(map(bytes, packed)))
        if before < 400:
            self._seq += 2
            seat = before // 2 % 2
            throw = records.pack(self._journal, before + 1, records.DICE, seat, 6, 1)
            press = records.pack(self._journal, before + 2, records.PRESS, seat, 1 - seat)
            return self._frame(self._journal, before, bytes(throw) + bytes(press))
        self._seq += 1
        undo = records.pack(self._journal, self._seq, records.UNDO, p=self._draw.randrange(6, before))
        return self._frame(self._journal, before, bytes(undo))
