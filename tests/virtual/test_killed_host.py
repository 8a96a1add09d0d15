"""The host's process is killed for real, again and again, while real-time boards play on.

The boards run here, behind pseudo-terminals; the host is a process of its own with threads, pyserial
and SQLite. Whatever it has acknowledged must be in the database that it leaves behind.
"""

import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from tablekeeper.store import open_store
from tablesim.board import VirtualBoard
from tablesim.memory import log_in_memory
from tablesim.player import Players
from tablesim.pty import TerminalPort, run_in_real_time
from tablesim.timeline import Timeline
from tests.guards import sample
from tests.patience import PATIENCE_S
from tests.virtual.sitting import intents_of

#: boards' seconds per second: what a match takes here
SPEED = 6
KILLS = 5


class Host:
    """The process, and how often it was killed."""

    def __init__(self, database, terminals):
        self.command = [
            sys.executable, str(Path(__file__).with_name("host_process.py")), str(database),
            *(terminal.path for terminal in terminals),
        ]  # fmt: skip
        self.kills = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.PIPE, text=True)

    def kill(self):
        """Send SIGKILL; fail when the process had ended by itself."""
        assert self.process.poll() is None, self.process.stderr.read()
        self.process.kill()
        self.process.communicate()
        self.kills += 1


def quick(intents):
    """Return the same presses without the thinking."""
    return [replace(one, keys=tuple((key, min(wait, 120)) for key, wait in one.keys)) for one in intents]


@sample.scenario("a killed host")
def test_nothing_acknowledged_is_lost(read, shipped, tmp_path):
    timeline = Timeline()
    boards = [VirtualBoard(timeline, b"TK" + bytes([0, 0, 0, 0, 0, n]), seed=n) for n in (1, 2)]
    terminals = [TerminalPort(board.usb) for board in boards]
    for board in boards:
        board.power_on()
    database = tmp_path / "hall.db"
    players = [Players(board, quick(intents_of(read(shipped / "1-points-ann-bob.mat")))) for board in boards]
    host = Host(database, terminals)
    chance = random.Random(2)
    seen, missed = [], []

    def journal(board):
        app = board.running("app")
        return None if app is None else app.journal

    def look_after_a_kill():
        """The database the dead host has left, beside the boards' memories."""
        with open_store(str(database), now=lambda: 0, read_only=True) as store:
            for board in boards:
                number, held = log_in_memory(board.fram, board.uid)
                stored = store.records(board.uid.hex(), number)
                acked = journal(board).acked
                assert acked <= store.acked(board.uid.hex(), number) == len(stored)
                assert stored == held[: len(stored)]
                seen.append((acked, len(stored), len(held)))

    def run(stop):
        limit = time.monotonic() + PATIENCE_S
        run_in_real_time(timeline, terminals, lambda: stop() or time.monotonic() > limit, SPEED)
        assert stop(), (host.process.poll(), [one.stuck for one in players], seen)

    def told():
        return sum(journal(board).acked for board in boards)

    def all_told():
        return all(journal(board).acked == journal(board).last for board in boards)

    def all_played():
        return all(one.finished for one in players)

    try:
        run(lambda: all(journal(b) is not None and b.running("app").fold.sheet.match_id for b in boards))
        for one in players:
            one.start()
        while host.kills < KILLS:
            before, more = told(), chance.randrange(1, 25)
            # some records later, in the middle of whatever it does then; while a busy machine takes its time
            # to start a host, the boards may have played everything
            run(lambda before=before, more=more: told() >= before + more or (all_played() and all_told()))
            host.kill()
            look_after_a_kill()
            silent_us = timeline.now_us + round((0.3 + chance.random() / 2) * SPEED * 1_000_000)
            run(lambda silent_us=silent_us: timeline.now_us > silent_us)
            missed.append(sum(journal(board).last for board in boards) - sum(one[1] for one in seen[-2:]))
            host.start()
        run(all_played)
        assert [one.stuck for one in players] == ["", ""]
        run(all_told)
        host.kill()
        look_after_a_kill()
        assert all(acked == held for acked, _, held in seen[-2:])
        # the boards have gone on without a host each time, and it was the database that began behind them
        assert sum(missed) > KILLS, missed
        with open_store(str(database), now=lambda: 0, read_only=True) as store:
            for board in boards:
                assert store.gaps(board.uid.hex()) == store.quarantined(board.uid.hex()) == []
        assert [list(board.running("app").fold.sheet.score) for board in boards] == [[0, 1], [0, 1]]
    finally:
        if host.process.poll() is None:
            host.process.kill()
            host.process.communicate()
        for terminal in terminals:
            terminal.close()
        for board in boards:
            board.power_off()
