"""A day in a hall: 12 hours at speed with watchers, after which nothing has grown.

Firmware, wire, host and SQLite in one process on virtual time: tables of backgammon play transcripts, three
tables play the other games, one match after the other. Watchers hold the hall's stream of events open, and a
visitor opens the front page, the hall and a table every three minutes of the hall. Each hour says how long a
page takes (lag), the memory of the process, the reads of the database for a page, and the processor's time
for a record. The medians of the last quarter of the day are held against those of the second one (the first
one fills caches); the run fails if one of them is larger than allowed. HOURS, TABLES and WATCHERS in the
environment ask for another day.
"""

import contextlib
import gc
import os
import re
import selectors
import socket
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from sqlalchemy import event
from sqlalchemy.engine import Engine

from benchmarks.figure import Figure
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.transcripts import shipped
from tablekeeper.virtual.demotables import DemoTables
from tablekeeper.virtual.evening import Evening
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.web.app import make_app
from tablekeeper.web.serving import Serving

HOURS, TABLES, WATCHERS = (
    int(os.environ.get(name, usual)) for name, usual in (("HOURS", 12), ("TABLES", 4), ("WATCHERS", 50))
)
START_MS = 1_700_000_000_000
#: what arrives waits so long for its commit (virtual time)
COMMIT_US = 1_000_000
PIECE_US = 180 * 1_000_000
PIECES = 3600 * 1_000_000 // PIECE_US
STREAM = "/events?topics=&parts=/fragments/hall,/fragments/notices"


@dataclass(frozen=True, slots=True)
class Hour:
    """What an hour of the hall gave."""

    lag_ms: float
    memory_mb: float
    reads: float
    record_us: float
    events: int


#: of each measure: its unit, by how much of it the day may grow, and how much more is no growth
MEASURES = {
    "lag_ms": ("ms a page", 1.5, 3.0),
    "memory_mb": ("MB", 1.1, 10.0),
    "reads": ("reads of the database a page", 1.0, 0.5),
    "record_us": ("us of the processor a record", 1.25, 50.0),
}


def quarters(hours: Sequence[Hour], measure: str) -> tuple[float, float]:
    """Return the median of a measure in the second quarter of the day, and in the last one."""
    values, many = [getattr(hour, measure) for hour in hours], max(1, len(hours) // 4)
    return median(values[many : 2 * many] or values[:1]), median(values[-many:])


def grown(hours: Sequence[Hour]) -> list[str]:
    """Return a sentence for each measure that grew by more than is allowed."""
    found = []
    for measure, (unit, times, more) in MEASURES.items():
        early, late = quarters(hours, measure)
        if late > early * times + more:
            found.append(f"{unit}: {early:.1f} in the second quarter of the day, {late:.1f} in the last one")
    return found


@contextlib.contextmanager
def reads() -> Iterator[list[str]]:
    """Collect the statements that read a database."""
    found: list[str] = []

    def note(connection: object, cursor: object, statement: str, *rest: object) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


class Watchers:
    """Browsers that keep the hall's page open: each reads its stream."""

    def __init__(self, url: str, many: int) -> None:
        place = urlsplit(url)
        self.events = 0
        self._selector = selectors.DefaultSelector()
        for _ in range(many):
            stream = socket.create_connection((place.hostname, place.port))
            stream.sendall(f"GET {STREAM} HTTP/1.1\r\nhost: {place.netloc}\r\n\r\n".encode())
            self._selector.register(stream, selectors.EVENT_READ)

    def read(self) -> None:
        """Read what has been sent."""
        while ready := self._selector.select(0):
            for key, _ in ready:
                data = key.fileobj.recv(1 << 18)
                if not data:
                    raise AssertionError("the host has ended a stream")
                self.events += data.count(b"\n\n")

    def close(self) -> None:
        """Close all pages."""
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()


def _memory_mb() -> float:
    gc.collect()
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))
    assert found is not None
    return int(found[1]) / 1024


def _records(hall: VirtualHall) -> int:
    return sum(hall.store.count(table.uid) for table in hall.tables)


def day(hours: int, tables: int, watchers: int, folder: Path) -> tuple[list[Hour], int]:
    """Play a day; return its hours, and how many records it gave."""
    matches = [match for path in shipped() for match in read_mat(path.read_bytes(), path.name)]
    hall = VirtualHall(f"sqlite:///{folder}/hall.db", start_ms=START_MS, commit_us=COMMIT_US)
    found: list[Hour] = []
    with contextlib.ExitStack() as stack:
        stack.callback(hall.close)
        evening, others = Evening(hall, matches, tables=tables, again=True), DemoTables(hall, again=True)
        serving = stack.enter_context(Serving(make_app(hall.director)))
        watching = Watchers(serving.url, watchers)
        stack.callback(watching.close)
        for _ in range(hours):
            before, events, work = _records(hall), watching.events, 0.0
            took: list[float] = []
            statements = 0
            for piece in range(PIECES):
                began = time.thread_time()
                hall.run_for(PIECE_US)
                work += time.thread_time() - began
                watching.read()
                table = hall.tables[piece % len(hall.tables)].uid
                with reads() as seen:
                    for path in ("/", "/fragments/hall", f"/tables/{table}"):
                        began = time.perf_counter()
                        with urllib.request.urlopen(serving.url + path, timeout=60) as answer:
                            answer.read()
                        took.append(1000 * (time.perf_counter() - began))
                statements += len(seen)
            records = _records(hall) - before
            found.append(
                Hour(
                    median(took), _memory_mb(), statements / len(took), 1e6 * work / max(1, records),
                    watching.events - events,
                )
            )  # fmt: skip
            bad = [one for one in evening.verdicts if one.problems] + [
                one for one in others.outcomes if one.problems
            ]
            crashes = [line for one in hall.tables for line in one.board.crashes]
            if bad or crashes:
                raise AssertionError((bad, crashes))
            # these are the players' and not the hall's
            evening.verdicts.clear()
            others.outcomes.clear()
        records = _records(hall)
    return found, records


def run() -> list[Figure]:
    """Play the day; fail if something grew."""
    with tempfile.TemporaryDirectory() as folder:
        hours, records = day(HOURS, TABLES, WATCHERS, Path(folder))
    if wrong := grown(hours):
        raise AssertionError("; ".join(wrong))
    figures = []
    for measure, (unit, times, more) in MEASURES.items():
        early, late = quarters(hours, measure)
        asked = f"{early:.3g} in the second quarter; at most {times} of it and {more:g} more"
        spread = [getattr(hour, measure) for hour in hours]
        figures.append(Figure("last quarter", late, unit, asked, f"{min(spread):.3g} to {max(spread):.3g}"))
    each = f"{TABLES + 3} tables, {WATCHERS} watchers"
    return [
        *figures,
        Figure("records", records, "", "", f"in {HOURS} hours at {each}"),
        Figure("events to all watchers", sum(hour.events for hour in hours), "", "", "read to the last one"),
    ]
