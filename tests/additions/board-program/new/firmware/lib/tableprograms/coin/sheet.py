"""The tosses of a coin, counted by side.

    phase    what may come                      leads to
    EMPTY    a run coin..commit                 READY
    READY    dice: 1 heads, 2 tails; end        TOSSED, OVER
    TOSSED   dice, while any are left; end      TOSSED, OVER
"""

import struct

from micropython import const

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.sheets import FOLDERS
from tablecore.sheets.sheet import READY, Sheet

TOSSED, RESULT, OVER = range(READY + 1, READY + 4)
_STATE = const("<IHHHIBBBBBBB")


class CoinSheet(Sheet):
    """How often each side fell, of so many tosses."""

    PROGRAM = FOLDERS.index("coin")
    RESULT = RESULT
    OVER = OVER
    RUN_KINDS = (kinds.COIN,)
    SEATS = 1

    def _clear(self):
        Sheet._clear(self)
        self.tosses = 0
        self.fell = [0, 0]

    def _fits(self, row, opener, seats):
        return row[1] > 0 and 1 <= row[2] <= 99

    def _set_up(self, row, ms):
        self.tosses = row[2]

    def _dice(self, seq, seat, side, second, ms, p, q):
        if not READY <= self.phase <= TOSSED or not 1 <= side <= 2 or sum(self.fell) == self.tosses:
            return False
        self.phase = TOSSED
        self.fell[side - 1] += 1
        return True

    def _end(self, seq, winner, kind, how, ms, count, check):
        if not READY <= self.phase <= TOSSED:
            return False
        if check != self.checksum() or count != sum(self.fell):
            self.mismatch = seq
        self.games = 1
        self.phase = OVER
        return True

    ACTS = {kinds.DICE: _dice, kinds.END: _end}

    def pack(self):
        """Return the whole state as bytes."""
        return struct.pack(
            _STATE, self.match_id, self.games, self.game, self.sealed, self.last_ms, self.version,
            self.options, self.phase, self.pause, self.tosses, *self.fell
        ) + self.clock.pack()

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        (self.match_id, self.games, self.game, self.sealed, self.last_ms, self.version, self.options,
         self.phase, self.pause, self.tosses, heads, tails) = struct.unpack_from(_STATE, data, offset)
        self.fell = [heads, tails]
        self._draft = []
        self.clock, offset = clockforms.restore(data, offset + struct.calcsize(_STATE))
        return offset


SHEET = CoinSheet
