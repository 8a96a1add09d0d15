"""Venues and a federation over a real NATS server: everything arrives once, whatever is killed."""

import asyncio
import json
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from random import Random

import nats
import pytest

from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.federation import intake
from tablekeeper.shipping import connection
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import DURABLE, STREAM, Consumer
from tablekeeper.shipping.venue import VenueShipping
from tablekeeper.store import open_store
from tests.guards import sample
from tests.patience import QUESTION_S, until
from tests.shipping.halls import ShippingHall, copied, recomputed, whole
from tests.store.postgresqlserver import PostgresqlServer

pytestmark = pytest.mark.nats


@pytest.fixture
def halls(servers, tmp_path):
    """Open halls by name, all closed at the end."""
    opened = {}

    def hall(name, file=None):
        opened[name] = ShippingHall(name, file or tmp_path / f"{name}.db", servers.url)
        return opened[name]

    yield hall
    for one in opened.values():
        one.close()


def arrived(copies, hall):
    """Wait until the federation has what the venue has, and nothing twice; return it."""

    def same():
        hall.store.flush()
        return copied(copies, hall.name) == whole(hall) and whole(hall)

    return until(same, lambda: (hall.told, copied(copies, hall.name), whole(hall)), every=QUESTION_S)


def table(copies):
    return [(row.rank, row.player, row.total) for row in AcrossVenues(copies).table("world").rows]


@sample.scenario("rankings of two venues")
def test_two_venues_play_and_the_rankings_are_those_of_their_own_databases(servers, copies, halls):
    udine, trieste = halls("udine"), halls("trieste")
    with Consumer(copies, NatsServer(servers.url)), Consumer(copies, NatsServer(servers.url)):
        for number in range(3):
            udine.play(40)
            trieste.play(7)
            udine.tournament(f"Swing {number}", f"2026-03-0{number + 1}", "Ann", "Bob", "Cid")
            trieste.tournament(f"Open {number}", f"2026-04-0{number + 1}", "Eve", "Dan")
        for hall in (udine, trieste):
            assert len(arrived(copies, hall)) >= 6
    assert table(copies) == recomputed([udine, trieste])
    assert [one.row.name for one in AcrossVenues(copies).events()] == []
    status = udine.director.venue.status()
    assert {one.journal for one in status.journals} == whole(udine).keys()


def test_a_venue_that_was_offline_catches_up(servers, copies, halls):
    udine = halls("udine")
    with Consumer(copies, NatsServer(servers.url)):
        udine.play(10)
        arrived(copies, udine)
        servers.kill()
        for _ in range(20):
            # the hall does not notice
            udine.play(50)
        servers.start()
        arrived(copies, udine)
    assert udine.told.count("The federation is reached.") >= 2


@sample.scenario("many entries to two consumers")
def test_two_consumers_take_a_journal_of_many_entries_as_one_does(servers, copies, halls):
    udine = halls("udine")
    udine.shipping.stop()
    for _ in range(300):
        udine.play(1)
        # a number for each, as for a board that plays
        udine.store.shipped.number()
    udine.close()
    udine = halls("udine")
    with Consumer(copies, NatsServer(servers.url)), Consumer(copies, NatsServer(servers.url)):
        arrived(copies, udine)
    # entries that were dealt to both in turn were sent again and again, in one session after the other
    assert udine.shipping.shipper._session.number == 1


def _has(copies, least):
    return sum(map(len, copied(copies, "udine").values())) >= least


def _consumer(copies_url, servers):
    program = (
        "import sys, time\n"
        "from tablekeeper.shipping.connection import NatsServer\n"
        "from tablekeeper.shipping.consumer import DURABLE, STREAM, Consumer\n"
        "from tablekeeper.store.copies import Copies\n"
        "server = NatsServer(sys.argv[2])\n"
        "with Copies(sys.argv[1], now=lambda: 5) as copies, Consumer(copies, server, ack_s=2):\n"
        "    print('ready', flush=True)\n"
        "    time.sleep(600)\n"
    )
    return subprocess.Popen([sys.executable, "-c", program, copies_url, servers.url], stdout=subprocess.PIPE)


@sample.scenario("killed consumers")
def test_consumers_and_the_server_are_killed_again_and_again(servers, copies, copies_url, halls):
    udine = halls("udine")
    for least in (1, 200, 400):
        consumers = [_consumer(copies_url, servers) for _ in range(2)]
        try:
            for _ in range(5):
                udine.play(150)
                udine.tournament(f"Swing {udine.seq}", "2026-03-01", "Ann", "Bob", "Cid")
            until(partial(_has, copies, least), udine.told, every=QUESTION_S)
        finally:
            for one in consumers:
                one.send_signal(signal.SIGKILL)
                one.communicate()
        servers.kill()
        servers.start()
    with Consumer(copies, NatsServer(servers.url), ack_s=2):
        arrived(copies, udine)
    assert table(copies) == recomputed([udine])


async def _take_one(url):
    """Take a message out of the stream, and be gone before it is acknowledged."""
    client = await nats.connect(url)
    pulled = await client.jetstream().pull_subscribe("", durable=DURABLE, stream=STREAM)
    [message] = await pulled.fetch(1, timeout=5)
    await client.close()
    return message.subject


