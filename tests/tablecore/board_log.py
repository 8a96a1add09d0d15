"""A log as a board writes it: a fold that grows record by record."""

from tablecore import records, sheets
from tablecore.sheets.fold import Fold

JOURNAL = 0x5AFE1234


class BoardLog:
    """Writes records and folds them, as a board does."""

    def __init__(self):
        self.records = []
        self.now = 0
        self.fold = Fold(lambda seq: self.records[seq - 1] if 0 < seq <= len(self.records) else None)

    @property
    def sheet(self):
        return self.fold.sheet

    def add(self, kind, a=0, b=0, c=0, p=0, q=0, wait=1000):
        """Write a record `wait` ms after the last one; return whether it had its effect."""
        self.now += wait
        seq = len(self.records) + 1
        self.records.append(records.pack(JOURNAL, seq, kind, a, b, c, self.now, p, q))
        return self.fold.apply(*records.unpack(self.records[-1]))

    def run(self, *rows):
        """Write a run and its commit; return whether it was taken."""
        first = len(self.records) + 1
        for row in rows:
            self.add(*row)
        return self.add(records.COMMIT, len(rows), rows[0][0], 0, first)


def but_the_stamp(sheet):
    """Return a packed sheet without the ms of its last record."""
    stamp, sheet.last_ms = sheet.last_ms, 0
    packed = sheets.pack(sheet)
    sheet.last_ms = stamp
    return packed
