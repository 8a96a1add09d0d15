"""A clock with stages: after a number of moves it adds time, and another delay may begin.

"40/90m f30, 30m f30": when a seat has made 40 moves, 30 minutes are added to what it has left. The
move that completes a stage still follows the stage's own method; the time is added at its press, so a
flag that falls before the last move of a stage is lost as everywhere. Every move that
is made counts, whether a press, a start of another seat or the centring of the clock ended it.
"""

import struct

from micropython import const

from tablecore.clock import FISCHER, LONGEST, NOBODY, STAGED, SUDDEN, Clock

#: most stages of a seat: more would not fit the board's snapshot
MOST_STAGES = 4
_SEAT = const("<BBB")
_STAGE = const("<BBII")
_STAGE_SIZE = const(10)


class StagedClock(Clock):
    """A clock whose seats go through stages.

    `stages[seat]` is a list of (moves in the stage before it, method, reserve, delay); the first row is
    what `set` said. `place[seat]` is the seat's present stage and `made[seat]` how many moves of
    that stage are made. A seat with one row has no stages.
    """

    form = STAGED

    def __init__(self, seats=2):
        Clock.__init__(self, seats)
        self.stages = [[] for _ in range(seats)]
        self.place = [0] * seats
        self.made = [0] * seats

    def set(self, seat, method, reserve, delay=0, precredit=0):
        """Give a seat its first stage; `add_stage` adds the later ones."""
        Clock.set(self, seat, method, reserve, delay, precredit)
        self.stages[seat] = [(0, method, reserve, delay)]
        self.place[seat] = 0
        self.made[seat] = 0

    def add_stage(self, seat, moves, method, reserve, delay=0):
        """Add a stage that begins after `moves` (1 to 255) moves of the last one and adds `reserve` ms."""
        rows = self.stages[seat]
        if not rows or len(rows) == MOST_STAGES or not 1 <= moves <= 255:
            raise ValueError("a clock has at most %d stages of 1 to 255 moves" % MOST_STAGES)
        if not (SUDDEN <= method <= FISCHER and SUDDEN <= rows[-1][1] <= FISCHER):
            raise ValueError("only limited time comes in stages")
        total = reserve + delay + sum([row[2] for row in rows])
        if reserve < 0 or delay < 0 or total > LONGEST:
            raise ValueError("all reserves and a delay lie between 0 and %d ms" % LONGEST)
        rows.append((moves, method, reserve, delay))

    def moves(self, seat):
        """Return how many moves the seat has made in all; in the last stage moves are not counted."""
        return sum([row[0] for row in self.stages[seat][1 : self.place[seat] + 1]]) + self.made[seat]

    def moves_left(self, seat):
        """Return how many moves the seat has to make until its next stage, 0 in the last one."""
        rows = self.stages[seat]
        following = self.place[seat] + 1
        return rows[following][0] - self.made[seat] if following < len(rows) else 0

    def set_moves(self, seat, count):
        """Put the seat into the stage that it reaches with `count` moves; no time is added for it."""
        rows = self.stages[seat]
        place = 0
        while place + 1 < len(rows) and count >= rows[place + 1][0]:
            place += 1
            count -= rows[place][0]
        self.place[seat] = place
        self.made[seat] = count if place + 1 < len(rows) else 0
        if rows:
            self.method[seat] = rows[place][1]
            self.delay[seat] = rows[place][3]

    def _set_count(self, seat, count, now):
        if count != NOBODY:
            self.set_moves(seat, count)

    def _count_move(self, seat):
        rows = self.stages[seat]
        following = self.place[seat] + 1
        if following >= len(rows):
            return
        made = self.made[seat] + 1
        if made < rows[following][0]:
            self.made[seat] = made
            return
        self.made[seat] = 0
        self.place[seat] = following
        _, self.method[seat], more, self.delay[seat] = rows[following]
        self.reserve[seat] = min(self.reserve[seat] + more, LONGEST)

    def pack(self):
        """Return the whole state as bytes: the plain clock's, then each seat's stages."""
        data = Clock.pack(self)
        for seat in range(self.seats):
            rows = self.stages[seat]
            data += struct.pack(_SEAT, len(rows), self.place[seat], self.made[seat])
            for row in rows:
                data += struct.pack(_STAGE, *row)
        return data

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`; return the offset after it."""
        offset = Clock.unpack(self, data, offset)
        for seat in range(self.seats):
            count, self.place[seat], self.made[seat] = struct.unpack_from(_SEAT, data, offset)
            offset += 3
            self.stages[seat] = [
                struct.unpack_from(_STAGE, data, offset + place * _STAGE_SIZE) for place in range(count)
            ]
            offset += count * _STAGE_SIZE
        return offset
