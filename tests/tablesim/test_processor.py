"""Time for lines: each is charged once, to the board alone, and the world goes on meanwhile."""

import sys

import pytest

from tablesim.processor import LINE_US, Processor

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


@pytest.mark.parametrize("line_us", [1, LINE_US, 50])
def test_a_thousand_turns_of_two_lines_cost_two_thousand_lines(bench, line_us):
    none, thousand = took(bench, Processor(line_us))
    assert thousand - none == 2000 * line_us
    assert took(bench, None)[1] == took(bench, None)[0]


def test_lines_are_named_and_counted(bench):
    processor = Processor()
    took(bench, processor)
    assert set(processor.by_function) == {"boot.<module>", "code.<module>"}
    assert processor.lines == processor.by_function.total() >= 2000
    assert processor.pauses == 0


def test_a_collection_comes_after_so_many_lines(bench):
    none, thousand = took(bench, Processor(LINE_US, pause_us=8000, pause_lines=1500))
    assert thousand - none == 2000 * LINE_US + 8000


def test_a_program_that_collects_chooses_the_moment(bench):
    tidy = LOOP.replace("    began", "    import gc; gc.collect()\n    began")
    processor = Processor(pause_us=8000, pause_lines=2500)
    board = bench.board(tidy, processor=processor)
    bench.run(4000)
    none, thousand = (int(word) for word in bench.printed(board))
    assert thousand - none == 2000 * LINE_US
    assert (processor.pauses, processor.collections) == (0, 2)


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
    board = bench.board(BUSY, processor=Processor(pause_us=0))
    crystal = board.vm.crystal
    board.press(0, 3_000_000, hold_ms=100)
    bench.run(5000)
    words = bench.printed(board)
    stamps = [int(word) for word in words if word.isdigit()]
    assert [word for word in words if not word.isdigit() and word != "looked"] == ["True", "False"]
    for stamp, contact in zip(stamps, (3_000_000, 3_100_000), strict=True):
        assert 0 <= stamp - crystal.ticks_ms(contact) <= 6
    assert 5 < words.count("looked") < 8


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
    cheap, dear = Processor(5), Processor(50)
    one = bench.board(LOOP, processor=cheap)
    other = bench.board(LOOP, processor=dear)
    bench.run(4000)
    (none, thousand), (no, more) = ([int(word) for word in bench.printed(board)] for board in (one, other))
    assert (thousand - none, more - no) == (10_000, 100_000)
    assert cheap.lines == dear.lines


def test_costs_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="not negative"):
        Processor(-1)
    with pytest.raises(ValueError, match="a line between"):
        Processor(pause_lines=0)
