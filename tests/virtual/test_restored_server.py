"""PostgreSQL is restored to a moment of an evening: boards bring back what came later, the rest is listed."""

import shutil
from datetime import timedelta

import psycopg
import pytest

from tablekeeper.director.verification import verify
from tablekeeper.store import StoreError, open_store
from tests.guards import sample
from tests.patience import until as wait_until
from tests.refusal import failure
from tests.store.postgresqlserver import PostgresqlServer
from tests.virtual.sitting import begin, intents_of, open_hall, press, row, settle, stored, until

pytestmark = pytest.mark.postgresql


@pytest.fixture
def server(postgresql_programs):
    """A server that archives its WAL, as docs/hosts.md says, and a copy of its files."""
    server = PostgresqlServer(postgresql_programs)
    archive = server.folder / "archive"
    server.settings += [
        "archive_mode=on", f"archive_command=cp %p {archive}/%f", f"restore_command=cp {archive}/%f %p",
    ]  # fmt: skip
    server.run("mkdir", str(archive))
    server.start()
    yield server
    server.stop()
    server.remove()


def now(server):
    with psycopg.connect(f"{server.url}/postgres") as connection:
        return connection.execute("SELECT clock_timestamp()").fetchone()[0]


def restore(server, base, moment):
    """Put the copy of the files in the place of the server's, and recover it to a moment."""
    server.stop("fast")
    shutil.move(server.data, server.folder / "replaced")
    shutil.move(base, server.data)
    server.run("touch", str(server.data / "recovery.signal"))
    server.settings += [f"recovery_target_time={moment.isoformat()}", "recovery_target_action=promote"]
    server.start()

    def promoted():
        with psycopg.connect(f"{server.url}/postgres") as connection:
            return not connection.execute("SELECT pg_is_in_recovery()").fetchone()[0]

    wait_until(promoted)


@sample.scenario("a restored server")
def test_a_server_restored_to_a_moment_is_noticed_and_filled_by_the_boards(server, read, shipped):
    url = f"{server.url}/postgres"
    hall = open_hall(url, "Table 1")
    [table] = hall.tables
    match = read(shipped / "7-points-kim-leo.mat")
    begin(hall, table, match)
    base = server.folder / "base"
    server.run("pg_basebackup", "-h", "127.0.0.1", "-p", str(server.port), "-U", "test", "-c", "fast",
               "-D", str(base))  # fmt: skip
    press(hall, table, intents_of(match, range(1, 2)))
    settle(hall, table)
    hall.director.boards.rename(table.uid, "Window")
    early, moment = len(stored(hall, table)), now(server) + timedelta(milliseconds=1)
    wait_until(lambda: now(server) > moment)
    press(hall, table, intents_of(match, range(2, 3)))
    settle(hall, table)
    hall.director.boards.rename(table.uid, "Door")
    evening = stored(hall, table)
    running = open_store(url, now=lambda: 0, threaded=False)
    hall.kill_host()
    restore(server, base, moment)

    # a host that knows what is no longer there writes nothing more
    assert "does not work" in failure(StoreError, running.act, "Ann", "note", {})
    assert "was restored while this host was running" in failure(StoreError, running.act, "Ann", "note", {})
    running.abandon()
    with open_store(url, now=lambda: 0, threaded=False, read_only=True) as found:
        assert len(found.records(table.uid, found.journals(table.uid)[-1].journal)) == early < len(evening)
        assert (found.board(table.uid).name, list(verify(found))) == ("Window", [])
    hall.start_host()
    assert hall.store.actions()[-1].action == "restore backup"
    assert "has not been asked yet" in " ".join(row(hall, table).problems)
    until(hall, lambda: row(hall, table).online)
    settle(hall, table)
    until(hall, lambda: len(stored(hall, table)) >= len(evening))
    assert stored(hall, table)[: len(evening)] == evening
    assert hall.store.gaps(table.uid) == []
    # a start like any other is no restore
    before = len(hall.store.actions())
    hall.kill_host()
    server.stop()
    server.start()
    hall.start_host()
    assert len(hall.store.actions()) == before
    assert list(verify(hall.store)) == []
    hall.close()
