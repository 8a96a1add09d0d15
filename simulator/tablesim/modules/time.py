"""`time` in virtual time, with the board's coarse float."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from tablesim.costs import CALL_US

if TYPE_CHECKING:
    from tablesim.vm import Vm

EPOCH = 1_577_836_800
"""A board without a clock starts at the beginning of 2020."""


def board_float(value: float) -> float:
    """The nearest value below that a 30-bit float holds."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0] & ~3
    found: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    return found


def build(vm: Vm) -> dict[str, object]:
    """The module's names."""
    timeline, crystal = vm.timeline, vm.crystal

    def monotonic() -> float:
        vm.spend(CALL_US)
        return board_float(crystal.milliseconds(timeline.now_us) / 1000)

    def monotonic_ns() -> int:
        vm.spend(CALL_US)
        return crystal.local_us(timeline.now_us) * 1000

    def sleep(seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        vm.spend(CALL_US)
        vm.sleep_until(timeline.now_us + round(seconds * 1_000_000))

    def time() -> int:
        return EPOCH + crystal.local_us(timeline.now_us) // 1_000_000

    return {"monotonic": monotonic, "monotonic_ns": monotonic_ns, "sleep": sleep, "time": time}
