"""The MB85RC256V: 32 KiB that keep every byte from the moment it is acknowledged, with or without power.

Datasheet behaviour that matters here: two address bytes (the top bit is ignored), sequential write and read
that wrap at the end of the memory, and no page or erase of any kind.
"""

from __future__ import annotations

from collections.abc import Callable

SIZE = 32 * 1024


class Fram:
    """The chip. It may be moved to another board."""

    def __init__(self, content: bytes = b"", address: int = 0x50) -> None:
        if len(content) > SIZE:
            raise ValueError(f"The FRAM holds {SIZE} bytes, not {len(content)}.")
        self.address = address
        self.memory = bytearray(SIZE)
        self.memory[: len(content)] = content
        self.failed = False
        """The chip answers nobody any more."""
        self.write_protected = False
        """The WP pin is high: writes are acknowledged and ignored."""
        self.bytes_written = 0
        self._pointer = 0
        self._address_bytes = 2
        self._left: int | None = None
        self._then: Callable[[], None] | None = None

    @property
    def answers(self) -> bool:
        """Whether the chip acknowledges its address."""
        return not self.failed

    def after_bytes(self, count: int, then: Callable[[], None]) -> None:
        """Call ``then`` as soon as ``count`` more data bytes have been stored (fault injection)."""
        if count < 1:
            raise ValueError("A power cut can come after the first FRAM byte at the earliest.")
        self._left, self._then = count, then

    def flip_bit(self, address: int, bit: int) -> None:
        """Flip one stored bit, as a failing cell does."""
        self.memory[address] ^= 1 << bit

    def begin_write(self) -> None:
        """A write begins: the next two bytes are the address."""
        self._address_bytes = 0

    def write(self, data: bytes) -> None:
        """Process address bytes, then data bytes, each stored at once."""
        start = 0
        while self._address_bytes < 2 and start < len(data):
            if self._address_bytes == 0:
                self._pointer = (data[start] << 8 | self._pointer & 0xFF) & (SIZE - 1)
            else:
                self._pointer = self._pointer & 0xFF00 | data[start]
            self._address_bytes += 1
            start += 1
        if start == len(data):
            return
        left, then = self._left, self._then
        if left is None or then is None:
            self._store(data[start:] if start else data)
        elif len(data) - start < left:
            self._left = left - (len(data) - start)
            self._store(data[start:])
        else:
            self._left = self._then = None
            self._store(data[start : start + left])
            then()
            self._store(data[start + left :])

    def read(self, count: int) -> bytes:
        """Send bytes from the current address on, wrapping at the end."""
        pointer = self._pointer
        end = pointer + count
        if end <= SIZE:
            found = bytes(self.memory[pointer:end])
        else:
            whole = self.memory * (end // SIZE + 1)
            found = bytes(whole[pointer:end])
        self._pointer = end % SIZE
        return found

    def _store(self, data: bytes) -> None:
        if self.write_protected:
            self._pointer = (self._pointer + len(data)) % SIZE
            return
        self.bytes_written += len(data)
        while data:
            piece = data[: SIZE - self._pointer]
            self.memory[self._pointer : self._pointer + len(piece)] = piece
            self._pointer = (self._pointer + len(piece)) % SIZE
            data = data[len(piece) :]
