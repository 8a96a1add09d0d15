"""Screens without a game: welcome, menu, typing a number, message."""

from micropython import const

from tabledevice.canvas import CELL, COLUMNS, LARGE_LINE, LINE, fitting

#: kinds of screens, as in tabledevice.screens
_MENU = const(1)
_ENTRY = const(2)
_MESSAGE = const(4)
#: number of lines in a menu or message
_LINES = const(6)


def draw(canvas, view):
    """Draw the view's screen on a dark canvas, without hint and flash."""
    if view.screen == _MENU:
        _title(canvas, view.title)
        _menu(canvas, view)
    elif view.screen == _ENTRY:
        _title(canvas, view.title)
        _entry(canvas, view)
    elif view.screen == _MESSAGE:
        _title(canvas, view.title)
        for place in range(min(_LINES, len(view.lines))):
            canvas.centre(_first_page(len(view.lines)) + place, view.lines[place])
    else:
        from tabledevice.texts import welcome

        canvas.large_centre(0, welcome.WELCOME[0])
        canvas.large_centre(2, welcome.WELCOME[1])
        canvas.centre(4, welcome.LINKS[view.link])
        canvas.centre(5, welcome.STORAGES[view.storage], 0, COLUMNS, view.storage != 1)


def _title(canvas, title):
    canvas.fill(0, 0, COLUMNS, 0xFF)
    canvas.text(1, 0, fitting(title, LINE), True)


def _menu(canvas, view):
    count = len(view.lines)
    # scroll so that the chosen line is visible
    first = max(0, min(view.selected - _LINES // 2, count - _LINES))
    top = _first_page(count)
    for place in range(min(_LINES, count - first)):
        chosen = first + place == view.selected
        if chosen:
            canvas.fill(top + place, 0, COLUMNS, 0xFF)
        canvas.text(1, top + place, fitting(view.lines[first + place], LINE), chosen)


def _entry(canvas, view):
    typed = view.lines[0] if view.lines else ""
    if len(typed) < LARGE_LINE:
        x = (COLUMNS - 12 * len(typed) - 10) // 2
        canvas.large(x, 2, typed)
        x += 12 * len(typed)
        canvas.fill(3, x, x + 10, 0x60)
    else:
        x = canvas.text(1, 3, typed[-(LINE - 1) :])
        canvas.fill(3, x, x + CELL - 1, 0x60)
    for place in range(1, min(3, len(view.lines))):
        canvas.centre(4 + place, view.lines[place])


def _first_page(count):
    # a dark line under the title, if there is room for one
    return 1 if count >= _LINES else 2
