"""What a table can be used for: one module per kind of game, and only the one in use is loaded.

On a table that is not set up none is: what all programs have in common takes the keys then. A program turns
keys into records and says what the screen shows; the sheet says what records mean, and a module of `screens`
draws it. The numbers are those of `tablecore.sheets`.
"""

from micropython import const

from tablecore import sheets

#: what all programs and all sheets extend, with what that needs: it stays loaded
BASE = ("tabledevice.programs.program", "tablecore.sheets.sheet", "tablecore.clockforms")
#: the program of a table that is not set up
BLANK = 255
#: a menu takes so much memory (bytes), a program with its sheet so much
MENU_ROOM = const(12 * 1024)
ROOM = const(40 * 1024)
#: for the commit of a run
DRAFT = "tablecore.sheets.draft"
#: what a sheet consists of: it stays loaded when the menu takes its program's place; none needs a later one
SHEETS = (
    ("tablecore.sheets.match",),
    ("tablecore.sheets.racerules", "tablecore.sheets.racestate", "tablecore.sheets.race"),
    ("tablecore.sheets.tara",),
    ("tablecore.sheets.plain",),
    ("tablecore.sheets.dicelog",),
)
_NAMES = ("backgammon", "race", "tara", "plain", "dicelog")


def modules(number):
    """Return the modules that a table is set up with for this program, none of which needs a later one."""
    name = _NAMES[number]
    look = "match" if number == sheets.BACKGAMMON else name
    return SHEETS[number] + (
        DRAFT,
        "tabledevice.texts." + name,
        "tabledevice.programs." + name,
        "tabledevice.screens." + look,
    )


def load(number):
    """Return the two classes of a program: what its keys mean, and how it looks."""
    if number == BLANK:
        from tabledevice.programs.program import Program
        from tabledevice.screens import Screens

        return Program, Screens
    if number == sheets.BACKGAMMON:
        from tabledevice.programs.backgammon import Backgammon
        from tabledevice.screens.match import MatchScreens

        return Backgammon, MatchScreens
    if number == sheets.RACE:
        from tabledevice.programs.race import Race
        from tabledevice.screens.race import RaceScreens

        return Race, RaceScreens
    if number == sheets.TARA:
        from tabledevice.programs.tara import Tara
        from tabledevice.screens.tara import TaraScreens

        return Tara, TaraScreens
    if number == sheets.PLAIN:
        from tabledevice.programs.plain import Plain
        from tabledevice.screens.plain import PlainScreens

        return Plain, PlainScreens
    if number == sheets.DICELOG:
        from tabledevice.programs.dicelog import Dicelog
        from tabledevice.screens.dicelog import DicelogScreens

        return Dicelog, DicelogScreens
    raise ValueError("there is no program %d" % number)
