"""Several hosts write one PostgreSQL database: numbers, boards, and what each is told of the others."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tablekeeper.director.computer import facts_beside
from tablekeeper.journal.action import Overtaken
from tablekeeper.store import StoreError, open_store
from tablekeeper.store.hosts import ANYTHING
from tablekeeper.store.serverlocks import own_name
from tests.patience import PATIENCE_S, until
from tests.store.postgresqlserver import PostgresqlServer
from tests.store.test_durability import JOURNAL, UID, frame

pytestmark = pytest.mark.postgresql


@pytest.fixture
def hosts(postgresql_url, clock):
    """Two hosts of one database, each with its writer's thread."""
    with open_store(postgresql_url, now=clock) as one, open_store(postgresql_url, now=clock) as other:
        yield one, other


def test_numbers_are_given_once_whoever_gives_them(hosts):
    start = threading.Barrier(2)

    def act(store, name):
        start.wait()
        return [store.act(name, "open", {"n": n}) for n in range(100)]

    with ThreadPoolExecutor(2) as pool:
        numbers = [pool.submit(act, store, name) for store, name in zip(hosts, "ab", strict=True)]
        given = [number for future in numbers for number in future.result()]
    assert sorted(given) == list(range(1, 201))
    for store in hosts:
        assert [one.seq for one in store.actions()] == list(range(1, 201))
        assert store.director_problem() == ""


def test_an_action_checked_against_an_older_journal_is_overtaken(hosts):
    one, other = hosts
    one.desk.append(0, [("ann", "note", {})])
    with pytest.raises(Overtaken):
        other.desk.append(0, [("bob", "note", {})])
    assert other.desk.append(1, [("bob", "note", {})]) == 2
    assert [action.actor for action in one.desk.actions()] == ["ann", "bob"]


def test_ids_of_matches_are_given_once(hosts):
    def create(store):
        return [store.matches.create(length=n, control="none", options=0) for n in range(1, 21)]

    with ThreadPoolExecutor(2) as pool:
        given = [number for ids in pool.map(create, hosts) for number in ids]
    assert len(set(given)) == 40


def test_a_board_belongs_to_one_host_until_it_is_given_back(hosts):
    one, other = hosts
    for store in hosts:
        store.board_seen(UID)
        store.flush()
    assert one.hosts.hold(UID) == ""
    assert one.hosts.hold(UID) == ""
    assert "process" in other.hosts.hold(UID)
    assert list(other.hosts.elsewhere()) == [UID]
    assert one.hosts.elsewhere() == {}
    one.hosts.give_back(UID)
    one.flush()
    assert other.hosts.hold(UID) == ""
    assert list(one.hosts.elsewhere()) == [UID]


def test_what_one_host_does_for_all_goes_on_at_another(hosts):
    one, other = hosts
    assert [store.hosts.does_alone("shipping") for store in (one, other, one)] == [True, False, True]
    one.hosts.give_back("shipping")
    one.flush()
    assert [store.hosts.does_alone("shipping") for store in (other, one)] == [True, False]


def test_the_boards_of_a_host_that_died_are_free(postgresql_url, clock):
    dead = open_store(postgresql_url, now=clock)
    assert dead.ingest(frame(0)).result(PATIENCE_S).acked == 7
    assert dead.hosts.hold(UID) == ""
    with open_store(postgresql_url, now=clock) as other:
        # what a killed process leaves: its sessions end, and nothing is said
        dead.abandon()
        until(lambda: other.hosts.hold(UID) == "")
        assert other.ingest(frame(7)).result(PATIENCE_S).acked == 14


def test_what_another_host_stored_of_a_board_is_known_when_it_comes_back(hosts):
    one, other = hosts
    for store, before in ((one, 0), (other, 7), (one, 14), (other, 21)):
        assert store.hosts.hold(UID) == ""
        assert store.ingest(frame(before)).result(PATIENCE_S).acked == before + 7
        # sent again, as a board does that heard no acknowledgement
        assert store.ingest(frame(before)).result(PATIENCE_S).fresh == ()
        store.hosts.give_back(UID)
        store.flush()
    assert len(one.records(UID, JOURNAL)) == 28
    assert list(one.problems()) == []


