"""The run that sets up a match: its records take effect together, at the commit.

Loaded only during a run, to save memory.
A draft is a list of rows (kind, a, b, c, p, q, sequence). A refused draft does not change the sheet.
"""

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.clock import BYOYOMI_FORM, LONGEST, PLAIN, STAGED, UP
from tablecore.sheets import HIGHEST_CUBE, MOST

NOBODY = 255
#: most records of a run before its commit
LONGEST_RUN = 12
#: most bytes of a packed clock: with the rest of the sheet it must fit a board's snapshot
LARGEST_CLOCK = 190
#: the last one of Crawford's states
AFTER = 2


def clock_of(draft, seats=2):
    """Return the clock that a run sets up; raise ValueError if no such clock is possible."""
    form = PLAIN
    for row in draft:
        if row[0] == kinds.STAGE:
            form = STAGED
        elif row[0] == kinds.TIME and row[2] > UP:
            # each of the methods after these has a class of its own
            form = BYOYOMI_FORM + row[2] - UP - 1
    clock = clockforms.make(seats, form)
    for kind, a, b, c, p, q, _ in draft:
        for seat in range(seats):
            if a == NOBODY or a == seat:
                if kind == kinds.TIME:
                    clock.set(seat, b, p, q, c)
                elif kind == kinds.STAGE:
                    if form != STAGED:
                        raise ValueError("stages go with no periods, rounds or sand")
                    clock.add_stage(seat, c, b, p, q)
                elif kind == kinds.OVERTIME:
                    clock.set_overtime(seat, p)
    if len(clock.pack()) > LARGEST_CLOCK:
        raise ValueError("so many stages of so many seats cannot be kept")
    return clock


def in_range(kind, a, b, c, p, q, length, seats=2):
    """Return whether the numbers in a record of a run are possible in a match of this length."""
    if kind == kinds.TIME:
        return (a < seats or a == NOBODY) and b <= UP and c < 2 and p <= LONGEST and q <= LONGEST - p
    if kind == kinds.SCORE:
        # a side that has reached the match length has won
        return (not length or (a < length and b < length)) and c <= AFTER and p < MOST
    if kind == kinds.CUBE:
        return a <= HIGHEST_CUBE and (b < 2 or b == NOBODY) and (c < 2 or c == NOBODY)
    if kind == kinds.RESERVES:
        return p <= LONGEST and q <= LONGEST and c < 4
    if kind == kinds.STAGE or kind == kinds.OVERTIME:
        return a < seats or a == NOBODY
    return a > 0
