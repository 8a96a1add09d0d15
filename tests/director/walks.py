"""Random evenings at a table: valid records of every kind of game, including undo and power cuts.

The records are found by trial: a record is written if the sheet accepts it.
"""

from __future__ import annotations

from tablecore import records, sheets
from tableprograms.race import rules as racerules
from tests.director.conftest import closing

COMMON = (
    records.PAUSE, records.RESUME, records.CONFIRM, records.CONFIRM, records.CONFIRM, records.REJECT,
    records.FLAG, records.SEAL, records.CORRECT, records.RESULT,
)  # fmt: skip
OWN = {
    sheets.BACKGAMMON: (
        records.GAME, records.OPENING, records.DICE, records.PRESS, records.DOUBLE, records.TAKE,
        records.DROP,
    ),
    sheets.RACE: (
        records.GAME, records.PAWN, records.PAWN, records.PAWN, records.DICE, records.PRESS, records.CANCEL,
        records.ROLL,
    ),
    sheets.TARA: (
        records.GAME, records.START, records.PRESS, records.BATTLE, records.OUT, records.COUNT, records.TALLY,
    ),
    sheets.PLAIN: (records.GAME, records.PRESS),
    sheets.DICELOG: (records.DICE,),
}  # fmt: skip
_BYTES = (0, 1, 2, 3, 4, 5, 6, 255)


def _fields(chance, sheet, kind):
    a, b, c = (chance.choice(_BYTES) for _ in range(3))
    p, q = chance.choice((0, 1, sheet.games, 60_000, records.NONE)), 0
    if kind == records.GAME:
        p = sheet.games + 1
        a, b = p & 255, 0
        if sheet.PROGRAM == sheets.BACKGAMMON:
            b = int(sheet.is_crawford_game())
        elif sheet.PROGRAM == sheets.RACE:
            b, q = sheet.next_rules(), racerules.usual(sheet.next_rules())
    elif kind == records.PRESS and chance.random() < 0.8:
        a, b = sheet.turn, (sheet.turn + 1) % sheet.seats
    elif kind == records.PAWN:
        a, c = sheet.owner[b % 6], sheet.home[b % 6] + 1
    elif kind == records.TALLY:
        b, c = chance.randint(1, 5), chance.randint(1, 30)
    elif kind == records.PAUSE:
        a, b, c, p = chance.randrange(7), 0, 0, 0
    return a, b, c, p, q


def step(chance, scribe):
    """Let a board write one record, or none if no tried record fits."""
    sheet = scribe.sheet
    ms = scribe.ms + 1000
    if sheet.is_agreed() or (sheet.PROGRAM == sheets.DICELOG and chance.random() < 0.03):
        trial = sheets.unpack(sheets.pack(sheet))
        a, b, c, p, q = closing(sheet, ms)
        if trial.apply(0, records.END, a, b, c, ms, p, q):
            scribe.write(records.END, a, b, c, p, q)
            return
    luck = chance.random()
    if luck < 0.04 and scribe.fold.undoable():
        scribe.undo(scribe.fold.undoable())
        return
    if luck < 0.06:
        scribe.boot()
        return
    for _ in range(40):
        kind = chance.choice(OWN[sheet.PROGRAM] if chance.random() < 0.8 else COMMON)
        a, b, c, p, q = _fields(chance, sheet, kind)
        trial = sheets.unpack(sheets.pack(sheet))
        if trial.apply(0, kind, a, b, c, ms, p, q):
            scribe.write(kind, a, b, c, p, q)
            return


def set_up(chance, scribe, rows):
    """Let a board set itself up, as at the table; a run may be begun and dropped before."""
    if chance.random() < 0.3:
        scribe.write(*rows[0])
    first = scribe.last + 1
    for row in rows:
        scribe.write(*row)
    scribe.write(records.COMMIT, len(rows), rows[0][0], 0, first, 0)
