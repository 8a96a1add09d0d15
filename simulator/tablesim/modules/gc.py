"""`gc` with a board's figures; collecting costs board time, not the simulator's."""

from __future__ import annotations

from tablesim.costs import COLLECT_US, FREE_BYTES, MEM_INFO_US, USED_BYTES
from tablesim.vm import Vm


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names; a board without a processor model always has the same memory left."""
    processor = vm.board.processor
    heap = None if processor is None else processor.heap

    def collect() -> None:
        vm.spend(COLLECT_US if processor is None else processor.collect())

    def mem_alloc() -> int:
        if heap is None:
            return USED_BYTES
        vm.spend(MEM_INFO_US)
        return heap.used

    def mem_free() -> int:
        if heap is None:
            return FREE_BYTES
        vm.spend(MEM_INFO_US)
        return heap.free

    return {
        "collect": collect,
        "disable": lambda: None,
        "enable": lambda: None,
        "isenabled": lambda: True,
        "mem_alloc": mem_alloc,
        "mem_free": mem_free,
        "threshold": lambda amount=-1: None,
    }
