"""What is acknowledged is never lost: full disks, killed processes, many threads, slow callers."""

import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest

from tablecore import records
from tablekeeper.store import Batch, StoreError, open_store
from tests.patience import PATIENCE_S, until
from tests.refusal import failure

UID = "e66118604b2f3c21"
JOURNAL = 0xABCD


def record(seq, journal=JOURNAL):
    return records.pack(journal, seq, records.DICE, 0, 3, 1, ms=seq)


def frame(before, count=7, uid=UID, journal=JOURNAL):
    return Batch(uid, journal, before, tuple(record(before + n, journal) for n in range(1, count + 1)), 5000)


@pytest.mark.parametrize("threaded", [True, False])
def test_a_full_disk_acknowledges_nothing_and_goes_on_when_there_is_room(tmp_path, threaded):
    with open_store(str(tmp_path / "hall.db"), now=lambda: 0, threaded=threaded) as store:

        def ingest(batch):
            future = store.ingest(batch)
            store.flush()
            return future

        heard = []
        store.listen(lambda committed: heard.extend(committed.fresh))

        def pages(count):
            return store._writer.run(
                lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={count}").scalar()
            )

        assert ingest(frame(0)).result().acked == 7
        limit = pages(1)  # it answers with what the database has already
        stored = 7
        while (future := ingest(frame(stored))).exception() is None:
            stored += 7
            assert stored < 5000
        assert isinstance(future.exception(), StoreError)
        assert "is full: make room" in str(future.exception())
        for _ in range(3):
            assert isinstance(ingest(frame(stored)).exception(), StoreError)
        assert store.acked(UID, JOURNAL) == stored
        assert "full" in failure(StoreError, store.act, "director", "try", {"what": "x" * 1_000_000})
        pages(limit + 1000)
        assert ingest(frame(stored)).result().acked == stored + 7
        assert store.records(UID, JOURNAL) == [record(seq) for seq in range(1, stored + 8)]
        assert [got for fresh in heard for got in fresh.records] == store.records(UID, JOURNAL)


KILLED = """
import sys
from tablecore import records
from tablekeeper.store import Batch, open_store
store = open_store(sys.argv[1], now=lambda: 0)
seq = store.acked("{uid}", {journal})
while True:
    whole = tuple(records.pack({journal}, seq + n, records.DICE, 0, 3, 1, ms=seq + n) for n in range(1, 8))
    seq = store.ingest(Batch("{uid}", {journal}, seq, whole, 5000)).result().acked
    print(seq, flush=True)
"""


