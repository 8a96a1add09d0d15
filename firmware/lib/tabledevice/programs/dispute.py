"""After `*` at a result: the ways out of a disagreement. Loaded only then.

    1      take back what ended the game, if it is still over
    5      call the director
    #      play on, count again, or ask for agreement again
    *      back

All other keys mean what they mean without this question.
"""

from micropython import const

from tablecore import records
from tablecore.sheets.sheet import NOBODY
from tabledevice import keys, texts
from tabledevice.texts import dispute as words

#: unloaded after use
RARE = True

_TAKE_BACK = const(1)


def key(app, ms, key, cause):
    """Take a key; return whether it is a way out. `cause`: kind of the record that ended the game, or 0."""
    digit = keys.digit(key)
    sheet = app.fold.sheet
    if digit == records.DIRECTOR:
        call(app, ms)
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


def call(app, ms):
    """Record that the players need the director: as a reason of the pause, or as a request."""
    sheet = app.fold.sheet
    if sheet.pause != NOBODY and sheet.phase != sheet.RESULT and sheet.clock.flagged == NOBODY:
        app.record(records.PAUSE, records.DIRECTOR, 0, 0, ms)
    else:
        app.record(records.REQUEST, 0, 0, 0, ms, sheet.games)


def look(view, sheet, cause):
    """Fill in the question and the hint."""
    view.hint = words.OR_DIRECTOR
    if sheet.phase == sheet.RESULT:
        view.question = words.IT_STANDS
        view.hint = texts.STAR_BACK
    elif cause:
        view.question = words.TAKE_BACK
    else:
        view.question = words.COUNT_AGAIN if sheet.pause == NOBODY else words.PLAY_ON
