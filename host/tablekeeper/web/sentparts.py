"""Sends changed parts with the notice of a change: only the changed pieces, rendered once for all browsers.

A browser whose page shows such a part fetches it once; from then on it gets the pieces that change. So a
thousand browsers cost a thousand short messages, and no request.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Protocol

from tablekeeper.errors import UserError

from .fragments import Fragment, Piece

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SentPart:
    """A part that can be sent: its source (the address to fetch it), topic, and rendering function."""

    source: str
    topic: str
    make: Callable[[], Awaitable[Fragment]]


class Receiver(Protocol):
    """The receiver of a part: takes events by keys; a newer event replaces an older one."""

    def tell(self, events: Mapping[str, bytes], at: float) -> None:
        """Send events or queue them, at a time of the loop's clock (s)."""


@dataclass(slots=True)
class _Sending:
    part: SentPart
    #: the language context of the first receiver
    context: Context
    receivers: set[Receiver] = field(default_factory=set)
    #: the pieces that were sent last; None before the first time
    last: dict[str, Piece] | None = None
    task: asyncio.Task[None] | None = None
    again: bool = False


class SentParts:
    """Sends parts to their receivers, within one event loop. `clock` is the clock of the parts' cache."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._topics: dict[str, dict[tuple[str, str], _Sending]] = {}

    def join(self, part: SentPart, language: str, receiver: Receiver) -> None:
        """Send a part to a receiver from now on, in the language of this context."""
        sendings = self._topics.setdefault(part.topic, {})
        sending = sendings.setdefault((part.source, language), _Sending(part, copy_context()))
        sending.receivers.add(receiver)

    def leave(self, part: SentPart, language: str, receiver: Receiver) -> None:
        """Stop sending a part; a part without receivers is dropped."""
        sendings = self._topics.get(part.topic, {})
        sending = sendings.get((part.source, language))
        if sending is None:
            return
        sending.receivers.discard(receiver)
        if not sending.receivers:
            del sendings[part.source, language]
            if not sendings:
                del self._topics[part.topic]

    def changed(self, topic: str) -> None:
        """Send the changes of a topic's parts; later changes follow after them."""
        for sending in self._topics.get(topic, {}).values():
            sending.again = True
            if sending.task is None:
                sending.task = asyncio.get_running_loop().create_task(
                    self._send(sending), context=sending.context.copy()
                )

    async def _send(self, sending: _Sending) -> None:
        try:
            while sending.again and sending.receivers:
                sending.again = False
                try:
                    made = await sending.part.make()
                except Exception as problem:
                    if not isinstance(problem, UserError):
                        _log.exception("The part %s could not be made.", sending.part.source)
                    # a browser that fetches the part gets the reason
                    events = {sending.part.source: fetch_it(sending.part.source)}
                else:
                    events = self._events(sending, made)
                if events:
                    at = asyncio.get_running_loop().time()
                    for receiver in sending.receivers:
                        receiver.tell(events, at)
        finally:
            sending.task = None

    def _events(self, sending: _Sending, made: Fragment) -> dict[str, bytes]:
        """Return the changed pieces, by key; or the message that the whole part must be fetched."""
        source, last = sending.part.source, sending.last
        now = {piece.id: piece for piece in made.pieces}
        sending.last = now
        if last is not None and list(last) != list(now):
            return {source: fetch_it(source)}
        beside = {"now": made.hall_ms(self._clock()), "rate": made.rate}
        changed = [one for one in made.pieces if last is None or last[one.id].sense != one.sense]
        return {
            f"{source} {one.id}": _event({"part": source, "id": one.id, "html": one.html().strip(), **beside})
            for one in changed
        }


def fetch_it(source: str, stamp: str = "") -> bytes:
    """Return the event that makes a browser fetch a part, unless it has the part with this `stamp`."""
    return _event({"part": source, "stamp": stamp})


def _event(body: dict[str, object]) -> bytes:
    return f"data: {json.dumps(body, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
