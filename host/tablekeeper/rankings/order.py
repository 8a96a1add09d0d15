"""A sorted list for many players, cut into blocks, in which a few players can move quickly.

To find a place or move a player takes one step for each block, plus the length of one block: a few hundred
steps for a hundred thousand players.

    >>> order = SortedKeys([(1510.0, "Ann"), (1490.0, "Bob")])
    >>> order.add((1500.0, "Cid"))
    >>> [key for key in order], order.above((1500.0, "Cid"))
    ([(1490.0, 'Bob'), (1500.0, 'Cid'), (1510.0, 'Ann')], 1)
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

#: a block is split at twice this length
_BLOCK = 400
#: any comparable type
Key = TypeVar("Key", bound=Any)


class SortedKeys(Generic[Key]):
    """Different keys in ascending order."""

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        found = sorted(keys)
        self._blocks = [found[at : at + _BLOCK] for at in range(0, len(found), _BLOCK)] or [[]]
        self._lasts = [block[-1] for block in self._blocks if block]

    def __iter__(self) -> Iterator[Key]:
        for block in self._blocks:
            yield from block

    def __len__(self) -> int:
        return sum(map(len, self._blocks))

    def _block(self, key: Key) -> int:
        # the index of the block for a key
        return min(bisect_left(self._lasts, key), len(self._blocks) - 1)

    def add(self, key: Key) -> None:
        """Insert a key at its place."""
        at = self._block(key)
        block = self._blocks[at]
        insort(block, key)
        if len(block) > 2 * _BLOCK:
            self._blocks[at : at + 1] = [block[:_BLOCK], block[_BLOCK:]]
            self._lasts.insert(at, block[_BLOCK - 1])
            at += 1
        self._lasts[at : at + 1] = [self._blocks[at][-1]]

    def remove(self, key: Key) -> None:
        """Remove a key; raise KeyError if it is missing."""
        at = self._block(key)
        block = self._blocks[at]
        place = bisect_left(block, key)
        if place == len(block) or block[place] != key:
            raise KeyError(key)
        del block[place]
        if block:
            self._lasts[at] = block[-1]
        else:
            del self._lasts[at]
            if len(self._blocks) > 1:
                del self._blocks[at]

    def above(self, key: Key) -> int:
        """Return the number of keys larger than this one, which need not be in the list."""
        at = self._block(key)
        block = self._blocks[at]
        place = bisect_left(block, key)
        here = place < len(block) and block[place] == key
        return len(block) - place - here + sum(map(len, self._blocks[at + 1 :]))
