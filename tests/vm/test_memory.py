"""How much of a board's memory the firmware takes: the heap of a 32-bit Python, counted by its own collector.

All figures are beyond the surroundings (chips, modules and the script, which a board has in C or not at all).
A board of the kind we build has 178 KB free when the display's driver is loaded (measured on CircuitPython).
"""

import pytest

from tests.vm import machine

KILO = 1024
#: bytes in use after the start, what DESIGN.md asks for, and what holds now: a ratchet, to be set lower only
GOAL = 90 * KILO
IN_USE = 126 * KILO
#: bytes in use during the evening at the end of any pass of the loop, with its garbage
PEAK = 150 * KILO
#: heap of the smallest board that must start and play
SMALLEST = 160 * KILO
#: the largest single block; a board's heap may be in pieces
BLOCK = 9 * KILO
#: bytes of garbage in a second in which nothing happens: the checksum of the sign of life is a large number
A_SECOND = 32
#: what the parser's tree of one file may take for a moment; a file over it is to be split
COMPILING = 34 * KILO
PASSES = 50


@pytest.fixture(scope="module")
def heap(micropython):
    """The evening's run, its heap measured on the way."""
    return micropython


def test_what_is_loaded_fits(heap, record_property):
    loaded, begun, played = (heap.grown(moment) for moment in ("loaded", "begun", "played"))
    peak = int(heap.words["peak"]) - heap.heaps["surroundings"].used
    largest = heap.heaps["begun"].largest
    record_property(
        "figure",
        f"heap {loaded:,} B loaded, {begun:,} B started (goal {GOAL:,}), {played:,} B after an evening, "
        f"{peak:,} B at most; largest block {largest:,} B",
    )
    assert loaded < begun <= IN_USE
    assert begun <= played <= peak <= PEAK
    # what stays after a game is no more than what a game needs: nothing grows
    assert played - begun < 8 * KILO
    assert largest <= BLOCK


def test_no_file_is_too_large_to_be_compiled(wasm, repository, tmp_path, record_property):
    """A board compiles what it imports, in the heap that it shares with all that is loaded already."""
    needed = machine.compiling(repository, tmp_path)
    greedy = sorted(needed, key=lambda name: -needed[name])[:3]
    shown = ", ".join(f"{name} {needed[name]:,} B" for name in greedy)
    record_property("figure", f"compiling takes for a moment: {shown}")
    assert len(needed) > 20
    assert KILO < needed[greedy[0]] <= COMPILING


def test_a_resting_board_makes_no_garbage(heap, record_property):
    """Garbage means collections, and each of them stops the loop."""
    assert heap.words["control"] == "160", "garbage is seen when there is some"
    assert heap.words["idle-steps"] == "0"
    assert heap.words["idle-rest"] == "0"
    each = int(heap.words["idle-passes"]) / PASSES
    record_property("figure", f"0 B in an idle pass; {each:g} B in a second with a sign of life and a clock")
    assert each <= A_SECOND


def test_it_starts_and_plays_in_a_small_heap(heap, repository, scripts, tmp_path, record_property):
    """With a heap that cannot grow, collected at every pass, and the board's own room for calls."""
    surroundings = heap.heaps["surroundings"].used
    sealed = machine.on_micropython(
        repository, scripts[1], tmp_path, heap=SMALLEST + surroundings, sealed=True
    )
    assert sealed.records == heap.records
    assert sealed.screen == heap.screen
    # it did not grow: what is counted is the heap it was given, less the collector's own tables
    assert sealed.heaps["played"].total <= SMALLEST + surroundings
    calls = machine.pystack(repository)
    record_property("figure", f"plays in {SMALLEST // KILO} KB with {calls} B for calls")


def test_the_seal_holds(repository, wasm, scripts, tmp_path):
    """A heap that is far too small is refused, so the test above can fail."""
    with pytest.raises(AssertionError, match="MemoryError"):
        machine.on_micropython(repository, scripts[0], tmp_path, heap=100 * KILO, sealed=True)
