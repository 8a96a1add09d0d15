"""The hub with the real firmware on virtual boards, each behind a pseudo-terminal, in real time."""

import threading
import time

from tablecore import messages, records
from tablekeeper.games import catalogue
from tablekeeper.store import open_store
from tablekeeper.tables import Hello, Hub, probe
from tablesim.board import VirtualBoard
from tablesim.pty import TerminalPort, run_in_real_time
from tablesim.timeline import Timeline
from tests.patience import PATIENCE_S, until

BOOT_US = 3_000_000


class Boards:
    """Virtual boards in a thread that keeps them in step with the wall clock."""

    def __init__(self, count):
        self.uids = [b"TKTEST" + bytes((0, number)) for number in range(count)]
        self.paths = []
        self.crashes = []
        self._ready = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    def _run(self):
        # a board lives in the thread that made it
        timeline = Timeline()
        boards = [VirtualBoard(timeline, uid, seed=number) for number, uid in enumerate(self.uids)]
        for board in boards:
            board.power_on()
        timeline.run_until(BOOT_US)
        terminals = [TerminalPort(board.usb) for board in boards]
        self.paths = [terminal.path for terminal in terminals]
        self._ready.set()
        run_in_real_time(timeline, terminals, self._stopping.is_set)
        for board, terminal in zip(boards, terminals, strict=True):
            self.crashes += board.crashes
            terminal.close()
            board.power_off()

    def close(self):
        self._stopping.set()
        self._thread.join()


def wall():
    return time.time_ns() // 1_000_000


def test_the_firmware_is_found_set_up_and_watched(tmp_path, tables):
    began = wall()
    boards = Boards(2)
    try:
        path = boards.paths[0]
        hello = probe(path, PATIENCE_S)
        assert isinstance(hello, Hello), hello
        uid = boards.uids[0].hex()
        assert (hello.uid, hello.major) == (uid, messages.MAJOR)
        ear = tables["Ear"]()
        with open_store(str(tmp_path / "hall.db"), now=wall) as store:
            hub = Hub(store, ear, clock=wall, ports=boards.paths)
            hub.start()
            try:
                until(lambda: len(store.boards()) == 2)
                run = messages.stub(records.MATCH, 1, 3, 1, 77)
                number = store.commands.queue(uid, messages.RUN, run)
                until(lambda: store.commands.get(number).state == "done")
                hub.want_screen(uid, wall() + 1000 * PATIENCE_S)
                until(lambda: ear.screens and any(ear.screens[-1]))
                until(lambda: store.bases(uid))
                (journal,) = store.journals(uid)
                command = store.commands.get(number)
                until(lambda: store.acked(uid, journal.journal) >= command.seq)
                kinds = [catalogue.name(record[4]) for record in store.records(uid, journal.journal)]
                assert kinds[0] == "boot"
                assert kinds[command.seq - 2 : command.seq] == ["match", "commit"]
                (base,) = store.bases(uid)
                assert base.base_seq == 1
                # hello was said in the course of this test; boards on a busy machine lag behind the wall
                assert began - BOOT_US // 1000 <= base.offset_ms + hello.ms <= wall()
            finally:
                hub.stop()
        assert ear.problems == []
    finally:
        boards.close()
    assert boards.crashes == []
