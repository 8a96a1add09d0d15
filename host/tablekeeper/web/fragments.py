"""Parts of pages, rendered once for all browsers of one language.

A part is cached until its topic changes, but at most for a second. Browsers get the hall's time with it, so
that a cached part still shows correct clocks.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from dataclasses import dataclass, field

from tablekeeper.languages import language


@dataclass(frozen=True, slots=True)
class Piece:
    """An element of a part that can be sent alone."""

    id: str
    #: renders it, in the reader's language
    html: Callable[[], str]
    #: the value to compare: equal as long as a reader sees no change, although clocks run
    sense: object


@dataclass(slots=True)
class Fragment:
    """A rendered part and the hall's clock at that instant."""

    body: bytes
    now_ms: int
    rate: float
    made_at: float  # seconds of the cache's clock
    #: its elements, if the part is sent in pieces
    pieces: tuple[Piece, ...] = ()
    _packed: bytes | None = None

    def packed(self) -> bytes:
        """Return the part gzipped; compressed once, for the first browser that asks for it."""
        if self._packed is None:
            self._packed = gzip.compress(self.body, 6, mtime=0)
        return self._packed

    def hall_ms(self, at: float) -> int:
        """Return the hall's clock at `at` (seconds of the cache's clock)."""
        return self.now_ms + round(max(0.0, at - self.made_at) * 1000 * self.rate)


@dataclass(slots=True)
class _Slot:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    generation: int = 0
    kept: Fragment | None = None


@dataclass(slots=True)
class Fragments:
    """The cached parts, by topic, and by kind and language. `clock` gives seconds."""

    clock: Callable[[], float]
    seconds: float = 1.0
    _places: dict[str, dict[tuple[str, str], _Slot]] = field(default_factory=dict)

    def drop(self, topic: str) -> None:
        """Drop the parts of a topic that changed; a rendering in progress is not cached either."""
        for place in self._places.get(topic, {}).values():
            place.generation += 1
            place.kept = None

    async def get(self, topic: str, render: Callable[[], Fragment], kind: str = "") -> Fragment:
        """Return the part of a topic; render it in a worker thread if there is no fresh one.

        Different parts of one topic have a different `kind`; each language has its own part. An error of
        `render` is raised, and nothing is cached.
        """
        key = kind, language()
        place = self._places.setdefault(topic, {}).setdefault(key, _Slot())
        try:
            async with place.lock:
                kept = place.kept
                if kept is not None and self.clock() - kept.made_at < self.seconds:
                    return kept
                generation = place.generation
                made = await asyncio.to_thread(render)
                if place.generation == generation:
                    place.kept = made
                return made
        except Exception:
            # a topic that can't be rendered (an unknown table) must not fill the memory
            if place.kept is None and not place.lock.locked():
                kinds = self._places.get(topic, {})
                kinds.pop(key, None)
                if not kinds:
                    self._places.pop(topic, None)
            raise
