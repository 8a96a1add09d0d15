"""Loads the chosen program in advance, while the players still use the menu."""

from tabledevice import programs

#: the modules that the menu needs until it ends
_MENU = (
    "tabledevice.programs.setup",
    "tabledevice.programs.presets",
    "tabledevice.programs.ahead",
    "tabledevice.screens.dialogs",
    "tabledevice.setups",
    "tabledevice.texts.menu",
    "tabledevice.texts.setup",
)


def make_room(app, game):
    """Free the modules of all games but the chosen one."""
    sheet = programs.sheet(app.fold.sheet.PROGRAM)
    app.hardware.unload(programs.BASE + sheet + _MENU + programs.set_up(game), programs.ROOM)


def load(app, game):
    """Load one module of a program; return whether there may be more to load, and memory for it."""
    app.garbage.unknown = True
    return programs.load_next(app.hardware, game, programs.set_up(game))
