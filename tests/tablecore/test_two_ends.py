"""Both ends joined in memory through a line that damages, in virtual time: they always come together.

Whatever the line loses, doubles or flips, however often the cable is pulled, the port closed for a moment
and the host killed (also so quickly that the board does not notice): in the end every record is stored once
and unchanged, the acknowledgement is right at every moment, and every command was done exactly once. A
session begins again within half a second of a port that was opened again, whoever has noticed.
"""

import itertools
import random

import pytest

from tablecore import frames, hostlink, messages, records
from tablecore.hostlink import HostLink
from tablecore.link import UP, DeviceLink
from tests.tablecore.memory_journal import FailingJournal

STEP = 20
#: a new session has begun within this, on a line that does no damage (ms)
SOON = 500
#: how long DTR may be low between two hosts (ms)
DROPS = (10, 50, 200)
UID = bytes(range(8))


class Line:
    """One direction: bytes arrive late, and some of them wrong."""

    def __init__(self, rng, rate):
        self.rng = rng
        self.rate = rate
        self.under_way = []

    def send(self, now, data):
        """Put bytes on the line."""
        rng = self.rng
        if rng.random() < self.rate and data:
            place = rng.randrange(len(data))
            kind = rng.randrange(4)
            if kind == 0:
                data = data[:place] + bytes((data[place] ^ (1 << rng.randrange(8)),)) + data[place + 1 :]
            elif kind == 1:
                data = data[:place] + data[place + rng.randrange(1, 30) :]
            elif kind == 2:
                data = data[:place] + data[place : place + 9] + data[place:]
            else:
                data = b""
        if data:
            arrives = now + rng.randrange(1, 60)
            if self.under_way:
                arrives = max(arrives, self.under_way[-1][0])
            self.under_way.append((arrives, data))

    def receive(self, now):
        """Take what has arrived."""
        data = b""
        while self.under_way and self.under_way[0][0] <= now:
            data += self.under_way.pop(0)[1]
        return data


class Board:
    """The application's side of the link: does a command once, by its id in the log."""

    def __init__(self, rng, journal):
        self.rng = rng
        self.journal = journal
        self.link = DeviceLink(((0, 1, 0), UID), journal, lambda: (1, 0, 0, 255, 1, 1))

    def step(self, now, line_in, line_out):
        """Do what is due."""
        data = line_in.receive(now)
        if self.link.phase:
            self.link.receive(data, now)
        for number, _, _, void, _, _ in self.link.commands:
            done = [seq for seq, one in self.journal.held.items() if records.unpack(one)[7] == number]
            if done:
                self.link.answer(number, messages.REPEATED, done[0])
            elif now > void:
                self.link.answer(number, messages.REFUSED, 0, "too late")
            else:
                self.link.answer(number, messages.DONE, self.journal.add(records.SEAL, ms=now, q=number))
        self.link.commands.clear()
        for _ in range(self.rng.randrange(1, 4)):
            line_out.send(now, self.link.tick(now, 256))


class Host:
    """The host's duties of PROTOCOL.md in twenty lines: store, commit, then acknowledge."""

    def __init__(self, store):
        self.store = store
        self.link = HostLink()
        self.link.call()
        self.ready = False
        self.asked = -9_999
        for number in store["waiting"]:
            self.link.command(number, messages.RECORD, messages.stub(records.SEAL))

    def step(self, now, line_in, line_out):
        """Do what is due."""
        store = self.store
        for event in self.link.receive(line_in.receive(now)):
            if event[0] == hostlink.HELLO:
                session, journal = event[15], event[7]
                self.link.welcome(session, journal, store["acked"])
                self.ready = False
            elif self.link.session == 0:
                # what comes before the first hello is not for this host
                continue
            else:
                self.ready = True
            if event[0] == hostlink.RECORDS:
                self.take(event[2], event[3])
                self.link.acknowledge(event[1], store["acked"])
            elif event[0] == hostlink.ANSWER:
                store["waiting"].discard(event[1])
                store["answers"].setdefault(event[1], []).append(event[2:4])
        if self.ready and now - self.asked >= 5_000:
            self.asked = now
            self.link.ask_time(now)
        out, expired = self.link.tick(now, self.ready)
        assert expired == []
        line_out.send(now, out)

    def take(self, before, batch):
        """Store records by their key; move the acknowledgement only without a hole."""
        rows = self.store["rows"]
        for record in batch:
            seq = records.sequence(record)
            assert rows.setdefault(seq, record) == record
        if batch and before <= self.store["acked"]:
            sequences = [before, *map(records.sequence, batch)]
            for earlier, later in itertools.pairwise(sequences):
                self.store["gaps"].update(set(range(earlier + 1, later)) - rows.keys())
            self.store["acked"] = max(self.store["acked"], sequences[-1])


