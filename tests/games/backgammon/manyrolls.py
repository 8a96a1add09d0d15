"""Legal plays of many rolls at once: a second generator, of another make, on bit masks in numpy arrays.

A mask has bit p for point p, 25 for the bar. Whether a checker may leave a point depends on three masks:
where the mover stands, where with more than one checker, and where the other player holds no point. The last
one stays the same through a whole play, because a blot that is hit and a blot that hits are both no obstacle.

Each position has to come once. A double's steps are tried from the highest point down, and then a set of
origins is a play of its own. The plays of two different numbers are pairs: the origin by the higher, the
origin by the lower. Two pairs lead to the same position only if

- one checker makes both steps, by way of either middle point, and hits on neither;
- both steps bear off, with numbers that could be exchanged.

`tablekeeper.games.backgammon.plays` makes lists for one roll; nothing here comes from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
"""Indices, origins, dice or masks, one for each roll or play."""

Counts = NDArray[np.int8]
"""Positions of 26 counts, as `tablekeeper.games.backgammon.board.View`: shape (n, 26)."""

Origins = NDArray[np.int8]
"""The points that the steps of plays leave, 0 for no step: shape (m, 4)."""

_BAR = 1 << 25
_BIT = np.array([0] + [1 << point for point in range(1, 26)])
"""A point's mask; 0 (off) has none."""
_UP_TO = np.array([(2 << point) - 1 for point in range(26)])
_ABOVE = ~_UP_TO & (2 * _BAR - 1)


def _bears_off(die: int, home: int) -> int:
    """Return the mask of the origin from which `die` bears off; `home` is the mask of all the mover's
    checkers, on points 1 to 6.
    """
    highest = home.bit_length() - 1
    return home & 1 << die or (1 << highest if 0 < highest < die else 0)


_BEAR_OFF = np.array([[_bears_off(die, home & ~1) for home in range(128)] for die in range(7)]).ravel()
"""`_bears_off` at index 128 x die + home."""


def many_plays(views: Counts, dice: Ints) -> tuple[Ints, Counts]:
    """Return all positions after a legal play of each roll: (the roll's index, the position).

    `views` (n, 26) are positions from the mover's side, `dice` (n, 2) the numbers 1 to 6. The answer's arrays
    are (m,), with ascending indices, and (m, 26). No position comes twice for a roll; a roll without any
    legal play has the position before it.
    """
    views = np.ascontiguousarray(views, np.int8)
    high, low = dice.max(axis=1), dice.min(axis=1)
    doubles, pairs = np.flatnonzero(high == low), np.flatnonzero(high != low)
    found = [(doubles[roll], origins) for roll, origins in _doubles(views[doubles], high[doubles])]
    found += [(pairs[roll], origins) for roll, origins in _pairs(views[pairs], high[pairs], low[pairs])]
    roll = np.concatenate([roll for roll, _ in found])
    origins = np.concatenate([origins for _, origins in found])
    order = np.argsort(roll, kind="stable")
    roll, origins = roll[order], origins[order]
    return roll, _played(views, roll, origins, high, low)


def _mask(where: NDArray[np.bool_]) -> Ints:
    """Return the slots (n, 26) as masks (n,)."""
    return np.packbits(where, axis=1, bitorder="little").view("<u4")[:, 0].astype(np.int64)


def _points(masks: Ints) -> tuple[Ints, Ints]:
    """Return each bit of the masks (n,): (index of the mask, point)."""
    octets = masks.astype("<u4").view(np.uint8).reshape(-1, 4)
    bits = np.flatnonzero(np.unpackbits(octets, axis=1, bitorder="little"))
    return bits >> 5, bits & 31


def _sources(own: Ints, free: Ints, die: Ints) -> Ints:
    """Return the masks of the origins that a checker may leave with `die`."""
    moves = own & free << die & _ABOVE[die]
    moves |= np.where(own >> 7, 0, _BEAR_OFF[128 * die + (own & 127)])
    return np.where(own & _BAR, moves & _BAR, moves)


def _columns(plays: int, origins: dict[int, Ints]) -> Origins:
    """Return the origins of plays of one or two steps: column 0 by the higher number, 1 by the lower."""
    columns = np.zeros((plays, 4), np.int8)
    for column, origin in origins.items():
        columns[:, column] = origin
    return columns


