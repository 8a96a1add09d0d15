"""Hands and eyes at one virtual board: presses keys, reads the screen and the memory.

Nothing here touches the program: keys go in at the contacts, the log is read from the memory chip's bytes
and the hint line from the display's pixels.
"""

from tablecore import frames, hostlink, messages, records
from tablecore.sheets.fold import Fold
from tabledevice import journal as journals
from tabledevice.canvas import COLUMNS, PAGES, Canvas
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as match
from tablesim import Timeline, VirtualBoard

UID = b"TABLE--1"
#: from power-on to a program that has read its memory
START_MS = 4000
#: keys of the set-up menu: five points, count-up clock
FIVE_POINTS_UP = ("#", "1", "5", "#", "5")
#: from a set-up to the turn of seat 0: opening 3-1, the lower roller starts the other's clock
TO_MOVE = ("3", "1", 1)
#: and on to the turn of seat 1, who has not rolled
TO_TURN = (*TO_MOVE, 0)


def folded(log):
    """Fold a list of records, one after the other; return the sheet."""
    fold = Fold({records.sequence(record): record for record in log}.get)
    for record in log:
        fold.apply(*records.unpack(record))
    return fold.sheet


class Table:
    """A board with power, its players' hands and eyes."""

    def __init__(self, *, power=True, **settings):
        self.timeline = settings.pop("timeline", None) or Timeline()
        self.board = VirtualBoard(self.timeline, settings.pop("uid", UID), **settings)
        if power:
            self.power_on()

    def power_on(self):
        """Switch on and wait until the program runs."""
        self.board.power_on()
        self.wait(START_MS)
        for _ in range(100):
            # a full memory takes longer to read
            if self.app is not None or self.board.crashes:
                break
            self.wait(100)
        assert self.board.crashes == []

    def power_cycle(self):
        """Switch the power off and on again."""
        self.board.power_off()
        self.wait(1000)
        self.power_on()

    def put_away(self):
        """Check that nothing went wrong, then switch off."""
        assert self.board.crashes == []
        assert self.sheet.odd == 0, "a record without effect was written"
        self.board.power_off()

    # --- hands ------------------------------------------------------------------------------

    def wait(self, ms):
        """Let time pass."""
        self.timeline.run_until(self.timeline.now_us + ms * 1000)

    def press(self, *keys, gap=300):
        """Tap keys one after the other; seats are numbers, keypad keys their labels."""
        for key in keys:
            self.board.press(key)
            self.wait(gap)
        return self

    def hold(self, key, ms=1000):
        """Keep a key down for a while."""
        self.board.press(key, hold_ms=ms)
        self.wait(ms + 300)
        return self

    def writes(self, *keys):
        """Tap keys ("hold" is a long *); return the records written by this, as from `log`."""
        after = self.last
        for key in keys:
            self.hold("*") if key == "hold" else self.press(key)
        return self.log(after)

    def refuses(self, key, said):
        """Tap a key without a meaning now; check that the reason is shown and nothing has changed."""
        after, state = self.last, self.sheet.pack()
        assert self.press(key).said == said
        assert self.reads(said)
        assert (self.log(after), self.sheet.pack()) == ([], state)

    def keep_down(self, key):
        """Press a key and keep it down until it counts as held."""
        self.board.press(key, hold_ms=None)
        self.wait(400)

    def let_go(self, key):
        """Release a key that has been down for long enough."""
        self.wait(1000)
        self.board.release(key)
        self.wait(300)

    def at(self, ms, key, hold_ms=80):
        """Press a key when the board's time is `ms`."""
        crystal = self.board.vm.crystal
        ahead = ms - self.now
        us = crystal.milliseconds_us(crystal.milliseconds(self.timeline.now_us) + ahead)
        self.board.press(key, us, hold_ms)

    def set_up(self, *keys):
        """Set a match up through the menu."""
        return self.press(*(keys or FIVE_POINTS_UP))

    def win(self, winner, kind="1"):
        """Report a result and let the other agree."""
        return self.press("9", kind, winner, 1 - winner)

    def passes(self, ms):
        """Let time pass; return the number of passes of the program's loop."""
        app = self.app
        counted = [0]
        step = app.step

        def counting():
            counted[0] += 1
            step()

        app.step = counting
        try:
            self.wait(ms)
        finally:
            del app.step
        return counted[0]

    # --- eyes -------------------------------------------------------------------------------

    @property
    def app(self):
        """The running program."""
        return self.board.running("app")

    @property
    def sheet(self):
        """The state of the match as the board folds it."""
        return self.app.fold.sheet

    @property
    def now(self):
        """The board's time in ms."""
        crystal = self.board.vm.crystal
        hardware = self.app.hardware
        raw = crystal.ticks_ms(self.timeline.now_us)
        return hardware._ticks.at(raw)

    @property
    def said(self):
        """Why the last key did nothing, if it did nothing."""
        return self.app.view.flash

    def reads(self, text, page=7):
        """Return whether a line of the display shows this text, normal or inverted.

        On the last line it may also be large, as at a question: in the middle, or at the left of a list.
        """
        looks = [lambda canvas: canvas.centre(page, text)]
        if page == PAGES - 1:
            looks.append(lambda canvas: canvas.large_centre(page - 1, text))
            looks.append(lambda canvas: canvas.large(1, page - 1, f"{text:21}"))
        for look in looks:
            drawn, first = bytearray(1024), page if look is looks[0] else page - 1
            look(Canvas(drawn))
            place = slice(first * COLUMNS, (page + 1) * COLUMNS)
            plain, shown = bytes(drawn[place]), self.board.pixels[place]
            if shown in (plain, bytes(255 - one for one in plain)):
                return True
        return False

    def record(self, seq):
        """The bytes of a record: from the memory chip, or from what the board keeps in RAM."""
        journal = self.app.journal
        if self.board.fram is not None and seq <= journal.kept:
            place = journals.RING + (seq - 1) % journals.PLACES * records.SIZE
            found = bytes(self.board.fram.memory[place : place + records.SIZE])
            return found if records.is_whole(found, journal.id) else None
        return journal.in_ram(seq)

    def log(self, after=0):
        """The records behind `after` as (name, a, b, c)."""
        found = []
        for seq in range(after + 1, self.app.journal.last + 1):
            record = self.record(seq)
            found.append((catalogue.name(record[4]), *record[5:8]) if record else None)
        return found

    def folded(self):
        """The sheet that follows from the log alone."""
        return folded([self.record(seq) for seq in range(1, self.last + 1)])

    def shows_hint(self):
        """Return whether the hint that the program means is what the display's last line shows."""
        return self.reads(self.app.view.hint)

    @property
    def last(self):
        """The last sequence written."""
        return self.app.journal.last


