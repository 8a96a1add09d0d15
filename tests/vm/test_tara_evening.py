"""A match of TARA on all boards: the same records, within the same heap and calls."""

import pytest

from tablekeeper.games import catalogue
from tests.vm import evening, machine
from tests.vm.evening import TAP
from tests.vm.test_machine import DEEPEST
from tests.vm.test_memory import FREE, HEAP, PASS, told

#: two players, level 1, 20 minutes: two games, each with BATTLE, both OUT, the count and both players' yes;
#: a turn taken back, a stop
KEYS = (
    "#", "3", "1", "1", "3", 0, 0, 1, 0, "hold", 0, 1, "7", 0, 1, 0, "0", "3", "#", "8", 1, "8", 0,
    "1", "0", "#", "2", "0", "#", "1", "2", "#", "2", "5", "#", 0, 1,
    "#", 1, 0, "7", 1, 0, "8", 1, "8", 0, "9", "#", "2", "1", "#", "9", "#", "2", "3", "#", 1, 0,
)  # fmt: skip


@pytest.fixture(scope="module")
def tara_script(tmp_path_factory):
    """What the simulator's board makes of the keys, and the script for the small boards."""
    pressed = []
    for key in KEYS:
        pressed.append(("*", 700, evening.LONG) if key == "hold" else (key, 1100, TAP))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening, "MATCH_BY_KEYS", tuple(pressed))
        played = evening.on_the_virtual_board(patch)
    path = tmp_path_factory.mktemp("tara") / "keys"
    path.write_text(evening.script(played.edges, played.end), "utf-8")
    return path, played


def test_tara_is_the_same_on_all_boards(
    repository, wasm, delivered, readable, tara_script, tmp_path, record_property
):
    path, played = tara_script
    cpython = machine.on_cpython(readable, path)
    board = machine.on_micropython(repository, delivered, path, tmp_path, more=machine.idle_steps(50))
    # the boot's time apart, as for the match
    assert cpython.records[1:] == played.records[1:]
    assert board.records == cpython.records
    assert board.screen == cpython.screen == played.screen
    kinds = {catalogue.name(one[4]) for one in board.records}
    assert set("tara game start press battle out tally pause resume confirm end undo".split()) <= kinds
    depth, where = cpython.words["depth"].split(" ", 1)
    record_property("figure", f"TARA: deepest call {depth}: {where}")
    assert int(depth) <= DEEPEST, where
    record_property("figure", f"TARA: {told(board)}")
    assert board.grown("played") <= HEAP - FREE
    assert board.words["idle-steps"] == "0"
    # menu and programs are loaded and unloaded in a board's heap, too
    small = machine.on_micropython(
        repository, delivered, path, tmp_path / "small", sealed=True,
        heap=HEAP + PASS + board.heaps["surroundings"].used,
    )  # fmt: skip
    assert small.records == board.records
