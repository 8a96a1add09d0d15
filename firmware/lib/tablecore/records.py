"""The record: one thing that happened at a table, in 24 bytes.

The same bytes lie in the board's memory, travel on the wire and are kept in the host's database:

    offset  0   4     5  6  7  8    12  16  20
            seq kind  a  b  c  ms   p   q   crc      little-endian, all unsigned

`ms` counts from the beginning of the sitting. The CRC-32 covers the first 20 bytes and starts
from the journal's id, so a record cannot be read under another journal. A record's key is
(board uid, journal id, seq). What a, b, c, p and q mean depends on the kind: see `KINDS`.
"""

import struct
from binascii import crc32

SIZE = 24
_BODY = "<IBBBBIII"
_FULL = "<IBBBBIIII"
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
MATCH = 16
TIME = 17
SCORE = 18
CUBE = 19
RESERVES = 20
STAGE = 21
OVERTIME = 22
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
# --- kinds from 128 on may be skipped --------------------------------------------------------
FAULT = 128
VOLATILE = 129

#: Every kind in one table: number, name, and the meaning of a, b, c, p, q ("-" = zero).
#: The table in PROTOCOL.md is checked against this one.
KINDS = (
    (BOOT, "boot", "reset reason", "storage state", "display present",
     "last ms the previous life was alive, or none", "boot number"),
    (SITTING, "sitting", "-", "-", "-", "ms the ended sitting lasted", "boot number"),
    (COMMIT, "commit", "records in the run", "kind of the first", "-", "sequence of the first",
     "command id, or 0 when set up at the table"),
    (MATCH, "match", "version of the fold", "length in points, 0 = no limit", "options",
     "match id, 0 = made at the table", "command id"),
    (TIME, "time", "seat, 255 = every seat", "method", "1 = precredit", "reserve ms",
     "delay or increment ms"),
    (SCORE, "score", "points of seat 0", "points of seat 1", "Crawford: 0 before, 1 now, 2 over",
     "games ended", "-"),
    (CUBE, "cube", "log2 of the value", "owner, 255 = centred", "seat on turn, 255 = opening",
     "1 = a game is in progress", "-"),
    (RESERVES, "reserves", "moves of seat 0", "moves of seat 1", "seats in overtime (bits)",
     "ms left of seat 0", "ms left of seat 1"),
    (STAGE, "stage", "seat, 255 = every seat", "method", "moves of the stage before it", "ms added",
     "delay or increment ms"),
    (OVERTIME, "overtime", "seat, 255 = every seat", "-", "-", "ms added when the flag first falls", "-"),
    (GAME, "game", "number from 1 (modulo 256)", "1 = Crawford game", "-", "number from 1", "-"),
    (OPENING, "opening", "die of seat 0", "die of seat 1", "-", "-", "-"),
    (DICE, "dice", "seat", "first die", "second die", "-", "-"),
    (PRESS, "press", "seat that ends its turn", "seat whose clock runs now", "1 = without dice", "-", "-"),
    (DOUBLE, "double", "seat", "log2 of the value offered", "1 = premature", "-", "-"),
    (TAKE, "take", "seat", "-", "-", "-", "-"),
    (DROP, "drop", "seat", "-", "-", "-", "-"),
    (RESULT, "result", "winner", "0 drop, 1 single, 2 gammon, 3 backgammon, 4 match",
     "0 played, 1 conceded, 2 claimed, 3 forfeited, 4 on time", "seat that says so, or none",
     "command id"),
    (CONFIRM, "confirm", "seat, 255 = director", "-", "-", "-", "command id"),
    (REJECT, "reject", "seat", "-", "-", "-", "-"),
    (END, "end", "winner", "0 drop, 1 single, 2 gammon, 3 backgammon, 4 match",
     "how, as in result", "points", "CRC-32 of the sheet before this record"),
    (PAUSE, "pause", "reason", "-", "-", "-", "command id"),
    (RESUME, "resume", "seat whose clock runs", "-", "-", "-", "-"),
    (FLAG, "flag", "seat", "1 = its overtime begins", "-", "-", "-"),
    (UNDO, "undo", "-", "-", "-", "sequence of the first record undone", "-"),
    (SEAL, "seal", "-", "-", "-", "games sealed", "command id"),
    (CLOSE, "close", "-", "-", "-", "-", "command id"),
    (CORRECT, "correct", "seat", "moves made, 255 = as it is", "-", "ms left", "command id"),
    (FAULT, "fault", "part", "1 = began, 0 = over", "-", "count", "detail"),
    (VOLATILE, "volatile", "-", "-", "-", "records that were kept in RAM only", "-"),
)

#: The numbers of all kinds this version knows.
KNOWN = tuple([row[0] for row in KINDS])

#: Reasons of a pause (regulations, "Stopping the clock"); 0 and 7 are the board's own.
PAUSES = (
    (0, "power"),
    (1, "concession"),
    (2, "claim"),
    (3, "fallen die or checker"),
    (4, "contested action"),
    (5, "director called"),
    (6, "break"),
    (7, "centred"),
)
POWER, CONCESSION, CLAIM, FALLEN, CONTESTED, DIRECTOR, BREAK = range(7)

#: How a game's result came about (RESULT.c, END.c).
PLAYED, CONCEDED, CLAIMED, FORFEITED, ON_TIME = range(5)
#: What was won (RESULT.b, END.b).
DROPPED, SINGLE, GAMMON, BACKGAMMON, WHOLE_MATCH = range(5)

#: Parts named by a FAULT record.
PARTS = ("keys", "display", "memory", "bus", "program", "link", "battery")


def must_understand(kind):
    """Return whether a fold that does not know this kind has to stop."""
    return kind < 128


def name(kind):
    """Return the name of a kind, or its number as text when it is unknown."""
    for row in KINDS:
        if row[0] == kind:
            return row[1]
    return str(kind)


def pack(journal, seq, kind, a=0, b=0, c=0, ms=0, p=0, q=0):
    """Return the 24 bytes of a record."""
    body = struct.pack(_BODY, seq, kind, a, b, c, ms, p, q)
    return body + struct.pack("<I", crc32(body, journal) & 0xFFFFFFFF)


def is_whole(record, journal):
    """Return whether 24 bytes carry a CRC that fits them and the journal."""
    return (
        len(record) == SIZE
        and struct.unpack_from("<I", record, 20)[0] == crc32(bytes(record[:20]), journal) & 0xFFFFFFFF
    )


def unpack(record):
    """Return (seq, kind, a, b, c, ms, p, q) of a record whose CRC has been checked."""
    return struct.unpack_from(_BODY, record, 0)


def sequence(record):
    """Return a record's sequence number."""
    return struct.unpack_from("<I", record, 0)[0]