def play(seed, trouble=20_000, patience=90_000):
    """Play one faulted evening.

    Return how long after the last fault it took to come together, how long until the last host was in a
    session, and what both ends have read. The last fault is a host that dies in the middle of a line, while
    another opens the port at once, and nobody may have noticed.
    """
    rng = random.Random(seed)
    rate = rng.choice((0.0, 0.05, 0.2, 0.5))
    to_board, to_host = Line(rng, rate), Line(rng, rate)
    journal = FailingJournal(rng.randrange(1, 1 << 32))
    for _ in range(rng.choice((0, 5, 150))):
        journal.add(ms=0, p=rng.randrange(1 << 32))
    board = Board(rng, journal)
    store = {"rows": {}, "acked": 0, "gaps": set(), "waiting": set(), "answers": {}}
    host = Host(store)
    board.link.opened(0, rng.randrange(1, 1 << 32))
    numbers = iter(range(1_000_000, 2_000_000))
    asked = []
    now = 0
    anew = None
    raised = 0

    def drop_dtr(low):
        # a host ends in the middle of a line, and another one opens the port
        nonlocal host, raised
        line = frames.encode(messages.pack(messages.ACK, journal.id, store["acked"]))
        to_board.send(now, line[: rng.randrange(len(line))])
        host = Host(store)
        if rng.random() < 0.5 and low > STEP:
            board.link.closed()
            raised = now + low

    while True:
        now += STEP
        if raised and now >= raised:
            raised = 0
            # the number may happen to be the old one
            board.link.opened(now, rng.choice((board.link.session, rng.randrange(1, 1 << 32))))
        if now == trouble:
            to_board.rate = to_host.rate = 0.0
            journal.add()
            drop_dtr(rng.choice(DROPS))
            opened = raised or now
        if now < trouble:
            draw = rng.random()
            if draw < 0.03:
                journal.add(ms=now, p=rng.randrange(1 << 32))
                if rng.random() < 0.03:
                    # a record the memory lost: a real gap
                    journal.unreadable.add(journal.last)
                    journal.held.pop(journal.last)
            elif draw < 0.032:
                number = next(numbers)
                asked.append(number)
                store["waiting"].add(number)
                host.link.command(number, messages.RECORD, messages.stub(records.SEAL))
            elif draw < 0.034:
                # the cable is pulled and put back: what was under way is gone
                to_board.under_way.clear()
                to_host.under_way.clear()
                raised = 0
                board.link.closed()
                board.link.opened(now, rng.randrange(1, 1 << 32))
                host.link.reset()
                host.ready = False
            elif draw < 0.036:
                # the host is killed and started again, and the board does not notice
                host = Host(store)
            elif draw < 0.037 and not raised:
                drop_dtr(rng.choice(DROPS))
            elif draw < 0.039:
                journal.free(rng.randrange(40))
            elif draw < 0.05:
                to_host.send(now, b"log output %d\r\n" % now)
        board.step(now, to_board, to_host)
        host.step(now, to_host, to_board)
        # nothing may be freed that is not committed
        assert journal.acked <= store["acked"] <= journal.last
        assert all(seq in store["rows"] or seq in journal.unreadable for seq in range(1, store["acked"] + 1))
        if anew is None and now >= trouble and host.ready and board.link.phase == UP:
            anew = now - opened
        if anew is not None and journal.acked == journal.last and not store["waiting"]:
            break
        assert now < trouble + patience, f"seed {seed}: not together after {patience} ms"
    assert store["rows"] == journal.held
    assert store["gaps"] == journal.unreadable
    done = [records.unpack(one)[7] for one in journal.held.values() if one[4] == records.SEAL]
    assert sorted(done) == asked
    for number in asked:
        (first, seq), *others = store["answers"][number]
        assert first in (messages.DONE, messages.REPEATED)
        assert records.unpack(journal.held[seq])[7] == number
        assert all(other == (messages.REPEATED, seq) or other == (first, seq) for other in others)
    assert board.link.phase == UP
    return now - trouble, anew, host.link.reader, board.link.reader


def campaign(seeds):
    longest = slowest = damaged = 0
    for seed in seeds:
        after, anew, one, two = play(seed)
        longest, slowest = max(longest, after), max(slowest, anew)
        damaged += one.stray + one.overlong + two.stray + two.overlong
    assert slowest <= SOON
    return longest, damaged


def test_two_ends_always_come_together():
    # in the last two an answer comes before the hello that begins the session
    longest, damaged = campaign((*range(80), 1307, 2201))
    assert damaged > 400
    assert longest < 60_000


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_faulted_connections(part, record_property):
    longest, damaged = campaign(range(1_000 * (part + 1), 1_000 * (part + 2)))
    told = f"1,000 connections, {damaged:,} damaged lines, together at most {longest:,} ms after the last"
    record_property("figure", told)


def test_the_line_between_them_does_damage():
    rng = random.Random(3)
    line = Line(rng, 1.0)
    sent = frames.encode(b"payload") * 50
    for now in range(200):
        line.send(now, sent)
    assert frames.Reader().receive(line.receive(9_999)) != [b"payload"] * 50 * 200
