"""The ledger of one board: all its journals as they arrive, folded up to the first missing record.

Records may arrive twice, late or in any order. The ledger's state depends only on its records and on the
sequence up to which a journal is complete, according to the store. A missing record after that sequence stops
the fold until it arrives, so a wrong score is never shown. A missing record before it is a real gap: the
board itself has lost it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable

from tablecore import records
from tablecore.sheets.sheet import Sheet
from tablekeeper.director.logfold import LogFold, LogSegment
from tablekeeper.languages import _
from tablekeeper.store import Store


class JournalLog:
    """One journal: its records by sequence, and their fold."""

    def __init__(self, uid: str, journal: int) -> None:
        self.uid = uid
        self.journal = journal
        self.records: dict[int, bytes] = {}
        self.complete = 0
        self.folded = 0
        self._sorted: list[int] = []
        self.fold = LogFold(uid, journal, self.records.get)

    def add(self, fresh: Iterable[bytes], complete: int) -> bool:
        """Add records and the sequence up to which the journal is complete; return whether it has changed."""
        news = False
        again = False
        for record in fresh:
            fields = records.unpack(record)
            seq = fields[0]
            if seq in self.records:
                continue
            self.records[seq] = record
            insort(self._sorted, seq)
            news = True
            if seq == self.folded + 1:
                self.fold.take(fields)
                self.folded = seq
            elif seq <= self.folded:
                again = True
        self.complete = max(self.complete, complete)
        if again:
            # a record that counted as lost has arrived: fold again, with it
            self.folded = 0
            self.fold = LogFold(self.uid, self.journal, self.records.get)
        return self._go_on() or news

    def _go_on(self) -> bool:
        start = self.folded
        while True:
            record = self.records.get(self.folded + 1)
            if record is None:
                if self.folded >= self.complete:
                    return self.folded != start
                # a real gap: continue with the next record that is held, or at the end of the complete part
                place = bisect_right(self._sorted, self.folded)
                later = self._sorted[place] if place < len(self._sorted) else self.complete + 1
                self.folded = min(later - 1, self.complete)
                continue
            self.fold.take(records.unpack(record))
            self.folded += 1

    def held(self, first: int, last: int | None) -> list[int]:
        """Return the present sequences from `first` to `last` (None: to the end), in order."""
        start = bisect_left(self._sorted, first)
        return self._sorted[start : None if last is None else bisect_right(self._sorted, last)]

    def log_segment_at(self, seq: int) -> LogSegment | None:
        """Return the match segment with a record, or None."""
        log_segments = self.fold.log_segments
        place = bisect_right(log_segments, seq, key=lambda log_segment: log_segment.first)
        if not place:
            return None
        found = log_segments[place - 1]
        return found if found.last is None or seq <= found.last else None

    @property
    def waiting(self) -> bool:
        """Whether there are records after missing ones that may still arrive."""
        return bool(self._sorted) and self._sorted[-1] > self.folded


class BoardLog:
    """All journals of one board, in the order they first appeared."""

    def __init__(self, uid: str, edition: int = 0) -> None:
        self.uid = uid
        #: increases when records were replaced: then data derived from the log must be computed again
        self.edition = edition
        self.journals: dict[int, JournalLog] = {}

    def begin(self, journal: int) -> JournalLog:
        """Return the log of a journal; make a new one if necessary."""
        log = self.journals.get(journal)
        if log is None:
            log = self.journals[journal] = JournalLog(self.uid, journal)
        return log

    def add(self, journal: int, fresh: Iterable[bytes], complete: int) -> bool:
        """Add records of a journal that is complete up to a sequence; return whether anything changed."""
        return self.begin(journal).add(fresh, complete)

    @property
    def live(self) -> JournalLog | None:
        """The journal that the board writes now: the newest one."""
        return next(reversed(self.journals.values()), None)

    @property
    def sheet(self) -> Sheet | None:
        """The present sheet of the board, None before its first record."""
        return self.live.fold.sheet if self.live else None

    @property
    def current(self) -> LogSegment | None:
        """The match part in progress at this board; None if it has no match."""
        return self.live.fold.current if self.live else None

    def log_segment(self, journal: int, first: int) -> LogSegment | None:
        """Return the part that begins with an opening record; None if it does not exist (any more)."""
        log = self.journals.get(journal)
        return (
            None if log is None else next((one for one in log.fold.log_segments if one.first == first), None)
        )

    def log_segments(self) -> list[LogSegment]:
        """Return every match part of every journal, oldest first."""
        return [log_segment for log in self.journals.values() for log_segment in log.fold.log_segments]

    def count(self) -> int:
        """Return the number of records."""
        return sum(len(log.records) for log in self.journals.values())

    def problems(self) -> list[str]:
        """Return a sentence for each part of the board's logs that this host cannot trust or read."""
        found = []
        for log in self.journals.values():
            stopped = log.fold.stopped
            if stopped:
                found.append(
                    _(
                        "record %(stopped)s is of a kind or version that this version does not "
                        "understand: update Tablekeeper; until then the score stands still",
                        stopped=stopped,
                    )
                )
        live = self.live
        if live is not None:
            if live.fold.current is not None:
                found += live.fold.current.problems()
            elif len(self.journals) > 1:
                lost = [log.fold.current for log in list(self.journals.values())[:-1] if log.fold.current]
                if lost and not live.fold.log_segments and lost[-1] is not None:
                    found.append(
                        _(
                            "the board began a new journal in the middle of a match: hand the match "
                            "over to this board or to another one"
                        )
                    )
        return found


def stored_logs(store: Store) -> dict[str, tuple[str, BoardLog]]:
    """Return the stored logs of all boards, with the names of their tables, by uid."""
    found = {}
    for row in store.boards():
        log = BoardLog(row.uid)
        for one in store.journals(row.uid):
            log.add(one.journal, store.records(row.uid, one.journal), one.acked)
        found[row.uid] = (row.called, log)
    return found
