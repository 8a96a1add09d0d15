"""All five programs in one life of a board, each set up from the menu by keys, then a host with its orders.

In the middle of three games the display, the memory or the program fails for a while. Both machines and the
simulator's board write the same.
"""


from tablecore import records
from tabledevice import faults
from tablekeeper.games import catalogue
from tests.guards import sample
from tests.vm import evening, machine
from tests.vm.scripts import BACKGAMMON, EVENINGS, TAP, timed
from tests.vm.test_machine import DEEPEST, without_memory
from tests.vm.test_memory import told

#: after the match of backgammon, the keys of each evening; the log of dice is closed before the races
PARTS = (EVENINGS["TARA"][0], (*EVENINGS["clocks and dice"][0], "9", "#"), EVENINGS["races"][0])
#: what fails in a part, before which of its keys, counted from the end; the program fails at that very key
FAILURES = (("display", 8), ("memory", 8), (evening.FAILURE, 3))
#: their numbers in records
FAILED = (faults.DISPLAY, faults.MEMORY, faults.PROGRAM)
#: ms within which every board has noticed that a chip is gone, or is back
NOTICED = 6000
#: ms between two programs: what was said about the last one has gone
BETWEEN = 4000


def failing(failure, keys):
    """Return the last keys of a part with a failure in front of them.

    Boards notice a chip that goes or comes at their signs of life, a second apart: nothing is pressed
    meanwhile, so that the order of records does not depend on when a board has started.
    """
    if failure == evening.FAILURE:
        return [(failure, 500, 0), *keys]
    (first, _, held), second, (third, _, third_held), *rest = keys
    away = NOTICED + second[1] + 1000
    return [(failure, 500, away), (first, NOTICED, held), second, (third, 1000 + NOTICED, third_held), *rest]


def pressed(fails=True):
    """Return the keys of the evening as (key, ms after the one before it, ms held)."""
    found = list(BACKGAMMON)
    for part, (failure, place) in zip(PARTS, FAILURES, strict=True):
        keys = timed(part)
        keys[0] = (keys[0][0], BETWEEN, TAP)
        found += [*keys[:-place], *(failing(failure, keys[-place:]) if fails else keys[-place:])]
    return tuple(found)


def told_alike(record):
    """Return a record; a failure without the moment of its notice, which the loop's pace decides."""
    seq, kind, a, b, c, _, count, _ = records.unpack(record)
    return (seq, kind, a, b, c, count) if kind in (records.FAULT, records.VOLATILE) else record


def life(firmware, folder, keys):
    """Return what the simulator's board makes of the keys, and the script with a host for the small ones."""
    played = evening.on_the_virtual_board(keys)
    return played, evening.whole(firmware, played, folder)


@sample.scenario("five programs on all boards")
def test_one_life_is_the_same_on_all_boards(
    repository, wasm, delivered, readable, tmp_path, record_property
):
    played, path = life(readable, tmp_path, pressed())
    cpython = machine.on_cpython(readable, path)
    board = machine.on_micropython(repository, delivered, path, tmp_path)
    # the boot's time apart, as for the match; the host comes after the keys
    count = len(played.records)
    assert [told_alike(one) for one in cpython.records[1:count]] == [
        told_alike(one) for one in played.records[1:]
    ]
    assert board.records == cpython.records
    assert len(board.records) > count
    assert board.screen == cpython.screen
    assert without_memory(board) == without_memory(cpython)
    kinds = [catalogue.name(one[4]) for one in board.records]
    openers = {kind: kinds.count(kind) for kind in ("match", "race", "tara", "plain", "dicelog")}
    record_property("figure", f"one life with failures: {openers}, {told(board)}")
    assert all(openers.values()), openers
    parts = {(one[5], one[6]) for one in board.records if one[4] == records.FAULT}
    assert parts >= {(part, began) for part in FAILED for began in (0, 1)}, "each failure began and was over"
    assert {"undo", "pause", "resume", "result", "confirm", "end"} <= set(kinds)
    depth, where = cpython.words["depth"].split(" ", 1)
    assert int(depth) <= DEEPEST, where
