"""`gc` with a board's figures; collecting costs board time, not the simulator's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablesim.vm import Vm

FREE_BYTES = 178_864
"""Free heap with the display set up (measured on an emulated RP2040; not modelled further)."""
USED_BYTES = 16_848
COLLECT_US = 3000


def build(vm: Vm) -> dict[str, object]:
    """The module's names."""

    def collect() -> None:
        processor = vm.board.processor
        vm.spend(COLLECT_US if processor is None else processor.collect())

    return {
        "collect": collect,
        "disable": lambda: None,
        "enable": lambda: None,
        "isenabled": lambda: True,
        "mem_alloc": lambda: USED_BYTES,
        "mem_free": lambda: FREE_BYTES if vm.board.processor is None else vm.board.processor.free_bytes,
        "threshold": lambda amount=-1: None,
    }
