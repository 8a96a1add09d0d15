"""High die: both throw one die, the higher one wins the game, equal dice are thrown again."""

import struct

from tablecore import clockforms
from tablecore import records as kinds
from tablecore.sheets.sheet import NOBODY, READY, Sheet

#: the opener of a match: b = games that win it
HIGHDIE = 30
PLAY, RESULT, OVER = range(READY + 1, READY + 4)
_STATE = "<IHHHI10B"


class HighDieSheet(Sheet):
    """Dice of the game in progress, and games won."""

    PROGRAM = 5
    RESULT = RESULT
    OVER = OVER
    RUN_KINDS = (HIGHDIE,)

    def _clear(self):
        Sheet._clear(self)
        self.target = 1
        self.thrown = [0, 0]
        self.wins = [0, 0]
        self.winner = NOBODY
        self.how = 0
        self.kind = 0

    def points(self, kind):
        """Return what a game is worth."""
        return 1

    def _fits(self, row, opener, seats):
        return row[1] > 0 and row[2] > 0

    def _set_up(self, row, ms):
        self.target = row[2]

    def _game(self, seq, a, b, c, ms, number, q):
        if self.phase != READY:
            return False
        self.game, self.thrown, self.phase = number, [0, 0], PLAY
        return True

    def _dice(self, seq, seat, die, c, ms, p, q):
        if self.phase != PLAY or seat > 1 or self.thrown[seat]:
            return False
        self.thrown[seat] = die
        first, second = self.thrown
        if first and first == second:
            self.thrown = [0, 0]
        elif first and second:
            self.winner, self.how = int(second > first), kinds.PLAYED
            self._propose(NOBODY)
        return True

    def _result(self, seq, winner, kind, how, ms, p, q):
        if self.phase != PLAY or winner > 1:
            return False
        self.winner, self.how = winner, how
        self._propose(NOBODY)
        return True

    def _end(self, seq, winner, kind, how, ms, points, check):
        if not self.is_agreed():
            return False
        if check != self.checksum():
            self.mismatch = seq
        self.games += 1
        self.wins[self.winner] += 1
        self.phase = OVER if self.target in self.wins else READY
        self.confirmed = 0
        return True

    ACTS = {kinds.GAME: _game, kinds.DICE: _dice, kinds.RESULT: _result, kinds.END: _end}  # noqa: RUF012

    def pack(self):
        """Return the state as bytes."""
        return struct.pack(
            _STATE, self.match_id, self.games, self.game, self.sealed, self.last_ms, self.version, self.phase,
            self.target, *self.thrown, *self.wins, self.winner, self.how, self.confirmed,
        ) + self.clock.pack()  # fmt: skip

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        self._clear()
        (self.match_id, self.games, self.game, self.sealed, self.last_ms, self.version, self.phase,
         self.target, *rest) = struct.unpack_from(_STATE, data, offset)  # fmt: skip
        self.thrown, self.wins, (self.winner, self.how, self.confirmed) = rest[:2], rest[2:4], rest[4:]
        self._draft = []
        self.clock, offset = clockforms.restore(data, offset + struct.calcsize(_STATE))
        return offset


SHEET = HighDieSheet
