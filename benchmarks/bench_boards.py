"""Boards per host: 1 to 512 boards that play at life's speed at one host, a process of its own.

Each board is a real pseudo-terminal that speaks the firmware's link and logs a record every two seconds, more
than players do (fewer than 16 boards press more often, so that there are presses enough); the host is the
whole one: hub, database, director. A press waits for its acknowledgement, which is sent behind the commit of
its row. DESIGN.md asks for p99 under 100 ms with 256 boards. Every row has the same number of presses, drawn
evenly from all of its run, and is the median of three runs, with the lowest and the highest beside it. Beside
each run a page of a plain file is written on the same disk every 50 ms: the rows "disk" are its p99, and the
rows "no stall" have the presses during which no such write took 20 ms or more.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.disk import Disk
from benchmarks.figure import Figure, highest
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.tables import Hub
from tablesim.terminals import Neighbours

#: for this number of boards DESIGN.md asks for a figure
ASKED = 256
BOARDS = (1, 16, 64, 256, 384, 512)
PRESSES, RUNS, LEAST_S = 1000, 3, 12.0
PRESS_MS = 2000
#: at most so many presses a second at a board: a press waits for the one before
QUICK_MS = 125
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


@dataclass(frozen=True, slots=True)
class Measured:
    """One run."""

    waits: list[tuple[float, float]]
    """The ms from press to acknowledgement, and when it ended; `presses` of them."""
    share: float
    memory: float
    disk: Disk


def measure(boards: int, folder: Path, presses: int = PRESSES, least_s: float = LEAST_S) -> Measured:
    """Return what a run gave: presses, the host's share of a core, its MB."""
    press_ms = min(PRESS_MS, QUICK_MS * boards)
    # one period more: a board that begins late in the period has its last press behind the end
    seconds = max(least_s, (presses / boards + 1) * press_ms / 1000)
    neighbours = Neighbours(boards, None, seed=1, press_ms=press_ms)
    words = [sys.executable, "-m", "benchmarks.bench_boards", str(folder / f"{boards}.db"), *neighbours.paths]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        try:
            neighbours.welcomed()
            before, began = processor_s(process.pid), time.monotonic()
            with Disk(folder) as disk:
                neighbours.play(seconds)
            share = (processor_s(process.pid) - before) / (time.monotonic() - began)
            memory = memory_mb(process.pid)
        finally:
            process.communicate()
            neighbours.close()
    waits = list(zip(neighbours.waited, neighbours.acknowledged, strict=True))
    if len(waits) < presses:
        raise AssertionError(f"{boards} boards: {len(waits)} presses of {presses}")
    evenly = [waits[place * len(waits) // presses] for place in range(presses)]
    return Measured(evenly, share, memory, disk)


def rows(boards: int, runs: Sequence[Measured], load: float) -> list[Figure]:
    """Return the figures of a number of boards."""
    kinds = {
        "press to acknowledgement": [[ms for ms, _ in run.waits] for run in runs],
        "no stall": [run.disk.undisturbed(run.waits) for run in runs],
        "disk": [run.disk.took() for run in runs],
    }
    shares = [100 * run.share for run in runs]
    most_mb = max(run.memory for run in runs)
    found = [
        Figure(
            f"{boards} boards: the host's share of a core", median(shares), "%", "",
            f"{_spread(shares)} %, {most_mb:.0f} MB",
        )
    ]  # fmt: skip
    for kind, values in kinds.items():
        # a run in which the disk stalled all the time has none
        values = [one for one in values if one]
        if not values:
            continue
        highests = [highest(one) for one in values]
        each, worst = min(map(len, values)), max(map(max, values))
        word = "p99" if {name for name, _ in highests} == {"p99"} else "longest"
        told = (
            f"{_spread([value for _, value in highests])} ms in {len(values)} runs of {each} or more, "
            f"worst {worst:.0f} ms; the machine's load was {load:.1f}"
        )
        asked = "100 ms asked" if boards == ASKED and kind != "disk" else ""
        value = median(value for _, value in highests)
        found.append(Figure(f"{boards} boards: {kind}, {word}", value, "ms", asked, told))
    return found


def _spread(values: Sequence[float]) -> str:
    return f"{min(values):.3g} to {max(values):.3g}"


def run() -> list[Figure]:
    """Measure each number of boards."""
    figures = []
    for boards in BOARDS:
        runs = []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                runs.append(measure(boards, Path(folder)))
        figures += rows(boards, runs, os.getloadavg()[0])
    return figures


if __name__ == "__main__":
    host(sys.argv[1], sys.argv[2:])
