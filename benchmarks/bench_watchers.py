"""A hall with 64 boards that play and 1,000 browsers that watch it: from a press to what changes on the page.

The host is `tablekeeper serve` on one processor; the boards (the firmware behind pseudo-terminals), the
watchers and a real Chromium share the other one, so that the watchers' own work does not count as the host's.
Each watcher has the page of the hall open: it reads its stream of events, keeps every card as the page's
script would, and counts what it would fetch. A board's seat button is pressed every 4 to 8 s. What is timed:
when the board's bytes are on the cable (before that only the boards are late), when the kernel has the card
for the first watcher and for the last (a time stamp of the socket, so it does not matter when the watcher
reads: this is all that the host does), when the last watcher has read it, and when the card has changed in
Chromium. The database lies where temporary files do (`TMPDIR`): a busy disk is part of the time.
"""

import itertools
import multiprocessing
import os
import random
import re
import resource
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.figure import Figure, highest, percentile
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
#: Linux: the kernel tells when it took what is read
_SO_TIMESTAMPNS = 35
_CARD = re.compile(rb'"id":"t-([^"]+)"')
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

    #: of each board and change of its card: Unix times at which the kernel had it for the first watcher and
    #: for the last, and at which all had read it
    cards: dict[str, list[tuple[float, float, float]]] = field(default_factory=dict)
    events: int = 0
    bytes: int = 0
    fetches: int = 0
    processor_s: float = 0.0
    #: watchers whose cards differ from the host's at the end
    wrong: int = 0


def _pinned(processor: int, process: int = 0) -> None:
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(process, {cores[min(processor, len(cores) - 1)]})


# --- boards -----------------------------------------------------------------------------------


def _play(paths: "multiprocessing.SimpleQueue[object]", begin: Event, end: Event) -> None:
    """Run the boards; put their ports, then what was pressed and when, and what left on a cable and when."""
    _pinned(1)
    boards = Boards(BOARDS, seed=1)
    paths.put([(board.uid.hex(), path) for board, path in zip(boards.boards, boards.paths, strict=True)])
    timeline, chance = boards.timeline, random.Random(1)
    pressed: list[tuple[str, float]] = []
    left: dict[str, list[float]] = {board.uid.hex(): [] for board in boards.boards}
    playing = False
    for board, terminal in zip(boards.boards, boards.terminals, strict=True):
        # the bench notes the time of each read; the terminal itself has no such hook
        terminal.port.read = _noted(terminal.port.read, left[board.uid.hex()])  # type: ignore[method-assign]

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
    paths.put((pressed, left, sum(os.times()[:2])))
    boards.close()


def _noted(read: Callable[[], bytes], times: list[float]) -> Callable[[], bytes]:
    def noted() -> bytes:
        if data := read():
            times.append(time.time())
        return data

    return noted


# --- watchers ---------------------------------------------------------------------------------


