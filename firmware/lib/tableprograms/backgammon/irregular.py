"""What players do at the wrong moment: a cube in the Crawford game, dice before the other's turn is over.

Loaded only then. Source: docs/rules/backgammon.md, "The game and the match"; regulations, "During the
Crawford game", "Premature roll stands".
"""

from micropython import const

from tablecore import records
from tabledevice.texts import irregular as words
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon import texts

#: unloaded after use
RARE = True

#: the same modes as in `keys`
_ACCEPTED = const(8)
_VOID = const(9)


def question(mode):
    """Return the question of a mode."""
    if mode == _VOID:
        return words.ASK_VOID
    return words.ASK_TOO_SOON if mode == _VOID + 1 else words.ASK_ONE_DIE


def answered(app, ms, mode, seat, sheet):
    """Record what this seat has answered with its button to the question of this mode."""
    if mode == _VOID:
        app.record(records.DOUBLE, seat, 0, match.VOID, ms)
    elif mode != _ACCEPTED:
        _too_soon(app, ms, seat, sheet)
    elif sheet.crawford == match.NOW:
        app.record(records.DOUBLE, 1 - seat, sheet.cube + 1, match.IN_CRAWFORD, ms)
        app.flash(words.MAY_BE_VOID, ms)
    else:
        app.record(records.DOUBLE, 1 - seat, sheet.cube + 1, match.ACCEPTED, ms)


def _too_soon(app, ms, seat, sheet):
    # the dice that were typed last were thrown by this seat, before the other's turn was over
    first, second = sheet.dice
    typed = app.journal.last
    if seat == sheet.turn:
        app.refuse(texts.NOT_ASKED, ms)
    elif app.holds_game() and app.fold.prepare(typed):
        # the dice that they replaced count again
        app.record(records.UNDO, 0, 0, 0, ms, typed)
        app.record(records.DICE, seat, first, second, ms, match.TOO_SOON)
        app.flash(words.NO_CUBE_THEN, ms)
