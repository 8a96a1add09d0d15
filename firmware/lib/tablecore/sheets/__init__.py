"""Sheets: the state of a table, folded from its records.

`apply` folds one record into a sheet. `sheet` is what all sheets share; each program has its
own in its folder of `tableprograms`. `fold` folds a whole log into a sheet, undo included. Board and host
run the same code.

A program is a kind of game. Its number is the place of its opening record in `records.OPENERS`; only
the sheet in use is loaded.
"""

BACKGAMMON, RACE, TARA, PLAIN, DICELOG = range(5)
#: the programs' folders in `tableprograms`, in the order of their numbers
FOLDERS = ("backgammon", "race", "tara", "plain", "dicelog")
#: stands for the number when a table is not set up
BLANK = 255
#: log2 of the highest cube
HIGHEST_CUBE = 10
#: most games and points that a sheet can count
MOST = 65535


def part(program, name):
    """Return a module of a program's folder; raise ValueError if there is no such program."""
    if not 0 <= program < len(FOLDERS):
        raise ValueError("there is no program %d" % program)
    # imported by name, because shared code must not import the programs
    return __import__("tableprograms." + FOLDERS[program] + "." + name, None, None, (name,))


def make(program):
    """Return a new sheet of a program; raise ValueError if there is no such program."""
    return part(program, "sheet").SHEET()


def pack(sheet):
    """Return a sheet's state as bytes, starting with the number of its program."""
    return bytes((sheet.PROGRAM,)) + sheet.pack()


def unpack(state, sheet=None):
    """Return the sheet of a state of `pack`; `sheet` is reused if of the same program."""
    if sheet is None or sheet.PROGRAM != state[0]:
        sheet = make(state[0])
    sheet.unpack(state, 1)
    return sheet
