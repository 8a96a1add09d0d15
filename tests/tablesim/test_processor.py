"""Time for lines: each is charged once, to the board alone, and the world goes on meanwhile."""

import sys

import pytest

from tablesim import costs
from tablesim.costs import STEP_US
from tablesim.processor import MPY, PY, Processor
from tests.refusal import failure

LOOP = """
import time
for turns in (0, 1000):
    began = time.monotonic_ns()
    for i in range(turns):
        i = i + 1
    print((time.monotonic_ns() - began) // 1000)
"""
BUSY = """
import board, keypad, time
keys = keypad.Keys((board.GP6,), value_when_pressed=False, pull=True, interval=0.005)
event = keypad.Event()
while True:
    for i in range(20_000):
        pass
    print("looked")
    while keys.events.get_into(event):
        print(event.pressed, event.timestamp)
"""


def took(bench, processor):
    """Return what both loops took (us)."""
    board = bench.board(LOOP, processor=processor)
    bench.run(4000)
    return [int(word) for word in bench.printed(board)]


#: of the loop's two lines: the next number and its place; the sum, its two parts, the place for it
STEPS = 2 + 5


@pytest.mark.parametrize("step_us", [1, 3, 10])
def test_a_thousand_turns_cost_their_steps(bench, step_us):
    none, thousand = took(bench, Processor(step_us))
    assert thousand - none == 1000 * STEPS * step_us
    assert took(bench, None)[1] == took(bench, None)[0]


def test_a_line_costs_a_whole_number_of_microseconds(bench):
    none, thousand = took(bench, Processor(STEP_US))
    assert thousand - none == 1000 * (round(2 * STEP_US) + round(5 * STEP_US))


def test_lines_are_named_and_counted(bench):
    processor = Processor()
    took(bench, processor)
    assert set(processor.by_function) == {"boot.<module>", "code.<module>"}
    assert processor.lines == processor.by_function.total() >= 2000
    assert processor.pauses == 0


#: `began` is too large for a small number
LARGE = 32
LITTER = """
import gc, time
gc.collect()
began = time.monotonic_ns()
for i in range({turns}):
    i = bytearray(1008)
print((time.monotonic_ns() - began) // 1000, gc.mem_free())
"""


def littered(bench, turns, processor):
    """Return what the loop took (us) and what it left free."""
    board = bench.board(LITTER.format(turns=turns), processor=processor)
    bench.run(5000)
    assert board.crashes == []
    return [int(word) for word in bench.printed(board)]


def test_a_collection_comes_when_the_heap_is_full_and_takes_its_time(bench):
    # the heap starts with 8 KB: 3 are the built-in modules', one turn takes 1,024
    some, more = Processor(), Processor()
    room = (costs.HEAP_START_BYTES - costs.NATIVE_BYTES) // 1024
    few, left = littered(bench, room, some)
    many, as_much = littered(bench, room + 1, more)
    assert (some.pauses, more.pauses) == (0, 1)
    pause = more.paused[0][1]
    turn = round(2 * STEP_US) + round(7 * STEP_US)
    assert abs(many - few - pause - turn) <= 2
    assert 1_000 < pause < 2_000
    # the new area is free as well, and all of it counts as free before it is taken
    assert left == costs.HEAP_BYTES - costs.NATIVE_BYTES - room * 1024
    assert as_much == costs.HEAP_BYTES - costs.NATIVE_BYTES - LARGE - 1024


def test_a_program_that_collects_chooses_the_moment(bench):
    tidy = LITTER.replace("    i = ", "    gc.collect()\n    i = ")
    processor = Processor()
    board = bench.board(tidy.format(turns=40), processor=processor)
    bench.run(5000)
    assert (processor.pauses, processor.collections) == (0, 41)
    assert int(bench.printed(board)[1]) == costs.HEAP_BYTES - costs.NATIVE_BYTES - LARGE - 1024


def test_more_than_the_heap_holds_is_an_error_of_the_program(bench):
    hoard = """
    kept = []
    try:
        while True:
            kept.append(bytearray(4080))
    except MemoryError as error:
        print(len(kept), error)
    """
    board = bench.board(hoard, processor=Processor(heap_bytes=100_000))
    bench.run(5000)
    count, *words = bench.printed(board)
    assert " ".join(words) == "memory allocation failed, allocating 4096 bytes"
    assert int(count) == (100_000 - costs.NATIVE_BYTES) // 4096


def drive_with(bench, board, **modules):
    """Put modules into the package `tablecore` of a board's drive."""
    lib = bench.folder / f"board{bench.boards.index(board)}" / "lib" / "tablecore"
    lib.mkdir(parents=True)
    for name, source in modules.items():
        (lib / f"{name}.py").write_text(source)


