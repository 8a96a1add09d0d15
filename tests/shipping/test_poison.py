"""A venue that sends anything stops nobody else: not the consumers, not a page of another venue."""

import asyncio
import subprocess
import sys
import time
from contextlib import asynccontextmanager

import nats
import pytest
from starlette.testclient import TestClient

from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.federation import intake
from tablekeeper.federation.messages import Enquiry, Fork, Held, Mark, ShippingSession, Welcome, subject
from tablekeeper.federation.wire import decode, encode
from tablekeeper.shipping import consumer
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import Consumer
from tablekeeper.store import StoreError
from tablekeeper.store.copies import Copies
from tablekeeper.web.federationapp import make_federation_app
from tablekeeper.web.settings import Settings
from tests.patience import QUESTION_S, until
from tests.shipping.halls import ClosedHall, ShippingHall, copied, whole
from tests.shipping.poisons import POISONS, damaged, entries
from tests.shipping.test_pages import ship
from tests.startedevent import started_event

ADDRESSES = (
    "/rankings/world", "/rankings/world/data.json", "/rankings/medal", "/rankings/double-threat",
    "/rankings/fibs", "/rankings/openskill", "/rankings/world/players/Ann", "/events", "/events/udine/1",
)  # fmt: skip


@pytest.fixture(scope="module")
def federation(tmp_path_factory):
    """A federation with a venue that has an event, a tournament and records; and its pages."""
    folder = tmp_path_factory.mktemp("federation")
    hall = ClosedHall("udine", folder / "udine.db")
    started_event(hall.director.events, ("Ann", "Bob", "Cid"), "Round", "round-robin", {"length": 5})
    hall.tournament("Open", "2026-03-01", "Ann", "Bob")
    hall.play(3)
    with Copies(str(folder / "federation.db"), now=lambda: 1_000_000) as copies:
        ship(copies, hall)
        hall.close()
        across = AcrossVenues(copies)
        with TestClient(make_federation_app(across, Settings(allowed_hosts=("testserver",)))) as pages:
            yield copies, across, pages


