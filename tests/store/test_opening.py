"""Opening a database: who may write it, which version it has, and one sentence for what is wrong."""

import contextlib
import os
import re
import shutil
import sqlite3
import stat
import sys
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from tablekeeper.store import StoreError, default_database, open_store, schema, version
from tablekeeper.store.database import Database
from tests import blankdatabase
from tests.permissions import no_override, only_readable
from tests.refusal import failure
from tests.store.conftest import on_disk


def now():
    return 1000


def test_the_users_own_database_is_the_users_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(now=now) as store:
        store.act("director", "open", {})
    folder = tmp_path / "data" / "tablekeeper"
    assert default_database() == f"sqlite:///{folder / 'tablekeeper.db'}"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert "tablekeeper.db" in files
    assert set(files.values()) == {0o600}


def test_a_path_names_a_sqlite_file(tmp_path):
    with open_store(str(tmp_path / "hall.db"), now=now) as store:
        assert store.name == str(tmp_path / "hall.db")
    assert (tmp_path / "hall.db").is_file()


def test_sqlite_survives_power_cuts(tmp_path, monkeypatch):
    monkeypatch.setattr(Database, "_engine", blankdatabase.OPENING)
    with open_store(str(tmp_path / "hall.db"), now=now) as store, store._database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA application_id").scalar() == 0x54424C4B


@on_disk
def test_what_was_written_is_there_when_opened_again(url, tmp_path):
    for round_ in (1, 2):
        with open_store(url, now=now) as store:
            store.act("director", "open", {"round": round_})
            assert [action.body["round"] for action in store.actions()] == list(range(1, round_ + 1))


# an in-memory database has no other processes, and several hosts write a PostgreSQL one
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_only_one_process_writes_and_others_read(url):
    with open_store(url, now=now) as first:
        with pytest.raises(StoreError, match=r"in use by another Tablekeeper.*close that one"):
            open_store(url, now=now)
        with open_store(url, now=now, read_only=True) as reader:
            first.act("director", "open", {})
            assert len(reader.actions()) == 1
            assert "only for reading" in failure(StoreError, reader.act, "director", "open", {})
            assert len(first.actions()) == 1
    with open_store(url, now=now) as again:
        assert len(again.actions()) == 1


def test_reading_only_makes_nothing(tmp_path):
    with pytest.raises(StoreError, match="no database"):
        open_store(str(tmp_path / "hall.db"), now=now, read_only=True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "hall.db").touch()
    assert "empty" in failure(StoreError, open_store, str(tmp_path / "hall.db"), now=now, read_only=True)


def test_the_migrations_make_what_the_schema_says(url):
    with open_store(url, now=now) as store, store._database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        assert version.current(connection) == version.HEAD


def test_every_migration_has_its_place():
    import tablekeeper.store.migrations as migrations

    scripts = ScriptDirectory(str(next(iter(migrations.__path__))))
    assert scripts.get_heads() == [version.HEAD]
    assert {script.revision for script in scripts.walk_revisions()} == {version.HEAD, *version.OLDER}


@on_disk
def test_a_database_of_a_newer_version_is_left_alone(url):
    open_store(url, now=now).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert "made by a newer Tablekeeper: update this one" in failure(StoreError, open_store, url, now=now)
    with engine.connect() as connection:
        assert version.current(connection) == "9999"
    engine.dispose()


def test_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "hall.db"
    path.write_bytes(b"Dear diary, today I played backgammon. " * 100)
    before = path.read_bytes()
    assert "is not a database: name another file" in failure(StoreError, open_store, str(path), now=now)
    assert path.read_bytes() == before


def test_a_database_of_another_program(tmp_path):
    path = tmp_path / "hall.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE diary (entry)")
    other.commit()
    other.close()
    assert "belongs to another program" in failure(StoreError, open_store, str(path), now=now)
    other = sqlite3.connect(path)
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("diary",)]
    other.close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://root@localhost/hall", "SQLite or PostgreSQL, not in mysql"),
        ("sqlite//:", "no folder"),
        ("://", "is not the URL of a database"),
        ("postgresql://nobody@127.0.0.1:1/hall", "does not work"),
    ],
)
def test_an_address_that_cannot_be(url, sentence):
    with pytest.raises(StoreError, match=sentence) as caught:
        open_store(url, now=now)
    assert "\n" not in str(caught.value)


def test_a_password_is_not_told():
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://me:secret@127.0.0.1:1/hall", now=now)
    assert "secret" not in str(caught.value)


def test_a_folder_that_is_not_there_or_is_the_database(tmp_path):
    with pytest.raises(StoreError, match=r"no folder .*make it first"):
        open_store(str(tmp_path / "missing" / "hall.db"), now=now)
    assert "is a folder" in failure(StoreError, open_store, str(tmp_path), now=now)


