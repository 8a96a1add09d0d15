"""Ships a venue's journals in a separate thread beside the hall. It may be slow, fail or stop.

It reads only committed data from the venue's database, and writes only the numbers of entries there, few at a
time. Messages are published one window after the other: while the stream is full or cannot be reached,
nothing more is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from random import SystemRandom
from typing import Protocol

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import APIError

from tablekeeper.errors import ResourceError, UserError
from tablekeeper.federation.messages import (
    Between,
    Held,
    Over,
    Question,
    Receipt,
    Welcome,
    message_id,
    subject,
)
from tablekeeper.federation.shipper import ASK, Lost, Parted, Shipper
from tablekeeper.federation.wire import decode, encode
from tablekeeper.shipping.connection import FAILURES, NatsServer, end, pause, stay_connected
from tablekeeper.store import JoinedFederation, VenueJournals

#: seconds between two searches for new rows in the database, and seconds to wait for the stream's answer
LOOK_S, PUBLISH_S = 1.0, 5.0
#: rounds of publishing without any answer, after which another server is tried
SILENT = 3
#: entries that are numbered at a time: few, so that the connection soon has its turn again
NUMBERED = 200
#: seconds between two writes of the federation's progress to the database
_KEEP_S = 10.0
#: seconds until a host without a federation checks again whether it has joined one
_REST_S = 2.0
_ANSWERS = (Welcome, Receipt, Between, Held, Over)
_log = logging.getLogger(__name__)


class NameRemover(Protocol):
    """Removes names at the venue."""

    def __call__(self, people: tuple[int, ...]) -> None:
        """Remove people of the register; raise UserError if one of them cannot be removed."""


class VenueShipping:
    """Ships while the database is in a federation: `with VenueShipping(...):`."""

    def __init__(
        self, journals: VenueJournals, remove: NameRemover, told: Callable[[str], None] = _log.info,
        alone: Callable[[], bool] = lambda: True, ask: int = ASK,
    ) -> None:  # fmt: skip
        """Store the arguments: `told` receives sentences for people, `alone` returns whether no other host
        ships these journals, `ask` is the time between enquiries in ms.
        """
        self._journals = journals
        self._remove = remove
        self._told = told
        self._alone = alone
        self._ask = ask
        self._random = SystemRandom()
        self._stop: asyncio.Event | None = None
        self._ended = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, name="federation", daemon=True)
        self._silent = 0
        #: the sent entries and the federation's answers; public for tests and `status`
        self.shipper: Shipper | None = None

    def start(self) -> None:
        """Begin to ship."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and store how far the federation has committed."""
        self._ended.set()
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._wake)
        self._thread.join()

    def __enter__(self) -> VenueShipping:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _wake(self) -> None:
        if self._stop is not None:
            self._stop.set()

    # --- the thread -----------------------------------------------------------------------

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        said = ""
        while not self._ended.is_set():
            try:
                joined, said = self._journals.membership(), ""
                if joined is None or not self._alone():
                    self._ended.wait(_REST_S)
                else:
                    self._journals.forget()
                    self._loop.run_until_complete(self._ship(joined))
            except (UserError, ResourceError) as error:
                # such as a database that is away: told once, until it works again
                if str(error) != said:
                    self._told(str(error))
                    said = str(error)
                self._ended.wait(_REST_S)
            except Exception:
                # an error here must not stop the hall; it is tried again
                _log.exception("Shipping to the federation failed")
                self._ended.wait(_REST_S)
        end(self._loop)

    async def _ship(self, joined: JoinedFederation) -> None:
        self._stop = asyncio.Event()
        if self._ended.is_set():
            return
        shipped = {one.journal: one.shipped for one in self._journals.state()}
        self.shipper = Shipper(joined.venue, self._journals, self._random, shipped, ask=self._ask)
        server = NatsServer(joined.servers, joined.venue, joined.secret, joined.authority)

        async def work(client: Client, ended: asyncio.Event) -> None:
            await self._talk(client, ended, joined)

        try:
            await stay_connected(server, work, self._stop, self._told, self._random)
        finally:
            self._keep()

    async def _talk(self, client: Client, ended: asyncio.Event, joined: JoinedFederation) -> None:
        assert self.shipper is not None
        shipper, heard = self.shipper, asyncio.Event()
        inbox: list[bytes] = []

        async def answer(message: Msg) -> None:
            inbox.append(message.data)
            heard.set()

        await client.subscribe(f"tk.{joined.venue}.answer", cb=answer)
        stopping = asyncio.create_task(_either(ended, heard))
        kept = time.monotonic()
        try:
            while not ended.is_set():
                if self._journals.membership() != joined or not self._alone():
                    assert self._stop is not None
                    self._stop.set()
                    return
                more = self._journals.number(NUMBERED) >= NUMBERED
                await self._publish(client, shipper.send(_now_ms()))
                self._do_removals(shipper)
                wait = 0.0 if more else min(LOOK_S, max(0.0, (shipper.due() - _now_ms()) / 1000))
                await pause(heard, wait)
                if not ended.is_set():
                    heard.clear()
                self._receive(shipper, inbox)
                if time.monotonic() - kept > _KEEP_S:
                    kept = time.monotonic()
                    self._keep()
        finally:
            stopping.cancel()

    async def _publish(self, client: Client, messages: list[Question]) -> None:
        """Publish messages; the shipper sends those again that the stream does not accept."""
        if not messages:
            return
        stream, seen, silent = client.jetstream(timeout=PUBLISH_S), False, True

        async def one(message: Question) -> None:
            nonlocal seen, silent
            known = message_id(message)
            headers = None if known is None else {"Nats-Msg-Id": known}
            try:
                taken = await stream.publish(subject(message), encode(message), headers=headers)
            except APIError:
                silent = False
            except FAILURES:
                return
            else:
                seen, silent = seen or bool(taken.duplicate), False

        # publish in order: then a lost message is noticed at once as a gap
        await asyncio.gather(*map(one, messages))
        if seen and self.shipper is not None:
            self.shipper.ask(_now_ms())
        self._silent = self._silent + 1 if silent else 0
        if self._silent >= SILENT:
            # this server runs but is cut off from the others: another one may work
            self._silent = 0
            raise TimeoutError

    def _receive(self, shipper: Shipper, inbox: list[bytes]) -> None:
        answers, inbox[:] = inbox[:], []
        for data in answers:
            try:
                answer = decode(data)
            except UserError as error:
                self._told(f"The federation sent what is no answer: {error}")
                continue
            if isinstance(answer, _ANSWERS):
                shipper.receive(answer, _now_ms())
        for report in shipper.reports:
            self._told(_sentence(report))
        shipper.reports.clear()

    def _do_removals(self, shipper: Shipper) -> None:
        for number, people in list(shipper.removals.items()):
            try:
                self._remove(people)
            except UserError as error:
                self._told(f"The federation asks to remove a name, which is not possible: {error}")
                continue
            shipper.removed(number)

    def _keep(self) -> None:
        assert self.shipper is not None
        parted = {one: self.shipper.shipped.get(one, 0) for one in self.shipper.parted}
        self._journals.keep(dict(self.shipper.shipped), parted)


def _sentence(report: Parted | Lost) -> str:
    if isinstance(report, Parted):
        return (
            f"The federation has another past of {report.journal} behind entry {report.agreed}, or refuses "
            "what follows: nothing of it is shipped until somebody there decides."
        )
    return (
        f"The federation had {report.journal} up to {report.shipped}, and now to {report.end}: it is "
        "shipped again."
    )


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


async def _either(ended: asyncio.Event, heard: asyncio.Event) -> None:
    await ended.wait()
    heard.set()