class _Watcher:
    """One browser's stream of events."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        self.socket.sendall(f"GET {STREAM} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        self.rest = b""
        self.cards: dict[str, int] = {}

    def read(self) -> tuple[list[bytes], int, float]:
        """Return the events that have come, the bytes, and when the kernel had the last of them."""
        data, beside, _, _ = self.socket.recvmsg(1 << 18, 64)
        if not data:
            raise AssertionError("the host has ended a stream")
        seconds, nanoseconds = struct.unpack("@ll", beside[0][2])
        *events, self.rest = (self.rest + data).split(b"\n\n")
        return events, len(data), seconds + nanoseconds / 1e9


class _Crowd:
    """All watchers of one process."""

    def __init__(self) -> None:
        self.watched = Watched()
        #: of each version of a card that not all have: how many have it, and when the kernel had it for the
        #: first of them and for the last
        self.open: dict[tuple[str, int], list[float]] = {}
        self.last: dict[str, int] = {}

    def take(self, watcher: _Watcher) -> None:
        """Read what one watcher was sent."""
        events, size, arrived = watcher.read()
        self.watched.bytes += size
        for event in events:
            if (place := event.find(b"data: {")) < 0:
                continue
            self.watched.events += 1
            if (card := _CARD.search(event, place)) is None:
                # the page fetches what is not sent
                self.watched.fetches += 1
                continue
            uid, version = card[1].decode(), hash(event[place:])
            watcher.cards[uid] = self.last[uid] = version
            times = self.open.setdefault((uid, version), [0, arrived, arrived])
            times[0] += 1
            times[1], times[2] = min(times[1], arrived), max(times[2], arrived)
            if times[0] == WATCHERS:
                del self.open[uid, version]
                self.watched.cards.setdefault(uid, []).append((times[1], times[2], time.time()))


def _watch(port: int, told: "multiprocessing.SimpleQueue[object]", ready: Event, end: Event) -> None:
    _pinned(1)
    # what they read costs the boards and Chromium, which share their processor, as little as may be
    os.nice(10)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    crowd, selector = _Crowd(), selectors.DefaultSelector()
    watchers = [_Watcher(port) for _ in range(WATCHERS)]
    for watcher in watchers:
        selector.register(watcher.socket, selectors.EVENT_READ, watcher)

    def read_until(done: Callable[[], bool]) -> None:
        while not done():
            for key, _ in selector.select(0.2):
                crowd.take(key.data)

    began = time.monotonic()
    read_until(lambda: time.monotonic() > began + 2)
    crowd.watched = Watched()
    ready.set()
    read_until(end.is_set)
    ended = time.monotonic()
    read_until(lambda: time.monotonic() > ended + 1)
    crowd.watched.wrong = sum(
        any(watcher.cards.get(uid) != version for uid, version in crowd.last.items()) for watcher in watchers
    )
    crowd.watched.processor_s = sum(os.times()[:2])
    told.put(crowd.watched)


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
            watched, (pressed, left, boards_s) = told.get(), paths.get()
        finally:
            end.set()
            host.send_signal(signal.SIGINT)
            host.wait(30)
            playing.join(30)
            watching.join(30)
    assert isinstance(watched, Watched)
    presses = [(uid, when) for uid, when in pressed if at <= when <= at + SECONDS - 2]
    in_browser = {uid: [ms / 1000 for each, ms in noted if each == uid] for uid, _ in ports}
    #: of each stage: when the press had reached it
    stages = [
        left,
        *({uid: [one[place] for one in cards] for uid, cards in watched.cards.items()} for place in range(3)),
        in_browser,
    ]
    cable, first, last, read, shown = (
        [_after(stage[uid], when) for uid, when in presses] for stage in stages
    )
    lasted, size = SECONDS + _START_S, watched.bytes / watched.events
    each_s = watched.events / lasted
    pace = f"{len(presses) / SECONDS:.1f} presses a second, the machine's load was {os.getloadavg()[0]:.1f}"
    beside = {"watchers": watched.processor_s, "boards": boards_s}
    others = ", ".join(f"{who} {100 * used / lasted:.0f} %" for who, used in beside.items())
    return [
        _spread("to the board's bytes on the cable", cable, ""),
        _spread("to the kernel, for the first watcher", first, ""),
        _spread("to the kernel, for the last watcher", last, "100 ms asked"),
        _spread("from the cable to the kernel, for the last watcher", _apart(cable, last), ""),
        _spread("to the last watcher", read, ""),
        _spread("to the changed card in Chromium", shown, "100 ms asked, on a core of its own"),
        Figure("watchers that missed something", watched.wrong, "", "0", f"of {WATCHERS}"),
        Figure("the host's processor", 100 * processor, "% of one", "", f"{pace}; on the other one {others}"),
        Figure(
            "the host's processor for 1,000 events", 1e6 * processor / each_s, "ms", "", "all of its work"
        ),
        Figure("events to all watchers", each_s, "/s", "", f"{size:,.0f} B each"),
        Figure("fetches of all watchers", watched.fetches, "", "", f"in {lasted:.0f} s"),
        Figure("fetches of Chromium", fetched, "", "", "the same page with its script"),
        Figure("the host's memory", full / 1e6, "MB", f"{before / 1e6:.0f} MB before", "at the end"),
    ]


def _after(times: list[float], when: float) -> float:
    for one in sorted(times):
        if one > when:
            return one - when
    raise AssertionError("a press was not seen")


def _apart(earlier: list[float], later: list[float]) -> list[float]:
    return [after - before for before, after in zip(earlier, later, strict=True)]


def _spread(name: str, values: list[float], asked: str) -> Figure:
    found = [1000 * one for one in values]
    note = f"{len(found)} presses, median {percentile(found, 50):.0f} ms, longest {max(found):.0f} ms"
    what, most = highest(found)
    return Figure(f"{name}, {what}", most, "ms", asked, note)
