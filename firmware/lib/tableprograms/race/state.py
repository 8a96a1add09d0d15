"""The state of a series of pawn races: pawns home, colours completed, the leader, the turn, time.

The records that change it are in `sheet`. The two are separate modules because a board compiles one
module at a time in the memory that is left.
"""

import struct
from binascii import crc32

from micropython import const

from tablecore import clockforms
from tablecore.sheets import RACE
from tablecore.sheets.sheet import NOBODY, Sheet
from tableprograms.race import rules as racerules

PLAY = 2
RESULT = 3
OVER = 4
_STATE = const("<I14B30sHHHII")
_LISTS = const("<3s3s3s3s6s6s6s")
_STATE_SIZE = const(62)
#: initial values of a state's lists: no colour is complete
_UNPLACED = b"\xff" * 30


class RaceState(Sheet):
    """The state of one series of races; 2 or 3 seats in clockwise order, colours 0 to 5 likewise."""

    PROGRAM = RACE
    VERSION = racerules.VERSION
    RESULT = RESULT
    OVER = OVER
    SEATS = 3

    def _clear(self):
        Sheet._clear(self)
        #: rules of the series; rules of the game in progress or of the last game
        self.series = racerules.THREE_THREAT
        self.rules = racerules.THREE_THREAT
        self.rotation = list(racerules.ROTATION)
        #: seat of each colour, 255 = not in the game
        self.owner = [NOBODY] * racerules.COLOURS
        self.home = [0] * racerules.COLOURS
        #: colours in the order in which they were completed
        self.order = []
        #: last throw of the seat on turn, 0 = none
        self.die = 0
        self.winner = NOBODY
        self.how = 0
        #: games won by each seat
        self.wins = [0, 0, 0]
        #: the round of die-roll: seats (bits) that must throw; last throws; places from 1 on (255: not in it)
        self.rolling = 0
        self.thrown = [0, 0, 0]
        self.place = [NOBODY] * 3
        #: ms of this game before the present move
        self.spent = 0

    # --- questions of programs, screens and the host ---

    def colours_of(self, seat):
        """Return the seat's colours, in clockwise order."""
        return [colour for colour in range(racerules.COLOURS) if self.owner[colour] == seat]

    def completed(self, seat):
        """Return how many colours the seat has completed."""
        return len([colour for colour in self.order if self.owner[colour] == seat])

    def finishers(self):
        """Return the seats that have completed all their colours, in that order."""
        left = [1 if self.rules == racerules.THREE_XS else 2] * self.seats
        found = []
        for colour in self.order:
            seat = self.owner[colour]
            left[seat] -= 1
            if not left[seat]:
                found.append(seat)
        return found

    def counted(self, seat):
        """Return the seat's counted pawns: of its best colour if one colour wins, otherwise of both."""
        best = 0
        both = 0
        for colour in range(racerules.COLOURS):
            if self.owner[colour] == seat:
                best = max(best, self.home[colour])
                both += self.home[colour]
        return best if racerules.one_wins(self.rules) else both

    def is_decided(self):
        """Return whether the game is over by its rules."""
        rules = self.rules
        colours = len(self.order)
        if racerules.one_wins(rules):
            return colours >= (self.seats - 1 if rules == racerules.THREE_XS else 1)
        if rules == racerules.GRAND_PRIX and self.series != racerules.TRIPLEATHLON:
            return colours >= racerules.COLOURS - 1
        # the Grand Prix of TripleAthlon ends when the first colour and the first player with both are known
        return len(self.finishers()) >= (self.seats - 1 if rules == racerules.GRAND_PRIX_PLUS else 1)

    def is_untouched(self):
        """Return whether a game has begun in which nothing has happened yet."""
        return self.phase == PLAY and not self.spent and not self.die and not sum(self.home)

    def leader(self):
        """Return the seat that wins a decided game by the rules, or 255."""
        if self.rules >= racerules.GRAND_PRIX or not self.is_decided():
            return NOBODY
        return self.owner[self.order[0]] if racerules.one_wins(self.rules) else self.finishers()[0]

    def next_rules(self):
        """Return the rules of the next game."""
        return self.rotation[self.games % 3] if self.series == racerules.TRIPLEATHLON else self.series

    def next_lineup(self):
        """Return the packed line-up of the next game if nobody chooses another."""
        return racerules.turned(self.owner, self.rules, self.next_rules())

    def thrower(self):
        """Return the seat that throws next, 255 if nobody has said whose turn it is."""
        if self.turn == NOBODY or not self.die or self.die == 6:
            return self.turn
        return (self.turn + 1) % self.seats

    def asked(self):
        """Return the seat that throws next in the round of die-roll, or 255."""
        for seat in range(self.seats):
            if self.rolling & (1 << seat):
                return seat
        return NOBODY

    def game_time(self, now):
        """Return the length of the game without pauses (ms); between games, the length of the last one."""
        clock = self.clock
        moved = clock.used
        if clock.running and now > clock.since:
            moved += now - clock.since
        return self.spent + moved

    # --- state as bytes ---

    def pack(self):
        """Return the whole state as bytes: equal states give equal bytes, on every machine."""
        return self._head() + self.clock.pack()

    def checksum(self):
        """Return the CRC-32 of what `pack` returns, without joining the bytes (garbage)."""
        return crc32(self.clock.pack(), crc32(self._head())) & 0xFFFFFFFF

    def _head(self):
        # the lists one after the other, never joined: three of these are packed when a game ends
        lists = bytearray(_UNPLACED)
        for place in range(3):
            lists[place] = self.rotation[place]
            lists[3 + place] = self.wins[place]
            lists[6 + place] = self.thrown[place]
            lists[9 + place] = self.place[place]
        for colour in range(racerules.COLOURS):
            lists[12 + colour] = self.owner[colour]
            lists[18 + colour] = self.home[colour]
        for place in range(len(self.order)):
            lists[24 + place] = self.order[place]
        return struct.pack(
            _STATE, self.match_id, self.version, self.series, self.options, self.phase, self.rules,
            self.seats, self.turn, self.die, self.winner, self.how, self.confirmed, self.back, self.pause,
            self.rolling, lists, self.games, self.game, self.sealed, self.last_ms, self.spent,
        )

    def unpack(self, data, offset=0):
        """Restore a state made by `pack`."""
        (self.match_id, self.version, self.series, self.options, self.phase, self.rules, self.seats,
         self.turn, self.die, self.winner, self.how, self.confirmed, self.back, self.pause, self.rolling,
         lists, self.games, self.game, self.sealed, self.last_ms,
         self.spent) = struct.unpack_from(_STATE, data, offset)
        rotation, wins, thrown, place, owner, home, order = struct.unpack(_LISTS, lists)
        self.rotation = list(rotation)
        self.wins = list(wins)
        self.thrown = list(thrown)
        self.place = list(place)
        self.owner = list(owner)
        self.home = list(home)
        self.order = [colour for colour in order if colour != NOBODY]
        self._draft = []
        self.clock, offset = clockforms.restore(data, offset + _STATE_SIZE)
        return offset