def _pairs(views: Counts, high: Ints, low: Ints) -> list[tuple[Ints, Origins]]:
    """Return the plays of rolls with two different numbers: (the roll's index, origins) of each kind."""
    own, several, free = _mask(views > 0), _mask(views > 1), ~_mask(views < -1)

    def two_steps(first: Ints, second: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Return the plays (roll, first origin, second origin), and the masks of the second origins at
        index 32 x roll + first origin.
        """
        roll, origin = _points(_sources(own, free, first))
        left = own[roll] & ~(_BIT[origin] & ~several[roll])
        left |= _BIT[np.maximum(origin - first[roll], 0)]
        following = _sources(left, free[roll], second[roll])
        table = np.zeros(32 * len(own), np.int64)
        table[32 * roll + origin] = following
        play, then = _points(following)
        return roll[play], origin[play], then, table

    rolls, highs, lows, high_first = two_steps(high, low)
    other_rolls, other_lows, other_highs, low_first = two_steps(low, high)
    new = np.flatnonzero(~high_first[32 * other_rolls + other_highs] >> other_lows & 1)
    roll = np.concatenate([rolls, other_rolls[new]])
    by_high = np.concatenate([highs, other_highs[new]])
    by_low = np.concatenate([lows, other_lows[new]])

    def possible(roll: Ints, by_high: Ints, by_low: Ints) -> NDArray[np.bool_]:
        ways = high_first[32 * roll + by_high] >> by_low | low_first[32 * roll + by_low] >> by_high
        return ways & 1 == 1

    keep = np.ones(len(roll), bool)
    # one checker with the lower number first: it is left out if the higher first leads to the same position
    one = np.flatnonzero((by_high == by_low - low[roll]) & (by_low > high[roll]))
    middle = by_low[one] - high[roll[one]]
    no_hit = (views[roll[one], middle] != -1) & (views[roll[one], by_high[one]] != -1)
    keep[one[no_hit & possible(roll[one], by_low[one], middle)]] = False
    both_off = np.flatnonzero((by_low <= low[roll]) & (by_high < by_low))
    keep[both_off[possible(roll[both_off], by_low[both_off], by_high[both_off])]] = False
    roll, by_high, by_low = roll[keep], by_high[keep], by_low[keep]

    played = np.zeros(len(views), bool)
    played[roll] = True
    found = [(roll, _columns(len(roll), {0: by_high, 1: by_low}))]
    # else the higher number alone, else the lower alone, else none
    for column, die in enumerate((high, low)):
        rest = np.flatnonzero(~played)
        index, origin = _points(_sources(own[rest], free[rest], die[rest]))
        found.append((rest[index], _columns(len(index), {column: origin})))
        played[rest[index]] = True
    rest = np.flatnonzero(~played)
    return [*found, (rest, _columns(len(rest), {}))]


def _doubles(views: Counts, die: Ints) -> list[tuple[Ints, Origins]]:
    """Return the plays of doubles: (the roll's index, origins), those of fewer steps first."""
    own, free = _mask(views > 0), ~_mask(views < -1)
    roll = np.arange(len(views))
    last = np.full(len(views), 25)
    origins = np.zeros((len(views), 4), np.int8)
    most = np.zeros(len(views), np.int64)
    ends = []
    for steps in range(4):
        following = _sources(own, free[roll], die[roll]) & _UP_TO[last]
        stuck = np.flatnonzero(following == 0)
        most[roll[stuck]] = steps
        ends.append((steps, roll[stuck], origins[stuck]))
        play, last = _points(following)
        roll, origins = roll[play], origins[play]
        count = np.maximum(views[roll, last], 0)
        for before in range(steps):
            count += origins[:, before] - die[roll] == last
            count -= origins[:, before] == last
        own = own[play] & ~np.where(count == 1, _BIT[last], 0) | _BIT[np.maximum(last - die[roll], 0)]
        origins[:, steps] = last
    most[roll] = 4
    ends.append((4, roll, origins))
    found = []
    for steps, roll, origins in ends:
        longest = most[roll] == steps
        found.append((roll[longest], origins[longest]))
    return found


def _played(views: Counts, roll: Ints, origins: Origins, high: Ints, low: Ints) -> Counts:
    """Return the positions (m, 26) after these steps, the first by the higher number, the others by the
    lower.
    """
    positions = views[roll]
    slots, original = positions.reshape(-1), views.reshape(-1)
    before = np.zeros(len(roll), np.int64)
    for step, die in enumerate((high, low, low, low)):
        some = np.flatnonzero(origins[:, step])
        origin = origins[some, step].astype(np.int64)
        target = np.maximum(origin - die[roll[some]], 0)
        on = target > 0
        # steps to the same point follow each other: only the first of them hits
        hit = on & (original[26 * roll[some] + target] == -1) & (target != before[some])
        before[some] = target
        slots[26 * some + origin] -= 1
        slots[26 * some + target] += on.view(np.int8) + hit.view(np.int8)
        slots[26 * some] -= hit
    return positions
