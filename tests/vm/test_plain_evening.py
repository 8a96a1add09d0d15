"""Six clocks, byo-yomi and a dice log on all boards: the same records, within the same heap and calls."""

import pytest

from tablekeeper.games import catalogue
from tests.vm import evening, machine
from tests.vm.evening import TAP
from tests.vm.test_machine import DEEPEST
from tests.vm.test_memory import FREE, HEAP, PASS, told

#: six seats whose flags count on, an undo and a stop; byo-yomi of two to its end; two dice, an undo, the end;
#: the same again, as last time
KEYS = (
    "#", "4", "6", "0", "2", "5", "1", "#", "3", "#", "#", 0, 1, "3", 3, "5", "6", "hold", "6", "0", "3", "#",
    "9", "2", 0, 2, 3, "5", "6", "#", "4", "2", "0", "0", "1", "1", "1", "#", "2", "#", "9", "#", "#", 0, 1,
    "9", 1, 0, "#", "5", "2", "1", "3", "6", "1", "1", "hold", "5", "2", "9", "#", "#", "#", "4", "4",
)  # fmt: skip


@pytest.fixture(scope="module")
def plain_script(tmp_path_factory):
    """What the simulator's board makes of the keys, and the script for the small boards."""
    pressed = []
    for key in KEYS:
        pressed.append(("*", 700, evening.LONG) if key == "hold" else (key, 1100, TAP))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening, "MATCH_BY_KEYS", tuple(pressed))
        played = evening.on_the_virtual_board(patch)
    path = tmp_path_factory.mktemp("plain") / "keys"
    path.write_text(evening.script(played.edges, played.end), "utf-8")
    return path, played


def test_clocks_and_dice_are_the_same_on_all_boards(repository, wasm, delivered, readable, plain_script,
                                                    tmp_path, record_property):  # fmt: skip
    path, played = plain_script
    cpython = machine.on_cpython(readable, path)
    board = machine.on_micropython(repository, delivered, path, tmp_path, more=machine.idle_steps(50))
    # the boot's time apart, as for the match
    assert cpython.records[1:] == played.records[1:]
    assert board.records == cpython.records
    assert board.screen == cpython.screen == played.screen
    kinds = {catalogue.name(one[4]) for one in board.records}
    assert set("plain dicelog game press pause resume result confirm end undo dice".split()) <= kinds
    depth, where = cpython.words["depth"].split(" ", 1)
    record_property("figure", f"clocks and dice: deepest call {depth}: {where}")
    assert int(depth) <= DEEPEST, where
    record_property("figure", f"clocks and dice: {told(board)}")
    assert board.grown("played") <= HEAP - FREE
    assert board.words["idle-steps"] == "0"
    # menu and programs are loaded and unloaded in a board's heap, too
    small = machine.on_micropython(
        repository, delivered, path, tmp_path / "small", sealed=True,
        heap=HEAP + PASS + board.heaps["surroundings"].used,
    )  # fmt: skip
    assert small.records == board.records
