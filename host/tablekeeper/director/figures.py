"""The metrics of a host, and their text in Prometheus' format. They contain no names of people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from tablekeeper.director.hall import Hall
from tablekeeper.store import backup
from tablekeeper.store.commands import OPEN
from tablekeeper.store.counters import BOUNDS_MS, Counts
from tablekeeper.store.version import HEAD
from tablekeeper.version import __version__

COUNTER, GAUGE, HISTOGRAM = "counter", "gauge", "histogram"
#: the media type of the text format (prometheus.io, "Exposition formats")
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric: `samples` are (suffix of its name, such as a label, value)."""

    name: str
    kind: str
    help: str
    samples: tuple[tuple[str, float], ...]


def counter(name: str, help: str, value: float) -> Figure:
    """Return a figure that only increases while the host runs."""
    return Figure(f"tablekeeper_{name}_total", COUNTER, help, (("", value),))


def gauge(name: str, help: str, value: float, labels: str = "") -> Figure:
    """Return a figure that can increase and decrease."""
    return Figure(f"tablekeeper_{name}", GAUGE, help, ((labels, value),))


def text(figures: Iterable[Figure]) -> str:
    """Return figures in the text format."""
    lines = []
    for one in figures:
        lines += [f"# HELP {one.name} {one.help}", f"# TYPE {one.name} {one.kind}"]
        lines += [f"{one.name}{more} {value:.15g}" for more, value in one.samples]
    return "\n".join(lines) + "\n"


class Figures:
    """The figures of a hall. Other parts of the host can add their figures to `sources`."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.sources: list[Callable[[], Iterable[Figure]]] = [self._boards, self._store]

    def all(self) -> Iterator[Figure]:
        """Yield every figure; StoreError if the database cannot be read."""
        for source in self.sources:
            yield from source()

    def _boards(self) -> Iterator[Figure]:
        with self._hall.lock:
            tables = [one for one in self._hall.tables.values() if one.row.device]
            online = sum(one.online for one in tables)
            aside = sum(one.quarantined for one in tables)
            missing = sum(gap.last - gap.first + 1 for one in tables for gap in one.gaps)
            orders = sum(
                command.state in OPEN for one in tables for command in one.commands.values()
            )
        yield gauge("info", "Versions of the program and of its tables.", 1,
                    f'{{version="{__version__}",schema="{HEAD}"}}')  # fmt: skip
        yield gauge("boards", "Boards in the database.", len(tables))
        yield gauge("boards_online", "Boards that are connected.", online)
        yield gauge("records_quarantined", "Records set aside that wait for the director.", aside)
        yield gauge("records_missing", "Records that a board no longer had.", missing)
        yield gauge("orders_waiting", "Orders that a board has not answered yet.", orders)

    def _store(self) -> Iterator[Figure]:
        store = self._hall.store
        counted = store.counters.now()
        yield counter("records_stored", "Records stored since the host started.", counted.records)
        yield counter("records_set_aside", "Records set aside since the host started.", counted.aside)
        yield counter("records_damaged", "Records with a wrong check sum of their own.", counted.damaged)
        yield counter("lines_refused", "Lines of boards that were no whole frame.", counted.lines_refused)
        yield counter("commits", "Transactions of the writer.", counted.commits)
        yield counter("commits_failed", "Transactions of the writer that failed.", counted.commits_failed)
        yield _latency(counted)
        yield gauge("store_queue", "Jobs that wait for the writer.", store.waiting)
        yield gauge("database_bytes", "Size of the database.", store.size())
        if store.shipped.membership() is not None:
            lag = sum(one.last - one.shipped for one in store.shipped.state())
            yield gauge("shipping_lag", "Entries that the federation has not confirmed.", lag)
        file = store.file
        copies = [] if file is None else [one for one in backup.listed(file) if one.there]
        if copies:
            age = max(0, self._hall.clock.now_ms() - copies[-1].made_ms) / 1000
            yield gauge("backup_age_seconds", "Age of the newest copy that is where it was made.", age)


def _latency(counted: Counts) -> Figure:
    """Return the histogram of the time from the arrival of a frame to its acknowledgement."""
    sums = list(accumulate(counted.latencies))
    bounds = [f"{bound / 1000:g}" for bound in BOUNDS_MS] + ["+Inf"]
    samples = [(f'_bucket{{le="{bound}"}}', total) for bound, total in zip(bounds, sums, strict=True)]
    return Figure(
        "tablekeeper_acknowledgement_seconds", HISTOGRAM,
        "Time from the arrival of a frame to its acknowledgement.",
        (*samples, ("_sum", counted.latency_ms / 1000), ("_count", sums[-1])),
    )  # fmt: skip
