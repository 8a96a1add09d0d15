"""Reads the venues' messages from the stream, stores them in the federation's database, and answers.

A message is acknowledged to the stream after its commit. If a consumer is killed before that, another one
gets the message, and the database stores it once. All consumers share one durable consumer of the stream.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from random import SystemRandom

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    ConsumerInfo,
    DiscardPolicy,
    RetentionPolicy,
    StorageType,
    StreamConfig,
)
from nats.js.errors import APIError, NotFoundError, ServiceUnavailableError

from tablekeeper.errors import UserError
from tablekeeper.federation import intake
from tablekeeper.federation.messages import (
    Answer,
    Enquiry,
    Fork,
    Question,
    Receipt,
    RemovalDone,
    Replaced,
    Rewritten,
    Shipment,
    subject,
)
from tablekeeper.federation.wire import decode, encode
from tablekeeper.shipping.connection import FAILURES, NatsServer, end, pause, stay_connected
from tablekeeper.store import StoreError
from tablekeeper.store.copies import Copies

STREAM, DURABLE = "TABLEKEEPER", "federation"
#: messages in one fetch, and seconds that a fetch waits for the first
BATCH, FETCH_S = 256, 1.0
#: seconds until an entry that arrived before its predecessor is tried again, and how often without progress;
#: the longest time that a consumer keeps such entries: well below ACK_S
NEAR_S, NEAR_TRIES, NEAR_LONGEST_S = 0.01, 20, 3.0
_STEP_DOWN = f"$JS.API.CONSUMER.LEADER.STEPDOWN.{STREAM}.{DURABLE}"
#: seconds between two checks that the stream can be reached and delivers all of its messages
LOOK_S = 5.0
#: seconds after which a stream that takes nothing is made again: elections of the servers take 20 s
STILL_S = 60.0
#: seconds without a look after which that time begins again: the servers may have been down meanwhile
UNSEEN_S = 30.0
#: the number of no message. A higher number than the last one would not do: NATS 2.9 then resets the stream
_NO_MESSAGE = 0
#: seconds until a message that was not acknowledged is given to another consumer
ACK_S = 8.0
#: seconds until an entry whose predecessor has not come by then is delivered again: doubled each time, up to
#: the second value. It must still be in the stream when another consumer's entries are delivered again: the
#: stream drops repeated shipments, so an entry that was removed too early arrives only in a new session.
_AGAIN_S, _AGAIN_LONGEST_S = 0.2, 2.0
_DELIVERIES = 20
#: bytes the stream holds; when it is full, it refuses the venues' messages, and they wait
STREAM_BYTES = 1 << 30
#: seconds in which the stream drops a shipment that it has seen
SEEN_S = 120.0
_QUESTIONS = (Enquiry, Shipment, Fork, Rewritten, Replaced, RemovalDone)
_log = logging.getLogger(__name__)


class Consumer:
    """A consumer in a thread of its own: `with Consumer(copies, server):`."""

    def __init__(
        self, copies: Copies, server: NatsServer, *, replicas: int = 1,
        told: Callable[[str], None] = _log.info, ack_s: float = ACK_S,
    ) -> None:  # fmt: skip
        self._copies = copies
        self._server = server
        self._replicas = replicas
        self._told = told
        self._ack_s = ack_s
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        #: since when the stream takes nothing, and when that was seen last
        self._still: tuple[float, float] | None = None
        self._thread = threading.Thread(target=self._work, name="federation consumer", daemon=True)
        #: entries and other messages that were committed
        self.taken = 0
        #: whether it has ended although nobody stopped it: its process must end, too
        self.failed = False

    def start(self) -> None:
        """Begin to consume."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the messages that are being processed, and stop."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def __enter__(self) -> Consumer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(
                stay_connected(self._server, self._consume, self._stop, self._told, SystemRandom())
            )
        except Exception:
            _log.exception("The consumer has failed")
            self.failed = True
        finally:
            end(self._loop)

    async def _consume(self, client: Client, ended: asyncio.Event) -> None:
        stream = client.jetstream(timeout=5)
        await self._wake(stream)
        await self._make_stream(stream)
        pulled = await stream.pull_subscribe("", durable=DURABLE, stream=STREAM, config=self._config())
        looked, stuck = time.monotonic(), None
        while not ended.is_set():
            if time.monotonic() - looked > LOOK_S:
                await self._wake(stream)
                # a server that is cut off from the others does not answer this request
                looked, stuck = time.monotonic(), await self._look(client, stream, stuck)
            try:
                messages = await pulled.fetch(BATCH, timeout=FETCH_S)
            except TimeoutError:
                continue
            await self._store(client, messages, ended)

    async def _store(self, client: Client, messages: list[Msg], ended: asyncio.Event) -> None:
        """Store messages, answer and acknowledge them.

        The stream deals the entries of a journal to all consumers in turn. An entry whose predecessor another
        consumer has is tried again while that one commits.
        """
        tries, until = 0, time.monotonic() + NEAR_LONGEST_S
        while messages:
            try:
                answers, early = await asyncio.to_thread(self._take, messages)
            except StoreError as error:
                self._told(str(error))
                # the stream delivers them again, to a consumer that can store them
                for message in messages:
                    await message.nak(delay=1)
                await pause(ended, 1.0)
                return
            for answer in answers:
                await client.publish(subject(answer), encode(answer))
            for message in messages:
                if message.reply not in early:
                    await message.ack()
            await client.flush()
            waiting = [message for message in messages if message.reply in early]
            tries = 0 if len(waiting) < len(messages) else tries + 1
            messages = waiting
            if tries > NEAR_TRIES or time.monotonic() > until:
                break
            if waiting:
                await pause(ended, NEAR_S)
        for message in messages:
            given = message.metadata.num_delivered
            if given < _DELIVERIES:
                await message.nak(delay=min(_AGAIN_S * 2 ** (given - 1), _AGAIN_LONGEST_S))
            else:
                await message.ack()

    async def _wake(self, stream: JetStreamContext) -> None:
        """Make a stream again that has taken nothing for STILL_S although the servers agree with each other.

        Raise an error if it takes nothing. No entry is lost: venues ship again what was not committed.
        """
        if await _takes(stream):
            self._still = None
            return
        still, self._still = self._still, None
        try:
            # only the server that more than half of them have elected answers: if it does, no cable is cut
            await stream.find_stream_name_by_subject("tk.*.enquiry")
        except NotFoundError:
            return
        now = time.monotonic()
        since = now if still is None or now - still[1] > UNSEEN_S else still[0]
        if still is None or now - since < STILL_S:
            self._still = since, now
            # no TimeoutError, which is told as servers that do not answer: they do
            raise NatsError("the stream takes nothing")
        self._told("The stream takes nothing, although its servers agree with each other: it is made again.")
        await stream.delete_stream(STREAM)

    async def _look(self, client: Client, stream: JetStreamContext, stuck: int | None) -> int | None:
        """Repair a stream that does not deliver all of its messages.

        Return the number of its first message if that may be stuck. If it was the same before, it is stuck.
        """
        consumer, held = await stream.consumer_info(STREAM, DURABLE), (await stream.stream_info(STREAM)).state
        lost = held.messages > 0 and held.first_seq <= _settled(consumer)
        behind = held.messages > (consumer.num_pending or 0) + (consumer.num_ack_pending or 0)
        if not lost and not behind:
            return None
        if held.first_seq != stuck:
            return held.first_seq
        if lost:
            self._told("The stream has lost its newest messages: what it holds is delivered from the start.")
            # readers request messages by the consumer's name, so the new consumer serves all of them
            await stream.delete_consumer(STREAM, DURABLE)
            await stream.add_consumer(STREAM, self._config())
        else:
            self._told("A NATS server that lags behind the others was to deliver: another one shall.")
            await client.request(_STEP_DOWN, b"", timeout=5)
        return None

    def _config(self) -> ConsumerConfig:
        return ConsumerConfig(
            durable_name=DURABLE, ack_policy=AckPolicy.EXPLICIT, ack_wait=self._ack_s,
            max_ack_pending=4 * BATCH,
        )  # fmt: skip

    async def _make_stream(self, stream: JetStreamContext) -> None:
        try:
            await stream.stream_info(STREAM)
        except NotFoundError:
            # the servers delete acknowledged messages, with every name in them
            await stream.add_stream(
                StreamConfig(
                    name=STREAM, subjects=["tk.*.journal.>", "tk.*.enquiry"], storage=StorageType.FILE,
                    retention=RetentionPolicy.WORK_QUEUE, discard=DiscardPolicy.NEW,
                    max_bytes=STREAM_BYTES, duplicate_window=SEEN_S, num_replicas=self._replicas,
                )
            )  # fmt: skip

    def _take(self, messages: list[Msg]) -> tuple[list[Answer], set[str]]:
        """Store messages, in one transaction for each venue.

        Return the answers, and the reply subjects of shipments that arrived before their predecessor.
        """
        by_venue: dict[str, list[tuple[Msg, Question]]] = {}
        for message in messages:
            question = self._read(message)
            if question is not None:
                by_venue.setdefault(question.venue, []).append((message, question))
        answers: list[Answer] = []
        early: set[str] = set()
        for venue, questions in by_venue.items():
            try:
                taken = [self._take_from(venue, questions)]
            except StoreError:
                raise
            except Exception:
                # a message that nothing above has refused: the others of its venue are taken without it
                taken = [self._take_alone(venue, one) for one in questions]
            for found, waits in taken:
                answers += found
                early |= waits
        return answers, early

    def _take_from(
        self, venue: str, questions: list[tuple[Msg, Question]]
    ) -> tuple[list[Answer], set[str]]:
        """Take messages of a venue in one transaction."""
        found: list[Answer] = []
        early: set[str] = set()
        with self._copies.of_venue(venue) as ledger:
            for message, question in questions:
                told = intake.take(ledger, question)
                found += told
                if isinstance(question, Shipment) and told and _is_early(question, told[0]):
                    early.add(message.reply)
        self.taken += len(questions) - len(early)
        # the last receipt of a journal covers the earlier ones
        return _newest(found), early

    def _take_alone(self, venue: str, told: tuple[Msg, Question]) -> tuple[list[Answer], set[str]]:
        """Take one message; one that cannot be stored is left out, so that the stream goes on."""
        try:
            return self._take_from(venue, [told])
        except StoreError:
            raise
        except Exception as error:
            _log.exception("A message of %s cannot be stored", venue)
            self._told(f"A message of {venue} cannot be stored ({type(error).__name__}): it is left out.")
            return [], set()

    def _read(self, message: Msg) -> Question | None:
        """Return the message of a venue; None if it is not a message that this venue may send."""
        try:
            question = decode(message.data)
        except UserError as error:
            self._told(f"What came as {message.subject[:80]} is no message: {error}")
            return None
        # the servers let a venue publish only below its own name, so the subject proves who sent it
        if not isinstance(question, _QUESTIONS) or subject(question) != message.subject:
            self._told(f"What came as {message.subject[:80]} is of somebody else: it was not taken.")
            return None
        return question


