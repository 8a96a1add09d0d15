"""An evening of pawn races on both machines: the same records and screen, within the same heap and calls."""

import pytest

from tablekeeper.games import catalogue
from tests.vm import evening, machine
from tests.vm.test_machine import DEEPEST
from tests.vm.test_memory import FREE, HEAP, PASS, told

TAP = evening.TAP
#: a TripleAthlon with throws: GP with a throw that does not count, a turn without one, a stop and an undo;
#: other colours; 3T+ given up
KEYS = (
    "#", "2", "8", "2", "6", "8", "3", "3", "5", "2", "4", 1, "3", "7", "8", "6", 1, "2", "7", "7", "9",
    "0", "3", "#", "7", "hold", "#", "7", "9", "9", "4", "7", "2", "9", "5", "9", "7", 1, "*", "#", 0, 1,
    2, "7", "2", "3", "4", "5", "1", "6", 2, "4", "0", "1", "1", 1, 0, 2, "8", "6",
)  # fmt: skip


@pytest.fixture(scope="module")
def race_script(tmp_path_factory):
    """What the simulator's board makes of the keys, and the script for the small boards."""
    pressed = []
    for key in KEYS:
        pressed.append(("*", 700, evening.LONG) if key == "hold" else (key, 1100, TAP))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening, "MATCH_BY_KEYS", tuple(pressed))
        played = evening.on_the_virtual_board(patch)
    path = tmp_path_factory.mktemp("race") / "keys"
    path.write_text(evening.script(played.edges, played.end), "utf-8")
    return path, played


def test_races_are_the_same_on_all_boards(
    repository, board, delivered, readable, race_script, tmp_path, record_property
):
    path, played = race_script
    cpython = machine.on_cpython(readable, path)
    races = machine.on_micropython(repository, delivered, path, tmp_path, more=machine.idle_steps(50))
    # the boot's time apart, as for the match
    assert cpython.records[1:] == played.records[1:]
    assert races.records == cpython.records
    assert races.screen == cpython.screen == played.screen
    kinds = {catalogue.name(one[4]) for one in races.records}
    expected = "race series game roll dice cancel pawn press pause resume reject confirm end undo result"
    assert set(expected.split()) <= kinds
    depth, where = cpython.words["depth"].split(" ", 1)
    record_property("figure", f"races: deepest call {depth}: {where}")
    assert int(depth) <= DEEPEST, where
    record_property("figure", f"races: {told(races)}")
    assert races.grown("played") <= HEAP - FREE
    assert races.words["idle-steps"] == "0"
    # menu and programs are loaded and unloaded in a board's heap, too
    small = machine.on_micropython(
        repository, delivered, path, tmp_path / "small", sealed=True,
        heap=HEAP + PASS + races.heaps["surroundings"].used,
    )  # fmt: skip
    assert small.records == races.records