@pytest.mark.parametrize("number", range(len(POISONS)), ids=[one.name for one in POISONS])
def test_a_poison_is_set_aside_with_its_sender_and_stored_costs_that_venue_alone(federation, number):
    copies, across, pages = federation
    poison, evil, older = POISONS[number], f"evil-{number}", f"older-{number}"
    told = []
    for venue, checks in ((evil, ()), (older, (lambda journal, content: "",))):
        with copies.of_venue(venue) as ledger:
            [welcome] = intake.take(ledger, Enquiry(venue, "5f", 1))
            told += [intake.take(ledger, one, *checks) for one in entries(venue, welcome.session, poison)]
    [*_, (answer,)] = told[: len(told) // 2]
    refused = [journal for venue, journal in copies.refused() if venue == evil]
    assert isinstance(answer, Held) == poison.at_intake
    assert refused == ([poison.entries[-1][0]] if poison.at_intake else [])
    assert refused == [one.journal for one in copies.conflicts() if one.venue == evil]
    # the pages of the others, and an answer for its own
    assert {one: pages.get(one).status_code for one in ADDRESSES} == dict.fromkeys(ADDRESSES, 200)
    assert "Ann" in pages.get("/rankings/world").text
    assert pages.get(f"/events/{older}/1").status_code in (200, 404)
    problems = [one for one in across.problems() if one.startswith(f"{older}: ")]
    # the page of an event says what its journal holds that cannot be read
    assert problems or older in pages.get("/events").text
    # in a new session the venue is asked for the entry again
    with copies.of_venue(evil) as ledger:
        [welcome] = intake.take(ledger, Enquiry(evil, "60", 1))
    assert welcome.held == ()
    assert evil not in dict(copies.refused())


def unreadable():
    """Messages that are none, from a subject on which the venue may publish."""
    session = ShippingSession(1, "5f")
    fork = Fork("evil", session, "desk", 9, (Mark(0, "b"),))
    enquiry, desk, asked = Enquiry("evil", "5f", 1), "tk.evil.journal.desk", "tk.evil.enquiry"
    yield from ((desk, one) for one in (b"", b"\0", b"\xff\xfe", b"{}", b"[" * 100_000, b'{"kind":"fork"}'))
    yield desk, damaged(fork, marks=[[one, "b"] for one in range(50_000)])
    yield desk, damaged(fork, marks=[[1, "c" * 33]])
    yield desk, damaged(fork, last=10**30)
    yield desk, damaged(fork, venue="udine")
    yield "tk.evil.journal." + "a" * 200, damaged(fork, journal="a" * 200)
    yield asked, damaged(enquiry, life="\0")
    yield asked, damaged(enquiry, life="f" * 1_000_000)
    yield asked, damaged(enquiry, nonce=[1])
    yield asked, damaged(enquiry, nonce=1.5)


@asynccontextmanager
async def connected(url):
    """Yield a client; close it also after a failure, because its socket would outlive the event loop."""
    client = await nats.connect(url, allow_reconnect=False)
    try:
        yield client
    finally:
        await client.close()
        # a closed socket leaves the loop in its next round
        await asyncio.sleep(0.05)


async def _send_all(url):
    """Send every poison, each in a session of its own, and then what is no message at all."""
    async with connected(url) as client:
        answers = await client.subscribe("tk.evil.answer")
        stream = client.jetstream(timeout=5)
        for place, poison in enumerate(POISONS):
            await stream.publish("tk.evil.enquiry", encode(Enquiry("evil", f"{place:x}", 1)))
            while True:
                answer = decode((await answers.next_msg(10)).data)
                if isinstance(answer, Welcome) and answer.session.life == f"{place:x}":
                    break
            for one in entries("evil", answer.session, poison):
                await stream.publish(subject(one), encode(one))
        for where, data in unreadable():
            await stream.publish(where, data)


@pytest.mark.nats
@pytest.mark.postgresql
@pytest.mark.parametrize("copies_url", ["postgresql"], indirect=True)
def test_one_venue_of_poisons_delays_no_other(servers, copies, tmp_path):
    told = []
    hall = ShippingHall("udine", tmp_path / "udine.db", servers.url)
    try:
        with Consumer(copies, NatsServer(servers.url), told=told.append) as running:
            started_event(hall.director.events, ("Ann", "Bob", "Cid"), "Round", "round-robin", {"length": 5})
            until(lambda: copied(copies, "udine") == whole(hall), every=QUESTION_S)
            asyncio.run(_send_all(servers.url))
            hall.play(100)
            hall.tournament("Open", "2026-03-01", "Ann", "Bob")
            began = time.monotonic()
            until(lambda: copied(copies, "udine") == whole(hall), lambda: told, every=QUESTION_S)
            assert time.monotonic() - began < 10
            assert not running.failed
            until(lambda: len([one for one in told if "tk.evil." in one]) >= 15, lambda: told)
        settings = Settings(allowed_hosts=("testserver",))
        with TestClient(make_federation_app(AcrossVenues(copies), settings)) as pages:
            assert {one: pages.get(one).status_code for one in ADDRESSES} == dict.fromkeys(ADDRESSES, 200)
            assert "Ann" in pages.get("/rankings/world").text
    finally:
        hall.close()


@pytest.mark.nats
@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
def test_a_message_that_nothing_foresees_is_left_out(servers, copies, tmp_path, monkeypatch):
    """As a limit of the database would that no check here knows."""
    told, take = [], intake.take

    def failing(ledger, question, *checks):
        if question.venue == "evil" and isinstance(question, Fork):
            raise ValueError
        return take(ledger, question, *checks)

    async def send():
        async with connected(servers.url) as client:
            stream = client.jetstream(timeout=5)
            for one in (Fork("evil", ShippingSession(1, "5f"), "desk", 1, ()), Enquiry("evil", "5f", 1)):
                await stream.publish(subject(one), encode(one))

    monkeypatch.setattr(consumer.intake, "take", failing)
    with Consumer(copies, NatsServer(servers.url), told=told.append) as running:
        until(lambda: told)
        until(lambda: _publishes(send))
        until(lambda: running.taken, lambda: told)
    assert "A message of evil cannot be stored (ValueError): it is left out." in told
    assert [one.venue for one in copies.venues()] == ["evil"]


def _publishes(send):
    try:
        asyncio.run(send())
    except nats.errors.Error:
        return False
    return True


@pytest.mark.nats
def test_a_process_whose_consumer_has_ended_ends(servers, tmp_path):
    program = (
        "from tablekeeper.shipping import consumer\n"
        "def broken(*_): raise RuntimeError\n"
        "consumer.Consumer._make_stream = broken\n"
        "from tablekeeper.cli.main import main\n"
        "main()\n"
    )
    arguments = ["federation", "serve", "--no-pages", "--server", servers.url, "--database", "federation.db"]
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "The consumer has failed" in done.stderr


def test_a_database_that_is_away_is_no_poison(tmp_path, monkeypatch):
    """Its messages stay in the stream."""
    monkeypatch.setattr(Copies, "of_venue", lambda *_: (_ for _ in ()).throw(StoreError("away")))
    with Copies(str(tmp_path / "federation.db"), now=lambda: 1) as copies:
        one = Consumer(copies, NatsServer("nats://127.0.0.1:9"))
        asked = Enquiry("evil", "5f", 1)
        message = nats.aio.msg.Msg(None, subject(asked), "", encode(asked))
        with pytest.raises(StoreError):
            one._take([message])
        one._loop.close()
