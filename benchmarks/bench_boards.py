"""Boards per host: 1 to 512 boards that play at life's speed at one host, a process of its own.

Each board is a real pseudo-terminal that speaks the firmware's link and logs a record every two seconds, more
than players do; the host is the whole one: hub, database, director. A press waits for its acknowledgement,
which is sent behind the commit of its row. DESIGN.md asks for p99 under 100 ms with 256 boards.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figure import Figure
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.tables import Hub
from tablesim.terminals import Neighbours

BOARDS = (1, 16, 64, 256, 384, 512)
SECONDS = 12.0
PRESS_MS = 2000
#: columns of /proc/PID/stat: time as a user, and in the system
_TIMES = slice(13, 15)


def host(database: str, ports: list[str]) -> None:
    """Be the host until the standard input ends."""
    with open_store(database, now=lambda: time.time_ns() // 1_000_000) as store:
        director = Director(store, HallClock())
        hub = Hub(store, director.boards, clock=director.clock.now_ms, ports=ports)
        hub.start()
        sys.stdin.read()
        hub.stop()
        director.topics.close()


def processor_s(pid: int) -> float:
    """Return the seconds of processor that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(word) for word in words[_TIMES.start - 2 : _TIMES.stop - 2]) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Return the memory that a process holds."""
    line = next(one for one in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in one)
    return int(line.split()[1]) / 1024


def measure(boards: int, folder: Path, seconds: float = SECONDS) -> tuple[list[float], float, float]:
    """Return the ms from press to acknowledgement of every press, the host's share of a core, its MB."""
    neighbours = Neighbours(boards, None, seed=1, press_ms=PRESS_MS)
    words = [sys.executable, "-m", "benchmarks.bench_boards", str(folder / f"{boards}.db"), *neighbours.paths]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        try:
            neighbours.welcomed()
            before, began = processor_s(process.pid), time.monotonic()
            neighbours.play(seconds)
            share = (processor_s(process.pid) - before) / (time.monotonic() - began)
            memory = memory_mb(process.pid)
        finally:
            process.communicate()
            neighbours.close()
    return sorted(neighbours.waited), share, memory


def run() -> list[Figure]:
    """Measure each number of boards."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for boards in BOARDS:
            waited, share, memory = measure(boards, Path(folder))
            load = os.getloadavg()[0]
            p99 = waited[int(len(waited) * 0.99)]
            told = f"{len(waited)} presses, worst {waited[-1]:.0f} ms; the machine's load was {load:.1f}"
            figures += [
                Figure(f"{boards} boards: the host's share of a core", 100 * share, "%", f"{memory:.0f} MB"),
                Figure(f"{boards} boards: press to acknowledgement, p99", p99, "ms", told),
            ]
    return figures


if __name__ == "__main__":
    host(sys.argv[1], sys.argv[2:])
