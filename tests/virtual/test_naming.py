"""Tables named by a key that is pressed at real firmware: free boards blink and say the next name."""

import pytest

from tabledevice.canvas import Canvas
from tablekeeper.virtual.hall import VirtualHall
from tests.patience import until

SECOND = 1_000_000


@pytest.fixture
def hall(tmp_path):
    hall = VirtualHall(f"sqlite:///{tmp_path}/hall.db", start_ms=1_790_000_000_000)
    for number in range(3):
        hall.add_table(f"Board {number}", seed=number)
    assert hall.run(lambda: all(one.online for one in hall.director.boards.listed()), 60 * SECOND)
    yield hall
    assert [line for table in hall.tables for line in table.board.crashes] == []
    hall.close()


def titled(table, text):
    """Return whether the display's first line is this title, lit."""
    drawn = bytearray(1024)
    canvas = Canvas(drawn)
    canvas.fill(0, 0, 128, 0xFF)
    canvas.text(1, 0, text, True)
    return bytes(table.board.pixels[:128]) == bytes(drawn[:128])


def blinks(hall, table):
    """Return whether all lamps go on and off together."""
    seen = set()
    for _ in range(12):
        hall.run_for(SECOND // 10)
        seen.add(table.board.leds)
    return seen == {(True,) * 4, (False,) * 4}


def test_the_blinking_board_that_is_pressed_gets_the_next_name(hall):
    naming, boards = hall.director.naming, hall.director.boards
    # a match stands at the third board: it is not asked
    hall.director.matches.create(hall.tables[2].uid, ("Ann", "Bob"), 5, "none")
    hall.run_for(5 * SECOND)
    before = [table.board.running("app").journal.last for table in hall.tables]
    assert naming.begin().waiting == 2
    hall.run_for(2 * SECOND)
    assert [titled(table, "Table 1") for table in hall.tables] == [True, True, False]
    assert [blinks(hall, table) for table in hall.tables] == [True, True, False]
    for place, key, name in ((1, 0, "Table 1"), (0, "5", "Table 2")):
        hall.tables[place].board.press(key, None, 90)
        hall.run_for(2 * SECOND)
        # the name is given by a thread of its own
        until(lambda name=name: name in [one.name for one in boards.listed()], "nobody has it")
        hall.run_for(2 * SECOND)
        assert not blinks(hall, hall.tables[place])
    # all that are free have a name: the naming has ended, and the boards welcome players again
    until(lambda: naming.progress().next == "", "the naming has not ended")
    hall.run_for(2 * SECOND)
    assert [(one.name, one.uid) for one in boards.listed()[:2]] == [
        ("Table 1", hall.tables[1].uid), ("Table 2", hall.tables[0].uid),
    ]  # fmt: skip
    assert not any(titled(table, f"Table {number}") for table in hall.tables for number in (1, 2, 3))
    # nothing was recorded, and a key opens the menu as ever
    assert [table.board.running("app").journal.last for table in hall.tables] == before
    hall.tables[0].board.press("#", None, 90)
    hall.run_for(3 * SECOND)
    assert hall.tables[0].board.running("app").menu is not None


def test_a_naming_that_nobody_goes_on_with_ends_by_itself(hall):
    hall.director.naming.begin()
    hall.run_for(300 * SECOND)
    assert titled(hall.tables[0], "Table 1")
    # a board that comes back blinks on, one whose host is gone does not
    hall.tables[0].board.unplug()
    hall.run_for(2 * SECOND)
    hall.tables[0].board.plug()
    hall.run_for(5 * SECOND)
    assert titled(hall.tables[0], "Table 1")
    hall.tables[1].board.unplug()
    hall.run_for(70 * SECOND)
    assert not titled(hall.tables[1], "Table 1")
    hall.run_for(300 * SECOND)
    assert hall.director.naming.progress().next == ""
    assert not titled(hall.tables[0], "Table 1")
