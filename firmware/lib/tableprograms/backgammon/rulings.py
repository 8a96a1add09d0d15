"""Rare in a match: the director's clock from now on, points that no game has decided, claims in the own turn.

Loaded only if a log holds such a record; most matches have none.
Sources: docs/rules/backgammon.md, "Clock", "Breaks, lateness, penalties".
"""

from micropython import const

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.clock import FISCHER, LONGEST, LONGEST_OVERTIME, NOBODY, SUDDEN
from tablecore.sheets import MOST
from tablecore.sheets.sheet import EMPTY, READY

#: the phase before the dice of a turn; the next one follows them
_TURN = const(3)


def introduce(sheet, method, seconds, rest, ms, reserve):
    """Give both seats a clock with `reserve` ms; return whether that is possible.

    `rest` is 1 if the clock begins with its delay added, plus 2 x minutes of overtime.
    """
    if not READY <= sheet.phase < sheet.RESULT or not SUDDEN <= method <= FISCHER:
        return False
    delay = seconds * 1000
    overtime = (rest >> 1) * 60000
    if not 0 < reserve <= LONGEST - delay or overtime > LONGEST_OVERTIME:
        return False
    before = sheet.clock
    if before.flagged != NOBODY or before.check_flag(ms) != NOBODY:
        return False
    clock = clockforms.make()
    for seat in range(2):
        clock.set(seat, method, reserve, delay, rest & 1)
        clock.set_overtime(seat, overtime)
    if before.turn != NOBODY:
        # the move continues with the new time when somebody presses resume
        clock.turn = before.turn
        clock.since = ms
        if sheet.pause == NOBODY:
            sheet.pause = kinds.DIRECTOR
    sheet.clock = clock
    return True


def award(sheet, seat, points, reason):
    """Give points to a seat; return whether that is possible. A seat with the match length has won."""
    if seat > 1 or sheet.phase == EMPTY or sheet.phase >= sheet.RESULT:
        return False
    if points > (sheet.length or MOST) - sheet.score[seat]:
        return False
    sheet.score[seat] += points
    if reason == kinds.LONG_BREAK:
        # this settles the excess time of the break
        sheet.overrun[1 - seat] = 0
    if sheet.score[seat] == sheet.length:
        # the match is won without the result of a game: `take_back` recognises this
        sheet.back = sheet.phase
        sheet.phase = sheet.OVER
        sheet.champion = seat
        sheet.winner = NOBODY
    return True


def take_back(sheet, seat, points):
    """Take awarded points back; return whether that is possible. A match that they won continues."""
    if seat > 1 or sheet.phase == EMPTY or sheet.phase == sheet.RESULT:
        return False
    if not 0 < points <= sheet.score[seat]:
        return False
    if sheet.phase == sheet.OVER:
        if sheet.winner != NOBODY or sheet.champion != seat:
            return False
        sheet.phase = sheet.back
        sheet.champion = NOBODY
        if sheet.clock.turn != NOBODY and sheet.pause == NOBODY:
            sheet.pause = kinds.DIRECTOR
    sheet.score[seat] -= points
    return True


def is_in_own_turn(sheet):
    """Return whether the result that waits, or just ended, was claimed or conceded within the own turn."""
    if sheet.how == kinds.CONCEDED:
        by = 1 - sheet.winner
    else:
        by = sheet.winner if sheet.how == kinds.CLAIMED else NOBODY
    return _TURN <= sheet.back <= _TURN + 1 and by < 2 and by == sheet.turn
