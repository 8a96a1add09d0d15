"""Races, TARA, clocks and dice by their keys on all boards: the same records, within the same heap."""

import pytest

from tablekeeper.games import catalogue
from tests.guards import sample
from tests.vm import evening, machine
from tests.vm.scripts import EVENINGS, timed
from tests.vm.test_machine import DEEPEST
from tests.vm.test_memory import FREE, HEAP, PASS, told


#: `test_five_programs.py` plays the keys of all of them in one life
@pytest.mark.parametrize("name", sample.drawn(tuple(EVENINGS), of=3))
def test_an_evening_is_the_same_on_all_boards(
    repository, wasm, delivered, readable, tmp_path, record_property, name
):
    keys, expected = EVENINGS[name]
    played = evening.on_the_virtual_board(timed(keys))
    path = tmp_path / "keys"
    path.write_text(evening.script(played.edges, played.end), "utf-8")
    cpython = machine.on_cpython(readable, path)
    board = machine.on_micropython(repository, delivered, path, tmp_path, more=machine.idle_steps(50))
    # the boot's time apart, as for the match
    assert cpython.records[1:] == played.records[1:]
    assert board.records == cpython.records
    assert board.screen == cpython.screen == played.screen
    assert set(expected.split()) <= {catalogue.name(one[4]) for one in board.records}
    depth, where = cpython.words["depth"].split(" ", 1)
    record_property("figure", f"{name}: deepest call {depth}: {where}")
    assert int(depth) <= DEEPEST, where
    record_property("figure", f"{name}: {told(board)}")
    assert board.grown("played") <= HEAP - FREE
    assert board.words["idle-steps"] == "0"
    # menu and programs are loaded and unloaded in a board's heap, too
    small = machine.on_micropython(
        repository, delivered, path, tmp_path / "small", sealed=True,
        heap=HEAP + PASS + board.heaps["surroundings"].used,
    )  # fmt: skip
    assert small.records == board.records
