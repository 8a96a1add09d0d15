"""A board whose processor takes time: what players see in time, and what is charged to the very millisecond.

Every line of the firmware is charged, collections of garbage come on top, the bus has its real speed.
"""

import random
from collections import defaultdict

import pytest

from tablecore import records, ticks
from tabledevice import journal
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.transcripts import shipped
from tablesim import Timeline, VirtualBoard, stopwatch
from tablesim.processor import Processor
from tablesim.realtime import Table as Players
from tablesim.stopwatch import DOWN, PRESS, Stopwatch, watched
from tests.guards import sample
from tests.tabledevice.hands import TO_TURN, Table

#: scenarios of the benchmark, each takes seconds: random keys 150 to 600 ms apart; a match of one point
#: while records, signs of life and the display's pages are sent; and how many presses there are at least
HELD = {
    "backgammon, human pace": 200,
    "race, human pace": 200,
    "tara, human pace": 200,
    "plain clock, human pace": 200,
    "backgammon, host and watcher": 100,
}
#: the longest: one of them every second day
MATCH = "a match to one point"
UNDO = "an undo late in a long game"
LONG = (*HELD, MATCH, UNDO)
#: what DESIGN.md asks of 99 presses in 100, from the contact to the last byte on the display
ASKED_US = 50_000
#: and of an undo in a game of hundreds of presses, from the end of the hold
UNDO_US = 150_000
#: a press that takes more time for the memory reads the log again; a record is written in 1.3 ms
REREAD_US = 3_000


class Slow(Table):
    """A table whose board is charged for its lines, with a stopwatch and the stamps of its keys."""

    def __init__(self):
        super().__init__(power=False, processor=Processor())
        bus = watched(self.board)
        self.power_on()
        # reading the journal takes its time
        self.wait(4000)
        self.stopwatch = Stopwatch(self.board, bus)
        self.stamps = defaultdict(list)
        for first, scanner in ((0, self.app.hardware.seats), (10, self.app.hardware.pad)):
            self._note_stamps(scanner.events, first)

    def _note_stamps(self, queue, first):
        record = queue.record

        def recording(number, pressed, stamp):
            if pressed:
                self.stamps[first + number].append(stamp)
            record(number, pressed, stamp)

        queue.record = recording

    def stamped(self, key):
        """Return the instants of a key's presses as their scans have stamped them, in the board's ms."""
        return [self.app.hardware.at(stamp) for stamp in self.stamps[key]]


@pytest.fixture
def table():
    made = Slow()
    yield made
    made.put_away()


