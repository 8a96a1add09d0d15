"""Sends changes to every connected browser: server-sent events of (topic, revision), and pieces of parts.

One subscription to the director serves all browsers. For each browser at most one entry per topic
waits: a slow browser gets the newest revision once, and costs no more memory than a fast one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.languages import _

from .errors import HttpError
from .proxy import limited_as
from .sentparts import SentPart, SentParts, fetch_it
from .settings import is_loopback

#: seconds between keep-alive events: without them a browser knows that its connection is dead; they also
#: make proxies keep the connection, and detect closed browsers
BEAT_S = 4.0
#: seconds between two searches, by one task, for connections that need a keep-alive: a thousand separate
#: waits would be a thousand objects for each garbage collection (0.1 s each time)
_QUIET_LOOK_S = 1.0
_BEAT = b"event: beat\ndata:\n\n"
#: the most listening browsers, in total and from one address; this computer has no limit of its own
MOST_LINES = 2000
MOST_LINES_OF_ADDRESS = 200
#: a table sends its display for a minute of the hall's time after a request; the next request comes earlier
LOOK_S = 20.0
FASTEST = 80.0


class Watcher:
    """One browser's connection, and the events not sent yet.

    `push` sends bytes at once if the connection accepts them, and returns whether it did: so a thousand
    browsers are notified without waking a thousand tasks.
    """

    def __init__(self, push: Callable[[bytes], bool] | None = None) -> None:
        self.waiting: dict[str, bytes] = {}
        self.bell = asyncio.Event()
        self.closed = False
        self.push = push
        #: nothing is waiting or being sent, so a push now cannot overtake another event
        self.idle = False
        #: time of the last sent event (seconds of the loop's clock)
        self.told = 0.0

    def tell(self, events: Mapping[str, bytes], at: float) -> None:
        """Send events or queue them; a newer one replaces an older one of the same topic or piece."""
        if self.idle and self.push is not None and self.push(b"".join(events.values())):
            self.told = at
            return
        self.idle = False
        self.waiting |= events
        self.bell.set()

    def beat(self, at: float) -> None:
        """Send a keep-alive if the browser has got nothing for BEAT_S."""
        if self.idle and self.told <= at - (BEAT_S - _QUIET_LOOK_S):
            self.tell({"beat": _BEAT}, at)

    def close(self) -> None:
        """End the connection after the waiting events."""
        self.closed = True
        self.bell.set()


class EventStream:
    """Sends the director's changes to all connected browsers; runs within one event loop."""

    def __init__(self, service: Director, changed: Callable[[str], None], sent: SentParts) -> None:
        self.service = service
        self.changed = changed  # called with the topic before it is sent to any browser
        self.sent = sent
        #: a browser that gets another edition fetches everything again: the revisions have restarted
        self.edition = secrets.token_hex(4)
        self.revisions: dict[str, int] = {}
        self.watchers: dict[str, set[Watcher]] = {}
        self.open: set[Watcher] = set()
        #: number of lines per address, with addresses as in limits
        self.lines: Counter[str] = Counter()
        self.closed = False

    async def run(self) -> None:
        """Pass on changes until cancelled, or until the director closes; then every connection ends."""
        try:
            async with asyncio.TaskGroup() as tasks:
                others = [tasks.create_task(self._look()), tasks.create_task(self._beat())]
                await self._report()
                for task in others:
                    task.cancel()
        finally:
            # close them, because an open connection without changes would look live
            self.close()

    async def _look(self) -> None:
        # a board sends its display only on request: request it while a browser shows it
        while True:
            for topic in list(self.watchers):
                kind, _, uid = topic.partition("/")
                if kind == "screen":
                    # a table that is not known yet may still connect
                    with contextlib.suppress(UserError):
                        await asyncio.to_thread(self.service.overview.table, uid, shown=0)
            await asyncio.sleep(LOOK_S / min(max(self.service.clock.rate, 1.0), FASTEST))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_QUIET_LOOK_S)
            at = asyncio.get_running_loop().time()
            for watcher in self.open:
                watcher.beat(at)

    async def _report(self) -> None:
        subscription = self.service.topics.subscribe()
        try:
            async for topic, revision in subscription:
                self.publish(topic, revision)
        finally:
            subscription.close()

    def publish(self, topic: str, revision: int) -> None:
        """Send a change to the browsers that watch its topic."""
        self.changed(topic)
        self.revisions[topic] = revision
        watchers = self.watchers.get(topic)
        if watchers:
            events, at = {topic: self._event(topic, revision)}, asyncio.get_running_loop().time()
            for watcher in watchers:
                watcher.tell(events, at)
        self.sent.changed(topic)

    def close(self) -> None:
        """End every connection, so that the server can stop."""
        self.closed = True
        for watcher in self.open:
            watcher.close()

    def _event(self, topic: str, revision: int) -> bytes:
        body = {"topic": topic, "revision": revision, "edition": self.edition}
        return f"data: {json.dumps(body, separators=(',', ':'))}\n\n".encode()

    @contextlib.contextmanager
    def line(self, address: str) -> Iterator[None]:
        """Count a line while it is open; raise HttpError if there are too many."""
        counted_as = limited_as(address)
        crowded = not is_loopback(address) and self.lines[counted_as] >= MOST_LINES_OF_ADDRESS
        if crowded or self.lines.total() >= MOST_LINES:
            who = _("this address") if crowded else _("this server")
            raise HttpError(503, _(
                "Too many browsers listen at %(who)s: close some pages, or reload this one by hand.",
                who=who,
            ), retry_after=60)
        self.lines[counted_as] += 1
        try:
            yield
        finally:
            self.lines[counted_as] -= 1
            self.lines += Counter()  # forget addresses without a line

    async def stream(
        self,
        topics: frozenset[str],
        parts: Sequence[SentPart] = (),
        language: str = "",
        push: Callable[[bytes], bool] | None = None,
    ) -> AsyncIterator[bytes]:
        """Yield the lines of one browser's stream: the current revisions, then what changes.

        For `topics` the browser gets only notices of changes, for `parts` the changed pieces, in its
        language. Events that `push` has sent are not yielded.
        """
        watcher, loop = Watcher(push), asyncio.get_running_loop()
        self.open.add(watcher)
        for topic in topics:
            self.watchers.setdefault(topic, set()).add(watcher)
        for part in parts:
            self.sent.join(part, language, watcher)
        try:
            # after a restart browsers reconnect at different times
            yield f"retry: {random.randrange(1000, 4000)}\n\n".encode()
            for topic in sorted(topics):
                watcher.waiting[topic] = self._event(topic, self.revisions.get(topic, -1))
            for part in parts:
                stamp = f"{self.edition}/{self.revisions.get(part.topic, -1)}"
                watcher.waiting[part.source] = fetch_it(part.source, stamp)
            while not (self.closed or watcher.closed):
                if watcher.waiting:
                    waiting, watcher.waiting = watcher.waiting, {}
                    yield b"".join(waiting.values())
                    watcher.told = loop.time()
                    continue
                watcher.bell.clear()
                watcher.idle = True
                await watcher.bell.wait()
                watcher.idle = False
        finally:
            self.open.discard(watcher)
            for part in parts:
                self.sent.leave(part, language, watcher)
            for topic in topics:
                remaining = self.watchers.get(topic, set())
                remaining.discard(watcher)
                if not remaining:
                    self.watchers.pop(topic, None)
