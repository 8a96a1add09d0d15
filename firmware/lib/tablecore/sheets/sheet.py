"""The base of all sheets: the set-up run, the clock, pauses, time, and the agreed result.

Each game adds its own state, set-up and records; all other records are folded here. A record that is
not allowed now, or whose numbers are out of range, only moves the time and is counted in `odd`.
"""

from binascii import crc32

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.clock import LONGEST

NOBODY = 255
#: the phases that all sheets have; a game's own phases have numbers between READY and OVER
EMPTY = 0
READY = 1
#: kinds of records that every set-up may have after its opener
CLOCK_KINDS = (kinds.TIME, kinds.STAGE, kinds.OVERTIME)
#: most bytes of a clock's state: with the rest of a sheet it must fit a board's snapshot
LONGEST_CLOCK = 180


class Sheet:
    """The state of one table. Each kind of game sets the constants and extends `_clear`, `pack`, `unpack`."""

    #: the number of the program in `tablecore.sheets`
    PROGRAM = 255
    #: version of the fold: the fold stops at an opener with a higher one
    VERSION = 1
    #: from this version of the fold on, a clock gains by moves only
    MOVES_GAIN = 2
    #: the phase in which everything is over, and the phase in which a result waits for agreement
    OVER = 255
    RESULT = 254
    #: kinds of records in a run before its commit, the opener first
    RUN_KINDS = tuple(range(0))
    #: What a game does with its own kinds: functions of (sheet, seq, a, b, c, ms, p, q) that return whether
    #: the record had its effect. It is a table, because a board's calls must stay shallow.
    ACTS = {}
    #: the seat that has the break between two games: nobody, in a game without breaks
    breaking = 0
    #: number of seats until a set-up gives it
    SEATS = 2

    def __init__(self):
        self.seats = self.SEATS
        self.clock = clockforms.make(self.seats)
        self._draft = []
        self.mismatch = 0
        self.odd = 0
        self._clear()

    def _clear(self):
        self.match_id = 0
        self.version = 1
        self.options = 0
        self.phase = EMPTY
        self.games = 0
        self.game = 0
        self.sealed = 0
        self.last_ms = 0
        self.turn = NOBODY
        self.pause = NOBODY
        self.back = EMPTY
        self.confirmed = 0

    # --- questions of programs and screens ---

    def in_game(self):
        """Return whether a game is in progress (also while its result waits for confirmation)."""
        return READY < self.phase <= self.RESULT

    def chairs(self):
        """Return how many people sit here, each with a button and a name."""
        return self.seats

    def everybody(self):
        """Return the bits of all seats whose agreement is needed."""
        return (1 << self.seats) - 1

    def is_agreed(self):
        """Return whether there is a result that everybody has agreed to."""
        return self.phase == self.RESULT and self.confirmed == self.everybody()

    def in_run(self):
        """Return whether a run waits for its commit: `pack` does not contain its rows."""
        return bool(self._draft)

    # --- the fold ---

    def apply(self, seq, kind, a, b, c, ms, p, q):
        """Fold one record; return whether it had its effect, None if sheets do not use its kind.

        Every kind of `catalogue.KINDS` is known; undo is handled by the fold.
        """
        if kind >= 128:
            return None
        if kind in self.RUN_KINDS or kind == kinds.COMMIT:
            done = self._run(seq, kind, a, b, c, ms, p, q)
            if not done:
                self.odd += 1
            return done
        if kinds.FLAGS[kind] & kinds.TIME_BASE:
            self.forget_run()
            self._power_cut(p)
            self._new_time(kind, p)
            return True
        if kind == kinds.FREED:
            # the record is older than this sheet's state
            return True
        act = self.ACTS.get(kind)
        if act is not None:
            done = act(self, seq, a, b, c, ms, p, q)
        elif kind == kinds.PAUSE:
            done = self._break(a, b, c, ms) if b else self._pause(a, ms)
        elif kind == kinds.RESUME:
            done = self._resume(ms)
        elif kind == kinds.FLAG:
            self.clock.check_flag(ms)
            done = a < self.seats and (self.clock.fell[a] == 1 if b else self.clock.flagged == a)
        elif kind == kinds.CONFIRM:
            done = self._confirm(a)
        elif kind == kinds.REJECT:
            done = self._reject()
        elif kind == kinds.SEAL:
            done = p <= self.games
            if done:
                self.sealed = p
        elif kind == kinds.CORRECT:
            done = self._correct(a, b, ms, p)
        elif kind == kinds.CLOSE:
            done = True
            self._close()
        else:
            done = False
        if self._draft:
            self.forget_run()
        # last, because the checksum in an END record covers the sheet before it
        self.last_ms = ms
        if not done:
            self.odd += 1
        return done

    def forget_run(self):
        """Drop a run that was not committed."""
        if self._draft:
            self._draft = []
            self.odd += 1

    def _close(self):
        self._clear()
        self.seats = self.SEATS
        self.clock = clockforms.make(self.seats)

    def _run(self, seq, kind, a, b, c, ms, p, q):
        if kind == self.RUN_KINDS[0]:
            self._draft = [(kind, a, b, c, p, q, seq)]
            return True
        draft = self._draft
        if not draft:
            return False
        from tablecore.sheets.draft import LONGEST_RUN, clock_of

        if kind != kinds.COMMIT:
            if len(draft) == LONGEST_RUN:
                self._draft = []
                return False
            draft.append((kind, a, b, c, p, q, seq))
            return True
        self._draft = []
        if a != len(draft) or p != draft[0][6]:
            return False
        opener = draft[0]
        seats = self._seats_of(opener)
        for row in draft:
            if not self._fits(row, opener, seats):
                return False
        try:
            clock = clock_of(draft, seats)
        except ValueError:
            return False
        if len(clock.pack()) > LONGEST_CLOCK:
            return False
        self._clear()
        self.mismatch = 0
        self.seats = seats
        self.clock = clock
        self.last_ms = ms
        self.phase = READY
        self.version = opener[1]
        self.options = opener[3]
        self.match_id = opener[4]
        for row in draft:
            self._set_up(row, ms)
        return True

    def _seats_of(self, opener):
        # return how many seats an opener (kind, a, b, c, p, q, seq) asks for
        return self.SEATS

    def _fits(self, row, opener, seats):
        # return whether the numbers in a row of a run are possible
        from tablecore.sheets.draft import in_range

        return in_range(row[0], row[1], row[2], row[3], row[4], row[5], opener[2], seats)

    def _set_up(self, row, ms):
        # take over one row of a run whose numbers are possible
        pass

    def _power_cut(self, alive):
        # for subclasses: a time base has ended; a game shifts the times that it keeps beside its clock
        pass

    def _new_time(self, kind, alive):
        # the power was cut: charge the running seat up to the last sign of life and wait for a resume
        if self.clock.running:
            until = self.last_ms
            if kind == kinds.BOOT and alive != kinds.NONE and alive > until:
                until = alive
            self.clock.pause(until)
            self.pause = kinds.POWER
        self.last_ms = 0

    def _pause(self, reason, ms):
        clock = self.clock
        if clock.running:
            if not clock.pause(ms):
                return False
        elif clock.flagged != NOBODY:
            return False
        # a stopped clock can get a reason, and later a more exact one
        self.pause = reason
        return True

    def _break(self, reason, whose, over, ms):
        # for subclasses: a pause that belongs to a seat; most games have none
        return self._pause(reason, ms)

    def _resume(self, ms):
        if self.phase == self.RESULT:
            return False
        if self.pause == NOBODY and not (self.clock.turn != NOBODY and not self.clock.running):
            return False
        self.pause = NOBODY
        self.clock.resume(ms)
        return True

    def _correct(self, seat, count, ms, left):
        clock = self.clock
        if self.phase == EMPTY or seat >= self.seats or left > LONGEST or not clock.method[seat]:
            return False
        goes = clock.running or clock.flagged == seat
        clock.correct(seat, left, ms, count)
        if goes and not clock.running and clock.flagged == NOBODY and self.pause == NOBODY:
            # a flag was taken back: the move continues when somebody presses resume
            self.pause = kinds.DIRECTOR
        return True

    # --- an agreed result ---

    def _propose(self, by):
        # A result is claimed; seat `by` has agreed to it, or nobody has (255 or any number that is no seat).
        self.back = self.phase
        self.phase = self.RESULT
        self.confirmed = 1 << by if by < self.seats else 0

    def _confirm(self, seat):
        if self.phase != self.RESULT or (seat >= self.seats and seat != NOBODY):
            return False
        self.confirmed |= self.everybody() if seat == NOBODY else 1 << seat
        return True

    def _reject(self):
        if self.phase != self.RESULT:
            return False
        self.phase = self.back
        self.confirmed = 0
        # the clock stays stopped until somebody resumes it
        self.pause = kinds.CONTESTED
        return True

    def pack(self):
        """Return the whole state as bytes: equal states give equal bytes, on every machine."""
        raise NotImplementedError

    def checksum(self):
        """Return the CRC-32 of the state, as in the closing record of a game."""
        return crc32(self.pack()) & 0xFFFFFFFF
