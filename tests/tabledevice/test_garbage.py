"""When garbage is collected: while nothing is due, and before it would be within a press."""

import pytest

from tabledevice import garbage
from tests.tabledevice.hands import TO_TURN


class Heap:
    """The memory of a board as its program hears of it: each drawing leaves `left` bytes."""

    def __init__(self, table, free, left):
        self.table = table
        self.whole = self.free = free
        self.left = left
        #: (board's ms, ms until the next thing that is due, free bytes) of each collection
        self.collections = []
        self.drawings = 0
        app = table.app
        draw = app.screens.draw
        app.hardware.memory = lambda: self.free
        app.hardware.tidy = self.collect
        app.garbage.collect()

        def drawing(*arguments):
            self.free -= self.left
            self.drawings += 1
            draw(*arguments)

        app.screens.draw = drawing
        self.collections.clear()

    def collect(self):
        app = self.table.app
        clock = self.table.sheet.clock
        due = min(app.clock_at, app.keys.deadline(), app.buzzer.deadline)
        flag = clock.flag_at()
        due = min(due, flag) if flag >= 0 else due
        self.collections.append((self.table.now, due - self.table.now, self.free))
        self.free = self.whole


#: free at once behind a collection: with more than this nothing is collected yet
FEW = garbage._ENOUGH + 1000


@pytest.fixture
def table(table):
    table.set_up("#", "1", "5", "#", "1").press(*TO_TURN).wait(3000)
    return table


def test_garbage_is_collected_while_nothing_is_due(table):
    heap = Heap(table, FEW, 1500)
    for _ in range(20):
        table.press(table.sheet.turn, gap=997)
    assert heap.drawings >= 20
    # what a drawing leaves is collected after two or three of them
    assert heap.drawings // 4 <= len(heap.collections) <= heap.drawings // 2
    for _, ahead, free in heap.collections:
        assert ahead >= garbage._CALM
        assert free > garbage._FLOOR


def test_garbage_waits_while_there_is_enough_free_memory(table):
    """Each collection is one that a press may have to wait for."""
    heap = Heap(table, FEW + 20 * 1500, 1500)
    while not heap.collections:
        table.press(table.sheet.turn, gap=997)
    assert heap.drawings > 20
    assert heap.collections[0][2] < garbage._ENOUGH


def test_a_sound_ends_before_garbage_is_collected(table):
    heap = Heap(table, FEW, garbage._LITTER + 1)
    at = table.now + 200
    table.at(at, table.sheet.turn)
    table.wait(2000)
    # not while the click sounds
    assert heap.collections[0][0] >= at + 12
    assert heap.collections[0][0] <= at + 100


def test_nothing_is_collected_while_a_key_may_come_up(table):
    """A key that has opened is tapped 30 ms later: its drawing comes first."""
    heap = Heap(table, FEW, garbage._LITTER + 1)
    table.at(table.now + 100, "#", 200)
    table.wait(2000)
    assert heap.collections
    assert all(ahead >= garbage._CALM for _, ahead, _ in heap.collections)


def test_with_little_memory_garbage_is_collected_at_once(table):
    """Whatever is due: the next press must find room."""
    heap = Heap(table, garbage._FLOOR + 1000, 1500)
    table.press(table.sheet.turn, gap=997)
    assert heap.drawings
    assert len(heap.collections) >= heap.drawings
    assert heap.collections[0][1] < garbage._CALM, "its click still sounds"


def test_what_the_link_leaves_is_collected_too(table):
    heap = Heap(table, 30_000, 0)
    table.wait(1500)
    heap.free = garbage._ENOUGH
    table.wait(1500)
    assert heap.collections == []
    heap.free -= 1
    table.wait(1500)
    assert len(heap.collections) == 1


def test_a_board_that_cannot_tell_its_memory_goes_on(table):
    heap = Heap(table, 0, 0)
    table.press(table.sheet.turn, gap=997)
    assert heap.collections == []
