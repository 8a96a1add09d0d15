"""What a table can be used for: one module per kind of game, and only the one in use is loaded.

A program turns keys into records and says what the screen shows; the sheet says what records mean, and
a module of `screens` draws it. The numbers are those of `tablecore.sheets`.
"""

from tablecore import sheets

#: what a board has loaded for a program, to be forgotten when another one comes
MODULES = (
    (
        "tabledevice.programs.backgammon", "tabledevice.programs.introduction", "tabledevice.screens.match",
        "tabledevice.texts.backgammon", "tablecore.sheets.match", "tablecore.sheets.rulings",
    ),
    (
        "tabledevice.programs.race", "tabledevice.screens.race", "tabledevice.texts.race",
        "tablecore.sheets.race", "tablecore.sheets.racestate", "tablecore.sheets.racerules",
    ),
    (
        "tabledevice.programs.tara", "tabledevice.screens.tara", "tabledevice.texts.tara",
        "tablecore.sheets.tara",
    ),
    (
        "tabledevice.programs.plain", "tabledevice.screens.plain", "tabledevice.texts.plain",
        "tablecore.sheets.plain",
    ),
    (
        "tabledevice.programs.dicelog", "tabledevice.screens.dicelog", "tabledevice.texts.dicelog",
        "tablecore.sheets.dicelog",
    ),
)
#: what a board has loaded for the menu that sets a table up
SETUP_MODULES = (
    "tabledevice.programs.setup", "tabledevice.texts.setup", "tabledevice.setups.clocks",
    "tabledevice.setups.backgammon", "tabledevice.setups.race", "tabledevice.setups.tara",
    "tabledevice.setups.plain", "tabledevice.setups.dicelog", "tabledevice.setups",
)

#: the same of the self-test
CHECK_MODULES = ("tabledevice.programs.check", "tabledevice.texts.check")


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
