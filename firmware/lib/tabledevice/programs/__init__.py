"""The programs of a table: one folder of `tableprograms` per game; only the one in use is loaded.

On a table that is not set up, no program is loaded, and their common base handles the keys. In a program's
folder, `keys` turns keys into records and fills the view; `sheet` folds the records, and
`screen` draws the view. The numbers are those of `tablecore.sheets`.
"""

from micropython import const

from tablecore import sheets
from tablecore.sheets import BLANK
from tablecore.sheets.sheet import EMPTY

#: what all programs and all sheets extend, with the modules it needs: these stay loaded
BASE = ("tableprograms", "tabledevice.programs.program", "tablecore.sheets.sheet", "tablecore.clockforms")
#: memory (bytes) needed for a menu, and for a program with its sheet
MENU_ROOM = const(12 * 1024)
ROOM = const(40 * 1024)
#: the module for a host's order takes 5 KB of this
_ORDERS_SPARE = const(23 * 512)
#: the module that carries out a host's order
ORDERS = "tabledevice.orders"
#: the module for the commit of a run
DRAFT = "tablecore.sheets.draft"


def _declared(number):
    # the package of the program's folder, which describes the program
    return __import__("tableprograms." + sheets.FOLDERS[number], None, None, ("SHEET",))


def sheet(number):
    """Return the modules of a program's sheet: they stay loaded while the menu replaces the program."""
    folder = "tableprograms." + sheets.FOLDERS[number]
    return (folder,) + tuple([folder + "." + part for part in _declared(number).SHEET])


def modules(number):
    """Return the modules of a program; none of them imports a later one."""
    own = sheet(number)
    folder = own[0]
    return own + (folder + ".texts", folder + ".keys", folder + ".screen")


def set_up(number):
    """Return the modules that are needed to set a table up for this program."""
    return (DRAFT,) + modules(number)


def load_next(hardware, number, names):
    """Load the first missing one of a program's modules, if memory allows; return whether it was loaded."""
    return hardware.load(names, _declared(number).SPARE * 1024)


def load_all(hardware, number, names):
    """Load modules of a program one at a time; in between, garbage is collected if there is much of it."""
    while load_next(hardware, number, names):
        hardware.feed()


def load_for_host(app):
    """Load a module of the host's next set-up; return whether there are more to load.

    While the table is not set up, this is the program that the host has named, or else the last one played.
    """
    sheet_now = app.fold.sheet
    if sheet_now.phase != EMPTY or app.menu is not None or app.checking is not None:
        return False
    number = app.link.expected
    if number >= len(sheets.FOLDERS):
        number = sheet_now.PROGRAM
    if number == app.ahead:
        return False
    hardware = app.hardware
    if number != app.room_for:
        app.room_for = number
        if app.program.NUMBER != BLANK and app.program.NUMBER != number:
            # this program is still loaded from the last match, which was closed
            app.take(BLANK)
        hardware.unload(BASE + sheet(sheet_now.PROGRAM) + set_up(number), ROOM)
    if load_next(hardware, number, set_up(number)) or hardware.load((ORDERS,), _ORDERS_SPARE):
        return True
    app.ahead = number
    return False


def load(number):
    """Return the two classes of a program: its keys and its screens."""
    if number == BLANK:
        from tabledevice.programs.program import Program
        from tabledevice.screens import Screens

        return Program, Screens
    return sheets.part(number, "keys").PROGRAM, sheets.part(number, "screen").SCREENS


def large(number):
    """Return the class of a program's screens on small displays."""
    if number != BLANK and _declared(number).LARGE:
        return sheets.part(number, "large").LARGE
    from tabledevice.screens.large import LargeClock

    return LargeClock
