"""The durations of moves, from the boards' logs: every press ends a seat's move. Pure.

Undone records, and records after the end of a match's segment at a board, do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablecore import records
from tablecore.sheets.fold import Fold
from tablekeeper.director.ledger import JournalLog
from tablekeeper.director.logfold import LogSegment


@dataclass(frozen=True, slots=True)
class TimedMove:
    """A move: its part of the match, its seat, and the time that its clock ran (ms)."""

    log_segment: LogSegment
    seq: int  # of the press that ended it
    seat: int
    ms: int


def moves_of(log: JournalLog) -> Iterator[TimedMove]:
    """Yield the valid moves of a journal, in order. This folds the journal once more."""
    fold = Fold(log.records.get)
    for seq in log.held(1, log.folded):
        fields = records.unpack(log.records[seq])
        kind, seat, ms = fields[1], fields[2], fields[5]
        if kind == records.PRESS and seq not in log.fold.undone and seq not in log.fold.odd:
            clock = fold.sheet.clock
            log_segment = log.log_segment_at(seq)
            if log_segment is not None and clock.turn == seat and clock.running:
                yield TimedMove(log_segment, seq, seat, clock.used + max(0, ms - clock.since))
        fold.apply(*fields)
