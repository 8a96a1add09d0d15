"""After `*` at a result: the ways out of a disagreement. After a call: whether the director knows.

    1      take back what ended the game, if it is still over
    5      call the director
    #      play on, count again, or ask for agreement again
    *      back

All other keys mean what they mean without this question.
"""

from micropython import const

from tablecore import link, records
from tablecore.sheets.sheet import NOBODY
from tabledevice import keys, texts
from tabledevice.texts import dispute as words

#: unloaded after use
RARE = True

_TAKE_BACK = const(1)


def key(program, ms, key):
    """Take a key in the mode that has just been left; return whether it had a meaning there."""
    app = program.app
    digit = keys.digit(key)
    sheet = app.fold.sheet
    cause = program.cause(sheet)
    if digit == records.DIRECTOR:
        call(program, ms)
    elif digit == _TAKE_BACK and cause:
        target = app.fold.undoable(cause)
        if target and app.holds_game() and app.fold.prepare(target):
            app.record(records.UNDO, 0, 0, 0, ms, target)
        else:
            app.refuse(texts.ASK_DIRECTOR, ms)
    else:
        # `#` ends a pause; a count has none, and a result that stands waits for agreement
        return key == keys.HASH and (sheet.pause == NOBODY or sheet.phase == sheet.RESULT)
    return True


def call(program, ms):
    """Record that the players need the director: as a reason of the pause, or as a request."""
    app = program.app
    sheet = app.fold.sheet
    if sheet.pause != NOBODY and sheet.phase != sheet.RESULT and sheet.clock.flagged == NOBODY:
        app.record(records.PAUSE, records.DIRECTOR, 0, 0, ms)
    else:
        app.record(records.REQUEST, 0, 0, 0, ms, sheet.games)
        program.mode = program.CALLED


def look(program, view, sheet):
    """Fill in the question and the hint."""
    view.hint = texts.STAR_BACK
    if program.mode != program.DISPUTE:
        app = program.app
        # a call is not said to have arrived before the host has stored it
        if app.journal.acked >= app.called:
            view.question = words.CALLED
        else:
            view.question = words.CALLING if app.link.phase == link.UP else words.NO_CABLE
        if program.mode != program.CALLED:
            view.hint = texts.HASH_RESUME
    elif sheet.phase == sheet.RESULT:
        view.question = words.IT_STANDS
    else:
        view.hint = words.OR_DIRECTOR
        view.question = words.COUNT_AGAIN if sheet.pause == NOBODY else words.PLAY_ON
        if program.cause(sheet):
            view.question = words.TAKE_BACK
