"""Runs in MicroPython: checks the golden vectors with the same files that the board has.

Prints the number of correct vectors and the deepest call, or raises an error.
"""

import gc
import json
import sys

from tablecore import frames, messages, records
from tablecore.clockforms import make
from tablecore.link import DeviceLink
from tablecore.sheets.fold import Fold

PHASES = ("empty", "ready", "opening", "turn", "move", "doubled", "result", "over")
METHODS = ("none", "sudden", "delay", "bronstein", "fischer", "up", "byoyomi", "canadian", "hourglass")
counted = 0


def agree(found, expected, what):
    """Count a vector that agrees; raise for one that does not."""
    global counted
    if found != expected:
        raise AssertionError(f"{what}: {found!r} is not {expected!r}")
    counted += 1


def load(name):
    """Return the vectors of a file."""
    with open("/golden/" + name) as file:
        return json.load(file)


def fields_of(vector):
    """Return a message's fields, with its bytes as bytes."""
    return tuple([bytes.fromhex(one) if isinstance(one, str) else one for one in vector["fields"]])


for vector in load("records.json"):
    packed = bytes.fromhex(vector["bytes"])
    agree(records.pack(vector["journal"], *vector["fields"]), packed, vector["name"])
    agree(records.is_whole(packed, vector["journal"]), True, vector["name"])
    agree(list(records.unpack(packed)), vector["fields"], vector["name"])

vectors = load("frames.json")
for vector in vectors["frames"]:
    agree(frames.encode(bytes.fromhex(vector["payload"])), vector["line"].encode(), vector["line"])
    found = frames.Reader().receive(vector["line"].encode())
    agree(found, [bytes.fromhex(vector["payload"])], vector["line"])
for vector in vectors["refused"]:
    agree(frames.decode(vector["line"].encode()), None, vector["name"])

vectors = load("messages.json")
for vector in vectors["messages"]:
    letter = ord(vector["letter"])
    payload = bytes.fromhex(vector["payload"])
    tail = bytes.fromhex(vector["tail"])
    agree(messages.pack(letter, *fields_of(vector)) + tail, payload, vector["name"])
    # MicroPython has no star within a tuple
    expected = (letter,) + fields_of(vector) + (tail,)  # noqa: RUF005
    agree(messages.unpack(payload), expected, vector["name"])
for vector in vectors["malformed"]:
    agree(messages.unpack(bytes.fromhex(vector["payload"])), None, vector["name"])

for vector in load("clocks.json"):
    table = make(len(vector["settings"]), vector["form"])
    for seat in range(table.seats):
        method, reserve, delay, precredit = vector["settings"][seat]
        table.set(seat, METHODS.index(method), reserve, delay, precredit)
        if vector["overtime"]:
            table.set_overtime(seat, vector["overtime"])
    for stage in vector["stages"]:
        table.add_stage(*stage)
    for place in range(len(vector["events"])):
        event = vector["events"][place]
        what, first, second = event[:3]
        now = first
        if what == "start":
            table.start(first, second)
            now = second
        elif what == "press":
            table.press(first, second)
        elif what == "pause":
            table.pause(first)
        elif what == "resume":
            table.resume(first)
        elif what == "check":
            table.check_flag(first)
        elif what == "correct":
            table.correct(second, event[3], first, event[4])
        else:
            table.centre(first)
        after = vector["after"][place]
        agree(table.pack(), bytes.fromhex(after["packed"]), vector["name"])
        agree([table.remaining(seat, now) for seat in range(table.seats)], after["shown"], vector["name"])
        agree(table.flag_at(), after["flag_at"], vector["name"])

# what a board asks a running clock again and again must not allocate
settings = (
    (4, 600000, 3000, 0), (4, 600000, 3000, 0), (6, 9, 500000, 3), (7, 9, 500000, 3), (8, 600000, 0, 0)
)
for form in range(5):
    table = make(2, form)
    for seat in range(2):
        table.set(seat, *settings[form])
    table.start(0, 1000)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for now in range(1000, 3000):
        table.remaining(0, now)
        table.remaining(1, now)
        table.delay_left(0, now)
        table.flag_at()
        table.low_at(30000)
        table.is_low(0, now, 30000)
        table.check_flag(now)
    allocated = gc.mem_alloc() - before
    gc.enable()
    agree(allocated < 64, True, f"{allocated} bytes in 2,000 looks, form {form}")

for vector in load("logs.json"):
    log = [bytes.fromhex(one) for one in vector["records"]]
    fold = Fold(lambda seq, log=log: log[seq - 1] if 0 < seq <= len(log) else None)
    for place in range(len(log)):
        fold.apply(*records.unpack(log[place]))
        after = vector["after"][place]
        what = "{}, record {}".format(vector["name"], place + 1)
        sheet = fold.sheet
        agree(sheet.checksum(), after["checksum"], what)
        agree(PHASES[sheet.phase], after["phase"], what)
        agree(fold.undoable(), after["undoable"], what)
        agree(
            [list(sheet.score), sheet.odd, sheet.mismatch, fold.stopped],
            [after["score"], after["odd"], after["mismatch"], after["stopped"]], what,
        )


class Journal:
    """The log above as a journal, so that the board's end of the link runs, too."""

    id = 0x5AFE1234
    first = 1
    last = len(log)
    acked = 0
    refuses = False

    def read(self, seq):
        """Return a record."""
        return log[seq - 1]

    def acknowledge(self, seq):
        """Note the sequence up to which the host has committed."""
        self.acked = seq


link = DeviceLink(((0, 1, 0), b"12345678"), Journal(), lambda: (1, 1000, 0, 255, 1, 1))
link.opened(0, 77)
agree(messages.unpack(frames.decode(link.tick(0, 256).strip()))[0], messages.HELLO, "hello")
link.receive(frames.encode(messages.pack(messages.WELCOME, 1, 0, 77, Journal.id, 0)), 0)
sent = messages.unpack(frames.decode(link.tick(0, 256)[:-1]))
agree(sent[3], b"".join(log[:7]), "records")
link.receive(frames.encode(messages.pack(messages.ACK, Journal.id, 7)), 5)
agree(link.journal.acked, 7, "acknowledgement")

print("agreed on", counted, "vectors in", sys.implementation.name)
