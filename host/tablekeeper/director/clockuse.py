"""How long each move of a match took, by the clocks of its boards. Pure.

The records of a match are folded as the board folds them, so pauses, restarts and what was taken back are
left out as they are on the clock. A move ends when its seat's clock no longer runs for it: by a press, a
centred clock or a fallen flag. The move that goes on is not among them.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablecore import records
from tablecore.clock import NOBODY
from tablecore.sheets.fold import Fold
from tablekeeper.games.view import ClockMove


def moves(held: Mapping[int, bytes]) -> tuple[ClockMove, ...]:
    """Return the moves of one log segment: its records that count by sequence, the opening record first."""
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
            # the record may be written later than the flag fell
            found.append(ClockMove(seq, game, turn, min(used, lasts + extra)))
        elif clock.turn != turn or again:
            found.append(ClockMove(seq, game, turn, used))
    return tuple(found)
