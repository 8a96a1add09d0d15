"""NATS servers, venues and a federation's database for the tests of shipping."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.store.copies import Copies
from tests.blankdatabase import new_databases  # noqa: F401
from tests.conftest import installed
from tests.guards import sample
from tests.shipping.natsserver import Servers
from tests.store.conftest import postgresql_server, postgresql_url  # noqa: F401

nats_program = installed("nats")


@pytest.fixture
def servers(nats_program: Path, tmp_path: Path) -> Iterator[Servers]:
    """One running NATS server."""
    one = Servers(nats_program, tmp_path)
    one.start()
    yield one
    one.stop()


#: what a federation's database needs, by engine
ENGINES = {"sqlite": [], "postgresql": [pytest.mark.postgresql]}


def engine(name: str) -> object:
    """Return an engine as a parameter: one of them on each day, both in the soak."""
    waits = [pytest.mark.soak] if sample.waits(name, tuple(ENGINES), of=2) else []
    return pytest.param(name, marks=[*ENGINES[name], *waits])


@pytest.fixture(params=map(engine, ENGINES))
def copies_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database for a federation, on the engine of the day."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'federation.db'}"
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def copies(copies_url: str) -> Iterator[Copies]:
    """The federation's database."""
    with Copies(copies_url, now=lambda: 1_000_000) as opened:
        yield opened
