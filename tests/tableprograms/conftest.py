"""The games are played on the boards that the tests of the loop have."""

from tests.tabledevice.conftest import host, table

__all__ = ["host", "table"]