class Host:
    """A minimal host: it sends a welcome, stores, acknowledges, and sends the commands of a test."""

    def __init__(self, table, stored=None):
        self.table = table
        self.link = hostlink.HostLink()
        #: journal id: {sequence: record}, and journal id: last sequence up to which all is stored or lost
        self.store = {} if stored is None else stored
        self.acked = {}
        self.events = []
        self.session = 0
        self.opened = 0
        self.number = 0
        self.acknowledges = True
        self.open()
        self._pump()

    def open(self):
        """Open the board's port."""
        self.table.board.usb.open()
        self.opened += 1
        self.link.reset()

    def close(self):
        """Close the port."""
        self.table.board.usb.close()

    def _pump(self):
        port = self.table.board.usb
        timeline = self.table.timeline
        if port.is_open:
            for event in self.link.receive(port.read()):
                self._take(event)
            data, _ = self.link.tick(timeline.now_us // 1000, self.session != 0)
            port.write(data)
        timeline.after(20_000, self._pump)

    def _take(self, event):
        self.events.append(event)
        if event[0] == hostlink.HELLO:
            journal, self.session = event[7], event[15]
            self.link.welcome(self.session, journal, self.stored(journal))
        elif event[0] == hostlink.RECORDS:
            _, journal, before, whole = event
            held = self.store.setdefault(journal, {})
            for record in whole:
                seq = records.sequence(record)
                assert held.setdefault(seq, record) == record, f"record {seq} came with other bytes"
            if whole and before <= self.stored(journal):
                # a gap inside was lost at the board
                self.acked[journal] = max(self.stored(journal), records.sequence(whole[-1]))
            if self.acknowledges:
                self.link.acknowledge(journal, self.stored(journal))

    def stored(self, journal):
        """The last sequence that may be acknowledged."""
        return self.acked.get(journal, 0)

    def missing(self, journal):
        """The sequences up to the last stored one that never came."""
        held = self.store.get(journal, {})
        return [seq for seq in range(1, max(held, default=0) + 1) if seq not in held]

    def has_all(self):
        """Return whether the host has all records of the board, with the same bytes as on the board."""
        journal = self.table.app.journal
        held = self.store.get(journal.id, {})
        return (
            self.stored(journal.id) == journal.last
            and not self.missing(journal.id)
            and all(held[seq] == self.table.record(seq) for seq in range(journal.first, journal.last + 1))
        )

    def folded(self):
        """The sheet that follows from the records of the board's journal that are stored here."""
        return folded([record for _, record in sorted(self.store[self.table.app.journal.id].items())])

    def order(self, verb, tail, *, number=None, match=0, expected=records.NONE, void=records.NONE, wait=600):
        """Send a command and return its answer: (status, sequence, reason)."""
        if number is None:
            self.number += 1
            number = self.number
        self.events.clear()
        self.link.command(number, verb, tail, match, expected, void)
        self.table.wait(wait)
        answers = [(*one[2:4], one[4].decode()) for one in self.events if one[0] == hostlink.ANSWER]
        assert len(answers) == 1, self.events
        return answers[0]

    def run(self, *stubs, **options):
        """Send a set-up: each stub (kind, a, b, c, p, q)."""
        return self.order(messages.RUN, b"".join(messages.stub(*one) for one in stubs), **options)

    def direct(self, *stub, **options):
        """Send one record of the director's."""
        return self.order(messages.RECORD, messages.stub(*stub), **options)

    def set_up(self, length=5, options=match.CRAWFORD_RULE, number=77, time=(5, 0, 0, 0), **words):
        """Set a match up: `time` is method, precredit, reserve, delay."""
        method, precredit, reserve, delay = time
        return self.run(
            (records.MATCH, match.VERSION, length, options, number, 0),
            (records.TIME, 255, method, precredit, reserve, delay),
            **words,
        )

    def say(self, line):
        """Send any bytes."""
        self.table.board.usb.write(line)

    def frame(self, payload):
        """Send any payload in a right frame."""
        self.say(frames.encode(payload))
