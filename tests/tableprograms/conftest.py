"""The tests of the games use the same boards as the tests in tests/tabledevice."""

from tests.tabledevice.conftest import host, table

__all__ = ["host", "table"]
