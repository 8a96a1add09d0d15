"""The largest free block of a board's heap after an evening of all five programs.

MicroPython's own allocator, with pointers of 4 bytes and blocks of 16, plays the evening in a heap that the
program takes for a board's. Garbage is collected where the program asks for that, also while it is at work
(`on_micropython.mjs`), and at the start when an area of the heap is full, as on CircuitPython, whose heap
begins with 8 KB and doubles. Then the map of the heap is read.

What differs from a board: the chips' stand-ins lie below the program. The heap is one area, so the map is cut
where a board's areas end. A collection that comes by itself is none here: instead there is room for what a
board would have collected by then, above the heap, and in the end nothing alive may lie there.
"""

import re
from itertools import pairwise

import pytest

from tests.guards import sample
from tests.vm import machine
from tests.vm.test_five_programs import life, pressed
from tests.vm.test_memory import HEAP, KILO, PASS

#: DESIGN.md
LARGEST = 8 * KILO
BLOCK = 16
#: a heap with less room is collected more often
LESS = 6 * KILO


def cut(blocks, used):
    """Return the maps of a board's areas: `used` bytes of surroundings come first."""
    ends = [(used + (machine.AREA << doubled)) // BLOCK for doubled in range(5)]
    ends = [0, *(end for end in ends if end < len(blocks)), len(blocks)]
    return [blocks[begin:end] for begin, end in pairwise(ends)]


def free_runs(parts):
    """Return the bytes of every free run, the largest first."""
    return sorted((BLOCK * len(run) for part in parts for run in re.findall(r"\.+", part)), reverse=True)


@pytest.mark.parametrize("less", sample.drawn((0, LESS), of=2))
@sample.scenario("the largest free block")
def test_the_largest_free_block_has_8_kb_after_all_programs(
    repository, wasm, delivered, readable, board, tmp_path, less, record_property
):
    size = HEAP - less
    played, path = life(readable, tmp_path, pressed(fails=False))
    run = machine.in_a_boards_heap(
        repository, delivered, path, tmp_path, size, size + PASS + board.heaps["surroundings"].used
    )
    # what a collection took away while the program was at work was garbage
    assert int(run.words["last"]) > len(played.records), "it was played to its end"
    assert int(run.words["collections"]) > 20
    used = run.heaps["surroundings"].used
    blocks = run.blocks[: (used + size) // BLOCK]
    assert set(run.blocks[len(blocks) :]) == {"."}, "it needed more than a board has"
    assert BLOCK * blocks.count(".") == pytest.approx(size - run.grown("played"), abs=KILO)
    largest, second, *_ = free_runs(cut(blocks, used))
    free = BLOCK * blocks.count(".")
    record_property("figure", f"heap of {size:,} B: {free:,} B free, blocks of {largest:,} B, {second:,} B")
    assert largest >= LARGEST


def test_free_runs_end_where_an_area_does():
    """The surroundings' holes count as the board's; an area's end divides what is free."""
    areas = machine.AREA // BLOCK
    blocks = "h..=" + "." * (areas + 10) + "h" + "." * 20
    parts = cut(blocks, 4 * BLOCK)
    assert [len(part) for part in parts] == [4 + areas, 31]
    assert free_runs(parts) == [machine.AREA, 320, 160, 32]