def test_a_database_without_permission(tmp_path):
    path = tmp_path / "hall.db"
    open_store(str(path), now=now).close()
    path.chmod(0o400)
    with no_override(), pytest.raises(StoreError, match="no permission to write the database"):
        open_store(str(path), now=now)
    path.chmod(0o600)
    open_store(str(path), now=now).close()


def read_apart(path):
    with only_readable(path.parent), open_store(str(path), now=now, read_only=True) as store:
        return [one.action for one in store.actions()], tuple(store.problems())


#: what a host that was killed, or a copy of its files, can leave beside a database
LEFT = {"closed": (), "log": ("-wal",), "log and index": ("-wal", "-shm"), "index": ("-shm",)}


@pytest.mark.parametrize("left", LEFT.values(), ids=LEFT)
def test_a_user_who_may_only_read_sees_the_last_commit(tmp_path, left):
    path, copied = tmp_path / "hall.db", tmp_path / "read" / "hall.db"
    copied.parent.mkdir()
    with open_store(str(path), now=now, threaded=False) as store:
        store.act("director", "Cup", {})
    with open_store(str(path), now=now, threaded=False) as store:
        if "-wal" in left:
            store.act("director", "Later", {})
        # the files as they are while the host runs
        for ending in ("", *left):
            shutil.copyfile(f"{path}{ending}", f"{copied}{ending}")
    assert read_apart(copied) == (["Cup", "Later"] if "-wal" in left else ["Cup"], ())
    assert {one.name for one in copied.parent.iterdir()} == {f"hall.db{one}" for one in ("", *left)}


def test_a_user_who_may_only_read_reads_beside_a_host(tmp_path):
    path = tmp_path / "hall.db"
    with open_store(str(path), now=now, threaded=False) as store:
        store.act("director", "Cup", {})
    with only_readable(tmp_path), open_store(str(path), now=now, read_only=True) as readers:
        assert [one.action for one in readers.actions()] == ["Cup"]
    with open_store(str(path), now=now, threaded=False) as store:
        store.act("director", "Later", {})
        with only_readable(tmp_path), open_store(str(path), now=now, read_only=True) as readers:
            assert [one.action for one in readers.actions()] == ["Cup", "Later"]


def test_a_reader_sees_a_host_that_starts_later(tmp_path):
    path = tmp_path / "hall.db"
    open_store(str(path), now=now, threaded=False).close()
    with only_readable(tmp_path):
        readers = open_store(str(path), now=now, read_only=True)
    with open_store(str(path), now=now, threaded=False) as store:
        store.act("director", "Cup", {})
        with only_readable(tmp_path):
            assert [one.action for one in readers.actions()] == ["Cup"]
    readers.close()


def test_a_database_that_may_not_be_read_either(tmp_path):
    path = tmp_path / "hall.db"
    open_store(str(path), now=now).close()
    path.chmod(0)
    with no_override(), pytest.raises(StoreError, match="no permission to read the database"):
        open_store(str(path), now=now, read_only=True)


def test_a_log_that_was_cut_short_is_told(tmp_path):
    path, copied = tmp_path / "hall.db", tmp_path / "killed" / "hall.db"
    copied.parent.mkdir()
    with open_store(str(path), now=now, threaded=False) as store:
        for _ in range(5):
            store.act("director", "Cup", {})
        # the files as a host that is killed leaves them
        for ending in ("", "-wal", "-shm"):
            shutil.copyfile(f"{path}{ending}", f"{copied}{ending}")
    whole = copied.with_name("whole.db")
    for ending in ("", "-wal", "-shm"):
        shutil.copyfile(f"{copied}{ending}", f"{whole}{ending}")
    with open_store(str(whole), now=now, threaded=False) as store:
        assert (len(store.actions()), store.lost, [*store.differences()]) == (5, (), [])
    log = copied.with_name("hall.db-wal")
    os.truncate(log, log.stat().st_size - 1)
    for read_only in (True, False, True):
        with open_store(str(copied), now=now, threaded=False, read_only=read_only) as store:
            [told] = store.differences()
            assert told.startswith("The database's log (-wal) was cut short: of ")
            assert store.lost == (() if read_only else (told,))
            assert len(store.actions()) == 4


def test_a_log_that_is_gone_is_told(tmp_path):
    path, copied = tmp_path / "hall.db", tmp_path / "killed" / "hall.db"
    copied.parent.mkdir()
    with open_store(str(path), now=now, threaded=False) as store:
        store.act("director", "Cup", {})
        for ending in ("", "-shm"):
            shutil.copyfile(f"{path}{ending}", f"{copied}{ending}")
    with open_store(str(copied), now=now, threaded=False) as store:
        assert [one for one in store.lost if " 0 were left." in one]


