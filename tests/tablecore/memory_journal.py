"""A journal in plain memory: what the board's end of the link asks of one, and nothing else."""

from tablecore import records


class MemoryJournal:
    """Keeps records in a dictionary; what is acknowledged may be forgotten, as in the board's ring."""

    def __init__(self, number=0x1234ABCD):
        self.id = number
        self.first = 1
        self.last = 0
        self.acked = 0
        self.records = {}
        self.unreadable = set()
        self.refusing = set()
        self.refuses = False

    def append(self, kind=records.DICE, a=0, b=6, c=2, ms=0, p=0, q=0):
        """Write a record; return its sequence."""
        self.last += 1
        self.records[self.last] = records.pack(self.id, self.last, kind, a, b, c, ms, p, q)
        return self.last

    def read(self, seq):
        """Return a record's bytes, or None when it is not held or cannot be read."""
        self.refuses = seq in self.refusing
        if seq < self.first or self.refuses or seq in self.unreadable:
            return None
        return self.records.get(seq)

    def acknowledge(self, seq):
        """Note what the host has stored."""
        self.acked = max(self.acked, seq)

    def free(self, keep):
        """Forget acknowledged records but the last `keep`."""
        self.first = max(self.first, self.acked - keep)
