"""Notifies listeners of changes: topics with a revision number, coalesced per listener.

A page gets only the topic's newest revision number, not the change, and fetches the new content itself.
So a slow listener is cheap: its queue holds at most one number per topic.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable


class Subscription:
    """One listener: iterate it with `async for topic, revision`, or drain it with `take`.

    Any thread may publish; one task or thread listens. `topics` limits the notifications; None means all
    topics. Ends when either side closes it.
    """

    def __init__(self, topics: Iterable[str] | None, forget: Callable[[Subscription], None]) -> None:
        self._topics = None if topics is None else frozenset(topics)
        self._forget = forget
        self._lock = threading.Lock()
        self._news: dict[str, int] = {}
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiter = asyncio.Event()

    def tell(self, topic: str, revision: int) -> None:
        """Note a topic's newest revision; it replaces an older one that was not fetched."""
        if self._topics is not None and topic not in self._topics:
            return
        with self._lock:
            if self._closed:
                return
            self._news[topic] = revision
        self._wake()

    def take(self) -> dict[str, int]:
        """Return the changes since the last call: topic -> newest revision."""
        with self._lock:
            news, self._news = self._news, {}
            return news

    def close(self) -> None:
        """End the subscription, and wake a waiting listener."""
        with self._lock:
            self._closed = True
        self._forget(self)
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._waiter.set)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> tuple[str, int]:
        # a cancelled wait loses nothing (a page cancels it to send a keep-alive)
        while True:
            self._waiter.clear()
            with self._lock:
                self._loop = asyncio.get_running_loop()
                if self._news:
                    topic = next(iter(self._news))
                    return topic, self._news.pop(topic)
                if self._closed:
                    raise StopAsyncIteration
            await self._waiter.wait()


class Topics:
    """The revisions of all topics, and their listeners."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._revisions: dict[str, int] = {}
        self._listeners: set[Subscription] = set()

    def revision(self, topic: str) -> int:
        """Return a topic's present revision; 0 if it has not changed yet."""
        return self._revisions.get(topic, 0)

    def bump(self, *topics: str) -> None:
        """Increase the revisions of topics and notify the listeners."""
        with self._lock:
            news = []
            for topic in topics:
                revision = self._revisions[topic] = self._revisions.get(topic, 0) + 1
                news.append((topic, revision))
            listeners = list(self._listeners)
        for listener in listeners:
            for topic, revision in news:
                listener.tell(topic, revision)

    def subscribe(self, topics: Iterable[str] | None = None) -> Subscription:
        """Start a subscription to some topics or to all."""
        subscription = Subscription(topics, self._leave)
        with self._lock:
            self._listeners.add(subscription)
        return subscription

    def count(self) -> int:
        """Return the number of listeners."""
        return len(self._listeners)

    def close(self) -> None:
        """End every subscription."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.close()

    def _leave(self, subscription: Subscription) -> None:
        with self._lock:
            self._listeners.discard(subscription)
