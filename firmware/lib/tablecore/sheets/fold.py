"""Folds a log into its sheet, undo included.

Undo is a record, too: it names the first record it takes back; all later records are taken back
with it. The fold then starts again from its mark (the beginning of the game) and skips the records
taken back. Two kinds are never skipped: boot and sitting, because no press can take back a restart
or time. If the clock was stopped when the undo came, it counts as stopped since the first record
taken back, and waits for a resume.

To make an undo in a long game fast, the fold saves states (steps) in RAM, and starts again from the last
step before the first record taken back. Steps affect only the speed: a step is used only while all
records before it still count, and none is saved where the state alone does not describe what
the records before it did. Spans that were taken back are skipped as a whole.

Where records are missing, the clock stops at the last one before: unknown time is not charged.
"""

from tablecore import records, sheets

#: The most records between the mark and an undo: no game is longer, and a wrong sequence number must not
#: make the board search for a long time.
LONGEST_GAME = 4096
#: Records from one step to the next, and the most steps. When all are in use, every other step is dropped and
#: the distance doubles: up to 504 records an undo folds at most 18 again, up to 1008 (the longest game) 36.
#: The number of steps is even, so that the last one is kept.
STRIDE = 18
STEPS = 28
_COMMIT = (records.COMMIT,)


class Fold:
    """A sheet, and its position in the log.

    `read(seq)` returns a record's 24 bytes, or None if it is not held. `stopped` is the sequence
    of a record this version does not understand (0: none); from there on nothing is folded.

    When a table is set up for another kind of game, it gets another sheet at the commit of the run.
    """

    def __init__(self, read, sheet=None, stride=STRIDE):
        self.sheet = sheet or sheets.make(sheets.BACKGAMMON)
        self.read = read
        self.seq = 0
        self.stopped = 0
        self.mark_seq = 0
        self._mark = sheets.pack(self.sheet)
        # (first, last, ms at which the clock stood still or -1, records in this span that count all the same)
        self._spans = []
        # (sequence, state), oldest first; records folded since the last step; records between two steps
        self.steps = []
        self._since_step = 0
        self._first_stride = stride
        self._stride = stride
        # the sheet of another kind of game, until its run is committed
        self._coming = None

    def apply(self, seq, kind, a, b, c, ms, p, q):
        """Fold the next record, given by its fields (`records.unpack`); return what became of it.

        True: it had its effect (an undo took back the records from p on, a commit began a match, a
        close ended it). False: it is not allowed now, and changed nothing but the time. None: sheets do not
        use it, or the fold has stopped at this record or before.
        """
        if self.stopped:
            return None
        if self._mark is None:
            # nothing may change the sheet before its state is kept
            self.mark()
        if self.seq and seq != self.seq + 1:
            self._lose_sight()
        if kind == records.UNDO:
            self.seq = seq
            # not called from `_strike`, because a board's calls must stay shallow
            if not self._strike(seq, p):
                return False
            self._fold_again(p, seq)
            return True
        if kind < 128 and not records.FLAGS[kind]:
            self.stopped = seq
            return None
        if kind in records.OPENERS and a > self._open(records.OPENERS.index(kind)).VERSION:
            self._coming = None
            self.stopped = seq
            return None
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
        if done and records.FLAGS[kind] & records.MARK:
            self.set_mark(seq)
            return done
        self._since_step += 1
        if self._since_step >= self._stride:
            if len(self.steps) < STEPS:
                self._keep_step(seq)
            else:
                self._thin_out()
        return done

    def _open(self, program):
        # the sheet of a new run for another game; a run for the same game has its draft in this sheet
        if program == self.sheet.PROGRAM:
            self._coming = None
            return self.sheet
        if self._coming is None or self._coming.PROGRAM != program:
            self.sheet.forget_run()
            self._coming = sheets.make(program)
            # an undo would fold its rows into this game's sheet: no later state can be a step
            self._stride = LONGEST_GAME
        return self._coming

    def _keep_step(self, seq):
        # save the present state as a step, if the state alone describes the records up to `seq`
        sheet = self.sheet
        if self._stride == LONGEST_GAME or sheet.in_run() or sheet.mismatch > self.mark_seq:
            return
        try:
            self.steps.append((seq, bytes((sheet.PROGRAM,)) + sheet.pack()))
        except MemoryError:
            # no memory for it: an undo takes longer then
            return
        self._since_step = 0

    def _thin_out(self):
        # keep the last step; the distance to the next one is doubled
        steps = self.steps
        self.steps = [steps[place] for place in range(1, len(steps), 2)]
        self._stride *= 2

    def set_mark(self, seq):
        """Make the present state the mark: no undo goes back beyond it.

        It is packed when it is asked for, or before the next record, because a board shows a game first.
        """
        self.mark_seq = seq
        self._mark = None
        self._forget()

    def _forget(self):
        # at a mark nothing has been taken back yet
        self._spans.clear()
        self.steps.clear()
        self._since_step = 0
        self._stride = self._first_stride

    def mark(self):
        """Return (sequence, state) of the mark, for a snapshot."""
        if self._mark is None:
            # If this fails, it is packed later. It does the same as `sheets.pack`, which is not called
            # because a board's calls must stay shallow
            self._mark = bytes((self.sheet.PROGRAM,)) + self.sheet.pack()
        return self.mark_seq, self._mark

    def restore(self, seq, state):
        """Begin from a snapshot that `mark` returned."""
        self.sheet = sheets.unpack(state, self.sheet)
        self._coming = None
        self.seq = seq
        self.stopped = 0
        self.mark_seq = seq
        self._mark = state
        self._forget()

    def is_undone(self, seq):
        """Return whether a record of the current game has been taken back."""
        for span in self._spans:
            if span[0] <= seq <= span[1]:
                return True
        return False

    def undoable(self, only=0, before=0):
        """Return the sequence of the last action that can be taken back, 0 if there is none.

        With `only` it is the last one of this kind, with `before` the last one before that record.
        A game that the director has sealed, a fallen flag and the director's actions can't be taken back.
        """
        seq = before - 1 if before else self.seq
        if self.sheet.sealed and self.sheet.sealed >= self.sheet.games and not self.sheet.in_game():
            return 0
        spans = self._spans
        at = len(spans) - 1
        while seq > self.mark_seq and self.seq - seq < LONGEST_GAME:
            while at >= 0 and spans[at][0] > seq:
                at -= 1
            if at >= 0 and seq <= spans[at][1]:
                seq = spans[at][0] - 1
                continue
            record = self.read(seq)
            if record is None:
                return 0
            kind = record[4]
            if kind == records.FLAG or kind == records.SEAL or kind == records.CORRECT:
                return 0
            if kind == records.RESULT and record[7] == records.ON_TIME:
                return 0
            if records.FLAGS[kind] & records.DIRECTED and records.unpack(record)[7]:
                return 0
            if kind == records.PAUSE and record[7]:
                # no player ended this break: it ended by itself
                seq -= 1
                continue
            if records.FLAGS[kind] & records.UNDOABLE and (not only or kind == only):
                return seq
            seq -= 1
        return 0

    def prepare(self, target):
        """Prepare an undo of `target`; return whether every record that it folds again can be read.

        The state before `target` becomes a step, so that the undo need not read the same records again.
        """
        sheet = self.sheet
        state = sheet.pack()
        mismatch = sheet.mismatch
        whole = self._fold_again(target, target - 1)
        if whole and self._since_step:
            self._keep_step(target - 1)
        sheet.unpack(state)
        sheet.mismatch = mismatch
        return whole

    def _strike(self, seq, target):
        # strike out the records that the undo `seq` takes back; return whether there are any
        self._coming = None
        if target <= self.mark_seq or target >= seq or seq - self.mark_seq > LONGEST_GAME:
            self.sheet.odd += 1
            return False
        stood = -1
        if not self.sheet.clock.running:
            record = self.read(target)
            if record is not None:
                stood = records.unpack(record)[5]
        lasting = self._lasting(target, seq)
        spans = []
        for span in self._spans:
            if span[0] < target:
                # an undo that is itself taken back does not stop the clock
                spans.append(span if span[1] < target else (span[0], span[1], -1, span[3]))
        spans.append((target, seq, stood, lasting))
        self._spans = spans
        return True

    def _fold_again(self, target, last):
        # fold from the last step before `target` up to `last`; return whether every record could be read
        steps = self.steps
        while steps and steps[-1][0] >= target:
            steps.pop()
        place, state = steps[-1] if steps else self.mark()
        sheet = self.sheet
        odd = sheet.odd
        sheet.unpack(state, 1)
        self._since_step = 0
        whole = True
        at = 0
        spans = self._spans
        flags = records.FLAGS
        while place < last:
            place += 1
            self._since_step += 1
            while at < len(spans) and spans[at][1] < place:
                at += 1
            undone = at < len(spans) and spans[at][0] <= place
            # one loop for both, without a function, because a board's calls must stay shallow
            for one in spans[at][3] if undone else (place,):
                if one < place:
                    continue
                record = self.read(one)
                if record is None:
                    whole = False
                    self._lose_sight()
                elif flags[record[4]] & records.LASTING or (not undone and record[4] != records.UNDO):
                    one, kind, a, b, c, ms, p, q = records.unpack(record)
                    sheet.apply(one, kind, a, b, c, ms, p, q)
            if undone:
                self._stand_still(spans[at][2])
                place = spans[at][1]
        # it was counted before
        sheet.odd = odd
        return whole

    def _lasting(self, place, end):
        # records from `place` to `end` that count although taken back, or can't be read
        found = tuple(range(0))
        at = 0
        spans = self._spans
        while place < end:
            while at < len(spans) and spans[at][1] < place:
                at += 1
            if at < len(spans) and spans[at][0] <= place:
                for one in spans[at][3]:
                    if one >= place:
                        found += (one,)
                place = spans[at][1]
            else:
                record = self.read(place)
                if record is None or records.FLAGS[record[4]] & records.LASTING:
                    found += (place,)
            place += 1
        return found

    def _lose_sight(self):
        # records are missing: unknown time is not charged, and the clock waits for a resume
        sheet = self.sheet
        if sheet.clock.running:
            sheet.clock.pause(sheet.last_ms)
            sheet.pause = records.POWER

    def _stand_still(self, stood):
        # if the beginning of a pause is undone, no seat may be charged for the time of the pause
        clock = self.sheet.clock
        if stood >= 0 and clock.running and clock.pause(stood):
            self.sheet.pause = records.CONTESTED
