"""Collects garbage while nothing is due, so that no collection happens during a press.

Otherwise Python collects when the heap is full, in the middle of a drawing, for 9 to 24 ms.
"""

from micropython import const

#: with less free memory (bytes) garbage is collected as soon as nothing is due. A press in that time waits
#: for it: beside a host, one press in 30 did when it was collected at every 3 KB
_ENOUGH = const(15 * 1024)
#: but not for less garbage (bytes) than that of two or three presses, each of which leaves at most 1.5 KB
#: (tests/vm/test_garbage.py)
_LITTER = const(3 * 1024)
#: with less free memory (bytes) it is collected at once: four presses in one pass of the loop must find room
_FLOOR = const(6 * 1024)
#: the module for a host's order is loaded when one comes (5 KB), and an order leaves up to 10 KB of garbage
_ORDER = const(22 * 1024)
#: more than any board has
_START = const(1 << 20)
#: the next thing that must not wait is at least so far away (ms): a collection takes at most 24 ms
_CALM = const(30)


class Garbage:
    """Looks at the free memory of the board; `unknown` says that it has changed."""

    def __init__(self, hardware):
        self._hardware = hardware
        # free memory after the last collection, and the garbage since (bytes): 0 while there is enough free
        self._clean = _START
        self._litter = 0
        self.unknown = True

    def tidy(self, due):
        """Collect garbage, if it is needed, when nothing that players notice comes before `due` (ms).

        Counting free memory is a walk through the whole heap, about 2 ms: it is for after a drawing.
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
        """Collect garbage now if there might be too little memory for an order and what it loads."""
        if self._hardware.memory() < _ORDER:
            self.collect()

    def begin(self):
        """Expect much garbage, because modules are loaded: it is collected as soon as nothing is due."""
        self._clean = _START
        self.unknown = True

    def collect(self):
        """Collect garbage now."""
        self._hardware.tidy()
        self._clean = self._hardware.memory()
        self._litter = 0
