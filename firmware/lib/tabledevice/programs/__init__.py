"""The programs of a table: one folder of `tableprograms` per game; only the one in use is loaded.

On a table that is not set up, none is loaded, and the common base handles the keys. In a program's
folder `keys` turns keys into records and fills the view; `sheet` folds the records, and
`screen` draws the view. The numbers are those of `tablecore.sheets`.
"""

from micropython import const

from tablecore import sheets
from tablecore.sheets import BLANK

#: what all programs and all sheets extend, with what that needs: it stays loaded
BASE = ("tableprograms", "tabledevice.programs.program", "tablecore.sheets.sheet", "tablecore.clockforms")
#: a menu takes so much memory (bytes), a program with its sheet so much
MENU_ROOM = const(12 * 1024)
ROOM = const(40 * 1024)
#: for the commit of a run
DRAFT = "tablecore.sheets.draft"


def _declared(number):
    # what a program says of itself: the package of its folder
    return __import__("tableprograms." + sheets.FOLDERS[number], None, None, ("SHEET",))


def sheet(number):
    """Return the modules of a program's sheet: they stay when the menu takes the program's place."""
    folder = "tableprograms." + sheets.FOLDERS[number]
    return (folder,) + tuple([folder + "." + part for part in _declared(number).SHEET])


def modules(number):
    """Return the modules of a program, none of which needs a later one."""
    own = sheet(number)
    folder = own[0]
    return own + (folder + ".texts", folder + ".keys", folder + ".screen")


def set_up(number):
    """Return the modules that a table is set up with for this program."""
    return (DRAFT,) + modules(number)


def load_all(hardware, names):
    """Load modules one at a time: garbage goes between two of them when there is much."""
    while hardware.load(names):
        hardware.feed()


def load(number):
    """Return the two classes of a program: what its keys mean, and how it looks."""
    if number == BLANK:
        from tabledevice.programs.program import Program
        from tabledevice.screens import Screens

        return Program, Screens
    return sheets.part(number, "keys").PROGRAM, sheets.part(number, "screen").SCREENS


def large(number):
    """Return the class of a program's look on small displays."""
    if number != BLANK and _declared(number).LARGE:
        return sheets.part(number, "large").LARGE
    from tabledevice.screens.large import LargeClock

    return LargeClock
