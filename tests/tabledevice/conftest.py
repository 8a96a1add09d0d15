"""A board with power for each test."""

import pytest

from tests.tabledevice.hands import Table


@pytest.fixture
def table():
    """A table that has just been switched on; afterwards nothing may have crashed or been without effect."""
    made = Table()
    yield made
    made.put_away()
