"""Tables named by a key that is pressed at real firmware: the displays tell it."""

import pytest

from tablekeeper.virtual.hall import VirtualHall
from tests.patience import until

SECOND = 1_000_000


@pytest.fixture
def hall(tmp_path):
    hall = VirtualHall(f"sqlite:///{tmp_path}/hall.db", start_ms=1_790_000_000_000)
    for number in range(2):
        hall.add_table(f"Board {number}", seed=number)
    assert hall.run(lambda: all(one.online for one in hall.director.boards.listed()), 60 * SECOND)
    yield hall
    hall.close()


def test_the_board_whose_menu_is_opened_gets_the_next_name(hall):
    naming = hall.director.naming
    naming.begin()
    hall.run_for(10 * SECOND)
    assert naming.progress().named == ()
    for place, name in ((1, "Table 1"), (0, "Table 2")):
        hall.tables[place].board.press("#", None, 90)
        hall.run_for(5 * SECOND)
        # the name is given by a thread of its own
        until(lambda name=name: name in [one.name for one in hall.director.boards.listed()], "nobody has it")
    named = [(one.name, one.uid) for one in hall.director.boards.listed()]
    assert named == [("Table 1", hall.tables[1].uid), ("Table 2", hall.tables[0].uid)]
