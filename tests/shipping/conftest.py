"""NATS servers, venues and a federation's database for the tests of shipping."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.store.copies import Copies
from tests.blankdatabase import new_databases  # noqa: F401
from tests.conftest import installed
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


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def copies_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database for a federation, on each engine in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'federation.db'}"
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def copies(copies_url: str) -> Iterator[Copies]:
    """The federation's database."""
    with Copies(copies_url, now=lambda: 1_000_000) as opened:
        yield opened
