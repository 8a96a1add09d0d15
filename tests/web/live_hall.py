"""A real hall in real time: virtual boards that run the firmware behind pseudo-terminals, opened with
pyserial by the host's own hub, stored, and shown by the real director. Nothing is bypassed.
"""

import queue
import threading

from tablekeeper.director import service
from tablekeeper.director.hallclock import HallClock
from tablekeeper.store import open_store
from tablekeeper.tables.hub import Hub
from tablesim import Timeline, VirtualBoard
from tablesim.pty import TerminalPort, run_in_real_time
from tests.patience import PATIENCE_S, until

KEYS = ("seat0", "seat1", *"123456789*0#")
TAP_MS, HOLD_MS = 80, 1500
#: from the end of a press to the next one, as one finger has it: a busy machine delivers several at once
APART_MS = 80


class LiveHall:
    """Boards, host and director; `with LiveHall(path) as hall` and ask `hall.director`."""

    def __init__(self, folder, boards=1):
        self.clock = HallClock()
        self.store = open_store(f"sqlite:///{folder}/hall.sqlite", now=self.clock.now_ms)
        self.director = service.Director(self.store, self.clock)
        self.uids = [f"{number:016x}" for number in range(1, boards + 1)]
        self._presses = queue.SimpleQueue()
        self._ready = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="boards", daemon=True)
        self.crashes = []
        #: what each board's display has shown, without repetitions in a row
        self.shown = {uid: [] for uid in self.uids}

    def _run(self):
        timeline = Timeline()
        boards = self.boards = {uid: VirtualBoard(timeline, bytes.fromhex(uid)) for uid in self.uids}
        for board in boards.values():
            board.power_on()
        timeline.run_until(3_000_000)
        terminals = [TerminalPort(board.usb) for board in boards.values()]
        self.ports = [terminal.path for terminal in terminals]
        self._ready.set()

        free_us = 0

        def look():
            nonlocal free_us
            while not self._presses.empty():
                uid, key, held = self._presses.get()
                name = int(key.removeprefix("seat")) if key.startswith("seat") else key
                at_us, length = max(timeline.now_us, free_us), HOLD_MS if held else TAP_MS
                boards[uid].press(name, at_us, length)
                free_us = at_us + (length + APART_MS) * 1000
            for uid, board in boards.items():
                pixels = bytes(board.pixels)
                if self.shown[uid][-1:] != [pixels]:
                    self.shown[uid].append(pixels)
            return self._stopping.is_set()

        run_in_real_time(timeline, terminals, look)
        for terminal in terminals:
            terminal.close()
        self.crashes = [crash for board in boards.values() for crash in board.crashes]

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        self.hub = Hub(self.store, self.director.boards, clock=self.clock.now_ms, ports=self.ports)
        self.director.overview.attach_screens(self.hub.want_screen)
        self.hub.start()
        until(lambda: all(table.online for table in self.director.overview.hall().tables), "no board came")
        until(lambda: len(self.director.overview.hall().tables) == len(self.uids), "a board is missing")
        for uid in self.uids:
            press = self._press(uid)
            self.director.boards.attach_keys(uid, KEYS, press)
        return self

    def _press(self, uid):
        return lambda key, held: self._presses.put((uid, key, held))

    def __exit__(self, *_):
        self.hub.stop()
        self._stopping.set()
        self._thread.join(PATIENCE_S)
        self.director.topics.close()
        self.store.close()
        assert self.crashes == []
