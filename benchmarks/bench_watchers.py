"""A hall with 64 boards that play and 1,000 browsers that watch it: from a press to what changes on the page.

The host is `tablekeeper serve` on one processor; the boards (the firmware behind pseudo-terminals), the
watchers and a real Chromium share the other one, so that the watchers' own work does not count as the host's.
Each watcher has the page of the hall open: it reads its stream of events, keeps every card as the page's
script would, and counts what it would fetch. A board's seat button is pressed every 4 to 8 s; a press counts
until the card of its table has changed in Chromium, and until the last watcher has it.
"""

import asyncio
import itertools
import json
import multiprocessing
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.figure import Figure
from tablecore import sheets
from tablesim.realtime import Boards

#: a smaller hall for a try: BOARDS=8 WATCHERS=50 SECONDS=10 python -m benchmarks watchers
BOARDS, WATCHERS, SECONDS = (
    int(os.environ.get(name, usual)) for name, usual in (("BOARDS", 64), ("WATCHERS", 1000), ("SECONDS", 60))
)
#: a plain clock of two seats is chosen by these keys of the board's menu, and begins with seat 0
_KEYS = ("#", str(sheets.PLAIN + 1), "2", "5", 0)
#: between two presses at a table (s)
_GAP = (4.0, 8.0)
_START_S = 15.0
PAGE = "/fragments/hall"
STREAM = f"/events?topics=&parts={PAGE},/fragments/notices"
#: what Chromium notes: when each card was put in, in milliseconds of Unix time
_NOTING = """() => {
  window.noted = [];
  new MutationObserver((changes) => {
    const at = performance.timeOrigin + performance.now();
    for (const change of changes) for (const node of change.addedNodes)
      if (node.id?.startsWith("t-")) window.noted.push([node.id.slice(2), at]);
  }).observe(document.querySelector("[data-source='/fragments/hall']"), { childList: true });
}"""


@dataclass(slots=True)
class Watched:
    """What the watchers saw."""

    #: of each board: Unix times at which the first and the last watcher had a change of its card
    cards: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    events: int = 0
    bytes: int = 0
    fetches: int = 0
    #: watchers whose cards differ from the host's at the end
    wrong: int = 0


def _pinned(processor: int, process: int = 0) -> None:
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(process, {cores[min(processor, len(cores) - 1)]})


# --- boards -----------------------------------------------------------------------------------


def _play(paths: "multiprocessing.SimpleQueue[object]", begin: Event, end: Event) -> None:
    """Run the boards; put their ports, then what was pressed and when (uid, Unix time)."""
    _pinned(1)
    boards = Boards(BOARDS, seed=1)
    paths.put([(board.uid.hex(), path) for board, path in zip(boards.boards, boards.paths, strict=True)])
    timeline, chance = boards.timeline, random.Random(1)
    pressed: list[tuple[str, float]] = []
    playing = False

    def stop() -> bool:
        nonlocal playing
        if begin.is_set() and not playing:
            playing = True
            now_us, now = timeline.now_us, time.time()
            for board in boards.boards:
                at = 0.0
                for key in _KEYS:
                    at += 0.4
                    board.press(key, now_us + round(at * 1e6), 80)
                at += _START_S / 2 + chance.uniform(0, _GAP[1])
                for seat in itertools.cycle((1, 0)):
                    if at > SECONDS + _START_S:
                        break
                    board.press(seat, now_us + round(at * 1e6), 80)
                    pressed.append((board.uid.hex(), now + at))
                    at += chance.uniform(*_GAP)
        return end.is_set()

    boards.run(stop)
    paths.put(pressed)
    boards.close()


# --- watchers ---------------------------------------------------------------------------------


class _Watcher(asyncio.Protocol):
    """One browser's stream of events."""

    def __init__(self, told: "_Crowd") -> None:
        self.told = told
        self.rest = b""
        self.cards: dict[str, int] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {STREAM} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        at = time.time()
        self.told.watched.bytes += len(data)
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            if (place := event.find(b"data: {")) >= 0:
                self.told.watched.events += 1
                self._take(json.loads(event[place + 6 :]), at)

    def _take(self, event: dict[str, object], at: float) -> None:
        if event.get("part") == PAGE and "id" in event:
            uid = str(event["id"])[2:]
            version = self.cards[uid] = hash(event["html"])
            self.told.seen(uid, version, at)
        else:
            # the page fetches what is not sent
            self.told.watched.fetches += 1


class _Crowd:
    """All watchers of one process."""

    def __init__(self) -> None:
        self.watched = Watched()
        self.open: dict[tuple[str, int], tuple[int, float]] = {}
        self.last: dict[str, int] = {}
        self.missing: Counter[tuple[str, int]] = Counter()

    def seen(self, uid: str, version: int, at: float) -> None:
        """Note that one more watcher has a version of a card."""
        key = uid, version
        count, first = self.open.get(key, (0, at))
        count += 1
        self.last[uid] = version
        if count < WATCHERS:
            self.open[key] = count, first
            return
        self.open.pop(key, None)
        self.watched.cards.setdefault(uid, []).append((first, at))


