"""The messages between board and host: the meaning of a frame's payload.

The first byte is the message's letter; capitals go from the board to the host, small letters from
the host to the board. All numbers are little-endian and unsigned. A message that is shorter than
its fixed part, or whose tail has an impossible length, is malformed: `unpack` returns None. Hello
and welcome may only get new fields at the end, even in major versions, so that two incompatible
versions can still report that they are incompatible.
"""

import struct

from tablecore.records import SIZE

#: Protocol version: a different major number is incompatible, a higher minor number is compatible.
MAJOR = 1
MINOR = 4

HELLO = 72  # H
RECORDS = 82  # R
STATUS = 83  # S
TIME = 84  # T
ANSWER = 65  # A
DISPLAY = 68  # D
CHECKED = 67  # C
PRESSED = 80  # P
WELCOME = 104  # h
ACK = 97  # a
ASK_TIME = 116  # t
COMMAND = 99  # c
WATCH = 119  # w
NOTICE = 110  # n
EXPECT = 101  # e

#: letter, then the format of the fixed part after it; `tablekeeper.games.catalogue` has the fields
FIXED = (
    (HELLO, "<BBBBB8sIIBIIIIII"),
    (RECORDS, "<II"),
    (STATUS, "<IIIIIB"),
    (TIME, "<III"),
    (ANSWER, "<IBI"),
    (DISPLAY, "<BB"),
    (CHECKED, "<BBI"),
    (PRESSED, "<B"),
    (WELCOME, "<BBIII"),
    (ACK, "<II"),
    (ASK_TIME, "<I"),
    (COMMAND, "<IIIIB"),
    (WATCH, "<I"),
    (NOTICE, "<IB"),
    (EXPECT, "<B"),
)

# verbs of a command
RUN = 1
RECORD = 2
NAME = 3
CHECK = 4
STUB = "<BBBBII"
STUB_SIZE = 12
#: most stubs in a run: as many records as a set-up has
MOST_STUBS = 12
LONGEST_NAME = 20

#: most bytes of a notice's text: a title, then lines that fit a display
LONGEST_NOTICE = 160
#: what a notice asks for besides its text: the lamps blink, and the board reports a key
NOTICE_CALLS = 1

DONE, REPEATED, REFUSED = range(3)
# the tests of a board, and their states; step 0 stands for the whole test
CHECK_MEMORY, CHECK_DISPLAY, CHECK_LAMPS, CHECK_SOUND, CHECK_KEYS = range(1, 6)
CHECK_BEGINS, CHECK_PASSED, CHECK_FAILED = range(3)


def _fixed(letter):
    for known, fixed in FIXED:
        if known == letter:
            return fixed
    return None


def pack(letter, *fields):
    """Return the fixed part of a message."""
    return bytes((letter,)) + struct.pack(_fixed(letter), *fields)


def unpack(payload):
    """Return (letter, fields..., tail) of a payload, or None when it is malformed or unknown."""
    letter = payload[0]
    fixed = _fixed(letter)
    if fixed is None:
        return None
    size = struct.calcsize(fixed) + 1
    tail = len(payload) - size
    if tail < 0 or not _tail_fits(letter, tail):
        return None
    return (letter,) + struct.unpack_from(fixed, payload, 1) + (bytes(payload[size:]),)


def _tail_fits(letter, size):
    if letter == RECORDS:
        return 0 < size <= 7 * SIZE and size % SIZE == 0
    if letter == DISPLAY:
        return 0 < size <= 128
    if letter == NOTICE:
        return size <= LONGEST_NOTICE
    return size == 0 or letter in (ANSWER, COMMAND, HELLO, WELCOME)


def stub(kind, a=0, b=0, c=0, p=0, q=0):
    """Return the 12 bytes that describe, in a command, a record to write."""
    return struct.pack(STUB, kind, a, b, c, p, q)


def stubs(tail):
    """Return the list of (kind, a, b, c, p, q) in a command's tail, or None when it is malformed."""
    if not tail or len(tail) % STUB_SIZE or len(tail) > MOST_STUBS * STUB_SIZE:
        return None
    return [struct.unpack_from(STUB, tail, place) for place in range(0, len(tail), STUB_SIZE)]
