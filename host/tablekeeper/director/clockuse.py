"""Computes the time of each move of a match, by the clocks of its boards. Pure.

The records of a match are folded as on the board, so pauses, restarts and undone moves do not count, as on
the clock. A move ends when its seat's clock stops for it: by a press, a centred clock or a fallen flag. The
move in progress is not included.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablecore import records
from tablecore.clock import NOBODY
from tablecore.sheets.fold import Fold
from tablekeeper.games.view import ClockMove


def moves(held: Mapping[int, bytes]) -> tuple[ClockMove, ...]:
    """Return the moves of one log segment; `held` are its valid records by sequence, from the opening on."""
    fold = Fold(held.get)
    found: list[ClockMove] = []
    for seq in sorted(held):
        _, kind, _, _, _, ms, target, _ = fields = records.unpack(held[seq])
        clock = fold.sheet.clock
        turn, running, flagged = clock.turn, clock.running, clock.flagged
        since, game = clock.since, int(fold.sheet.game or fold.sheet.games + 1)
        used = clock.used + (max(0, ms - since) if running else 0)
        lasts = -1 if turn == NOBODY else clock.lasts(turn)
        extra = 0 if turn == NOBODY or clock.fell[turn] else clock.overtime[turn]
        done = fold.apply(*fields)
        clock = fold.sheet.clock
        if kind == records.UNDO:
            if done:
                found = [move for move in found if move.seq < target]
            continue
        if turn == NOBODY or records.FLAGS[kind] & records.TIME_BASE:
            continue
        again = kind == records.PRESS and running and clock.running and clock.since != since
        if clock.flagged != flagged:
            # the record may have been written after the fall of the flag
            found.append(ClockMove(seq, game, turn, min(used, lasts + extra)))
        elif clock.turn != turn or again:
            found.append(ClockMove(seq, game, turn, used))
    return tuple(found)
