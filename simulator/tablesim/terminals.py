"""Honest boards and at most one hostile board, each a pseudo-terminal, in real time in a separate thread.

It measures for every press the time until its acknowledgement reaches the board.
"""

from __future__ import annotations

import os
import random
import select
import termios
import threading
import time
import tty
from collections.abc import Sequence
from typing import Protocol

from tablesim.hostile import HostileBoard, LinkBoard

PRESS_MS = 250
LOOK_S = 0.002
READ_BYTES = 4096


class PortBoard(Protocol):
    """What a pseudo-terminal needs of a board: a `LinkBoard`, a `HostileBoard`, or either behind a fault."""

    def opened(self, now_ms: int, session: int) -> None:
        """Take notice that the host has opened the port."""

    def receive(self, data: bytes, now_ms: int) -> None:
        """Take received bytes."""

    def give(self, now_ms: int) -> bytes:
        """Return what is due, b"" when nothing is."""


class Terminal:
    """One board behind its pseudo-terminal."""

    def __init__(self, board: PortBoard, session: int) -> None:
        self.board = board
        self.master, slave = os.openpty()
        self.path = os.ttyname(slave)
        tty.setraw(slave, termios.TCSANOW)
        os.close(slave)
        os.set_blocking(self.master, False)
        self._session = session
        self._open = False
        self._left = b""

    def exchange(self, now_ms: int) -> None:
        """Transfer the waiting bytes in both directions."""
        poll = select.poll()
        poll.register(self.master, select.POLLIN)
        events = poll.poll(0)
        if events and events[0][1] & select.POLLHUP:
            self._open = False
            self._left = b""
            return
        if not self._open:
            self._open = True
            self._session += 1
            self.board.opened(now_ms, self._session)
        if events and events[0][1] & select.POLLIN:
            self.board.receive(os.read(self.master, READ_BYTES), now_ms)
        for _ in range(16):
            self._left = self._left or self.board.give(now_ms)
            if not self._left:
                return
            try:
                self._left = self._left[os.write(self.master, self._left) :]
            except BlockingIOError:
                return


class Neighbours:
    """Some honest boards and, if `kind` is given, a hostile one."""

    def __init__(
        self, honest: int, kind: str | None, seed: int, uids: Sequence[bytes] | None = None,
        press_ms: int = PRESS_MS,
    ) -> None:
        draw = random.Random(seed)
        uids = uids or [b"HONEST" + place.to_bytes(2, "big") for place in range(honest)]
        self._boards = [LinkBoard(uid, draw.getrandbits(32)) for uid in uids]
        self._terminals = [Terminal(board, 100 * place) for place, board in enumerate(self._boards)]
        if kind is not None:
            self._terminals.append(Terminal(HostileBoard(kind, b"HOSTILE\0", draw), 5000))
        self.paths = [terminal.path for terminal in self._terminals]
        self.waited: list[float] = []
        """The ms that each acknowledged press waited."""
        self.acknowledged: list[float] = []
        """When each of them was acknowledged (s, `time.monotonic`)."""
        self._pressed: list[dict[int, float]] = [{} for _ in self._boards]
        self._press_ms = press_ms
        self._playing = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="virtual boards", daemon=True)
        self._thread.start()

    def welcomed(self) -> None:
        """Wait, with a time limit, until a host has welcomed every honest board."""
        until = time.monotonic() + 10 + len(self._boards) / 4
        while time.monotonic() < until and any(board.journal.acked < 1 for board in self._boards):
            time.sleep(0.05)

    def play(self, seconds: float) -> None:
        """Press keys on every honest board, after all are welcomed."""
        self.welcomed()
        self._playing = True
        time.sleep(seconds)
        self._playing = False
        until = time.monotonic() + 20
        while time.monotonic() < until and any(self._pressed):
            time.sleep(0.05)
        # presses without an acknowledgement have waited until now
        for at in [at for pressed in self._pressed for at in pressed.values()]:
            self._note(at)

    def close(self) -> None:
        """Remove the terminals."""
        self._stopping.set()
        self._thread.join()
        for terminal in self._terminals:
            os.close(terminal.master)

    def _run(self) -> None:
        began = time.monotonic()
        due: list[int] = []
        apart_ms = self._press_ms / len(self._boards)
        while not self._stopping.is_set():
            now = round((time.monotonic() - began) * 1000)
            playing = self._playing
            if playing and not due:
                # players do not press at the same moment: each board has its own place in the period
                due = [now + round(apart_ms * place) for place in range(len(self._boards))]
            for place, board in enumerate(self._boards):
                pressed = self._pressed[place]
                if playing and now >= due[place]:
                    due[place] += self._press_ms
                    pressed[board.press(now)] = time.monotonic()
                self._terminals[place].exchange(now)
                for seq in [seq for seq in pressed if seq <= board.journal.acked]:
                    self._note(pressed.pop(seq))
            for terminal in self._terminals[len(self._boards) :]:
                terminal.exchange(now)
            time.sleep(LOOK_S)

    def _note(self, pressed_at: float) -> None:
        now = time.monotonic()
        self.waited.append((now - pressed_at) * 1000)
        self.acknowledged.append(now)
