"""Everything at once: hands, orders of a host, and cable, power, memory and display that come and go.

Whatever happens, the program does not end, the log folds to what the board shows, nothing without effect
was written, and once it is quiet the host holds every record, byte for byte.
"""

import random
from itertools import pairwise

import pytest

from tablecore import messages, records
from tablecore.sheets.fold import Fold
from tableprograms.backgammon import sheet as match
from tests.guards import sample
from tests.tabledevice.hands import Host, Table

KEYS = (0, 1, 0, 1, 0, 1, 2, *"0123456789", *"123456", *"*#", "#")


class Storm:
    """A table in which anything may happen next."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.table = Table(seed=seed)
        self.host = None
        self.number = 0
        self.began_with_memory = True

    def step(self):
        """Let one thing happen."""
        chance = self.chance
        what = chance.random()
        table, board = self.table, self.table.board
        if what < 0.5:
            for key in self.sensible():
                table.press(key, gap=chance.choice((120, 500)))
        elif what < 0.85:
            key = chance.choice(KEYS)
            held = chance.random() < 0.1
            board.press(key, hold_ms=1000 if held else 70, bounce_ms=chance.choice((0, 0, 12)))
            table.wait(chance.choice((10, 150, 400, 1300)))
        elif what < 0.88:
            self.order()
        elif what < 0.90:
            board.fram.failed = not board.fram.failed
        elif what < 0.92:
            board.oled.dead = not board.oled.dead
        elif what < 0.93:
            board.bus.stuck = not board.bus.stuck
            table.wait(3000)
            board.bus.stuck = False
        elif what < 0.96:
            self.plug()
        elif what < 0.98:
            self.power()
        else:
            table.wait(chance.choice((5_000, 60_000, 900_000)))

    def sensible(self):
        """Keys that players would press now."""
        sheet, chance = self.table.sheet, self.chance
        seat = sheet.turn if sheet.turn < 2 else chance.randrange(2)
        if sheet.pause != match.NOBODY:
            return "#"
        if sheet.phase in (match.EMPTY, match.OVER):
            return "#", chance.choice("1357"), "#", chance.choice("123456")
        if sheet.phase == match.DOUBLED:
            return chance.choice("778"), seat
        if sheet.phase == match.RESULT:
            return 0, 1
        if sheet.phase in (match.TURN, match.MOVE) and chance.random() < 0.1:
            return "9", chance.choice("123"), chance.randrange(2)
        if sheet.phase == match.TURN and chance.random() < 0.3:
            return "7", seat
        if sheet.phase == match.MOVE and sheet.clock.turn == match.NOBODY:
            return (1 - seat,)
        return chance.choice("123456"), chance.choice("123456"), seat

    def order(self):
        """A command of the director's, sensible or not."""
        host = self.host
        if host is None or not host.session or not self.table.board.usb.is_open:
            return
        chance = self.chance
        self.number += 1
        orders = (
            (records.PAUSE, records.DIRECTOR), (records.CONFIRM, 255), (records.CLOSE,),
            (records.RESULT, chance.randrange(3), chance.randrange(6), chance.randrange(5), records.NONE),
            (records.SEAL, 0, 0, 0, chance.randrange(3)),
        )  # fmt: skip
        if chance.random() < 0.5:
            stub = messages.stub(*chance.choice(orders))
            host.link.command(self.number, messages.RECORD, stub)
        else:
            method = chance.randrange(6)
            tail = messages.stub(records.MATCH, 1, chance.choice((0, 1, 3, 7)), chance.randrange(8), 7, 0)
            tail += messages.stub(records.TIME, 255, method, 0, 120_000, 5_000)
            host.link.command(self.number, messages.RUN, tail)

    def plug(self):
        """Plug in, open, close or pull the cable."""
        table = self.table
        board = table.board
        if self.host is None:
            if board.usb.present:
                self.host = Host(table)
        elif self.chance.random() < 0.5:
            board.unplug()
            table.wait(self.chance.choice((100, 3000)))
            board.plug()
            table.wait(500)
            self.reopen()
        else:
            self.host.close()
            table.wait(self.chance.choice((50, 5000)))
            self.reopen()

    def reopen(self):
        """Open the port again if it is there."""
        if self.host is not None and self.table.board.usb.present:
            self.host.session = 0
            self.host.open()

    def power(self):
        """Cut the power: now, or at a byte of what is written next."""
        table = self.table
        if self.chance.random() < 0.5 and not table.board.fram.failed:
            table.board.cut_power_after(self.chance.randrange(1, 60))
            table.wait(5000)
        table.board.power_off()
        # a cut that did not come any more is called off
        table.board.cut_power_after(1 << 30)
        table.wait(1000)
        table.power_on()
        self.began_with_memory = not table.board.fram.failed
        self.reopen()

    def calm(self):
        """Repair everything, wait, and look."""
        table, board = self.table, self.table.board
        board.fram.failed = board.oled.dead = False
        if not self.began_with_memory:
            table.power_cycle()
        table.wait(70_000)
        if self.host is None:
            self.host = Host(table)
        self.reopen()
        table.wait(120_000)
        assert board.crashes == []
        assert table.app.journal.volatile() == 0
        log = [table.record(seq) for seq in range(1, table.last + 1)]
        fold = Fold(lambda seq: log[seq - 1])
        for record in log:
            fold.apply(*records.unpack(record))
        assert fold.stopped == 0
        assert fold.sheet.pack() == table.sheet.pack()
        torn = sum(1 for one, two in pairwise(log) if one[4] in RUN and two[4] == records.BOOT)
        assert table.sheet.odd <= torn
        for one in log:
            assert records.unpack(one)[5] < 1 << 30
        assert self.host.has_all()
        assert table.shows_hint()
        # what was on its way when a cable came out stays in the board's endpoint, from where nothing calls
        # it back: whoever opens the port next gets the rest of a frame, and maybe the beginning of another
        told = [event[0] for event in self.host.events]
        assert told.count("stray") <= 2 * self.host.opened
        assert set(told) <= {"hello", "records", "status", "answer", "time", "stray"}


RUN = (records.MATCH, records.TIME)


def storm(seed, steps):
    made = Storm(seed)
    for _ in range(steps):
        made.step()
    made.calm()
    made.table.board.power_off()


@pytest.mark.parametrize("seed", sample.drawn(range(8), of=8))
def test_a_storm(seed):
    storm(seed, 300)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 400))
def test_a_longer_storm(seed):
    storm(seed, 700)