async def _takes(stream: JetStreamContext) -> bool:
    """Return whether the stream takes anything: more than half of its servers must store this request."""
    try:
        return await stream.delete_msg(STREAM, _NO_MESSAGE)
    except FAILURES as error:
        # a leader that has no replica of the stream answers that there is none
        return isinstance(error, APIError) and not isinstance(error, (ServiceUnavailableError, NotFoundError))


def _settled(consumer: ConsumerInfo) -> int:
    """Return the number up to which the consumer takes every message as delivered and acknowledged.

    After a power cut of several servers, a stream can hold messages under such numbers. If a consumer is made
    before a server knows what was lost, this number is wrong from the start, and no other figure shows it.
    """
    place = consumer.ack_floor if consumer.num_ack_pending else consumer.delivered
    return 0 if place is None else place.stream_seq


def _is_early(told: Shipment, answer: Answer) -> bool:
    """Return whether entries before this one are missing: another consumer has them."""
    return isinstance(answer, Receipt) and answer.end.number < told.number


def _newest(answers: list[Answer]) -> list[Answer]:
    """Return the answers without repetitions, and without receipts that a later one covers."""
    found: dict[tuple[object, ...], Answer] = {}
    for answer in answers:
        key = (type(answer).__name__, getattr(answer, "journal", ""), answer.session)
        found.pop(key, None)
        found[key] = answer
    return list(found.values())
