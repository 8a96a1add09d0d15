"""The director's record for a table: checked, then written. Loaded with a command that orders one."""

from tablecore import messages, records, sheets
from tablecore.sheets.sheet import EMPTY
from tabledevice import lessons


def write(app, number, tail, now, fits):
    """Write the record of a command if it `fits`; return its sequence, or 0 and why not."""
    stubs = messages.stubs(tail)
    if stubs is None or len(stubs) != 1 or not records.FLAGS[stubs[0][0]] & records.DIRECTED:
        return 0, "the order cannot be read"
    kind, a, b, c, p, _ = stubs[0]
    if app.program.NUMBER != app.fold.sheet.PROGRAM or app.menu is not None:
        # the game's program knows the answer
        app.load_program(True)
    why = app.program.may_order(kind, a, b)
    if why is None:
        why = _why_not_now(app.fold.sheet, kind, a)
    if why:
        return 0, why
    trial = sheets.unpack(sheets.pack(app.fold.sheet))
    if not fits(trial, ((kind, a, b, c, p, number),), 0, now):
        return 0, "the order does not fit the table"
    seq = app.record(kind, a, b, c, now, p, number)
    if kind == records.CLOSE:
        app.name_seats()
    elif kind == records.SEAL:
        app.flash(lessons.LINES[lessons.LETTERS.index("S")], now)
    app.program.after_order(now)
    return seq, ""


def _why_not_now(sheet, kind, a):
    # return why no game allows this record of the director's now, or an empty text
    if kind == records.CLOSE:
        return "a game is in progress" if sheet.in_game() else ""
    if kind == records.SEAL or kind == records.CORRECT:
        return "" if sheet.phase != EMPTY else "there is no match on this table"
    if kind == records.CONFIRM:
        return "" if sheet.phase == sheet.RESULT else "there is no result to confirm"
    if kind == records.PAUSE and a > records.BREAK:
        # without a valid reason no key would start the clock again
        return "the order cannot be read"
    return "" if sheet.in_game() else "no game is in progress"
