"""What the held keys do, and what a tap of `*` in play says of that. Loaded only then.

    *      the newest record is taken back; before that the display says which
    #      between games: a new set-up, unless the host made this one; room in a memory that is nearly full;
           on a table that is not set up: erase the log of another board
"""

from micropython import const

from tablecore import records
from tablecore.sheets.sheet import EMPTY
from tabledevice import keys, texts
from tabledevice.texts import held as words

#: unloaded after use
RARE = True

#: letters of a line
_LINE = const(21)


def undo(program, ms):
    """Take back what was recorded last; what is sealed only the director takes back."""
    app = program.app
    target = app.fold.undoable()
    if not app.holds_game() or (target and not app.fold.prepare(target)):
        app.refuse(words.UNDO_LOST, ms)
    elif target:
        app.record(records.UNDO, 0, 0, 0, ms, target)
        # many turns are taken back without many holds
        app.keys.repeat(keys.STAR, ms)
    else:
        sheet = app.fold.sheet
        app.refuse(texts.ASK_DIRECTOR if sheet.phase else texts.NOTHING_HERE, ms)
        if program.is_sealed(sheet) and app.dice_fit():
            record = app.journal.read(app.journal.last)
            if record is None or record[4] != records.REQUEST:
                # tell the director, but only once even if they press several times
                app.record(records.REQUEST, 1, 0, 0, ms, sheet.sealed)
            program.mode = program.CALLED


def tap(program, ms):
    """Say what holding `*` would take back: it was only tapped."""
    text = told(program)
    if text != words.NO_UNDO:
        text = words.HOLD % text[len(words.UNDO) - 2 :]
    program.app.flash(text if len(text) <= _LINE else words.HOLD % words.IT, ms)


def told(program):
    """Return what record holding `*` takes back."""
    app = program.app
    record = app.journal.read(app.fold.undoable())
    if record is None:
        return words.NO_UNDO
    _, kind, a, b, c, _, _, _ = records.unpack(record)
    label = program.label(words, kind, a, b, c)
    if not label and kind in program.BY_SEAT:
        label = app.view.say(words.UNDO_BY % (words.ACTIONS[kind], "%s"), a)
    return label or words.UNDO % words.ACTIONS[kind]


def hash(program, ms, sheet):
    """Ask for the menu, or do what the memory needs first."""
    app = program.app
    if app.journal.foreign and sheet.phase == EMPTY:
        from tabledevice.programs.erasing import Erasing

        program.dialog = Erasing(app)
    elif program.may_set_up() and app.may_free():
        from tabledevice import freeing

        freeing.free_oldest(app, ms)
    elif program.may_set_up() or program.may_leave(sheet):
        program.wants_menu = True
    else:
        app.refuse(texts.NOTHING_HERE, ms)