@pytest.mark.parametrize("threaded", [True, False])
def test_a_closed_database_takes_nothing_more(threaded):
    store = open_store("sqlite://", now=now, threaded=threaded)
    store.close()
    # not `act`, which would wait for a writer that has ended
    assert "nothing can be written any more" in failure(StoreError, store.board_seen, "e661385283460001")


def test_a_migration_that_fails_leaves_nothing_half_done(tmp_path, monkeypatch):
    path = tmp_path / "hall.db"

    def interrupted(connection):
        blankdatabase.MIGRATING(connection)
        raise KeyboardInterrupt

    monkeypatch.setattr(version, "upgrade", interrupted)
    with pytest.raises(KeyboardInterrupt):
        open_store(str(path), now=now)
    other = sqlite3.connect(path)
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == []
    other.close()
    monkeypatch.undo()
    open_store(str(path), now=now).close()


def test_postgresql_without_its_driver_is_one_sentence(monkeypatch):
    # what an import of a package that isn't there does
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"needs the package psycopg: install 'tablekeeper\[postgresql\]'"):
        open_store("postgresql://ann@127.0.0.1:1/hall", now=now)


@pytest.mark.parametrize("nothing", ["", "  "])
def test_an_empty_name_is_not_a_database_that_forgets_everything(nothing):
    assert "names no database" in failure(StoreError, open_store, nothing, now=now)


def test_the_blank_databases_of_the_tests_are_what_the_migrations_make(tmp_path):
    files = [tmp_path / name for name in ("migrated.db", "copied.db")]
    with blankdatabase.copied() as statements:
        for file in files:
            open_store(str(file), now=now).close()
    assert len(statements) > 20
    dumps = []
    for file in files:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            dumps.append(list(connection.iterdump()))
    assert dumps[0] == dumps[1]


def test_one_writer_whatever_the_file_is_called(tmp_path):
    real, elsewhere = tmp_path / "hall.db", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "link.db").symlink_to(real)
    with open_store(str(real), now=now) as store:
        store.act("director", "open", {})
        with pytest.raises(StoreError, match="is in use by another Tablekeeper"):
            open_store(str(elsewhere / "link.db"), now=now)
        os.link(real, elsewhere / "second.db")
    for name in (real, elsewhere / "second.db"):
        for read_only in (False, True):
            with pytest.raises(StoreError, match=r"has a second name \(a hard link\): remove or copy"):
                open_store(str(name), now=now, read_only=read_only)
    (elsewhere / "second.db").unlink()
    with open_store(str(elsewhere / "link.db"), now=now) as store:
        assert len(store.actions()) == 1
        assert "is in use by another Tablekeeper" in failure(StoreError, open_store, str(real), now=now)


@pytest.fixture
def filled(tmp_path):
    """A database with some pages of everything; its path."""
    path = tmp_path / "hall.db"
    with open_store(str(path), now=now) as store:
        for number in range(200):
            store.act("director", "open", {"text": f"{number} " * 30})
    return path


def test_every_damage_of_a_file_is_one_sentence_or_harmless(filled):
    whole = filled.read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    random = Random(17)
    damaged = [whole[: page * pages] for pages in range(1, len(whole) // page)]
    damaged += [whole[: random.randrange(100, len(whole))] for _ in range(10)]
    for place in range(len(whole) // page):
        noise = random.randbytes(page)
        damaged.append(whole[: place * page] + noise + whole[(place + 1) * page :])
        damaged.append(whole[: place * page] + bytes(page) + whole[(place + 1) * page :])
    told = []
    for data in damaged:
        filled.write_bytes(data)
        for beside in ("-wal", "-shm"):
            filled.with_name(filled.name + beside).unlink(missing_ok=True)
        try:
            with open_store(str(filled), now=now) as store:
                store.actions()
        except StoreError as error:
            told.append(str(error))
    sentence = re.compile(r"[^\n]* (is damaged|is not a database|does not work)[:( ][^\n]*\.")
    assert all(sentence.fullmatch(one) for one in told)
    # a page may hold nothing that is used
    assert len(told) >= 0.9 * len(damaged)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("DROP TABLE gaps", "the table gaps is missing"),
        ("ALTER TABLE journals RENAME COLUMN acked TO told", "the column acked of its table journals"),
        ("DELETE FROM alembic_version", "its version is missing"),
        ("DROP TABLE alembic_version", "its version is missing"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_what_is_missing_is_named(filled, statement, why, read_only):
    with contextlib.closing(sqlite3.connect(filled)) as connection:
        connection.execute(statement)
        connection.commit()
    with pytest.raises(StoreError, match=rf"is damaged \({why}[^)]*\): restore a copy of it, or"):
        open_store(str(filled), now=now, read_only=read_only)