def test_who_lost_a_board_with_the_session_stores_nothing_more_of_it(postgresql_url, clock):
    import psycopg

    with open_store(postgresql_url, now=clock) as slow, open_store(postgresql_url, now=clock) as other:
        assert slow.hosts.hold(UID) == ""
        assert slow.ingest(frame(0)).result(PATIENCE_S).acked == 7
        [(pid,)] = _holders(postgresql_url)
        with psycopg.connect(postgresql_url, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
        assert other.hosts.hold(UID) == ""
        with pytest.raises(StoreError):
            slow.ingest(frame(7)).result(PATIENCE_S)
        with pytest.raises(StoreError, match="taken this board over"):
            slow.ingest(frame(7)).result(PATIENCE_S)
        assert other.ingest(frame(7)).result(PATIENCE_S).acked == 14
        # and it may have it again as soon as the other has given it back
        other.hosts.give_back(UID)
        other.flush()
        assert slow.hosts.hold(UID) == ""
        assert slow.ingest(frame(14)).result(PATIENCE_S).acked == 21
        assert list(slow.problems()) == []


def _holders(url):
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ExclusiveLock'"
        ).fetchall()


def test_each_host_is_told_what_the_others_change_and_not_what_it_does_itself(hosts):
    one, other = hosts
    told: list[str] = []
    other.hosts.follow(lambda changes: told.extend(sorted(changes)))
    one.ingest(frame(0)).result(PATIENCE_S)
    one.desk.append(0, [("ann", "note", {})])
    one.commands.queue(UID, 3, b"")
    other.act("bob", "open", {})
    other.hosts.sync()
    assert set(told) == {f"boards/{UID}", f"journals/{UID}", "journal_ends/desk_actions/0", f"commands/{UID}"}
    told.clear()
    other.hosts.sync()
    assert told == []


def test_a_host_that_lost_its_session_hears_that_anything_may_have_changed(hosts, postgresql_url):
    import psycopg

    one, other = hosts
    told: list[str] = []
    other.hosts.follow(lambda changes: told.extend(changes))
    other.hosts.start()
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    until(lambda: ANYTHING in told)
    with pytest.raises(StoreError):
        one.act("ann", "open", {})
    one.act("ann", "open", {})
    until(lambda: "journal_ends/actions/0" in told)


def test_a_name_that_another_host_removed_is_not_checked_against_any_more(hosts):
    one, other = hosts
    seen = other.erasure.count
    assert other.desk.append(0, [("ann", "note", {})], seen) == 1
    one.erasure.remove(0, ("ann", "remove", {}), (), _neutral(one), _Same())
    with pytest.raises(Overtaken):
        other.desk.append(1, [("bob", "note", {})], seen)
    assert other.erasure.count > seen
    assert other.desk.append(1, [("bob", "note", {})], other.erasure.count) == 2


def _neutral(store):
    from tablekeeper.store import NumberedName

    return NumberedName(1, "Player 1", "player 1")


class _Same:
    def text(self, cell, text):
        return text

    document = text

    def message(self, cell, tail):
        return tail


def test_two_hosts_begin_with_one_empty_database(postgresql_url, clock):
    def begin(_):
        with open_store(postgresql_url, now=clock) as store:
            return store.act("director", "open", {})

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(begin, range(2))) == [1, 2]


def test_batches_of_two_hosts_beside_actions_of_both(hosts):
    """Nothing waits for ever, nothing is lost: 50 frames of a board each, and 50 actions each."""
    def evening(store, uid):
        for n in range(50):
            batch = frame(7 * n, uid=uid)
            done = store.ingest(batch)
            store.act(uid, "open", {})
            assert done.result(PATIENCE_S).acked == 7 * n + 7

    uids = ["a" * 16, "b" * 16]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(evening, hosts, uids))
    for uid in uids:
        assert len(hosts[0].records(uid, JOURNAL)) == 350
    assert len(hosts[1].actions()) == 100
    assert list(hosts[0].problems()) == []


def test_who_has_a_database_open_is_told_to_a_reader(postgresql_url, clock):
    def open_at():
        with open_store(postgresql_url, now=clock, read_only=True) as reader:
            return facts_beside(reader, None).host

    with open_store(postgresql_url, now=clock):
        assert open_at() == own_name()
    until(lambda: open_at() is None)


def test_a_server_that_is_away_is_told_once_and_when_it_is_back(postgresql_programs, clock, caplog):
    server = PostgresqlServer(postgresql_programs)
    server.start()
    try:
        with open_store(f"{server.url}/postgres", now=clock) as store:
            store.hosts.start()
            store.ingest(frame(1)).result()
            assert store.hosts.hold(UID) == ""
            server.stop("fast")
            until(lambda: caplog.messages)
            # it is asked each second
            time.sleep(2.5)
            [told] = caplog.messages
            assert "does not work" in told
            assert "check its server and the address" in told
            assert "\n" not in told
            server.start()
            until(lambda: len(caplog.messages) > 1)
            assert caplog.messages[1:] == [f"The database {store.name} works again."]
            assert not any(one.exc_info for one in caplog.records)
            # it has its boards again, although nobody writes
            with open_store(f"{server.url}/postgres", now=clock) as other:
                until(lambda: other.hosts.elsewhere() == {UID: own_name()})
    finally:
        server.stop()
        server.remove()
