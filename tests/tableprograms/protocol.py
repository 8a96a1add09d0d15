"""What the tables of PROTOCOL.md about the sheets share: the rows that mean the same in every game."""

from tablecore import records

#: a row's name: its record, for the seat on turn and the other one
ROWS = {
    "press of the seat on turn": lambda turn: (records.PRESS, turn, 1 - turn),
    "press of another seat": lambda turn: (records.PRESS, 1 - turn, turn),
    "pause": lambda turn: (records.PAUSE, records.BREAK),
    "flag before its time": lambda turn: (records.FLAG, turn),
    "correct": lambda turn: (records.CORRECT, turn, 255, 0, 500_000, 7),
    "close": lambda turn: (records.CLOSE,),
    "boot": lambda turn: (records.BOOT, 1, 1, 1, records.NONE, 2),
}


def numbered(*phases):
    """Return the phases of a sheet by their names: their numbers."""
    return {name: number for number, name in enumerate(phases)}


def on_turn(sheet):
    """Return the seat on turn of two, or the first one."""
    return sheet.turn if sheet.turn < 2 else 0


def shared(log, what):
    """Yield the records of a row that every game has in the same words; nothing for another row."""
    turn = on_turn(log.sheet)
    if what == "resume after a pause":
        yield ROWS["pause"](turn)
        yield (records.RESUME, turn)
    elif what in ROWS:
        yield ROWS[what](turn)


def run(log, *rows):
    """Yield a run of records and its commit."""
    first = len(log.records) + 1
    yield from rows
    yield (records.COMMIT, len(rows), rows[0][0], 0, first)
