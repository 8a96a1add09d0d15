"""`time` in virtual time, with the board's coarse float."""

from __future__ import annotations

import struct

from tablesim.costs import CALL_US, SLEEP_HZ, SLEEP_MORE_US
from tablesim.vm import Vm

EPOCH = 1_577_836_800
"""A board without a clock starts at the beginning of 2020."""


def board_float(value: float) -> float:
    """Return the nearest value below that a 30-bit float holds."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0] & ~3
    found: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    return found


def slept_us(seconds: float) -> int:
    """Return the real time (us) of a board's sleep of `seconds`."""
    milliseconds = int(seconds * 1000 + 0.5)
    return -(-milliseconds * SLEEP_HZ // 1000) * 1_000_000 // SLEEP_HZ + SLEEP_MORE_US


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
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
        vm.sleep_until(timeline.now_us + slept_us(seconds))
        vm.heed()

    def time() -> int:
        return EPOCH + crystal.local_us(timeline.now_us) // 1_000_000

    return {"monotonic": monotonic, "monotonic_ns": monotonic_ns, "sleep": sleep, "time": time}
