"""What a table can be used for: one module per kind of game, and only the one in use is loaded.

A program turns keys into records and says what the screen shows; the sheet says what records mean, and
a module of `screens` draws it. The numbers are those of `tablecore.sheets`.
"""

from tablecore import sheets

#: what all programs extend: it stays loaded
BASE = ("tabledevice.programs.program",)
#: what a sheet consists of, which stays loaded when the menu takes its program's place
SHEETS = (
    ("tablecore.sheets.match", "tablecore.sheets.rulings"),
    ("tablecore.sheets.race", "tablecore.sheets.racestate", "tablecore.sheets.racerules"),
    ("tablecore.sheets.tara",),
    ("tablecore.sheets.plain",),
    ("tablecore.sheets.dicelog",),
)


def load(number):
    """Return the two classes of a program: what its keys mean, and how it looks."""
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
