"""The emulator for all tests here, fetched once."""

import pytest

from silicon import emulator
from tests import nodejs


@pytest.fixture(scope="session")
def rp2040js(repository):
    """Skip without the emulator; fail on a build machine."""
    return nodejs.required(lambda: emulator.package(repository))
