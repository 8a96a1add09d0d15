"""Combines the segments of a match into its valid records and the discarded ones.

A match may move from board to board. Each segment names a board, and `LogSegment` holds the segment's
records. When the match moves, the segment ends: after a record that the director names, or at the hall time
of the handover. Records that the old board writes later stay visible in its log but never count. A record
whose time is not known yet is listed as discarded until the time is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tablecore import records
from tablecore.sheets.sheet import Sheet
from tablekeeper.director.ledger import JournalLog
from tablekeeper.director.logfold import LogFold, LoggedThrow, LogSegment, cut_log_segment
from tablekeeper.games.registry import GAMES
from tablekeeper.games.view import FinishedGame
from tablekeeper.languages import _
from tablekeeper.store import Segment

#: sequence in the present journal -> hall ms of the record; None if unknown
TimeOf = Callable[[int], int | None]


@dataclass(frozen=True, slots=True)
class Part:
    """A segment with its stored records."""

    segment: Segment
    #: the valid part of the log segment; None if the board has not begun it, or no record is valid
    log_segment: LogSegment | None = None
    #: the state at the end of the log segment, or its present state
    sheet: Sheet | None = None
    #: the fold that made the sheet: the journal's live fold, or a separate one for a closed segment
    fold: LogFold | None = None
    #: last valid sequence; None while the segment is open
    cut: int | None = None
    #: last sequence of the log segment in the log, None while the segment is open
    last: int | None = None
    #: records written after the end: discarded records
    strays: tuple[int, ...] = ()

    @property
    def games(self) -> tuple[FinishedGame, ...]:
        """The valid games that ended in this part."""
        finishes = () if self.log_segment is None else self.log_segment.finishes
        return tuple(finish.game for finish in finishes)

    @property
    def throws(self) -> Sequence[LoggedThrow]:
        """The throws in the valid part, including undone ones."""
        return () if self.log_segment is None else self.log_segment.throws

    def is_stray(self, seq: int) -> bool:
        """Return whether a record of the log segment is after the segment's end."""
        return self.cut is not None and seq > self.cut


def ended(segment: Segment) -> bool:
    """Return whether a handover has ended a segment."""
    return segment.to_seq is not None or segment.ended_ms is not None


def cut_of(segment: Segment, log_segment: LogSegment, log: JournalLog, time_of: TimeOf) -> int:
    """Return the last valid sequence of a log segment for its ended segment.

    Records up to `to_seq` are always valid. With `ended_ms`, the records up to the last one that is known to
    be from before this time are valid, too: a log is in order of time.
    """
    certain = log_segment.first - 1 if segment.to_seq is None else segment.to_seq
    if segment.ended_ms is None:
        return certain
    for seq in reversed(log.held(max(log_segment.first, certain + 1), log_segment.last)):
        at = time_of(seq)
        if at is not None and at <= segment.ended_ms:
            return seq
    return certain


def part_of(segment: Segment, log_segment: LogSegment, log: JournalLog, time_of: TimeOf) -> Part:
    """Return the part of a match for a segment and its log segment."""
    if not ended(segment):
        return Part(segment, log_segment, log.fold.sheet_of(log_segment), log.fold, last=log_segment.last)
    cut = cut_of(segment, log_segment, log, time_of)
    fold, counted = cut_log_segment(
        log_segment, log.held(log_segment.first, min(cut, log_segment.last or cut)), log.records.get
    )
    strays = tuple(
        seq
        for seq in log.held(max(cut + 1, log_segment.first), log_segment.last)
        if _is_action(log.records[seq])
    )
    sheet = counted.sheet if counted is not None else None
    return Part(segment, counted, sheet, fold, cut, log_segment.last, strays)


def _is_action(record: bytes) -> bool:
    # a start of the board, or a fault of a part, is not an action of a player
    return record[4] < records.FAULT and not records.FLAGS[record[4]] & records.TIME_BASE


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """The history of a match and its present state."""

    parts: tuple[Part, ...]
    games: tuple[FinishedGame, ...]
    #: the last part that has begun, None before the first
    last: Part | None
    strays: int
    problems: tuple[str, ...]


def course_of(parts: Sequence[Part]) -> MatchCourse:
    """Return the course of a match from its parts, in the order of its segments."""
    games = tuple(game for part in parts for game in part.games)
    begun = [part for part in parts if part.log_segment is not None]
    problems = [sentence for part in begun if part.log_segment for sentence in part.log_segment.problems()]
    for earlier, later in pairwise(begun):
        if earlier.sheet is not None and later.log_segment is not None:
            score, start = GAMES.of(earlier.sheet.PROGRAM).score(earlier.sheet), later.log_segment.start
            if score != start:
                problems.append(
                    _(
                        "the match was handed over at %(start)s-%(start2)s, but its games before that "
                        "give %(score)s-%(score2)s",
                        start=start[0],
                        start2=start[1],
                        score=score[0],
                        score2=score[1],
                    )
                )
    return MatchCourse(
        parts=tuple(parts),
        games=games,
        last=begun[-1] if begun else None,
        strays=sum(len(part.strays) for part in parts),
        problems=tuple(problems),
    )
