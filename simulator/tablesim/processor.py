"""The cost of the processor's own work: time for every line, for loading modules and for collecting garbage.

Without it, only transfers and calls take time; the program's computation between them takes none.
With a `Processor` on a board every executed line of the firmware and of its libraries takes
`step_us` for each of its steps (`tablesim.steps`), modules are loaded from the board's own drive, and the
program's allocations fill a heap that must be collected (`library`, `counting`, `heap`). The figures and
their sources are in `costs`. Steps differ, so this is an estimate.

Lines are counted by the interpreter's trace function, which is set only while the board's own program runs.
Their time passes at the program's next call into a built-in module, because only there can the program notice
it. Other events in that time (scans of the keys, bytes from the host) happen at their own moment.
"""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from tablesim import counting, steps
from tablesim.costs import (
    COMPILED_PER_MPY_BYTE,
    FILE_US,
    HEAP_BYTES,
    LIVE_PER_MPY_BYTE,
    LOADED_PER_MPY_BYTE,
    MODULE_BYTES,
    MPY_BYTE_US,
    PY_BYTE_US,
    STEP_US,
)
from tablesim.heap import Heap
from tablesim.timeline import Working

if TYPE_CHECKING:
    from tablesim.library import Library

MPY, PY = "mpy", "py"
"""The forms of the modules on the drive: compiled with -O2, or as they were written."""
Trace = Callable[[FrameType, str, Any], Any]


class Memory:
    """The heap of one program, and the cost of loading its modules."""

    def __init__(self, processor: Processor, vm: Working) -> None:
        self.heap = Heap(lambda us: processor.pause(vm, us), processor.heap_bytes)
        self._vm = vm
        self.compiled = processor.form == MPY
        self._processor = processor

    def watch(self, library: Library, roots: Callable[[], Iterable[object]]) -> None:
        """Set what a collection must count: the modules, and the objects that the program can reach."""
        self._processor.library = library
        self.heap.roots = roots
        self.heap.modules = lambda: {name: live_bytes(size) for name, size in library.sizes_now().items()}
        self.heap.known = library.known

    def load(self, size: int) -> None:
        """Load a module of `size` bytes as .mpy."""
        self.heap.take(round(size * (LOADED_PER_MPY_BYTE if self.compiled else COMPILED_PER_MPY_BYTE)))
        self.heap.take(live_bytes(size))
        self._vm.spend(FILE_US + round(size * (MPY_BYTE_US if self.compiled else PY_BYTE_US)))
        self._processor.loaded_bytes += size
        self._processor.loaded_us = self._vm.timeline.now_us


def live_bytes(mpy_bytes: int) -> int:
    """Return the live bytes in the heap of a loaded module with this size as .mpy."""
    return MODULE_BYTES + round(LIVE_PER_MPY_BYTE * mpy_bytes)


class Processor:
    """Adds the time of a board's lines: `lines` counts them, `by_function` counts them by function.

    `pauses` are automatic garbage collections, `collections` those requested by the program.
    """

    def __init__(self, step_us: float = STEP_US, *, heap_bytes: int = HEAP_BYTES, form: str = MPY) -> None:
        if step_us < 0:
            raise ValueError("Costs are not negative.")
        if form not in (MPY, PY):
            raise ValueError(f"Modules are {MPY} or {PY}, not {form!r}.")
        self.step_us = step_us
        self.heap_bytes = heap_bytes
        self.form = form
        self.lines = 0
        self.pauses = self.collections = 0
        self.loaded_bytes = 0
        """Bytes as .mpy of all modules loaded so far."""
        self.loaded_us = 0
        """When the last one of them was there."""
        self.by_function: Counter[str] = Counter()
        """Lines by "module.function"."""
        self.heap = Heap(lambda us: None, heap_bytes)
        """The heap of the program that runs now, or ran last."""
        self.library: Library | None = None
        """What that program has loaded."""
        self.paused: list[tuple[int, int]] = []
        """Every stop for a collection that nobody has asked for: (microsecond, how long)."""
        self._places: dict[CodeType, tuple[str, dict[int, int]]] = {}

    def begin(self, vm: Working) -> Memory:
        """Return a fresh heap for the next program of a board."""
        memory = Memory(self, vm)
        self.heap = memory.heap
        return memory

    def run(self, vm: Working, switch: Callable[[], object]) -> None:
        """Continue a life of the board, counting its lines, until it waits."""
        before = sys.gettrace()
        sys.settrace(self._tracer(vm))
        try:
            switch()
        finally:
            sys.settrace(before)

    def collect(self) -> int:
        """Collect garbage at the program's request; return the time for it (us)."""
        self.collections += 1
        return self.heap.collect()

    def pause(self, vm: Working, us: int) -> None:
        """Stop the program for a time at its next line, for an automatic collection."""
        self.pauses += 1
        self.paused.append((vm.timeline.now_us, us))
        vm.work_us += us

    def _costs(self, code: CodeType) -> dict[int, int]:
        """Return the time of each line of a file (us)."""
        loaded = {} if self.library is None else self.library.sources
        found = steps.of_lines(loaded.get(code.co_filename) or Path(code.co_filename).read_text("utf-8"))
        return {line: round(count * self.step_us) for line, count in found.items()}

    def _tracer(self, vm: Working) -> Trace:
        places, counted = self._places, self.by_function

        def line(frame: FrameType, event: str, argument: Any) -> Trace:
            if event == "line":
                place, costs = places[frame.f_code]
                vm.work_us += costs.get(frame.f_lineno, 0)
                counted[place] += 1
                self.lines += 1
            return line

        def call(frame: FrameType, event: str, argument: Any) -> Trace | None:
            code = frame.f_code
            place = places.get(code)
            if place is None:
                name = _place(frame)
                place = places[code] = (name, self._costs(code) if name else {})
            return line if place[0] else None

        return call


def _place(frame: FrameType) -> str:
    """Return the place of code of the board's program; "" for other code.

    Code that runs once when a module is loaded takes no extra time: it is a part of the cost of loading.
    """
    code, names = frame.f_code, frame.f_globals
    if not counting.is_counted(frame.f_builtins):
        return ""
    if names.get("__name__") == "__main__":
        return f"{Path(code.co_filename).stem}.{code.co_name}"
    if not code.co_flags & inspect.CO_OPTIMIZED:
        return ""
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"
