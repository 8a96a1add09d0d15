"""What is pressed at a table of TARA, for the tests of its program."""

from tablecore import sheets
from tests.tabledevice.hands import Table

#: keys of the set-up menu: two and four players, level 1, a clock of 20 minutes
TWO = ("#", "3", "1", "1", "3")
FOUR = ("#", "3", "2", "1", "3")
#: to Battle, called by seat 1; seat 0 of two, seat 2 of four is on turn
BATTLE = (0, 0, 1, 0, "7", 1)
BATTLE_4 = (0, 0, 1, 2, 3, 0, "7", 1)
COUNT = (*BATTLE, "9")
#: kingdoms and territory of both sides: the first one wins by 2 + 2
NUMBERS = ("1", "0", "#", "2", "0", "#", "1", "2", "#", "2", "5", "#")
AGREE = (*COUNT, *NUMBERS)


def table_of(*keys):
    made = Table()
    made.set_up(*keys)
    assert made.sheet.PROGRAM == sheets.TARA
    return made


