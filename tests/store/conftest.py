"""Databases to test the store on: SQLite in a file and in memory, and a PostgreSQL server of the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.store import Store, open_store
from tests.blankdatabase import new_databases  # noqa: F401
from tests.guards import sample
from tests.store.postgresqlserver import PostgresqlServer


@pytest.fixture(scope="session")
def postgresql_server(postgresql_programs: Path) -> Iterator[str]:
    """Start a PostgreSQL server for the session; yield its URL without a database's name."""
    server = PostgresqlServer(postgresql_programs)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()
        server.remove()


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
        # from version 15 on the other strategy is the default, and it is slower without fsync
        strategy = " STRATEGY file_copy" if connection.info.server_version >= 150_000 else ""
    open_store(f"{postgresql_server}/blank", now=int).close()
    with psycopg.connect(f"{postgresql_server}/blank", autocommit=True) as connection:
        # otherwise each copy would look like a restored database
        connection.execute("DELETE FROM standing")
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
    """A clock that only changes when it is set."""

    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> HallClock:
    """The hall's time, set by the test."""
    return HallClock()


def engine(name: str, *marks: pytest.MarkDecorator) -> object:
    """Return the parameter of an engine that takes turns with the other one: each every second day."""
    waits = [pytest.mark.soak] if sample.waits(name, ("postgresql", "memory"), of=2) else []
    return pytest.param(name, marks=[*marks, *waits])


POSTGRESQL = engine("postgresql", pytest.mark.postgresql)
#: for what is opened again: a database in memory ends with its connection
on_disk = pytest.mark.parametrize("url", ["sqlite", POSTGRESQL], indirect=True)


@pytest.fixture(params=["sqlite", engine("memory"), POSTGRESQL])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, on each engine in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hall.db'}"
    if request.param == "memory":
        return "sqlite://"
    return request.getfixturevalue("postgresql_copy" if "store" in request.fixturenames else "postgresql_url")


@pytest.fixture(params=sample.drawn([True, False], of=3, always=[True]), ids=["threaded", "in line"])
def store(request: pytest.FixtureRequest, url: str, clock: HallClock) -> Iterator[Store]:
    """A store on an empty database, with and without its writer thread."""
    with open_store(url, now=clock, threaded=request.param) as opened:
        yield opened
