"""Sheets: what a table's records add up to.

A sheet is state; `apply` folds one record into it. One module per kind of game; `fold` drives a
sheet through a log, undo included. The same code runs on the board, on the host and in disputes.

A program is a kind of game. Its number is the place of its opening record in `records.OPENERS`; only
the sheet in use is loaded.
"""

BACKGAMMON, RACE, TARA, PLAIN, DICELOG = range(5)
#: log2 of the highest cube
HIGHEST_CUBE = 10
#: games and points that a sheet can count
MOST = 65535


def make(program):
    """Return a new sheet of a program; raise ValueError when there is no such program."""
    if program == BACKGAMMON:
        from tablecore.sheets.match import MatchSheet

        return MatchSheet()
    if program == RACE:
        from tablecore.sheets.race import RaceSheet

        return RaceSheet()
    if program == TARA:
        from tablecore.sheets.tara import TaraSheet

        return TaraSheet()
    if program == PLAIN:
        from tablecore.sheets.plain import PlainSheet

        return PlainSheet()
    if program == DICELOG:
        from tablecore.sheets.dicelog import DicelogSheet

        return DicelogSheet()
    raise ValueError("there is no program %d" % program)


def pack(sheet):
    """Return a sheet's state as bytes that say which program it belongs to."""
    return bytes((sheet.PROGRAM,)) + sheet.pack()


def unpack(state, sheet=None):
    """Return the sheet of a state made by `pack`; `sheet` is used again when it fits."""
    if sheet is None or sheet.PROGRAM != state[0]:
        sheet = make(state[0])
    sheet.unpack(state, 1)
    return sheet