IMPORTING = """
import sys, time
def load():
    began = time.monotonic_ns()
    import tablecore.outer
    print((time.monotonic_ns() - began) // 1000)
load()
load()
del sys.modules["tablecore.outer"]
load()
"""
OUTER = "from tablecore import inner\n" + "".join(f"NAME_{one} = {one}\n" for one in range(200))
INNER = "".join(f"OTHER_{one} = {one}\n" for one in range(100))


@pytest.mark.parametrize("form", [MPY, PY])
def test_a_module_is_charged_for_at_its_first_import_and_when_it_was_forgotten(bench, form):
    processor = Processor(form=form)
    board = bench.board(IMPORTING, processor=processor, power=False)
    drive_with(bench, board, __init__="", inner=INNER, outer=OUTER)
    board.power_on()
    bench.run(6000)
    assert board.crashes == []
    first, second, third = (int(word) for word in bench.printed(board))
    # the second import finds everything, the third only what was not forgotten
    assert second < 200
    assert 0 < third < first
    per_byte = costs.PY_BYTE_US if form == PY else costs.MPY_BYTE_US
    sizes = processor.library.sizes
    inner = costs.FILE_US + sizes["tablecore.inner"] * per_byte
    package = costs.FILE_US + sizes["tablecore"] * per_byte
    pauses = sum(us for _, us in processor.paused)
    assert abs(first - third - inner - package) <= pauses + 1_000


def test_boards_do_not_share_what_they_load(bench):
    counting = """
    import tablecore.state
    tablecore.state.count += 1
    print(tablecore.state.count)
    """
    boards = [bench.board(counting, processor=Processor(), power=False) for _ in range(2)]
    for board in boards:
        drive_with(bench, board, __init__="", state="count = 0\n")
        board.power_on()
    bench.run(5000)
    assert [bench.printed(board) for board in boards] == [["1"], ["1"]]


def test_the_first_boot_takes_longer_by_the_writes_to_the_drive(bench):
    code = "import supervisor\nprint(supervisor.ticks_ms() - 0x1FFF0000)\n"
    board = bench.board(code, processor=Processor())
    bench.run(4000)
    board.power_off()
    board.power_on()
    bench.run(4000)
    first, second = (int(word) for word in bench.printed(board))
    assert first - second == costs.BOOT_OUT_US // 1000
    assert abs(second - costs.OWN_START_US // 1000) <= 1


def test_only_the_boards_own_program_is_traced(bench):
    seen = []
    before = sys.gettrace()
    processor = Processor()
    bench.board(BUSY, processor=processor)
    bench.timeline.at(3_000_000, lambda: seen.append(sys.gettrace()))
    bench.run(4000)
    assert seen == [before]
    assert sys.gettrace() is before
    assert set(processor.by_function) == {"boot.<module>", "code.<module>"}


def test_a_press_during_work_is_stamped_at_its_own_scan(bench):
    # a round of the loop is half a second of computing
    board = bench.board(BUSY, processor=Processor(8))
    crystal = board.vm.crystal
    board.press(0, 3_000_000, hold_ms=100)
    bench.run(5000)
    words = bench.printed(board)
    stamps = [int(word) for word in words if word.isdigit()]
    assert [word for word in words if not word.isdigit() and word != "looked"] == ["True", "False"]
    for stamp, contact in zip(stamps, (3_000_000, 3_100_000), strict=True):
        assert 0 <= stamp - crystal.ticks_ms(contact) <= 6
    assert 3 < words.count("looked") < 7


def test_power_goes_in_the_middle_of_work(bench):
    board = bench.board(BUSY, processor=Processor())
    bench.timeline.at(3_333_333, board.power_off)
    bench.run(4000)
    before = board.processor.lines
    bench.run(1000)
    assert board.processor.lines == before
    board.power_on()
    bench.run(4000)
    assert board.processor.lines > before


def test_two_boards_are_charged_each_for_its_own(bench):
    cheap, dear = Processor(1), Processor(10)
    one = bench.board(LOOP, processor=cheap)
    other = bench.board(LOOP, processor=dear)
    bench.run(4000)
    (none, thousand), (no, more) = ([int(word) for word in bench.printed(board)] for board in (one, other))
    assert (thousand - none, more - no) == (1000 * STEPS, 10_000 * STEPS)
    assert cheap.lines == dear.lines


def test_costs_that_cannot_be_are_refused():
    assert "not negative" in failure(ValueError, Processor, -1)
    assert "not 'zip'" in failure(ValueError, Processor, form="zip")


def test_who_watches_a_board_is_not_charged_to_it(bench):
    """Wherever the watcher's file lies: tests of the firmware have folders of its names."""
    watcher = compile("def log(text):\n    return text\n", "/tests/tabledevice/watcher.py", "exec")
    names = {}
    exec(watcher, names)
    board = bench.board(LOOP, processor=Processor(), power=False)
    board.log = names["log"]
    board.power_on()
    bench.run(4000)
    assert set(board.processor.by_function) == {"boot.<module>", "code.<module>"}