def test_a_killed_process_loses_nothing_acknowledged(tmp_path):
    path = str(tmp_path / "hall.db")
    chance = random.Random(1)
    acked = 0
    for _ in range(4):
        child = subprocess.Popen(
            [sys.executable, "-c", KILLED.format(uid=UID, journal=JOURNAL), path],
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(chance.randrange(1, 60)):
            acked = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().split("\n")
        child.wait()
        child.stdout.close()
        acked = max([acked, *(int(line) for line in rest[:-1])])
        with open_store(path, now=lambda: 0) as store:
            # more may be stored than was acknowledged, never less
            stored = store.acked(UID, JOURNAL)
            assert stored >= acked
            assert store.records(UID, JOURNAL) == [record(seq) for seq in range(1, stored + 1)]
    assert acked > 0


def test_many_threads_write_and_read_at_once(tmp_path):
    boards = [f"{number:016x}" for number in range(6)]
    failures = []
    heard = {}

    def listener(committed):
        for fresh in committed.fresh:
            heard.setdefault(fresh.uid, []).extend(fresh.records)

    def play(store, uid):
        try:
            futures = [store.ingest(frame(7 * n, uid=uid)) for n in range(40)]
            number = store.matches.create(length=1, control="none", uid=uid)
            store.commands.queue(uid, 1, b"x", match_id=number)
            store.act(uid, "play", {})
            assert futures[-1].result(timeout=PATIENCE_S).acked == 280
            assert len(store.records(uid, JOURNAL)) == 280
        except BaseException as error:
            failures.append(error)

    with open_store(str(tmp_path / "hall.db"), now=lambda: 0) as store:
        store.listen(listener)
        threads = [threading.Thread(target=play, args=(store, uid)) for uid in boards]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert {match.id for match in store.matches.all()} == {1, 2, 3, 4, 5, 6}
        assert {uid: len(got) for uid, got in heard.items()} == dict.fromkeys(boards, 280)
        assert all(got == [record(seq) for seq in range(1, 281)] for got in heard.values())


def test_closing_commits_what_is_queued(tmp_path):
    path = str(tmp_path / "hall.db")
    for threaded, before in ((True, 0), (False, 70)):
        store = open_store(path, now=lambda: 0, threaded=threaded)
        futures = [store.ingest(frame(before + 7 * n)) for n in range(10)]
        store.close()
        assert [future.result(timeout=0).acked for future in futures][-1] == before + 70
        assert "closed" in failure(StoreError, store.ingest, frame(before + 70))


def test_without_a_thread_nothing_is_committed_until_somebody_says_so(tmp_path):
    with open_store(str(tmp_path / "hall.db"), now=lambda: 0, threaded=False) as store:
        first = store.ingest(frame(0))
        assert not first.done()
        assert store.acked(UID, JOURNAL) == 0
        second = store.ingest(frame(7))
        store.flush()
        assert (first.result(timeout=0).acked, second.result(timeout=0).acked) == (7, 14)


@pytest.mark.parametrize("threaded", [True, False])
def test_an_abandoned_store_keeps_what_was_committed_and_no_more(tmp_path, threaded):
    path = str(tmp_path / "hall.db")
    store = open_store(path, now=lambda: 0, threaded=threaded)
    store.ingest(frame(0))
    store.flush()
    late = store.ingest(frame(7))
    store.abandon()
    assert "closed" in failure(StoreError, store.ingest, frame(14))
    with open_store(path, now=lambda: 0) as again:
        # the thread may have been quicker
        assert again.acked(UID, JOURNAL) == (14 if late.done() else 7)
        assert threaded or not late.done()


def test_frames_that_wait_share_a_commit(tmp_path):
    with open_store(str(tmp_path / "hall.db"), now=lambda: 0) as store:
        commits = []
        blocked = threading.Event()
        # a listener that is slow makes the queue grow
        store.listen(lambda committed: commits.append(len(committed.fresh)) or blocked.wait(PATIENCE_S))
        futures = [store.ingest(frame(0))]
        until(lambda: commits)
        futures += [store.ingest(frame(7 * n)) for n in range(1, 101)]
        blocked.set()
        assert futures[-1].result(timeout=PATIENCE_S).acked == 707
        # a disk slower than the time to linger ends the first one's transaction before the others join
        assert commits in ([1, 100], [1, 1, 99])


def test_a_real_disk_that_is_full(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True, text=True
    )
    if made.returncode:
        pytest.skip(f"not on this system: this user may not make a small disk ({made.stderr.strip()})")
    try:
        with open_store(str(disk / "hall.db"), now=lambda: 0) as store:
            ballast = disk / "ballast"
            ballast.write_bytes(bytes(600_000))
            stored = 0
            while (future := store.ingest(frame(stored))).exception(timeout=PATIENCE_S) is None:
                stored += 7
                assert stored < 50_000
            assert "is full: make room" in str(future.exception())
            assert isinstance(store.ingest(frame(stored)).exception(timeout=PATIENCE_S), StoreError)
            assert store.acked(UID, JOURNAL) == stored
            ballast.unlink()
            assert store.ingest(frame(stored)).result(timeout=PATIENCE_S).acked == stored + 7
            assert store.records(UID, JOURNAL) == [record(seq) for seq in range(1, stored + 8)]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_database_that_another_program_holds(tmp_path):
    path = tmp_path / "hall.db"
    with open_store(str(path), now=lambda: 0) as store:
        store._writer.run(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout=50").scalar())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        future = store.ingest(frame(0))
        assert "is locked by another program: close that one" in str(future.exception(timeout=PATIENCE_S))
        other.execute("ROLLBACK")
        other.close()
        assert store.ingest(frame(0)).result(timeout=PATIENCE_S).acked == 7


@pytest.mark.postgresql
@pytest.mark.parametrize("threaded", [True, False])
def test_a_server_that_goes_and_comes_back(postgresql_url, threaded):
    import psycopg

    with open_store(postgresql_url, now=lambda: 0, threaded=threaded) as store:

        def ingest(before):
            future = store.ingest(frame(before))
            store.flush()
            return future

        assert ingest(0).result(timeout=PATIENCE_S).acked == 7
        assert store.acked(UID, JOURNAL) == 7
        with psycopg.connect(postgresql_url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        failed = store.ingest(frame(7))
        with contextlib.suppress(StoreError):
            store.flush()
        assert "does not work" in str(failed.exception(timeout=PATIENCE_S))
        assert ingest(7).result(timeout=PATIENCE_S).acked == 14
        assert len(store.records(UID, JOURNAL)) == 14
