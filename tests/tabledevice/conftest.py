"""A board with power for each test."""

import pytest

from tests.tabledevice.hands import Host, Table


def at_table(*keys, make=Table):
    """Return a fixture: a new table at which these keys were pressed.

    At the end of the test there must be no crash and no key without effect.
    """

    @pytest.fixture
    def fixture():
        made = make().press(*keys)
        yield made
        made.put_away()

    return fixture


table = at_table()


@pytest.fixture
def host(table):
    """A host that the table has answered."""
    made = Host(table)
    table.wait(2500)
    assert made.session
    return made
