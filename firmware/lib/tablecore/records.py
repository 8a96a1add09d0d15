"""The record: one thing that happened at a table, in 24 bytes.

The same bytes lie in the board's memory, travel on the wire and are kept in the host's database:

    offset  0   4     5  6  7  8    12  16  20
            seq kind  a  b  c  ms   p   q   crc      little-endian, all unsigned

`ms` counts from the beginning of the sitting. The CRC-32 covers the first 20 bytes and starts
from the journal's id, so a record cannot be read under another journal. A record's key is
(board uid, journal id, seq). What a, b, c, p and q mean depends on the kind: see
`tablekeeper.games.catalogue` on the host.
"""

import struct
from binascii import crc32

from micropython import const

SIZE = 24
_BODY = const("<IBBBBIII")
_FULL = const("<IBBBBIIII")
#: "no value" in p or q
NONE = 0xFFFFFFFF
#: "nobody", "centred" or "every seat" in a, b or c
NOBODY = 255
#: The largest p, q or sequence number a record can hold.
LARGEST = 0xFFFFFFFE

# --- kinds below 128 must be understood by whoever folds the log -----------------------------
BOOT = 1
SITTING = 2
COMMIT = 3
FREED = 4
MATCH = 16
TIME = 17
SCORE = 18
CUBE = 19
RESERVES = 20
STAGE = 21
OVERTIME = 22
RACE = 23
TARA = 24
PLAIN = 25
DICELOG = 26
LINEUP = 27
SERIES = 28
TARA_SCORE = 29
GAME = 32
OPENING = 33
DICE = 34
PRESS = 35
DOUBLE = 36
TAKE = 37
DROP = 38
RESULT = 39
CONFIRM = 40
REJECT = 41
END = 42
PAUSE = 43
RESUME = 44
FLAG = 45
UNDO = 46
SEAL = 48
CLOSE = 49
CORRECT = 50
CLOCK = 51
AWARD = 52
PAWN = 64
ROLL = 65
CANCEL = 66
START = 72
BATTLE = 73
OUT = 74
COUNT = 75
TALLY = 76
# --- kinds from 128 on may be skipped --------------------------------------------------------
FAULT = 128
VOLATILE = 129
REQUEST = 130

#: The numbers of all kinds this version knows; what they mean stands in `tablekeeper.games.catalogue`.
KNOWN = (
    BOOT, SITTING, COMMIT, FREED, MATCH, TIME, SCORE, CUBE, RESERVES, STAGE, OVERTIME, GAME, OPENING, DICE,
    PRESS, DOUBLE, TAKE, DROP, RESULT, CONFIRM, REJECT, END, PAUSE, RESUME, FLAG, UNDO, SEAL, CLOSE,
    CORRECT, CLOCK, AWARD, FAULT, VOLATILE, REQUEST,
    RACE, LINEUP, SERIES, PAWN, ROLL, CANCEL,
    TARA, TARA_SCORE, START, BATTLE, OUT, COUNT, TALLY,
    PLAIN, DICELOG,
)

#: What begins a run that sets a table up: a = version of the fold, c = options, p = id, q = command id.
#: The place in this list is the number of the program (`tablecore.sheets`).
OPENERS = (MATCH, RACE, TARA, PLAIN, DICELOG)

#: Reasons of a pause, as in `catalogue.PAUSES`; 0 and 7 are the board's own.
POWER, CONCESSION, CLAIM, FALLEN, CONTESTED, DIRECTOR, BREAK = range(7)

#: Reasons of an award of points, as in `catalogue.AWARDS`.
RULING, LATE, LONG_BREAK, CONDUCT, CLOCK_USE = range(5)

#: How a game's result came about (RESULT.c, END.c).
PLAYED, CONCEDED, CLAIMED, FORFEITED, ON_TIME = range(5)
#: What was won (RESULT.b, END.b).
DROPPED, SINGLE, GAMMON, BACKGAMMON, WHOLE_MATCH = range(5)


def pack(journal, seq, kind, a=0, b=0, c=0, ms=0, p=0, q=0):
    """Return the 24 bytes of a record."""
    body = struct.pack(_BODY, seq, kind, a, b, c, ms, p, q)
    return body + struct.pack("<I", crc32(body, journal))


def pack_into(record, body, journal, seq, kind, a, b, c, ms, p, q):
    """Write a record into 24 bytes without garbage; `body` is a memoryview of the first 20, made once."""
    struct.pack_into(_BODY, record, 0, seq, kind, a, b, c, ms, p, q)
    struct.pack_into("<I", record, 20, crc32(body, journal))


def is_whole(record, journal):
    """Return whether 24 bytes carry a CRC that fits them and the journal."""
    return (
        len(record) == SIZE
        and struct.unpack_from("<I", record, 20)[0] == crc32(memoryview(record)[:20], journal)
    )


def unpack(record):
    """Return (seq, kind, a, b, c, ms, p, q) of a record whose CRC has been checked."""
    return struct.unpack_from(_BODY, record, 0)


def sequence(record):
    """Return a record's sequence number."""
    return struct.unpack_from("<I", record, 0)[0]
