"""A board's end of the cable in virtual time: the real DeviceLink over a journal in memory."""

import random

import pytest

from tablecore import messages, records
from tablecore.link import CALLING, DeviceLink
from tablecore.sheets import BLANK
from tablekeeper.store import open_store
from tablekeeper.tables import Connection
from tablesim.hostile import MemoryJournal

UID = "e66118604b2f3c21"


class Board:
    """A board without hardware: answers commands by writing a record that holds their id."""

    def __init__(self, journal=None, uid=UID, base=1, skew=0):
        self.journal = journal or MemoryJournal(0xCAFE0001)
        self.link = DeviceLink(((0, 1, 0), bytes.fromhex(uid)), self.journal, self.state)
        self.base = base
        #: device ms = virtual ms - skew
        self.skew = skew
        self.done = {}
        self.refusing = ""

    def state(self):
        return (self.base, 150_000, 0b10, 80, 7, 1)

    def time(self, now):
        return now - self.skew

    def open(self, now, session=1):
        self.link.opened(self.time(now), session)

    def take(self, data, now):
        self.link.receive(data, self.time(now))
        for number, *_ in self.link.commands:
            if self.refusing:
                self.link.answer(number, messages.REFUSED, reason=self.refusing)
            elif number in self.done:
                self.link.answer(number, messages.REPEATED, self.done[number])
            else:
                self.done[number] = self.journal.add(records.COMMIT, ms=self.time(now), q=number)
                self.link.answer(number, messages.DONE, self.done[number])
        self.link.commands.clear()

    def give(self, now, room=256):
        return self.link.tick(self.time(now), room)


class Cable:
    """The host's transport to a Board: bytes take `delay` ms each way; `spoil` damages them."""

    def __init__(self, board, delay=1, room=4096, spoil=None):
        self.board = board
        self.delay = delay
        self.room = room
        self.spoil = spoil or (lambda data: data)
        self.now = 0
        self.lost = None
        self.closed = False
        self._to_host = []
        self._to_board = []

    def read(self):
        if self.lost:
            raise ConnectionError(self.lost)
        ready = [data for at, data in self._to_host if at <= self.now]
        self._to_host = [entry for entry in self._to_host if entry[0] > self.now]
        return b"".join(ready)

    def write(self, data):
        taken = data[: self.room]
        self._to_board.append((self.now + self.delay, self.spoil(taken)))
        return len(taken)

    def close(self):
        self.closed = True
        self.board.link.closed()

    def run(self, now):
        """Run the board's loop once, at `now`."""
        self.now = now
        ready = [data for at, data in self._to_board if at <= now]
        self._to_board = [entry for entry in self._to_board if entry[0] > now]
        for data in ready:
            self.board.take(data, now)
        while frame := self.board.give(now):
            self._to_host.append((now + self.delay, self.spoil(frame)))


class Ear:
    """A listener that stores all events."""

    def __init__(self):
        self.heard = []
        self.problems = []
        self.wanted = None
        self.next = BLANK
        self.screens = []
        self.states = []

    def online(self, uid, hello):
        self.heard.append(("online", uid))

    def offline(self, uid, reason):
        self.heard.append(("offline", uid, reason))

    def status(self, uid, status):
        self.states.append(status)

    def screen(self, uid, pixels):
        self.screens.append(pixels)

    def answered(self, uid, command_id, state, seq, reason):
        self.heard.append(("answered", command_id, state, seq, reason))

    def pressed(self, uid):
        self.heard.append(("pressed", uid))

    def notice(self, uid):
        return self.wanted

    def expected(self, uid):
        return self.next

    def problem(self, uid, sentence):
        self.problems.append(sentence)

    def solved(self, uid, sentences):
        self.problems.append("")


class Table:
    """A board, its cable and the host's connection in one virtual time (ms)."""

    #: the hall's clock is this far ahead of the link's
    EPOCH = 1_790_000_000_000

    def __init__(self, store, board=None, **cable):
        self.store = store
        self.board = board or Board()
        self.ear = Ear()
        self.now = 0
        self.session = 0
        self.cable_options = cable
        self.plug()

    def hall(self):
        return self.EPOCH + self.now

    def plug(self):
        """Open the port (again)."""
        self.session += 1
        self.cable = Cable(self.board, **self.cable_options)
        self.board.open(self.now, self.session)
        self.connection = Connection(self.cable, self.store, self.hall, self.ear)

    def run(self, ms, step=5):
        """Let time pass."""
        until = self.now + ms
        while self.now + step <= until:
            self.now += step
            self.cable.run(self.now)
            self.connection.pump(self.now)
            self.store.flush()

    def settled(self):
        """Return whether the host has all records, and the board has all acknowledgements."""
        journal = self.board.journal
        return self.board.link.phase > CALLING and journal.acked == journal.last and self.connection.idle()

    def stored(self):
        return self.store.records(UID, self.board.journal.id)


class Spoiler:
    """Flips, drops and doubles bytes, each with the given chance, from a seed."""

    def __init__(self, seed, chance):
        self.chance = chance
        self.draw = random.Random(seed)
        self.done = 0

    def __call__(self, data):
        out = bytearray()
        for byte in data:
            if self.draw.random() >= self.chance:
                out.append(byte)
                continue
            self.done += 1
            what = self.draw.randrange(4)
            if what == 0:
                out.append(byte ^ 1 << self.draw.randrange(8))
            elif what == 1:
                out += bytes((byte, byte))
            elif what == 2:
                out += b"\n" + bytes((byte,))
        return bytes(out)


@pytest.fixture
def store():
    """A store in memory, written on the test's own thread."""
    with open_store("sqlite://", now=lambda: 1000, threaded=False) as opened:
        yield opened


@pytest.fixture
def table(store):
    """A table whose board has just been plugged in."""
    return Table(store)


@pytest.fixture
def tables():
    """The classes above, for tests that build tables their own way."""
    return {each.__name__: each for each in (Connection, MemoryJournal, Board, Cable, Ear, Table, Spoiler)}
