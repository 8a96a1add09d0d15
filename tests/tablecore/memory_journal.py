"""A journal in memory that may forget and fail, for the board's end of the link."""

from tablecore import records
from tablesim.hostile import MemoryJournal


class FailingJournal(MemoryJournal):
    """Acknowledged records may be dropped, as in the ring; a record may be unreadable or refused."""

    def __init__(self, number=0x1234ABCD):
        super().__init__(number)
        self.unreadable = set()
        self.refusing = set()

    def add(self, kind=records.DICE, ms=0, **fields):
        """Write a record, a throw of 6 and 2 unless told otherwise; return its sequence."""
        return super().add(kind, ms=ms, **{"b": 6, "c": 2, **fields})

    def read(self, seq):
        """Return a record's bytes, or None when it is not held or cannot be read."""
        self.refuses = seq in self.refusing
        if seq < self.first or self.refuses or seq in self.unreadable:
            return None
        return super().read(seq)

    def free(self, keep):
        """Forget acknowledged records except the last `keep`."""
        self.first = max(self.first, self.acked - keep)
