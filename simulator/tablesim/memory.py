"""A board's log read directly from its FRAM, not over the board's own bus.

An observer must not use the board's bus: the program may be in the middle of a transfer, or stopped.
"""

from __future__ import annotations

from tabledevice.journal import Journal
from tablesim.fram import Fram


class _Image:
    """A copy of the memory's bytes, with the two functions that a journal needs."""

    def __init__(self, data: bytes) -> None:
        self._data = bytearray(data)

    def read_into(self, address: int, buffer: bytearray) -> None:
        """Fill a buffer from an address on."""
        buffer[:] = self._data[address : address + len(buffer)]

    def write(self, address: int, data: bytes) -> None:
        """Change the copy; the memory itself is unchanged."""
        self._data[address : address + len(data)] = data


def log_in_memory(fram: Fram, uid: bytes) -> tuple[int, list[bytes]]:
    """Return (journal id, the whole records held, oldest first) of the board with this uid."""
    journal = Journal(_Image(bytes(fram.memory)), uid, bytes)
    held = (journal.read(seq) for seq in range(journal.first, journal.last + 1))
    return journal.id, [record for record in held if record is not None]
