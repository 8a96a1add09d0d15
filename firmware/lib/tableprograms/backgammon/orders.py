"""The director's orders in backgammon: which of them fit now, and what the display says. Loaded for them.

Source: docs/rules/backgammon.md, "Clock", "Breaks, lateness, penalties".
"""

from tablecore import records
from tablecore.sheets.sheet import EMPTY, READY
from tableprograms.backgammon import texts as words

#: unloaded after use
RARE = True


def may_order(sheet, kind, a, b):
    """Return why the director's record cannot be written now, an empty text, or None: as usual."""
    if kind == records.CLOCK or kind == records.AWARD:
        if sheet.phase == EMPTY:
            return "there is no match on this table"
        return "a result waits to be confirmed" if sheet.phase == sheet.RESULT else ""
    if kind == records.RESULT:
        if a > 1 or b > records.WHOLE_MATCH:
            return "the order cannot be read"
        return "" if READY < sheet.phase < sheet.RESULT else "no game is in progress"
    return None


def announce(app, now):
    """Show the points that the director's newest record has given or taken."""
    _, kind, seat, points, _, _, back, _ = records.unpack(app.journal.read(app.journal.last))
    if kind == records.AWARD:
        app.flash(app.view.say((words.TAKEN_BACK if back else words.AWARDED) % ("%s", points), seat), now)
