"""Hundreds of boards at one host that ships to a federation, while everything around them fails.

The host is `tablekeeper serve`, a process; each board is the firmware's link behind a pseudo-terminal, and
its player presses on whatever fails. Among them are one board of each hostile kind and a copy of another.
At the end the faults stop: every record of every honest board stands once at the venue and once in the
federation, and every projection equals one computed anew.

python -m tests.shipping.bighall FIRST LAST BOARDS STEPS plays these seeds and prints a line for each.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

from tablekeeper.store import open_store
from tablesim.hostile import KINDS, HostileBoard, LinkBoard
from tablesim.terminals import Terminal
from tests.conftest import program
from tests.patience import until
from tests.shipping.cables import BACK, THERE
from tests.shipping.campaign import Field
from tests.shipping.halls import ShippingHall, copied, whole
from tests.store.postgresqlserver import PostgresqlServer

STEPS = (
    *("cut power",) * 3, *("damage cables",) * 3, *("repair",) * 3, "unplug", "kill host", "kill host",
    "freeze host", "end host", "fill disk", "move clock", "kill server", "freeze server", "part",
    "heal servers", "kill consumer", "freeze consumer", "stop database",
)  # fmt: skip
PRESS_MS, LOOK_S = 4000, 0.002
#: sitecustomize of the host: its wall clock is off by what a file says (ms)
CLOCK = """
import os, pathlib, time
file, real = pathlib.Path(os.environ["CLOCK_FILE"]), time.time_ns
time.time_ns = lambda: real() + int(file.read_text()) * 1_000_000
time.time = lambda: time.time_ns() / 1e9
"""


class FaultyBoard:
    """An honest board whose power, cable and plug fail."""

    def __init__(self, uid: bytes, draw: Random) -> None:
        self.uid = uid
        self.board = LinkBoard(uid, draw.getrandbits(32))
        self._draw = draw
        self.powered = self.plugged = True
        #: how many pieces of a thousand are damaged or lost
        self.damage = 0
        #: after a power cut the firmware finds its port open
        self._starts = False
        self._session = 0

    def repair(self) -> None:
        """Give power, plug in, and mend the cable."""
        if not self.powered:
            self.board.power_on()
            self._starts = True
        self.powered = self.plugged = True
        self.damage = 0

    def opened(self, now_ms: int, session: int) -> None:
        """Take notice that the host has opened the port."""
        self._session = max(self._session + 1, session)
        self.board.opened(now_ms, self._session)

    def receive(self, data: bytes, now_ms: int) -> None:
        """Take received bytes, as the cable lets them through."""
        if self.powered and self.plugged:
            self.board.receive(self._through(data), now_ms)

    def give(self, now_ms: int) -> bytes:
        """Return what arrives at the host."""
        if self._starts:
            self._starts = False
            self.opened(now_ms, 0)
        return self._through(self.board.give(now_ms)) if self.powered and self.plugged else b""

    def _through(self, data: bytes) -> bytes:
        if not data or self._draw.randrange(1000) >= self.damage:
            return data
        place = self._draw.randrange(len(data))
        return data[:place] + self._draw.choice((b"", self._draw.randbytes(1), b"\n")) + data[place + 1 :]


class Boards:
    """The boards of the hall, in real time in a thread of their own."""

    def __init__(self, honest: int, draw: Random) -> None:
        self.honest = [
            FaultyBoard(b"HALL" + place.to_bytes(4, "big"), Random(draw.random())) for place in range(honest)
        ]
        self.copy = FaultyBoard(self.honest[0].uid, Random(draw.random()))
        hostile = [
            HostileBoard(kind, b"HARM" + bytes((0, 0, 0, place)), Random(place))
            for place, kind in enumerate(KINDS)
        ]
        self._honest = [Terminal(board, 100 * place) for place, board in enumerate(self.honest)]
        self._other = [Terminal(board, 5000) for board in (self.copy, *hostile)]
        self.playing = self.harmful = True
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="boards", daemon=True)
        self._thread.start()

    @property
    def paths(self) -> list[str]:
        """The ports."""
        return [one.path for one in (*self._honest, *self._other)]

    def late(self) -> list[str]:
        """Return the boards with records that are not acknowledged."""
        journals = {board.uid.hex(): board.board.journal for board in self.honest}
        return [f"{uid} {one.acked} of {one.last}" for uid, one in journals.items() if one.acked < one.last]

    def close(self) -> None:
        """Take the terminals away."""
        self._stopping.set()
        self._thread.join()
        for one in (*self._honest, *self._other):
            os.close(one.master)

    def _run(self) -> None:
        began = time.monotonic()
        due = [PRESS_MS * place // len(self._honest) for place in range(len(self._honest))]
        while not self._stopping.is_set():
            now = round((time.monotonic() - began) * 1000)
            for place, board in enumerate(self.honest):
                if now >= due[place]:
                    due[place] = now + PRESS_MS
                    if self.playing and board.powered:
                        board.board.press(now)
                self._honest[place].exchange(now)
            if self.harmful:
                for one in self._other:
                    one.exchange(now)
            time.sleep(LOOK_S)


class BigHall:
    """A run of one seed: the venue, its boards and its federation."""

    def __init__(self, folder: Path, seed: int, boards: int, server: PostgresqlServer, nodes: int) -> None:
        self.draw = Random(seed)
        self.name, self.folder, self.server = f"hall{seed}", folder, server
        self.file = folder / "hall.db"
        self.field = Field(folder, f"{server.url}/postgres", nodes)
        ShippingHall(self.name, self.file, self.field.servers.url).close()
        self._clock = folder / "clock"
        self._move_clock(0)
        (folder / "sitecustomize.py").write_text(CLOCK)
        self.boards = Boards(boards, self.draw)
        self.told: Counter[str] = Counter()
        self.steps: list[str] = []
        self.host = self._host()

    def _host(self) -> subprocess.Popen[bytes]:
        words = ["serve", "--http-port", "0", "--database", str(self.file), "--log-format", "json"]
        for path in self.boards.paths:
            words += ["--port", path]
        more = {
            "PYTHONPATH": f"{self.folder}:{os.environ.get('PYTHONPATH', '')}",
            "CLOCK_FILE": str(self._clock),
        }
        with (self.folder / "host.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "tablekeeper", *words], stdout=log, stderr=log, env=os.environ | more
            )

    def play(self, steps: int) -> None:
        """Let what the seed says fail, one after the other."""
        for _ in range(steps):
            step = self.draw.choice(STEPS)
            self.steps.append(step)
            self.told[step] += 1
            self._step(step)
            time.sleep(self.draw.uniform(0.2, 2))
            if self.host.poll() is not None:
                self.told["host ended by itself"] += 1
                self.host = self._host()

    def _some(self) -> list[FaultyBoard]:
        boards = self.boards.honest
        return self.draw.sample(boards, self.draw.randrange(1, len(boards) // 2 + 2))

    def _step(self, step: str) -> None:
        field, node, which = self.field, self.draw.randrange(self.field.nodes), self.draw.randrange(2)
        if step == "cut power":
            for board in self._some():
                board.powered = False
        elif step == "unplug":
            for board in self._some():
                board.plugged = False
        elif step == "damage cables":
            for board in self._some():
                board.damage = self.draw.choice((5, 50, 500))
        elif step == "repair":
            for board in self.boards.honest:
                board.repair()
        elif step in ("kill host", "end host"):
            self.end_host(signal.SIGKILL if step == "kill host" else signal.SIGTERM)
            time.sleep(self.draw.random())
            self.host = self._host()
        elif step == "freeze host":
            self._frozen(self.host.pid)
        elif step == "fill disk":
            self._full_disk()
        elif step == "move clock":
            self._move_clock(self.draw.randrange(-7_200_000, 7_200_000))
        elif step == "kill server":
            field.servers.kill(node)
        elif step == "freeze server" and node in field.servers.running:
            field.servers.freeze(node)
        elif step == "part":
            field.servers.part(node, *self.draw.choice(((THERE,), (BACK,), (THERE, BACK))))
        elif step == "heal servers":
            field.heal()
        elif step == "kill consumer":
            field.kill_consumer(which)
        elif step == "freeze consumer":
            self._frozen(field.consumers[which].pid)
        elif step == "stop database":
            self.server.stop("immediate")
            time.sleep(self.draw.uniform(0, 3))
            self.server.start()

    def _move_clock(self, ms: int) -> None:
        """Let the host's wall clock be off by this; the host reads the file at any moment."""
        new = self.folder / "clock.new"
        new.write_text(str(ms))
        new.replace(self._clock)

    def _frozen(self, process: int) -> None:
        os.kill(process, signal.SIGSTOP)
        time.sleep(self.draw.uniform(0.5, 8))
        os.kill(process, signal.SIGCONT)

    def _full_disk(self) -> None:
        """Let no file of the host grow for a while."""
        largest = max((one.stat().st_size for one in self.folder.glob("hall.db*")), default=0)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.prlimit(self.host.pid, resource.RLIMIT_FSIZE, (largest // 2, hard))
        time.sleep(self.draw.uniform(0.5, 4))
        if self.host.poll() is None:
            resource.prlimit(self.host.pid, resource.RLIMIT_FSIZE, (hard, hard))

    def end_host(self, how: signal.Signals) -> None:
        """End the host."""
        self.host.send_signal(how)
        self.host.wait()

    def settle(self) -> int:
        """End all faults; return the records. AssertionError: something is lost, stored twice, or differs."""
        self._move_clock(0)
        self.field.heal()
        self.boards.playing = self.boards.harmful = False
        for board in self.boards.honest:
            board.repair()
        until(lambda: not self.boards.late(), lambda: (self.steps, self.boards.late(), self._log()))
        self.end_host(signal.SIGTERM)
        self._verify()
        self._shipped()
        copies = copied(self.field.copies, self.name)
        count = 0
        with open_store(str(self.file), now=lambda: 0, read_only=True) as store:
            for board in self.boards.honest:
                journal, uid = board.board.journal, board.uid.hex()
                held = [journal.held[seq] for seq in range(1, journal.last + 1)]
                assert store.records(uid, journal.id) == held, (self.steps, uid)
                there = [row[2] for row in copies[f"board/{uid}/{journal.id:08x}"]]
                assert there == [one.hex() for one in held], (self.steps, uid)
                count += len(held)
        return count

    def _verify(self) -> None:
        words = [sys.executable, "-m", "tablekeeper", "verify", "--database", str(self.file)]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, (self.steps, done.stdout, done.stderr)

    def _shipped(self) -> None:
        hall = ShippingHall(self.name, self.file, self.field.servers.url)
        try:
            until(
                lambda: copied(self.field.copies, self.name) == whole(hall),
                lambda: (self.steps, hall.told, self._log()),
                every=0.5,
            )
        finally:
            hall.close()

    def _log(self) -> str:
        return (self.folder / "host.log").read_text()[-3000:]

    def close(self) -> None:
        """End everything."""
        self.host.kill()
        self.host.wait()
        self.boards.close()
        self.field.close()


def play(
    programs: Path, folder: Path, seed: int, boards: int, steps: int, nodes: int = 3
) -> tuple[int, Counter[str]]:
    """Play a seed to its end; return how many records were compared, and how often each fault happened.

    `programs` is the folder of PostgreSQL's programs: the database is stopped, so it is a server of its own.
    """
    server = PostgresqlServer(programs)
    server.start()
    try:
        hall = BigHall(folder, seed, boards, server, nodes)
        try:
            hall.play(steps)
            return hall.settle(), hall.told
        finally:
            hall.close()
    finally:
        server.stop()
        server.remove()


def main(first: int, last: int, boards: int, steps: int) -> None:
    """Play seeds and print how each went."""
    found = program("postgresql")
    assert found is not None, "there is no PostgreSQL here"
    for seed in range(first, last):
        with tempfile.TemporaryDirectory(prefix="tk-big-", ignore_cleanup_errors=True) as folder:
            began = time.monotonic()
            count, told = play(found.resolve().parent, Path(folder), seed, boards, steps)
            took = time.monotonic() - began
            faults = ", ".join(f"{step} {many}" for step, many in sorted(told.items()))
            print(f"seed {seed}: {count:,} records, {took:.0f} s; {faults}", flush=True)


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:5]))