@sample.scenario("entries of a killed consumer")
def test_what_follows_an_entry_of_a_killed_consumer_is_kept_for_it(servers, copies, halls):
    udine = halls("udine")
    with Consumer(copies, NatsServer(servers.url), ack_s=4):
        udine.play(1)
        arrived(copies, udine)
    before = udine.shipping.shipper._session
    udine.play(1)
    assert ".journal." in asyncio.run(_take_one(servers.url))
    udine.play(1)
    with Consumer(copies, NatsServer(servers.url), ack_s=4):
        arrived(copies, udine)
    # a new session would have sent everything again, half a minute later
    assert udine.shipping.shipper._session == before


def test_a_venue_restored_from_a_copy_is_noted_and_then_followed(servers, copies, halls, tmp_path):
    udine = halls("udine")
    with Consumer(copies, NatsServer(servers.url)):
        udine.play(10)
        arrived(copies, udine)
        udine.close()
        shutil.copy(udine.file, tmp_path / "copy.db")
        udine = halls("udine")
        udine.play(10)
        before = arrived(copies, udine)
        udine.close()
        udine = halls("udine", tmp_path / "copy.db")
        udine.play(3)
        [conflict] = until(copies.conflicts, udine.told, every=QUESTION_S)
        assert conflict.journal.startswith("board/")
        # nothing was merged, and what the federation had is still there
        assert copied(copies, "udine")[conflict.journal] == before[conflict.journal]
        until(lambda: any("another past" in one for one in udine.told))
        with copies.of_venue("udine") as ledger:
            intake.follow(ledger, conflict.journal)
        arrived(copies, udine)
        assert copies.conflicts() == ()
        assert list(copies.set_aside()) == [("udine", conflict.journal, "parted")]
        assert copies.discard("udine") == 1


def test_a_name_is_removed_at_three_venues_and_each_confirms(servers, copies, halls):
    names = ("udine", "trieste", "gorizia")
    venues = [halls(name) for name in names]
    across = AcrossVenues(copies)
    with Consumer(copies, NatsServer(servers.url)):
        for hall in venues:
            hall.tournament(hall.name, "2026-03-01", "Quirinus Oglethorpe", f"Bob of {hall.name}")
            arrived(copies, hall)
        doubles = across.doubles()
        assert {one.name for one in doubles} == {"Quirinus Oglethorpe"}
        for one in ("trieste", "gorizia"):
            across.merge(
                across.find(f"{one}:{venues[names.index(one)].person('Quirinus Oglethorpe')}"),
                across.find(f"udine:{venues[0].person('Quirinus Oglethorpe')}"),
                "the same club card",
            )
        assert across.doubles() == ()
        [first, *_] = across.table("world").rows
        assert first.player == "Quirinus Oglethorpe"
        removal = across.remove(across.find("Quirinus Oglethorpe"))
        until(lambda: all(one.confirmed_ms for one in copies.removals()), [hall.told for hall in venues])
        assert {one.venue: len(one.people) for one in copies.removals()} == dict.fromkeys(names, 1)
        assert {one.removal for one in copies.removals()} == {removal}
        for hall in venues:
            told = arrived(copies, hall)
            assert "Oglethorpe" not in json.dumps(told)
        assert copies.conflicts() == ()
        until(lambda: copies.set_aside() == {}, copies.set_aside, every=QUESTION_S)
    assert "Oglethorpe" not in json.dumps([row.player for row in across.table("world").rows])


@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
def test_a_server_that_refuses_all_work_is_told_once(servers, copies):
    """One server alone cannot keep three copies of a message: a weekend of tries may not fill the log."""
    told = []
    with Consumer(copies, NatsServer(servers.url), replicas=3, told=told.append):
        until(lambda: len(told) > 1, told)
        # it is tried again meanwhile
        time.sleep(4)
    assert len(told) == 2, told
    reached, refused = told
    assert (reached, refused[:28]) == ("The federation is reached.", "The federation no longer ans")
    assert "the server says: replicas > 1 not supported" in refused


def test_a_connection_that_has_ended_is_not_told_as_reached(servers):
    """After work that failed at once, the next connection is told only when it has lasted."""
    told, tries, stop = [], [], asyncio.Event()

    async def work(client, ended):
        tries.append(client)
        if len(tries) == 1:
            raise TimeoutError
        servers.kill()
        await ended.wait()

    async def run():
        asyncio.get_running_loop().call_later(5 * connection.AT_ONCE_S, stop.set)
        await connection.stay_connected(NatsServer(servers.url), work, stop, told.append, Random(1))

    asyncio.run(run())
    assert len(tries) == 2
    assert told.count("The federation is reached.") == 1, told


@pytest.mark.postgresql
def test_a_database_that_is_away_is_told_once_by_a_venue(postgresql_programs):
    server, told = PostgresqlServer(postgresql_programs), []
    server.start()
    try:
        with open_store(f"{server.url}/postgres", now=lambda: 1) as store:
            with VenueShipping(store.shipped, lambda people: None, told.append):
                server.stop("fast")
                until(lambda: told)
                # it asks every two seconds
                time.sleep(7)
                assert len(told) == len(set(told)) <= 2, told
            server.start()
    finally:
        server.stop()
        server.remove()
