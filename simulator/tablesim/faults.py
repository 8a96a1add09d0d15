"""Faults of a board's cable as data: kinds, times and frequency, repeatable by a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """A fault that begins at ``at_us`` and lasts ``for_us``."""

    at_us: int
    for_us: int


@dataclass(slots=True)
class FaultPlan:
    """The faults of one cable, in both directions.

    ``flip``, ``drop`` and ``double`` are probabilities per byte (0 to 1): one bit flipped, the byte lost, the
    byte repeated. During ``unplugged`` spans the cable is out; in ``stalled`` spans the host does not read.
    """

    seed: int
    flip: float = 0.0
    drop: float = 0.0
    double: float = 0.0
    unplugged: tuple[Span, ...] = ()
    stalled: tuple[Span, ...] = ()
    mangled: int = 0
    """Bytes damaged so far."""
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("flip", "drop", "double"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"The chance to {name} a byte lies between 0 and 1.")
        self._random = random.Random(self.seed)

    def mangle(self, data: bytes) -> bytes:
        """Return the bytes as they arrive at the other end."""
        together = self.flip + self.drop + self.double
        if not together:
            return data
        out = bytearray()
        for byte in data:
            draw = self._random.random()
            if draw >= together:
                out.append(byte)
                continue
            self.mangled += 1
            if draw < self.flip:
                out.append(byte ^ 1 << self._random.randrange(8))
            elif draw >= self.flip + self.drop:
                out += bytes((byte, byte))
        return bytes(out)
