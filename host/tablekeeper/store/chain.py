"""The checksums along each journal. Pure.

Each line's checksum covers its content and the checksum of the previous line. So a line that is changed,
removed, inserted or moved is found at its place, and the last checksum (the head) covers all lines before
it. There are two folds:

- journals of actions: each line has a checksum, stored with the line;
- logs of boards: the fold covers the bytes of each record and the time of its arrival, by sequence.
  Every BLOCK sequences its checksum is stored (a seal), from which the fold can continue; the head is stored
  with the journal. So nothing is added to a record, and a changed record is found by its block.

A checksum is the first 128 bits of SHA-256, as 32 hex digits. It is not a signature: a person who can write
the database can make all checksums again, but cannot change a head that was printed on paper.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable

#: sequences per seal of a board's log
BLOCK = 64
DIGITS = 32
#: bytes of a record in the fold: itself, and the time of its arrival
_STAMP = struct.Struct("<q")
_SIZE = 24 + _STAMP.size


def begin(journal: str) -> str:
    """Return the checksum before the first line of a journal."""
    return hashlib.sha256(f"tablekeeper {journal}".encode()).hexdigest()[:DIGITS]


def link(before: str, *content: int | str) -> str:
    """Return the checksum of a line behind the one with checksum `before`.

    >>> first = link(begin("desk"), 1, 1000, "director", "ruling", "{}")
    >>> first == link(begin("desk"), 1, 1000, "director", "ruling", "{} ")
    False
    """
    return hashlib.sha256(f"{before}{json.dumps(content)}".encode()).hexdigest()[:DIGITS]


def block_of(seq: int) -> int:
    """Return the block of a sequence number; blocks count from 0."""
    return (seq - 1) // BLOCK


def block_range(block: int) -> tuple[int, int]:
    """Return the first and the last sequence of a block."""
    return block * BLOCK + 1, (block + 1) * BLOCK


def stamped(records: Iterable[bytes], received_ms: int) -> bytes:
    """Return the bytes that the fold covers for records that arrived together."""
    stamp = _STAMP.pack(received_ms)
    return stamp.join([*records, b""])


class LogChain:
    """The fold along a board's log, from its beginning or behind a seal whose checksum is `before`."""

    __slots__ = ("_running", "block")

    def __init__(self, before: str) -> None:
        self._running = hashlib.sha256(before.encode())
        #: of the last record taken, -1 before the first
        self.block = -1

    @property
    def head(self) -> str:
        """The checksum of the last record taken."""
        return self._running.hexdigest()[:DIGITS]

    def add(self, first: int, data: bytes) -> list[tuple[int, str]]:
        """Add `stamped` records with sequences from `first` on; return (block, seal) of finished blocks."""
        seals = []
        while data:
            block = (first - 1) // BLOCK
            if block != self.block:
                if self.block >= 0:
                    seal = self.head
                    seals.append((self.block, seal))
                    self._running = hashlib.sha256(seal.encode())
                self.block = block
            room = ((block + 1) * BLOCK - first + 1) * _SIZE
            self._running.update(data[:room])
            first = (block + 1) * BLOCK + 1
            data = data[room:]
        return seals
