"""How much of a board's memory the firmware takes: the heap of a 32-bit Python, counted by its own collector.

All figures are beyond the surroundings (chips, modules and the script, which a board has in C or not at all).
A board of the kind we build has 178 KB free when the display's driver is loaded (measured on CircuitPython).
"""

import pytest

from tests.vm import machine

KILO = 1024
#: bytes in use after the start with everything a match needs, the largest program (DESIGN.md)
IN_USE = 90 * KILO
#: bytes in use during the evening at the end of any pass of the loop, with its garbage
PEAK = 124 * KILO
#: heap of the smallest board that must start and play
SMALLEST = 160 * KILO
#: what is unloaded within one pass: the menu
UNLOADED = 16 * KILO
#: the largest single block; a board's heap may be in pieces
BLOCK = 8 * KILO
#: bytes of garbage in a second in which nothing happens: the checksum of the sign of life is a large number
A_SECOND = 32
#: what the parser's tree of one file may take for a moment; a file over it is to be split
COMPILING = 48 * KILO
COMPILING_READABLE = 52 * KILO
PASSES = 50


def told(run):
    """Return a run's figures as a sentence."""
    loaded, begun, played = (run.grown(moment) for moment in ("loaded", "begun", "played"))
    peak = int(run.words["peak"]) - run.heaps["surroundings"].used
    return (
        f"heap {loaded:,} B loaded, {begun:,} B started, {played:,} B after an evening, {peak:,} B at most; "
        f"largest block {run.heaps['begun'].largest:,} B"
    )


def test_what_is_loaded_fits(board, micropython, record_property):
    record_property("figure", told(board))
    record_property("figure", "readable: " + told(micropython))
    loaded, begun, played = (board.grown(moment) for moment in ("loaded", "begun", "played"))
    peak = int(board.words["peak"]) - board.heaps["surroundings"].used
    assert loaded < begun <= IN_USE
    assert begun <= played <= peak <= PEAK
    # what stays after a game is no more than what a game needs: nothing grows
    assert played - begun < 8 * KILO
    assert board.heaps["begun"].largest <= BLOCK
    # making it compact is worth its while
    assert begun < 0.75 * micropython.grown("begun")


@pytest.mark.parametrize(("form", "most"), [("compact", COMPILING), ("readable", COMPILING_READABLE)])
def test_no_file_is_too_large_to_be_compiled(
    form, most, wasm, repository, tmp_path, record_property, request
):
    """A board compiles what it imports, in the heap that it shares with all that is loaded already."""
    needed = machine.compiling(repository, request.getfixturevalue(form), tmp_path)
    greedy = sorted(needed, key=lambda name: -needed[name])[:3]
    shown = ", ".join(f"{name} {needed[name]:,} B" for name in greedy)
    record_property("figure", f"{form}: compiling takes for a moment {shown}")
    assert len(needed) > 20
    assert KILO < needed[greedy[0]] <= most


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


def test_it_starts_and_plays_in_a_small_heap(board, repository, compact, scripts, tmp_path, record_property):
    """With a heap that cannot grow, collected at every pass, and the board's own room for calls."""
    # This build collects only between two passes of the loop, a board before it loads what takes another's
    # place: what is unloaded in the pass that loads is extra.
    small = SMALLEST + UNLOADED + board.heaps["surroundings"].used
    sealed = machine.on_micropython(repository, compact, scripts[1], tmp_path, heap=small, sealed=True)
    assert sealed.records == board.records
    assert sealed.screen == board.screen
    # it did not grow: what is counted is the heap it was given, less the collector's own tables
    assert sealed.heaps["played"].total <= small
    calls = machine.pystack(compact)
    record_property("figure", f"plays in {SMALLEST // KILO} KB with {calls} B for calls")


def test_the_seal_holds(repository, compact, wasm, scripts, tmp_path):
    """A heap that is far too small is refused, so the test above can fail."""
    with pytest.raises(AssertionError, match="MemoryError"):
        machine.on_micropython(repository, compact, scripts[0], tmp_path, heap=70 * KILO, sealed=True)
