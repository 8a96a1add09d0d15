"""The dice log: throws of one or two dice, counted and listed; no clock, no players.

    phase   what may come                         leads to
    EMPTY   a run dicelog..commit                 READY
    READY   dice, end                             LOG, OVER
    LOG     dice, end                             LOG, OVER
    OVER                                          EMPTY, READY
"""

import struct

from micropython import const

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.sheets import DICELOG
from tablecore.sheets.sheet import READY, Sheet

LOG, RESULT, OVER = range(READY + 1, READY + 4)
#: DICELOG.c; the same bit as in a match
DICE_BY_DEVICE = 8
#: how many throws are listed
LISTED = 6
#: how many throws can be counted
_MOST = const(0x3FFFFFFF)
_HEAD = const("<IHHHIIBBBBBB")
_STATE = const("<IHHHIIBBBBBB6I")
_STATE_SIZE = const(48)


class DicelogSheet(Sheet):
    """How many times each face fell, and the last throws, newest first."""

    PROGRAM = DICELOG
    RESULT = RESULT
    OVER = OVER
    RUN_KINDS = (kinds.DICELOG,)
    SEATS = 1

    def _clear(self):
        Sheet._clear(self)
        self.dice = 1
        self.throws = 0
        self.faces = [0] * 6
        # each throw's first and second die in one number
        self.last = []
        self.doubles = 0

    # --- reading, for the program, screens and host ---

    def thrown(self, place):
        """Return (first, second) of one of the last throws, the newest being 0; the second may be 0."""
        return self.last[place] >> 4, self.last[place] & 15

    # --- the fold ---

    def _fits(self, row, opener, seats):
        return row[1] > 0 and 1 <= row[2] <= 2

    def _set_up(self, row, ms):
        self.dice = row[2]

    def _dice(self, seq, seat, first, second, ms, p, q):
        if (self.phase != READY and self.phase != LOG) or not 1 <= first <= 6 or self.throws == _MOST:
            return False
        if not (1 <= second <= 6 if self.dice == 2 else second == 0):
            return False
        self.phase = LOG
        self.throws += 1
        self.faces[first - 1] += 1
        if second:
            self.faces[second - 1] += 1
            if first == second:
                self.doubles += 1
        self.last = [first << 4 | second] + self.last[: LISTED - 1]
        return True

    def _end(self, seq, winner, kind, how, ms, throws, check):
        if self.phase != READY and self.phase != LOG:
            return False
        if check != self.checksum() or throws != self.throws:
            self.mismatch = seq
        self.games = 1
        self.phase = OVER
        return True

    ACTS = {kinds.DICE: _dice, kinds.END: _end}

    # --- state as bytes ---

    def pack(self):
        """Return the whole state as bytes: equal states give equal bytes, on every machine."""
        return struct.pack(
            _STATE, self.match_id, self.games, self.game, self.sealed, self.last_ms, self.throws,
            self.version, self.options, self.phase, self.dice, self.pause, len(self.last), *self.faces
        ) + struct.pack("<I", self.doubles) + bytes(self.last) + self.clock.pack()

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        (self.match_id, self.games, self.game, self.sealed, self.last_ms, self.throws, self.version,
         self.options, self.phase, self.dice, self.pause, count) = struct.unpack_from(_HEAD, data, offset)
        self.faces = list(struct.unpack_from("<6I", data, offset + _STATE_SIZE - 24))
        offset += _STATE_SIZE
        self.doubles = struct.unpack_from("<I", data, offset)[0]
        offset += 4
        self.last = list(data[offset : offset + count])
        offset += count
        self._draft = []
        self.clock, offset = clockforms.restore(data, offset)
        return offset


SHEET = DicelogSheet