def _watch(port: int, told: "multiprocessing.SimpleQueue[object]", ready: Event, end: Event) -> None:
    _pinned(1)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    async def all_of_them() -> None:
        loop, crowd, watchers = asyncio.get_running_loop(), _Crowd(), []
        for _ in range(WATCHERS):
            transport, watcher = await loop.create_connection(lambda: _Watcher(crowd), "127.0.0.1", port)
            watchers.append((transport, watcher))
        await asyncio.sleep(1)
        crowd.watched.fetches = crowd.watched.events = crowd.watched.bytes = 0
        ready.set()
        await asyncio.to_thread(end.wait)
        await asyncio.sleep(1)
        crowd.watched.wrong = sum(
            any(watcher.cards.get(uid) != version for uid, version in crowd.last.items())
            for _, watcher in watchers
        )
        for transport, _ in watchers:
            transport.close()
        told.put(crowd.watched)

    asyncio.run(all_of_them())


# --- the host ---------------------------------------------------------------------------------


def _memory(pid: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("ascii"))
    assert found is not None
    return int(found[1]) * 1024


def _used(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _answer(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        body: bytes = answer.read()
    return body


def _until(held: "object", what: str) -> None:
    assert callable(held)
    limit = time.monotonic() + 60
    while not held():
        if time.monotonic() > limit:
            raise AssertionError(what)
        time.sleep(0.2)


def _percentile(values: list[float], per_cent: float) -> float:
    return sorted(values)[max(0, -(-int(len(values) * per_cent) // 100) - 1)]


def run() -> list[Figure]:
    """Let the boards play for a minute and report how long presses took."""
    context = multiprocessing.get_context("spawn")
    paths, told = context.SimpleQueue(), context.SimpleQueue()
    begin, end, ready = context.Event(), context.Event(), context.Event()
    playing = context.Process(target=_play, args=(paths, begin, end))
    playing.start()
    ports = paths.get()
    assert isinstance(ports, list)
    with tempfile.TemporaryDirectory() as folder:
        port = 8731
        words = [str(Path(sys.executable).with_name("tablekeeper")), "serve", "--http-port", str(port),
                 "--database", f"sqlite:///{folder}/hall.db",
                 *(word for _, path in ports for word in ("--port", path))]  # fmt: skip
        host = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _pinned(0, host.pid)
        watching = context.Process(target=_watch, args=(port, told, ready, end))
        try:
            def there() -> bool:
                try:
                    return _answer(port, PAGE).count(b'<li id="t-') == BOARDS
                except OSError:
                    return False

            _until(there, "not every board came")
            before = _memory(host.pid)
            watching.start()
            if not ready.wait(120):
                raise AssertionError("not every watcher came")
            cores = os.sched_getaffinity(0)
            _pinned(1)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
                page = browser.new_page()
                page.goto(f"http://127.0.0.1:{port}/")
                page.evaluate(_NOTING)
                page.evaluate("performance.clearResourceTimings()")
                begin.set()
                time.sleep(_START_S)
                at, processor = time.time(), _used(host.pid)
                time.sleep(SECONDS)
                processor = (_used(host.pid) - processor) / (time.time() - at)
                full = _memory(host.pid)
                noted = page.evaluate("window.noted")
                fetched = page.evaluate("performance.getEntriesByType('resource').length")
                browser.close()
            os.sched_setaffinity(0, cores)
            end.set()
            watched, pressed = told.get(), paths.get()
        finally:
            end.set()
            host.send_signal(signal.SIGINT)
            host.wait(30)
            playing.join(30)
            watching.join(30)
    assert isinstance(watched, Watched)
    assert isinstance(pressed, list)
    in_browser = {uid: [ms / 1000 for each, ms in noted if each == uid] for uid, _ in ports}
    presses = [(uid, when) for uid, when in pressed if at <= when <= at + SECONDS - 2]
    shown = [_after(in_browser[uid], when) for uid, when in presses]
    first = [_after([one for one, _ in watched.cards.get(uid, [])], when) for uid, when in presses]
    last = [_after([one for _, one in watched.cards.get(uid, [])], when) for uid, when in presses]
    if lost := sum(one is None for one in [*shown, *last]):
        raise AssertionError(f"{lost} presses were not seen")
    lasted, size = SECONDS + _START_S, watched.bytes / watched.events
    pace = f"{len(presses) / SECONDS:.1f} presses a second"
    return [
        _spread("to the changed card in Chromium", shown, "100 ms asked"),
        _spread("to the first watcher", first, ""),
        _spread("to the last watcher", last, ""),
        Figure("watchers that missed something", watched.wrong, "", "0", f"of {WATCHERS}"),
        Figure("the host's processor", 100 * processor, "% of one", "", pace),
        Figure("events to all watchers", watched.events / lasted, "/s", "", f"{size:,.0f} B each"),
        Figure("fetches of all watchers", watched.fetches, "", "", f"in {lasted:.0f} s"),
        Figure("fetches of Chromium", fetched, "", "", "the same page with its script"),
        Figure("the host's memory", full / 1e6, "MB", f"{before / 1e6:.0f} MB before", "at the end"),
    ]


def _after(times: list[float], when: float) -> float | None:
    return next((one - when for one in sorted(times) if one > when), None)


def _spread(name: str, values: list[float | None], asked: str) -> Figure:
    found = [1000 * one for one in values if one is not None]
    note = f"{len(found)} presses, median {_percentile(found, 50):.0f} ms, longest {max(found):.0f} ms"
    return Figure(f"{name}, p99", _percentile(found, 99), "ms", asked, note)
