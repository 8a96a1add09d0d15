"""Canadian overtime: after the main time, repeated rounds with a number of moves in a time.

"30m c20/5m": 30 minutes, then 20 moves in 5 minutes; after these moves the seat gets 5 new minutes
for the next 20, and unused time is lost. A move that begins in the main time continues in the first
five minutes and is the first of the 20. `set` takes the length of a round as `delay` and its moves
as `precredit`; other seats may have plain methods.
"""

from tablecore.clock import CANADIAN_FORM, NOBODY, UP, Clock

CANADIAN = UP + 2


class CanadianClock(Clock):
    """A clock with rounds of moves: `to_make[seat]` moves are left in the round, 0 in the main time.

    Within a round the reserve is what is left of the round's time.
    """

    form = CANADIAN_FORM
    own_method = CANADIAN

    def __init__(self, seats=2):
        Clock.__init__(self, seats)
        self.to_make = [0] * seats

    def set(self, seat, method, reserve, delay=0, precredit=0):
        """Give a seat its method; for Canadian its main time, a round's length (ms) and its moves."""
        if method == CANADIAN and not (1 <= precredit <= 255 and delay >= 1):
            raise ValueError("a Canadian clock has rounds of 1 to 255 moves")
        Clock.set(self, seat, method, reserve, delay, precredit)
        self.to_make[seat] = 0

    def lasts(self, seat):
        """Return the time that a move of the seat has until its flag falls (ms), or -1 if it never falls."""
        if self.method[seat] != CANADIAN:
            return Clock.lasts(self, seat)
        return self.reserve[seat] if self.to_make[seat] else self.reserve[seat] + self.delay[seat]

    def remaining(self, seat, now):
        """Return what the seat's display shows at `now` (ms): the main time, then the time of the round."""
        if self.method[seat] != CANADIAN:
            return Clock.remaining(self, seat, now)
        left = self.reserve[seat]
        if seat == self.turn:
            left -= self._moved(now)
        if left <= 0 and not self.to_make[seat]:
            left += self.delay[seat]
        return left if left > 0 else 0

    def moves_left(self, seat, now):
        """Return how many moves the seat still has to make in its round at `now`, 0 in the main time."""
        if self._in_first_move(seat, now):
            return self.precredit[seat]
        return self.to_make[seat]

    def _in_first_move(self, seat, now):
        # whether the main time ran out, in the move in progress or earlier with no move completed since
        if self.method[seat] != CANADIAN or self.to_make[seat]:
            return False
        return (self._moved(now) if seat == self.turn else 0) >= self.reserve[seat]

    def _run_out(self, seat):
        if not self.to_make[seat]:
            # the flag fell in a round that began within the same move
            self.to_make[seat] = self.precredit[seat] if self.method[seat] == CANADIAN else 0

    def _spend(self, seat, moved, made):
        left = self.reserve[seat] - moved
        moves = self.to_make[seat]
        if not moves:
            if left > 0:
                return left
            left += self.delay[seat]
            moves = self.precredit[seat]
        if moves > 1 or not made:
            self.to_make[seat] = moves - made
            return left
        self.to_make[seat] = self.precredit[seat]
        return self.delay[seat]

    def _set_count(self, seat, count, now):
        # the moves to make in the time that the display will show; 0 means main time
        if self.method[seat] == CANADIAN:
            self.to_make[seat] = self.moves_left(seat, now) if count == NOBODY else count

    def pack(self):
        """Return the whole state as bytes: the plain clock's, then the moves each seat has to make."""
        return Clock.pack(self) + bytes(self.to_make)

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`; return the offset behind it."""
        offset = Clock.unpack(self, data, offset)
        self.to_make = list(data[offset : offset + self.seats])
        return offset + self.seats
