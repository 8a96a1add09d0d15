"""One pass of the firmware's loop when nothing happens, on CPython, with a clock running and without.

The board's own speed is another matter; what counts here is that a pass does little, and how many
boards one simulator can carry.
"""

import time

from benchmarks.figure import Figure
from tablesim.board import VirtualBoard
from tablesim.timeline import Timeline

PASSES = 20_000


def run() -> list[Figure]:
    """Time the loop of a board that waits, and of one whose clock runs."""
    timeline = Timeline()
    board = VirtualBoard(timeline, bytes(8))
    board.power_on()
    timeline.run_until(5_000_000)
    app = board.running("app")
    waiting = _microseconds(timeline, board)
    # set up at the table: menu, 7 points, first clock
    for place, key in enumerate(("#", "1", "7", "#", "1")):
        board.press(key, timeline.now_us + (place + 1) * 300_000)
    timeline.run_until(timeline.now_us + 3_000_000)
    presses: tuple[tuple[int | str, int], ...] = (("6", 1000), ("3", 1300), (1, 2000))
    for key, at in presses:
        board.press(key, timeline.now_us + at * 1000)
    timeline.run_until(timeline.now_us + 4_000_000)
    if not app.fold.sheet.clock.running:
        raise AssertionError("the clock should run")
    running = _microseconds(timeline, board)
    seconds = 600
    began = time.perf_counter()
    timeline.run_until(timeline.now_us + seconds * 1_000_000)
    virtual = seconds / (time.perf_counter() - began)
    return [
        Figure("waiting for a key", waiting, "us/pass", note=f"{PASSES} passes"),
        Figure("with a running clock", running, "us/pass", note=f"{PASSES} passes"),
        Figure("a running clock, virtual time", virtual, "x real time", note="one board, all chips"),
    ]


def _microseconds(timeline: Timeline, board: VirtualBoard) -> float:
    """Steps the loop from inside the board's own program, where its bus may be used."""
    app = board.running("app")
    took = 0.0
    step = app.step

    def many() -> None:
        nonlocal took
        del app.step
        began = time.perf_counter()
        for _ in range(PASSES):
            step()
        took = time.perf_counter() - began

    app.step = many
    timeline.run_until(timeline.now_us + 3_000_000)
    return took / PASSES * 1_000_000
