"""The board's heap: the bytes in use, when it is full, and the time of a garbage collection.

Every allocation of the program is reported to the heap (`tablesim.counting`), in MicroPython's sizes for a
processor with pointers of 4 bytes. Live objects are not tracked one by one: a collection counts them, modules
by their size and objects by a walk from the names of the running program. Memory allocated since the last
collection may be garbage or not, as on the board. When it no longer fits, the program is stopped for a
collection; when the live objects do not fit, it gets a MemoryError.

Not modelled: the addresses of objects (so neither the largest free block nor fragmentation), objects that
only a running function references, names that a board never frees, allocations within built-in modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from tablesim.costs import (
    BLOCK_BYTES,
    COLLECTIONS,
    HEAP_BYTES,
    HEAP_START_BYTES,
    NATIVE_BYTES,
)

_SMALL = 1 << 30
_NOTHING = (bool, float, type(None), type(Ellipsis), CodeType, ModuleType, type, BuiltinFunctionType)


def blocks(count: int) -> int:
    """Return the size of `count` bytes in whole blocks."""
    return -(-count // BLOCK_BYTES) * BLOCK_BYTES


def places(count: int) -> int:
    """Return the capacity of a list that has grown to `count` items: four, then doubled each time."""
    found = 4
    while found < count:
        found *= 2
    return found


def size(value: object) -> int:
    """Return the size of one object on the board, without the objects in it."""
    kind = type(value)
    if kind is int:
        return 0 if -_SMALL <= value < _SMALL else 32  # type: ignore[operator]
    if kind in _NOTHING:
        return 0
    if kind is str:
        return BLOCK_BYTES + blocks(len(value.encode("utf-8", "replace")) + 1)  # type: ignore[attr-defined]
    if kind is bytes:
        return BLOCK_BYTES + blocks(len(value) + 1)  # type: ignore[arg-type]
    if kind is bytearray:
        return BLOCK_BYTES + blocks(len(value))  # type: ignore[arg-type]
    if kind is tuple:
        return blocks(8 + 4 * len(value)) if value else 0  # type: ignore[arg-type]
    if kind is list:
        return BLOCK_BYTES + blocks(4 * places(len(value)))  # type: ignore[arg-type]
    if kind is dict or kind is set:
        return BLOCK_BYTES + blocks(8 * (len(value) + len(value) % 2))  # type: ignore[arg-type]
    if kind is memoryview or kind is MethodType:
        return BLOCK_BYTES
    if kind is FunctionType:
        return 2 * BLOCK_BYTES
    if isinstance(value, BaseException):
        # with its arguments
        return 3 * BLOCK_BYTES
    if kind is range:
        return 2 * BLOCK_BYTES
    members = getattr(value, "__dict__", None)
    return BLOCK_BYTES + (blocks(8 * (len(members) + len(members) % 2)) if members else 0)


class Heap:
    """One life's heap. `stop(us)` stops the program for the time of an automatic collection."""

    def __init__(self, stop: Callable[[int], None], most: int = HEAP_BYTES) -> None:
        self.most = most
        self.used = NATIVE_BYTES
        """Bytes in use, garbage included."""
        self.live = NATIVE_BYTES
        """Of them, what the last collection has found alive."""
        self.taken = 0
        """All bytes that were ever allocated."""
        self.pauses = 0
        """Collections that came because the heap was full."""
        self.least_free = most
        """The fewest bytes that were ever free; may be set back."""
        self.roots: Callable[[], Iterable[object]] = tuple
        """What the running program can reach; set by its caller, as the next two."""
        self.modules: Callable[[], Mapping[str, int]] = dict
        """Live bytes of each module that is loaded."""
        self.known: Callable[[], set[int]] = set
        """Identities of the objects that are counted with their module."""
        self._stop = stop
        self._area = min(HEAP_START_BYTES, most)

    @property
    def free(self) -> int:
        """What `gc.mem_free` answers: with the areas the heap may still get."""
        return max(0, self.most - self.used)

    def take(self, count: int) -> None:
        """Allocate; if there is no room, collect first; raise MemoryError if that does not help."""
        if self.used + count > self._area:
            self._make_room(count)
        self.used += count
        self.taken += count
        if self.most - self.used < self.least_free:
            self.least_free = self.most - self.used

    def collect(self) -> int:
        """Free the garbage; return the time for it (us)."""
        self.live = self.used = self._alive()
        return collection_us(self.live)

    def _make_room(self, count: int) -> None:
        self.pauses += 1
        self._stop(self.collect())
        # each new area is as large as all areas before it together, until there are no more
        while self.used + count > self._area and self._area < self.most:
            self._area = min(self.most, 2 * self._area + HEAP_START_BYTES)
        if self.used + count > self.most:
            raise MemoryError(f"memory allocation failed, allocating {count} bytes")

    def _alive(self) -> int:
        modules = self.modules()
        found = NATIVE_BYTES + sum(modules.values())
        seen = self.known()
        waiting = list(self.roots())
        while waiting:
            one = waiting.pop()
            if id(one) in seen:
                continue
            seen.add(id(one))
            kind = type(one)
            if kind in (list, tuple, set):
                waiting.extend(one)  # type: ignore[arg-type]
            elif kind is dict:
                waiting.extend(one.values())  # type: ignore[attr-defined]
            elif kind is MethodType:
                waiting.append(one.__self__)  # type: ignore[attr-defined]
            elif kind is memoryview:
                waiting.append(one.obj)  # type: ignore[attr-defined]
            elif kind.__module__ in modules:
                waiting.extend(vars(one).values())
            elif kind not in (str, bytes, bytearray, int):
                # an object of a built-in module, or code: counted with its module
                continue
            found += size(one)
        return found


def collection_us(live: int) -> int:
    """Return the time of a collection (us) for these live bytes, interpolated between measured points."""
    below, least = COLLECTIONS[0]
    for above, most in COLLECTIONS[1:]:
        if live <= above:
            return least + (live - below) * (most - least) // (above - below)
        below, least = above, most
    return least


def reached(value: Any) -> int:
    """Return the size of a new tuple of numbers, including its large numbers, as from `struct.unpack`."""
    return size(value) + (sum(size(one) for one in value if type(one) is int) if type(value) is tuple else 0)