def percentile(values, per_cent):
    return sorted(values)[-(-len(values) * per_cent // 100) - 1]


@pytest.mark.parametrize("name", sample.drawn([MATCH], 14, LONG))
def test_99_presses_of_100_show_within_50_ms(name, record_property):
    """A whole match of one point at human pace, set up with the board's own keys."""
    timeline, processor, said = Timeline(), Processor(), []
    board = VirtualBoard(timeline, b"TABLE--1", processor=processor)
    bus = watched(board)
    board.power_on()
    timeline.run_until(8_000_000)
    stopwatch = Stopwatch(board, bus)
    path = next(path for path in shipped() if path.name.startswith("1-point"))
    Players(board, list(read_mat(path.read_bytes(), path.name)), 0, said.append)
    assert timeline.run(lambda: bool(said), 3600_000_000)
    assert "is played:" in said[0]
    effects = [one for one in stopwatch.effects if one.running and one.how in (PRESS, DOWN)]
    last = [one.last_us for one in effects]
    p50, p99 = percentile(last, 50), percentile(last, 99)
    figures = f"median {p50 / 1000:.1f} ms, p99 {p99 / 1000:.1f} ms, longest {max(last) / 1000:.1f} ms"
    record_property("figure", f"{len(last)} presses shown: {figures}")
    assert len(last) > 100
    assert p99 <= ASKED_US
    # the estimate is one: lines and transfers both count
    assert processor.lines > 100_000
    # garbage was collected when the program asked for it, and never by itself in the middle of a press
    assert processor.collections > 0
    assert [one for one in stopwatch.effects if one.collected_us] == []
    for one in effects:
        assert one.last_us == one.waited_us + one.processor_us + one.display_us + one.memory_us
        assert min(one.processor_us, one.display_us) > 0
        assert one.waited_us <= one.first_us <= one.last_us


def held_to_50_ms(played, least, record_property):
    presses = [one for one in played.effects if one.running and one.how in (PRESS, DOWN)]
    # an answer that takes dice back, because they were thrown too soon, reads the log again as an undo does
    undone = [one.last_us for one in presses if one.memory_us > REREAD_US]
    assert len(undone) <= len(presses) // 20
    assert max(undone, default=0) <= UNDO_US
    last = [one.last_us for one in presses if one.memory_us <= REREAD_US]
    record_property("figure", f"{len(last)} presses, p99 {percentile(last, 99) / 1000:.1f} ms")
    assert len(presses) > least
    assert percentile(last, 99) <= ASKED_US
    assert [one for one in played.effects if one.collected_us] == []


@pytest.fixture
def bench_latency(repository, monkeypatch):
    """The scenarios of the benchmark."""
    monkeypatch.syspath_prepend(repository)
    from benchmarks import bench_latency

    return bench_latency


@pytest.mark.parametrize("name", sample.drawn(tuple(HELD), 14, LONG))
def test_presses_of_each_scenario_show_within_50_ms(name, bench_latency, record_property):
    held_to_50_ms(bench_latency.SCENARIOS[name](), HELD[name], record_property)


@sample.in_turn(UNDO, LONG, of=14)
def test_an_undo_in_a_game_of_hundreds_of_presses_takes_150_ms(bench_latency, record_property):
    played = bench_latency.taken_back(5)
    undo = [one.last_us for one in played.effects if one.how == stopwatch.HELD]
    record_property("figure", f"{played.again} records, undo at most {max(undo) / 1000:.0f} ms")
    assert played.again >= 900
    assert len(undo) == 5
    assert max(undo) <= UNDO_US


# --- presses while the loop is blocked -----------------------------------------------------------


def while_the_display_is_sent(table):
    """Everything is sent again, with the driver's own start: 50 ms of bus."""
    table.app.oled.refresh()
    begin = table.board.oled.begin_write

    def first_write():
        del table.board.oled.begin_write
        table.board.press(0, table.timeline.now_us + 3000)
        begin()

    table.board.oled.begin_write = first_write
    # the next second of the clock
    table.wait(1500)


def while_garbage_is_collected(table):
    """A long pause, as on a heap that is nearly full."""
    at = table.timeline.now_us + 10_000
    table.timeline.at(at, lambda: table.board.processor.pause(table.board.vm, 60_000))
    table.board.press(0, at + 12_000)
    table.wait(500)


def while_a_record_is_written(table):
    """The dice are being written when the seat is pressed, then drawn."""
    table.board.press("5")
    table.wait(300)
    table.board.fram.after_bytes(3, lambda: table.board.press(0))
    table.board.press("2")
    table.wait(500)


@pytest.mark.parametrize(
    ("block", "waited_us"),
    [
        (while_the_display_is_sent, 20_000),
        (while_garbage_is_collected, 20_000),
        (while_a_record_is_written, 5_000),
    ],
)
def test_a_press_while_the_loop_is_blocked_counts_from_its_stamp(table, block, waited_us):
    table.set_up().press(*TO_TURN).press(1)
    assert table.sheet.turn == 0
    clock = table.sheet.clock
    assert clock.running
    began, used = clock.since, clock.reserve[0]
    block(table)
    [ms] = table.stamped(0)[-1:]
    fields = records.unpack(table.record(table.last))
    assert fields[1:4] == (records.PRESS, 0, 1)
    assert fields[5] == ms
    assert clock.since == ms
    assert clock.reserve[0] == used + ms - began
    # it did have to wait
    [effect] = [one for one in table.stopwatch.effects if one.key == 0][-1:]
    assert effect.waited_us > waited_us


def test_a_press_during_the_write_of_a_snapshot_counts_from_its_stamp(table):
    """A game begins with a snapshot of the match; here the starter is there before it is written."""
    table.set_up()
    fram, places = table.board.fram, []

    def press():
        places.append(fram._pointer)
        table.board.press(1)

    table.board.press("3")
    table.wait(300)
    # the records of the game and of its opening have been written by then, and are shown
    fram.after_bytes(2 * records.SIZE + 16, press)
    table.board.press("1")
    table.wait(1000)
    assert len(places) == 1
    assert journal._SNAPSHOT < places[0] < journal.NAMES
    [ms] = table.stamped(1)
    log = [records.unpack(table.record(seq)) for seq in range(1, table.last + 1)]
    presses = [fields for fields in log if fields[1] == records.PRESS]
    assert [fields[2] for fields in presses] == [1]
    assert presses[0][5] == ms
    assert table.sheet.clock.since == ms


def test_a_storm_of_presses_is_charged_to_the_millisecond(table):
    """Dice and presses faster than the board draws, collections at any moment, across the counter's wrap."""
    table.set_up().press(*TO_TURN).press(1)
    assert table.board.vm.crystal.ticks_ms(table.timeline.now_us) > ticks.HALF
    rng = random.Random(5)
    first = table.last + 1
    began = table.sheet.clock.since
    used = list(table.sheet.clock.reserve)
    for _ in range(60):
        at = table.timeline.now_us
        for key in (*rng.sample("123456", 2), table.sheet.turn):
            at += rng.randrange(31_000, 150_000)
            table.board.press(key, at, 40)
            pause = rng.randrange(1000, 80_000)
            table.timeline.at(
                at + rng.randrange(-20_000, 20_000),
                lambda pause=pause: table.board.processor.pause(table.board.vm, pause),
            )
        table.timeline.run_until(at + rng.randrange(400_000, 1_400_000))
    assert table.board.vm.crystal.ticks_ms(table.timeline.now_us) < ticks.HALF
    log = [records.unpack(table.record(seq)) for seq in range(first, table.last + 1)]
    presses = [fields for fields in log if fields[1] == records.PRESS]
    assert [fields[2] for fields in presses] == [0, 1] * 30
    for fields in presses:
        # the exact reference: each seat's time is what lies between the stamps
        seat, ms = fields[2], fields[5]
        assert ms in table.stamped(seat)
        used[seat] += ms - began
        began = ms
    assert list(table.sheet.clock.reserve) == used
    digits = {ms for key in range(10, 16) for ms in table.stamped(key)}
    dice = [fields for fields in log if fields[1] == records.DICE]
    assert len(dice) == 60
    assert all(fields[5] in digits for fields in dice)
