"""The firmware in a 32-bit Python (MicroPython's WebAssembly build): heap, calls, garbage.

One evening at a table, as tests/vm plays it: two games by keys, then a host with orders; and one with all
five programs, after which what a set-up loads is loaded once more. Bytes are those of the program and its
display driver, compiled as boards get them; what stands in for chips, C modules and the host is taken off.
The readable figures hold the docstrings of modules and classes, which CircuitPython leaves out.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.figure import Figure
from tests.vm import evening, machine, test_loading
from tests.vm.scripts import BACKGAMMON
from tests.vm.test_five_programs import life, pressed
from tests.vm.test_memory import HEAP

ROOT = Path(__file__).resolve().parent.parent
KILO = 1024
PASSES = 50
#: how closely the smallest heap and room for calls are looked for (bytes)
STEP = 1 * KILO
CALLS_STEP = 64
#: an evening takes one
SECONDS = 10


def run() -> list[Figure]:
    """Play the evening, then look for the smallest heap and room for calls in which it can be played."""
    with tempfile.TemporaryDirectory() as name:
        return _measure(Path(name))


def _script(folder: Path, firmware: Path) -> Path:
    return evening.whole(firmware, evening.on_the_virtual_board(BACKGAMMON), folder)


def _measure(folder: Path) -> list[Figure]:
    readable = machine.installed(folder / "readable", readable=True)
    delivered = machine.installed(folder / "delivered")
    script = _script(folder, readable)

    def play(**options: int | bool) -> machine.Run:
        return machine.on_micropython(ROOT, delivered, script, folder, seconds=SECONDS, **options)

    ample = machine.on_micropython(ROOT, delivered, script, folder, more=machine.idle_steps(PASSES))
    before = machine.on_micropython(ROOT, readable, script, folder)
    surroundings = ample.heaps["surroundings"].used
    whole = life(readable, folder, pressed(fails=False))[1]
    five = machine.on_micropython(ROOT, delivered, whole, folder, more=test_loading.loads())
    begun = ample.grown("begun")
    most = HEAP - test_loading.FREE
    heap = _least(begun, 200 * KILO, STEP, lambda size: play(heap=size + surroundings, sealed=True))
    calls = _least(512, machine.pystack(delivered), CALLS_STEP, lambda size: play(stack=size))
    depth = machine.on_cpython(readable, script).words["depth"].split(" ", 1)
    compiling = machine.compiling(ROOT, readable, folder)
    greedy = sorted(compiling, key=lambda one: -compiling[one])[:3]
    each = int(ample.words["idle-passes"]) / PASSES
    return [
        Figure("heap, loaded", ample.grown("loaded"), "B", note="modules and constants"),
        Figure("heap, started", begun, "B", note="and the program of a match, and all objects"),
        Figure("heap, started, readable", before.grown("begun"), "B"),
        Figure("heap, after the evening", ample.grown("played"), "B"),
        Figure("heap, after all programs", five.grown("played"), "B", f"{most:,} B asked"),
        *(
            Figure(f"free, {words}", test_loading.least(five, what), "B", f"{test_loading.LEAST:,} B asked")
            for what, words in test_loading.LOADED.items()
        ),
        Figure("heap, at most", int(ample.words["peak"]) - surroundings, "B", note="garbage of one pass"),
        Figure("largest block", ample.heaps["played"].largest, "B", note="the table of names"),
        Figure("smallest heap", heap, "B", note="must not grow; collected between two passes only"),
        *(Figure(f"compiling {one}", compiling[one], "B", note="readable, for a moment") for one in greedy),
        Figure("garbage of an idle pass", int(ample.words["idle-steps"]), "B", "0 B asked"),
        Figure("garbage of an idle second", each, "B", note="sign of life, running clock on the display"),
        Figure("deepest call", int(depth[0]), "", "12 asked", depth[1].replace(" < ", ", ")),
        Figure("smallest room for calls", calls, "B", f"{machine.pystack(delivered):,} B set", "pystack"),
    ]


def _least(low: int, high: int, step: int, play: Callable[[int], object]) -> int:
    """Return the smallest size, to a step, with which the evening can be played."""
    while high - low > step:
        middle = (low + high) // 2 // 16 * 16
        try:
            play(middle)
        except AssertionError:
            low = middle
        else:
            high = middle
    return high
