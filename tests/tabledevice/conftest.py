"""A board with power for each test."""

import pytest

from tests.tabledevice.hands import Host, Table


@pytest.fixture
def table():
    """A table that has just been switched on; afterwards nothing may have crashed or been without effect."""
    made = Table()
    yield made
    made.put_away()


@pytest.fixture
def host(table):
    """A host that the table has greeted."""
    made = Host(table)
    table.wait(2500)
    assert made.session
    return made
