"""Collects garbage while nothing is due, so that no collection happens during a press.

Otherwise Python collects when the heap is full, in the middle of a drawing, for 9 to 24 ms.
"""

from micropython import const

#: With less free memory (bytes), garbage is collected as soon as nothing is due. A press during that waits
#: for its end. With a host connected and a collection every 3 KB, that happened to one press in 30.
_ENOUGH = const(15 * 1024)
#: Less garbage (bytes) than this is not collected yet: it is what two or three presses leave, each of them
#: at most 1.5 KB (tests/vm/test_garbage.py).
_LITTER = const(3 * 1024)
#: with less free memory (bytes) it is collected at once: there must be room for four presses in one pass
_FLOOR = const(6 * 1024)
#: a host's order needs this much memory: 5 KB for its module, and up to 10 KB of garbage
_ORDER = const(22 * 1024)
#: larger than the memory of any board
_START = const(1 << 20)
#: collect only if nothing urgent is due for so long (ms): a collection takes at most 24 ms
_CALM = const(30)


class Garbage:
    """Watches the free memory of the board; `unknown` says that it has changed."""

    def __init__(self, hardware):
        self._hardware = hardware
        # free memory after the last collection; garbage since then (bytes), 0 while much is free
        self._clean = _START
        self._litter = 0
        self.unknown = True

    def tidy(self, due):
        """Collect garbage if it is needed, and if nothing that players notice is due before `due` (ms).

        Counting free memory walks through the whole heap and takes about 2 ms: call this after a drawing.
        """
        if not self.unknown and self._litter <= _LITTER:
            return
        urgent = False
        if self.unknown:
            self.unknown = False
            free = self._hardware.memory()
            self._litter = self._clean - free
            if free >= _ENOUGH and self._clean != _START:
                self._litter = 0
            urgent = 0 < free < _FLOOR
        if urgent or (self._litter > _LITTER and due - self._hardware.now() >= _CALM):
            self.collect()

    def make_room(self):
        """Collect garbage if memory might be too short for an order and its modules."""
        if self._hardware.memory() < _ORDER:
            self.collect()

    def begin(self):
        """Expect much garbage, because modules are loaded: collect it as soon as nothing is due."""
        self._clean = _START
        self.unknown = True

    def collect(self):
        """Collect garbage now."""
        self._hardware.tidy()
        self._clean = self._hardware.memory()
        self._litter = 0
