"""`*` held with an unfinished input takes that input away, and nothing that stands in the log. All
programs.

Each row: how the table is set up, what is pressed before, an input that is not finished. The keys before
leave something that an undo could take back; the test makes sure of this.
"""

import pytest

from tabledevice import texts
from tests.tabledevice.hands import FIVE_POINTS_UP, TO_MOVE, TO_TURN, Table

BACKGAMMON = FIVE_POINTS_UP
AGREED = (*TO_TURN, "9", "1", 0, 1)
RACE = ("#", "2", "1", "1")
LOGGED_RACE = ("#", "2", "1", "2")
TARA = ("#", "3", "1", "1", "1")
PLAIN = ("#", "4", "2", "1")
DICELOG = ("#", "5", "2", "1")

ROWS = [
    *((BACKGAMMON, before, half)
      for before, half in (
          (TO_MOVE, ("4",)), (TO_TURN, ("4",)), (TO_TURN, ("4", 1)), (TO_TURN, ("7",)), (TO_TURN, ("7", "7")),
          ((*TO_TURN, "7", 1), ("7",)), ((*TO_TURN, "7", 1), ("8",)), (TO_MOVE, ("7",)),
          (TO_TURN, ("9",)), (TO_TURN, ("9", "2")), ((*TO_TURN, "9", "1", 0, "*"), ("0",)),
          ((*TO_TURN, "0", "1"), ("2",)), (AGREED, ("4",)), ((*AGREED, "0", "5", "#"), ("2",)),
          (("3", "1"), ("4",)), (("4", "4"), ("4",)),
      )),
    *((RACE, before, half)
      for before, half in (((0, 0), ("9",)), ((0, "1"), ("9",)), ((0, "1", "9", "1", 0, 1), ("7",)),
                           ((0, "1", "9", "1", 0, 1), ("7", "1")), ((0, "1", "9", "1", 0, 1), ("8",)))),
    (LOGGED_RACE, (0, "3"), ("0", "1")),
    *((TARA, (0, 0, 1, 0, "7", 0, "9"), half)
      for half in (("1",), ("1", "2"), ("1", "2", "#"), ("3", "#", "4"))),
    (TARA, (0, 0, 1, "7", 1), ("8",)),
    *((PLAIN, (0, 1), half) for half in (("9",), ("0", "1"))),
    *((DICELOG, ("3", "4"), half) for half in (("2",), ("9",))),
]  # fmt: skip


@pytest.mark.parametrize(("set_up", "before", "half"), ROWS)
def test_a_hold_takes_an_unfinished_input_away_and_nothing_else(set_up, before, half):
    table = Table().press(*set_up, *before)
    table.press(*half)
    log = table.log()
    table.keep_down("*")
    table.wait(300)
    assert table.reads(texts.UNDO_ENTRY)
    table.wait(900)
    table.let_go("*")
    assert table.log() == log
    # the next hold takes back what stands
    table.hold("*")
    assert table.log()[len(log):][0][0] == "undo"
    table.put_away()


def test_in_the_menu_a_hold_takes_the_number_away_before_it_leaves():
    table = Table().press("#", "1", "1", "2")
    assert table.app.view.lines == ["12"]
    table.hold("*")
    assert table.app.menu is not None
    assert table.app.view.lines == [""]
    table.hold("*")
    assert table.app.menu is None
    table.put_away()
