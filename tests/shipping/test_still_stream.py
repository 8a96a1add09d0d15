"""A stream that takes nothing, played by a program that answers as NATS servers do in this state.

The state itself comes up in the campaign, once in hundreds of runs: all servers run, one is silent.
"""

import asyncio
import json
import threading
from types import SimpleNamespace

import nats
import pytest
from nats.aio.msg import Msg
from nats.js.errors import NotFoundError

from tablekeeper.shipping import connection, consumer
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import STREAM, Consumer
from tests.patience import QUESTION_S, until
from tests.shipping.halls import ShippingHall, copied, whole
from tests.shipping.natsserver import Servers

GONE = {"error": {"code": 404, "err_code": 10059, "description": "stream not found"}}
NO_LEADER = {"error": {"code": 503, "err_code": 10008, "description": "temporarily unavailable"}}


class StillStream:
    """Answers requests: the stream takes nothing until it is deleted; `agree`: the servers have a leader.

    `refusal` is the answer of the stream's leader until then.
    """

    def __init__(self, url: str, agree: bool, refusal: dict[str, object]) -> None:
        self._url, self._agree, self._refusal = url, agree, refusal
        #: what was requested, without the name of the stream
        self.asked: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._work()))

    def __enter__(self) -> "StillStream":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()

    async def _work(self) -> None:
        client = await nats.connect(self._url)
        await client.subscribe("$JS.API.>", cb=self._answer)
        await client.flush()
        self._ready.set()
        await self._stop.wait()
        await client.close()

    async def _answer(self, message: Msg) -> None:
        asked = message.subject.removeprefix("$JS.API.").removesuffix(f".{STREAM}")
        self.asked.append(asked)
        if asked == "STREAM.NAMES":
            answer = {"streams": [STREAM]} if self._agree else NO_LEADER
        elif asked == "STREAM.DELETE":
            answer = {"success": True}
        else:
            answer = GONE if "STREAM.DELETE" in self.asked else self._refusal
        await message.respond(json.dumps(answer).encode())


def without_streams(program, folder) -> Servers:
    """Return a running server that answers no request for a stream."""
    servers = Servers(program, folder)
    settings = folder / "s0.conf"
    settings.write_text("".join(
        line for line in settings.read_text().splitlines(keepends=True) if not line.startswith("jetstream")
    ))  # fmt: skip
    servers.start()
    return servers


@pytest.mark.nats
@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("agree", "refusal", "still_s", "made_again"),
    [
        pytest.param(True, NO_LEADER, 0.0, True, id="long"),
        pytest.param(True, GONE, 0.0, True, id="long, its leader has no replica"),
        pytest.param(True, NO_LEADER, 1e6, False, id="not yet long"),
        pytest.param(False, NO_LEADER, 0.0, False, id="servers cut off from each other"),
    ],
)
def test_a_stream_that_takes_nothing_is_made_again(
    agree, refusal, still_s, made_again, nats_program, copies, tmp_path, monkeypatch
):
    monkeypatch.setattr(consumer, "STILL_S", still_s)
    servers = without_streams(nats_program, tmp_path)
    told: list[str] = []
    try:
        with (
            StillStream(servers.url, agree, refusal) as stream,
            Consumer(copies, NatsServer(servers.url), told=told.append),
        ):
            # by then a consumer without patience, or without the question to all servers, has deleted it
            until(lambda: made_again or stream.asked.count("STREAM.NAMES") > 2, lambda: stream.asked)
            until(lambda: not made_again or "STREAM.CREATE" in stream.asked, lambda: stream.asked)
        assert ("STREAM.DELETE" in stream.asked) == made_again
        assert any("it is made again" in one for one in told) == made_again
        # servers that agree do answer
        assert any("(the stream takes nothing)" in one for one in told) == agree
    finally:
        servers.stop()


@pytest.mark.nats
@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
def test_the_time_without_a_look_does_not_count(nats_program, copies, tmp_path, monkeypatch):
    """Servers that come back after minutes have elected nobody yet: their stream is not deleted for that."""
    seconds = [0.0]
    monkeypatch.setattr(consumer, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    monkeypatch.setattr(connection, "LONGEST_S", connection.FIRST_S)
    servers = without_streams(nats_program, tmp_path)
    try:
        with (
            StillStream(servers.url, True, NO_LEADER) as stream,
            Consumer(copies, NatsServer(servers.url), told=[].append),
        ):

            def looks_at(at: float) -> list[str]:
                seconds[0], looked = at, stream.asked.count("STREAM.NAMES")
                # the first look has ended by the second
                until(lambda: stream.asked.count("STREAM.NAMES") > looked + 1, lambda: stream.asked)
                return stream.asked

            for at in (0, 100, 130):
                assert "STREAM.DELETE" not in looks_at(at)
            seconds[0] = 160
            until(lambda: "STREAM.DELETE" in stream.asked, lambda: stream.asked)
    finally:
        servers.stop()


@pytest.mark.nats
@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
def test_no_entry_is_lost_with_a_stream_that_is_deleted(servers, copies, tmp_path, monkeypatch):
    monkeypatch.setattr(consumer, "LOOK_S", 1)
    told: list[str] = []

    async def deleted() -> bool:
        client = await nats.connect(servers.url)
        try:
            return await client.jetstream().delete_stream(STREAM)
        except NotFoundError:
            # the consumer has not made it again yet
            return False
        finally:
            await client.close()

    def arrived() -> int:
        return sum(map(len, copied(copies, "udine").values()))

    hall = ShippingHall("udine", tmp_path / "udine.db", servers.url)
    try:
        with Consumer(copies, NatsServer(servers.url), told=told.append):
            for _ in range(3):
                taken = arrived()
                for _ in range(100):
                    hall.play(64)
                # the stream holds entries that nobody has committed
                until(lambda taken=taken: arrived() > taken, lambda: (hall.told, told))
                until(lambda: asyncio.run(deleted()), lambda: told, every=QUESTION_S)
            until(lambda: copied(copies, "udine") == whole(hall), lambda: (hall.told, told), every=QUESTION_S)
    finally:
        hall.close()
