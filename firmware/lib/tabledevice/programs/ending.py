"""Replaces the menu by the program of the table. Loaded only then, when the menu needs no memory any more."""

from tablecore import records
from tabledevice import programs


def end_menu(app, now):
    """Return to the program that the menu replaced, after the run that the menu has made, if there is one."""
    rows = app.menu.rows
    number = records.OPENERS.index(rows[0][0]) if rows else app.fold.sheet.PROGRAM
    # free the menu before the rest of another game is loaded
    app.unload(programs.set_up(number))
    if rows:
        first = app.journal.last + 1
        for kind, a, b, c, p, q in rows:
            app.record(kind, a, b, c, now, p, q)
        app.record(records.COMMIT, len(rows), rows[0][0], 0, now, first, 0)
        # new players: the names of the players before are erased
        app.name_seats()
    app.load_program()
