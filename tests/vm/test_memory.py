"""How much of a board's memory the firmware takes: the heap of a 32-bit Python, counted by its own collector.

All figures are beyond the surroundings (chips, modules and the script, which a board has in C or not at all).
A board collects garbage when its heap is full; this build only between two passes of the loop, so its heap
must hold what a pass has made and what it has unloaded, too.
"""

import pytest

from tests.guards import sample
from tests.vm import machine

KILO = 1024
#: the heap of a board with CircuitPython as it is delivered (measured on CircuitPython)
HEAP = 155 * KILO
#: the table of names grows to 2,540 places, of 7 B here and of 6 B on a board (MICROPY_QSTR_BYTES_IN_HASH)
NAMES = 2540
#: of that heap, free after a collection when an evening is over (DESIGN.md)
FREE = 25 * KILO - NAMES
#: what a pass that loads a program unloads before, and the garbage it makes; a board collects both on the way
PASS = 24 * KILO
#: the backgammon program, 13 KB as .mpy, which a table that is not set up has not loaded
PROGRAM = 14 * KILO
#: the largest single block, because a board's heap is in pieces: the last part of that table, 1,280 places
BLOCK = 9 * KILO
#: bytes of garbage in a second in which nothing happens: the checksum of the sign of life is a large number
A_SECOND = 32
#: what the parser's tree of one file may take for a moment; a file over it is to be split
COMPILING = 52 * KILO
PASSES = 50


def told(run):
    """Return a run's figures as a sentence."""
    loaded, begun, played = (run.grown(moment) for moment in ("loaded", "begun", "played"))
    peak = int(run.words["peak"]) - run.heaps["surroundings"].used
    return (
        f"heap {loaded:,} B loaded, {begun:,} B started, {played:,} B after an evening, {peak:,} B at most; "
        f"largest block {run.heaps['begun'].largest:,} B"
    )


@sample.scenario("what the VM loads")
def test_what_is_loaded_fits(board, micropython, record_property):
    record_property("figure", told(board))
    record_property("figure", "readable: " + told(micropython))
    loaded, begun, played = (board.grown(moment) for moment in ("loaded", "begun", "played"))
    peak = int(board.words["peak"]) - board.heaps["surroundings"].used
    assert loaded < begun <= played <= HEAP - FREE
    assert played <= peak <= HEAP + PASS
    # what stays after a game is no more than what a game needs, with its program: nothing grows
    assert played - begun < PROGRAM + 8 * KILO
    assert board.heaps["played"].largest <= BLOCK
    # bytecode has no docstrings and no table of lines to build: it is smaller than what a board compiles
    assert begun < micropython.grown("begun")


@sample.scenario("files that a board compiles")
def test_no_file_is_too_large_to_be_compiled(wasm, repository, readable, tmp_path, record_property):
    """A board with readable modules compiles what it imports, in the heap that it shares with the rest."""
    needed = machine.compiling(repository, readable, tmp_path)
    greedy = sorted(needed, key=lambda name: -needed[name])[:3]
    shown = ", ".join(f"{name} {needed[name]:,} B" for name in greedy)
    record_property("figure", f"compiling takes for a moment {shown}")
    assert len(needed) > 20
    assert KILO < needed[greedy[0]] <= COMPILING


@pytest.mark.turns(2)
@pytest.mark.parametrize("form", ["board", "micropython"])
def test_a_resting_board_makes_no_garbage(form, request, record_property):
    """Garbage means collections, and each of them stops the loop."""
    heap = request.getfixturevalue(form)
    assert heap.words["control"] == "160", "garbage is seen when there is some"
    assert heap.words["idle-steps"] == "0"
    assert heap.words["idle-rest"] == "0"
    each = int(heap.words["idle-passes"]) / PASSES
    record_property("figure", f"0 B in an idle pass; {each:g} B in a second with a sign of life and a clock")
    assert each <= A_SECOND


def test_it_starts_and_plays_in_a_boards_heap(
    board, repository, delivered, scripts, tmp_path, record_property
):
    """With a heap that cannot grow, collected at every pass, and the board's own room for calls."""
    size = HEAP + PASS + board.heaps["surroundings"].used
    sealed = machine.on_micropython(repository, delivered, scripts[1], tmp_path, heap=size, sealed=True)
    assert sealed.records == board.records
    assert sealed.screen == board.screen
    # it did not grow: what is counted is the heap it was given, less the collector's own tables
    assert sealed.heaps["played"].total <= size
    calls = machine.pystack(delivered)
    record_property("figure", f"plays in {(HEAP + PASS) // KILO} KB with {calls} B for calls")


def test_the_seal_holds(repository, delivered, wasm, scripts, tmp_path):
    """A heap that is far too small is refused, so the test above can fail."""
    with pytest.raises(AssertionError, match="MemoryError"):
        machine.on_micropython(repository, delivered, scripts[0], tmp_path, heap=70 * KILO, sealed=True)
