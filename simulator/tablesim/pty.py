"""Virtual boards as pseudo-terminals in real time, for any serial program to open.

A pseudo-terminal has no DTR line: a board counts as connected while somebody has its terminal open.
"""

from __future__ import annotations

import os
import select
import termios
import time
import tty
from collections.abc import Callable, Sequence

from tablesim.timeline import Timeline
from tablesim.usb import HostPort

LOOK_S = 0.005
"""How often a terminal nobody has open is looked at, and the longest sleep."""
READ_BYTES = 1024
STEP_US = 500_000
"""Virtual time between two looks at most, less than players at a board wait between two presses."""


class TerminalPort:
    """A pseudo-terminal joined to a board's serial port. Close it when done."""

    def __init__(self, port: HostPort) -> None:
        self.port = port
        self._master, slave = os.openpty()
        self.path = os.ttyname(slave)
        """What a serial program opens."""
        tty.setraw(slave, termios.TCSANOW)
        os.close(slave)
        os.set_blocking(self._master, False)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        self._to_program = bytearray()
        self._to_board = bytearray()
        self.attended = False
        """Somebody has the terminal open."""

    def fileno(self) -> int:
        """Return the terminal's near end, for `select`."""
        return self._master

    def close(self) -> None:
        """Take the terminal away."""
        self.port.close()
        os.close(self._master)

    def exchange(self) -> None:
        """Transfer the waiting bytes in both directions, and note whether somebody opens or closes it."""
        events = self._poll.poll(0)
        self.attended = not (events and events[0][1] & select.POLLHUP)
        if not self.attended:
            self.port.close()
            self._to_program.clear()
            self._to_board.clear()
            return
        if not self.port.is_open:
            self.port.close()
            if not self.port.present:
                return
            self.port.open()
        if not self._to_board and events and events[0][1] & select.POLLIN:
            self._to_board += os.read(self._master, READ_BYTES)
        if self._to_board:
            del self._to_board[: self.port.write(bytes(self._to_board))]
        self._to_program += self.port.read()
        if self._to_program:
            try:
                del self._to_program[: os.write(self._master, self._to_program)]
            except BlockingIOError:

                # The program does not read; a board's bytes wait in its own FIFO, as on a real cable.
                self.port.channel.stalled = True
                return
        if self.port.channel.stalled:
            self.port.channel.resume()


def run_in_real_time(
    timeline: Timeline, terminals: Sequence[TerminalPort], stop: Callable[[], bool], speed: float = 1.0
) -> None:
    """Keep the timeline in step with the wall clock (times ``speed``) until ``stop()`` is true.

    If it is behind the wall clock, it advances by at most ``STEP_US``, then calls ``stop`` again: so the
    player in ``stop`` acts in time even on a busy computer.
    """
    began, base = time.monotonic(), timeline.now_us
    while not stop():
        wanted = base + round((time.monotonic() - began) * speed * 1_000_000)
        timeline.run_until(max(timeline.now_us, min(wanted, timeline.now_us + STEP_US)))
        for terminal in terminals:
            terminal.exchange()
        upcoming = timeline.next_us()
        wait = LOOK_S
        if upcoming is not None:
            wait = min(wait, (upcoming - base) / (speed * 1_000_000) - (time.monotonic() - began))
        select.select([terminal for terminal in terminals if terminal.attended], [], [], max(0.0, wait))
