"""What the processor's own work costs: time for every line the program executes, and for its pauses.

The other costs of the simulator are those of transfers and calls; between them its program computes in no
time. With a `Processor` on a board every executed line of the firmware and of the libraries it loads takes
`line_us`, and a collection of garbage takes `pause_us` every `pause_lines` lines. It is an estimate: lines
differ, and what they cost on the board was measured on a loop of two of them.

Lines are counted by the interpreter's trace function, which is set while the board's own program runs and at
no other time. They are paid for at the program's next call into a built-in module, because only there can it
notice that time has passed: what happens meanwhile (scans of the keys, bytes from the host) happens on the
way, at its own moment.
"""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablesim.vm import Vm

LINE_US = 12
"""One step of `for i in range(n): x += i` at module level on a Pico took as long: rounded up, two lines."""
PAUSE_US = 10_000
"""A collection on a heap of about 100 KB in use: single digits to 15 ms are reported."""
PAUSE_LINES = 20_000
"""Lines from one collection to the next, rests not counted: a drawing of a thousand leaves 2 to 4 KB."""
LINE_BYTES = 2
"""Garbage that a line leaves, for what the program hears of its free memory."""

_OURS = frozenset(("tablecore", "tabledevice"))
"""The packages of the board, wherever they lie. (adafruit_bus_device is built into the board, in C.)"""

_CLEAN = ("hardware.", "ticks.")
"""Where a resting board spends its time; nothing there leaves garbage (tests/vm holds that)."""

Trace = Callable[[FrameType, str, Any], Any]


class Processor:
    """Charges a board for its lines: `lines` counts them, `by_function` says where they were executed.

    `pauses` are collections of garbage that came by themselves, `collections` those the program asked for.
    """

    def __init__(
        self, line_us: int = LINE_US, *, pause_us: int = PAUSE_US, pause_lines: int = PAUSE_LINES
    ) -> None:
        if line_us < 0 or pause_us < 0 or pause_lines < 1:
            raise ValueError("Costs are not negative, and there is a line between two pauses.")
        self.line_us = line_us
        self.pause_us = pause_us
        self.lines = 0
        self.pauses = self.collections = 0
        self.by_function: Counter[str] = Counter()
        """Lines by "module.function"."""
        self._pause_lines = pause_lines
        self._until_pause = pause_lines
        self._places: dict[CodeType, str] = {}

    def run(self, vm: Vm, switch: Callable[[], object]) -> None:
        """Lets a life of the board go on, counting its lines, until it waits."""
        before = sys.gettrace()
        sys.settrace(self._tracer(vm))
        try:
            switch()
        finally:
            sys.settrace(before)

    def collect(self) -> int:
        """Collects garbage because the program asks for it; returns what that takes (us)."""
        self.collections += 1
        self._until_pause = self._pause_lines
        return self.pause_us

    @property
    def free_bytes(self) -> int:
        """What the program hears of its free memory: room for lines until garbage is collected by itself."""
        return self._until_pause * LINE_BYTES

    def pause(self, vm: Vm, us: int) -> None:
        """Stops the program for a while from its next line on: a collection that nobody has asked for."""
        self.pauses += 1
        vm.work_us += us

    def _tracer(self, vm: Vm) -> Trace:
        places, counted = self._places, self.by_function

        def clean(frame: FrameType, event: str, argument: Any) -> Trace:
            if event == "line":
                vm.work_us += self.line_us
                counted[places[frame.f_code]] += 1
                self.lines += 1
            return clean

        def line(frame: FrameType, event: str, argument: Any) -> Trace:
            if event == "line":
                clean(frame, event, argument)
                self._until_pause -= 1
                if not self._until_pause:
                    self._until_pause = self._pause_lines
                    self.pause(vm, self.pause_us)
            return line

        def call(frame: FrameType, event: str, argument: Any) -> Trace | None:
            code = frame.f_code
            place = places.get(code)
            if place is None:
                place = places[code] = _place(code, vm.firmware.folder)
            if not place:
                return None
            return clean if place.startswith(_CLEAN) else line

        return call


def _place(code: CodeType, folder: Path) -> str:
    """Where code is that is charged for, else "".

    What runs once when a module is loaded is not: all boards of this process share what it loads.
    """
    path = Path(code.co_filename)
    if path.parent == folder:
        return f"{path.stem}.{code.co_name}"
    if not code.co_flags & inspect.CO_OPTIMIZED:
        return ""
    ours = _OURS.intersection(path.parts) or path.name.startswith("adafruit_")
    return f"{path.stem}.{code.co_qualname}" if ours else ""
