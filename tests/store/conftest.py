"""Databases to test the store on: SQLite in a file and in memory, and a PostgreSQL of our own."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.store import Store, open_store
from tests.blankdatabase import new_databases  # noqa: F401
from tests.patience import PATIENCE_S


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.fixture(scope="session")
def postgresql_server(postgresql_programs: Path) -> Iterator[str]:
    """Start a PostgreSQL server for the session; yield its URL without a database's name."""
    # PostgreSQL refuses to run as root, and nobody may not look into pytest's own folders
    folder = Path(tempfile.mkdtemp(prefix="tablekeeper-postgresql-"))
    user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
    if user:
        shutil.chown(folder, "nobody")
    folder.chmod(0o700)
    data = folder / "data"

    def run(*command: str, check: bool = True) -> bool:
        done = subprocess.run(
            [*user, *command], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert done.returncode == 0 or not check, done.stderr
        return done.returncode == 0

    initdb = str(postgresql_programs / "initdb")
    run(initdb, "-D", str(data), "-U", "test", "-A", "trust", "--no-sync", "-E", "UTF8")
    control = str(postgresql_programs / "pg_ctl")

    def start(port: int, *, check: bool) -> bool:
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        words = ("-D", str(data), "-w", "-t", str(PATIENCE_S), "-l", str(folder / "log"), "-o", options)
        return run(control, *words, "start", check=check)

    # another program may take the port before the server does
    for last in (False, False, False, True):
        port = _free_port()
        if start(port, check=last):
            break
    try:
        yield f"postgresql://test@127.0.0.1:{port}"
    finally:
        run(control, "-D", str(data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """An empty PostgreSQL database."""
    import psycopg

    url = f"{postgresql_server}/postgres"
    with psycopg.connect(url, autocommit=True) as connection:
        # much quicker than a new database
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


@pytest.fixture(scope="session")
def postgresql_blank(postgresql_server: str) -> str:
    """Make a database of the present version, which is copied; return the statement that copies it."""
    import psycopg

    with psycopg.connect(f"{postgresql_server}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE blank")
        # from version 15 on the other strategy is the usual one, and slower without fsync
        strategy = " STRATEGY file_copy" if connection.info.server_version >= 150_000 else ""
    open_store(f"{postgresql_server}/blank", now=int).close()
    return f"CREATE DATABASE hall TEMPLATE blank{strategy}"


@pytest.fixture
def postgresql_copy(postgresql_server: str, postgresql_blank: str) -> Iterator[str]:
    """A new PostgreSQL database of the present version: the migrations take ten times as long."""
    import psycopg

    with psycopg.connect(f"{postgresql_server}/postgres", autocommit=True) as connection:
        connection.execute(postgresql_blank)
        yield f"{postgresql_server}/hall"
        connection.execute("DROP DATABASE hall WITH (FORCE)")


class HallClock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> HallClock:
    """The hall's time, set by the test."""
    return HallClock()


ENGINES = ["sqlite", "memory", pytest.param("postgresql", marks=pytest.mark.postgresql)]


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, on each engine in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hall.db'}"
    if request.param == "memory":
        return "sqlite://"
    return request.getfixturevalue("postgresql_copy" if "store" in request.fixturenames else "postgresql_url")


@pytest.fixture(params=[True, False], ids=["threaded", "in line"])
def store(request: pytest.FixtureRequest, url: str, clock: HallClock) -> Iterator[Store]:
    """A store on an empty database, with and without its writer thread."""
    with open_store(url, now=clock, threaded=request.param) as opened:
        yield opened
