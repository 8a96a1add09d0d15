"""Eight honest boards beside one hostile board of each kind: from a press to its acknowledgement.

Each board is a pseudo-terminal in real time that speaks the firmware's link; the host is the whole one: hub,
database, director. Every honest board logs a throw each quarter of a second. DESIGN.md asks for p99 under
100 ms with 256 honest boards; here it is asked beside a board that does harm as fast as the host lets it.
"""

import tempfile
import time
from pathlib import Path

from benchmarks.figure import Figure, highest
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.tables import Hub
from tablesim.hostile import KINDS
from tablesim.terminals import Neighbours

SECONDS = 6.0
HONEST = 8


def _now() -> int:
    return time.time_ns() // 1_000_000


def measure(kind: str | None, folder: Path, seconds: float = SECONDS) -> tuple[list[float], float]:
    """Return the ms from press to acknowledgement of every press, and the seconds the host took to end."""
    neighbours = Neighbours(HONEST, kind, seed=1)
    try:
        with open_store(str(folder / f"{kind}.db"), now=_now) as store:
            director = Director(store, HallClock())
            hub = Hub(store, director.boards, clock=_now, ports=neighbours.paths)
            hub.start()
            neighbours.play(seconds)
            began = time.monotonic()
            hub.stop()
        took = time.monotonic() - began
    finally:
        neighbours.close()
    return sorted(neighbours.waited), took


def run() -> list[Figure]:
    """Measure alone, then beside each kind of hostile board."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in (None, *KINDS):
            waited, took = measure(kind, Path(folder))
            what = "eight honest boards alone" if kind is None else f"beside {kind}"
            found, most = highest(waited)
            reference = f"{len(waited)} presses, worst {waited[-1]:.0f} ms; the host ended in {took:.1f} s"
            figures.append(Figure(f"{found}, {what}", most, "ms", reference))
    return figures
