"""Boards that run a short program, which is part of the test."""

import textwrap

import pytest

from tablesim import Timeline, VirtualBoard

BOOT = "import usb_cdc\nusb_cdc.enable(console=True, data=True)\n"
ECHO = """
import time, usb_cdc
data = usb_cdc.data
data.timeout = data.write_timeout = 0
waiting = b""
while True:
    time.sleep(0.002)
    waiting += data.read(256)
    if waiting:
        waiting = waiting[data.write(waiting):]
"""


class Workbench:
    """A timeline, and boards made of program text."""

    ECHO = ECHO

    def __init__(self, folder):
        self.folder = folder
        self.timeline = Timeline()
        self.boards = []

    def board(self, code, *, boot=BOOT, uid=None, power=True, timeline=None, **settings):
        """Make a board whose code.py is the given text, and switch it on."""
        number = len(self.boards)
        folder = self.folder / f"board{number}"
        folder.mkdir()
        (folder / "boot.py").write_text(boot)
        (folder / "code.py").write_text(textwrap.dedent(code))
        board = VirtualBoard(
            timeline or self.timeline, uid or bytes([number] * 8), firmware=folder, **settings
        )
        self.boards.append(board)
        if power:
            board.power_on()
        return board

    def run(self, milliseconds):
        """Let virtual time pass."""
        self.timeline.run_until(self.timeline.now_us + milliseconds * 1000)

    def opened(self, board):
        """Wait for the board's port and open it."""
        self.run(2500)
        assert board.crashes == []
        board.usb.open()
        return board.usb

    def collect(self, port, milliseconds):
        """Return all bytes that arrive at the port in this time; read it every millisecond."""
        found = b""
        for _ in range(milliseconds):
            self.run(1)
            found += port.read()
        return found

    def printed(self, board):
        """Return all words that the board's program printed."""
        return "".join(board.console).split()


@pytest.fixture
def bench(tmp_path):
    made = Workbench(tmp_path)
    yield made
    for board in made.boards:
        board.power_off()
