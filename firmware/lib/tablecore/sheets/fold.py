"""Folds a log into its sheet, undo included.

Undo is a record, too: it names the first record it takes back, and with it goes everything after
that one. The fold then starts again from its mark (the beginning of the game) and leaves out what
was taken back. Two things are never left out: the passing of power and of time (boot, sitting),
which no press can take back. And time that did not pass does not pass afterwards: if the clock stood
still when the undo came, it has stood still since the first record taken back, and waits for a resume.

Where records are missing, the clock stops at the last one before: nobody is charged for what nobody knows.
"""

from tablecore import records, sheets

#: what no undo takes back
_LASTING = (records.BOOT, records.SITTING, records.SEAL)
#: Records between the mark and an undo at most: no game is longer, and a sequence number from nowhere
#: must not keep anybody busy.
LONGEST_GAME = 4096
_COMMIT = (records.COMMIT,)
#: what may come from the director: then q is the command's id
_DIRECTED = (records.RESULT, records.CONFIRM, records.PAUSE, records.CLOCK, records.AWARD)
#: what a player did and can take back
_ACTIONS = (
    records.OPENING, records.DICE, records.PRESS, records.DOUBLE, records.TAKE, records.DROP, records.RESULT,
    records.CONFIRM, records.REJECT, records.PAUSE, records.RESUME, records.CLOCK,
    records.PAWN, records.ROLL, records.CANCEL,
    records.START, records.BATTLE, records.OUT, records.COUNT, records.TALLY,
)


class Fold:
    """A sheet, and where in the log it stands.

    `read(seq)` returns a record's 24 bytes, or None when it is not held. `stopped` is the sequence
    of a record this version does not understand (0: none); from there on nothing is folded.

    A table that is set up for another kind of game gets another sheet, at the commit of the run.
    """

    def __init__(self, read, sheet=None):
        self.sheet = sheet or sheets.make(sheets.BACKGAMMON)
        self.read = read
        self.seq = 0
        self.stopped = 0
        self.mark_seq = 0
        self._mark = sheets.pack(self.sheet)
        self._spans = []
        # the sheet of another kind of game, while its run has not been committed
        self._coming = None

    def apply(self, record):
        """Fold the next record (24 bytes whose CRC has been checked)."""
        if self.stopped:
            return
        seq, kind, a, b, c, ms, p, q = records.unpack(record)
        if self.seq and seq != self.seq + 1:
            self._lose_sight()
        if kind == records.UNDO:
            self.seq = seq
            self._undo(seq, p)
            return
        if kind < 128 and kind not in records.KNOWN:
            self.stopped = seq
            return
        if kind in records.OPENERS and a > self._open(records.OPENERS.index(kind)).VERSION:
            self._coming = None
            self.stopped = seq
            return
        if self._coming is not None and kind < 128 and kind not in self._coming.RUN_KINDS + _COMMIT:
            # a run that was never committed has no effect
            self._coming = None
            self.sheet.odd += 1
        self.seq = seq
        coming = self._coming
        done = (coming or self.sheet).apply(seq, kind, a, b, c, ms, p, q)
        if coming is not None and kind == records.COMMIT:
            self._coming = None
            if done:
                coming.odd += self.sheet.odd
                self.sheet = coming
            else:
                self.sheet.odd += 1
        if done and (kind == records.GAME or kind == records.COMMIT or kind == records.CLOSE):
            self.set_mark(seq)

    def _open(self, program):
        # the sheet that a run begins; a run of this sheet's own has its draft there
        if program == self.sheet.PROGRAM:
            self._coming = None
            return self.sheet
        if self._coming is None or self._coming.PROGRAM != program:
            self.sheet.forget_run()
            self._coming = sheets.make(program)
        return self._coming

    def set_mark(self, seq):
        """Make the present state the one that undo goes back to at most."""
        # first, because it may fail: a mark is kept whole or not at all; as `sheets.pack` does it, which
        # is not called because a board's calls must stay shallow
        state = bytes((self.sheet.PROGRAM,)) + self.sheet.pack()
        self.mark_seq = seq
        self._mark = state
        self._spans = []

    def mark(self):
        """Return (sequence, state) of the mark: what a snapshot keeps."""
        return self.mark_seq, self._mark

    def restore(self, seq, state):
        """Begin from a snapshot: what `mark` returned."""
        self.sheet = sheets.unpack(state, self.sheet)
        self._coming = None
        self.seq = seq
        self.stopped = 0
        self.mark_seq = seq
        self._mark = state
        self._spans = []

    def is_undone(self, seq):
        """Return whether a record of the current game has been taken back."""
        for first, last, _ in self._spans:
            if first <= seq <= last:
                return True
        return False

    def undoable(self):
        """Return the sequence of the last action that can be taken back, 0 when there is none.

        A game that the director has sealed, a fallen flag and what the director did stay.
        """
        seq = self.seq
        if self.sheet.sealed and self.sheet.sealed >= self.sheet.games and not self.sheet.in_game():
            return 0
        while seq > self.mark_seq and self.seq - seq < LONGEST_GAME:
            if not self.is_undone(seq):
                record = self.read(seq)
                if record is None:
                    return 0
                kind = record[4]
                if kind == records.FLAG or kind == records.SEAL or kind == records.CORRECT:
                    return 0
                if kind == records.RESULT and record[7] == records.ON_TIME:
                    return 0
                if kind in _DIRECTED and records.unpack(record)[7]:
                    return 0
                if kind == records.PAUSE and record[7]:
                    # the end of a break came by itself
                    seq -= 1
                    continue
                if kind in _ACTIONS:
                    return seq
            seq -= 1
        return 0

    def _undo(self, seq, target):
        self._coming = None
        if target <= self.mark_seq or target >= seq or seq - self.mark_seq > LONGEST_GAME:
            self.sheet.odd += 1
            return
        stood = -1
        if not self.sheet.clock.running:
            record = self.read(target)
            if record is not None:
                stood = records.unpack(record)[5]
        kept = [span for span in self._spans if span[0] < target]
        kept.append((target, seq, stood))
        self._spans = kept
        odd = self.sheet.odd
        self.sheet.unpack(self._mark, 1)
        for place in range(self.mark_seq + 1, seq):
            record = self.read(place)
            if record is None:
                self._lose_sight()
                continue
            if record[4] == records.UNDO:
                self._stand_still(place)
            elif record[4] in _LASTING or not self.is_undone(place):
                place, kind, a, b, c, ms, p, q = records.unpack(record)
                self.sheet.apply(place, kind, a, b, c, ms, p, q)
        self._stand_still(seq)
        self.sheet.odd = odd

    def _lose_sight(self):
        # records are missing: nobody is charged for what nobody knows, the clock waits for a resume
        sheet = self.sheet
        if sheet.clock.running:
            sheet.clock.pause(sheet.last_ms)
            sheet.pause = records.POWER

    def _stand_still(self, undo):
        # what a break was, an undo of its beginning must not charge to anybody
        clock = self.sheet.clock
        for _, last, stood in self._spans:
            if last == undo and stood >= 0 and clock.running and clock.pause(stood):
                self.sheet.pause = records.CONTESTED
