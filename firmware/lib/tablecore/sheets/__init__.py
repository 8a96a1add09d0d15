"""Sheets: what a table's records add up to.

A sheet is state; `apply` folds one record into it. One module per kind of game; `fold` drives a
sheet through a log, undo included. The same code runs on the board, on the host and in disputes.

A program is a kind of game. Its number is the place of its opening record in `records.OPENERS`; only
the sheet in use is loaded.
"""

BACKGAMMON, RACE, TARA, PLAIN, DICELOG = range(5)


def make(program):
    """Return a new sheet of a program; raise ValueError when there is no such program."""
    if program == BACKGAMMON:
        from tablecore.sheets.match import MatchSheet as Sheet
    elif program == RACE:
        from tablecore.sheets.race import RaceSheet as Sheet
    elif program == TARA:
        from tablecore.sheets.tara import TaraSheet as Sheet
    elif program == PLAIN:
        from tablecore.sheets.plain import PlainSheet as Sheet
    elif program == DICELOG:
        from tablecore.sheets.dicelog import DicelogSheet as Sheet
    else:
        raise ValueError("there is no program %d" % program)
    return Sheet()


def pack(sheet):
    """Return a sheet's state as bytes that say which program it belongs to."""
    return bytes((sheet.PROGRAM,)) + sheet.pack()


def unpack(state, sheet=None):
    """Return the sheet of a state made by `pack`; `sheet` is used again when it fits."""
    if sheet is None or sheet.PROGRAM != state[0]:
        sheet = make(state[0])
    sheet.unpack(state, 1)
    return sheet
