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

# --- flags: properties of a kind in every game ---
_KNOWN = const(1)
#: Time starts again from 0: the power was cut, or the counter was set back. No person did it.
TIME_BASE = const(2)
#: It can't be undone.
LASTING = const(4)
#: If it had its effect, no undo goes back beyond it.
MARK = const(8)
#: A player did it and can take it back.
UNDOABLE = const(16)
#: The director can order it: then q is the command's id.
DIRECTED = const(32)
#: It is kept in the last places of a full memory (`tabledevice.lastplaces`).
DECIDING = const(64)
#: A single game may contain more of these records than the memory has room for.
OFTEN = const(128)

#: The flags of every kind; 0 for a kind that this version does not know: `FLAGS[kind] & LASTING`.
FLAGS = bytearray(256)


def _kind(number, flags=0):
    FLAGS[number] = _KNOWN | flags
    return number


# --- all kinds: number, flags. Below 128 they must be understood by every fold --------
BOOT = _kind(1, TIME_BASE | LASTING | DECIDING)
SITTING = _kind(2, TIME_BASE | LASTING | DECIDING)
COMMIT = _kind(3, MARK)
FREED = _kind(4, DECIDING)
MATCH = _kind(16)
TIME = _kind(17)
SCORE = _kind(18)
CUBE = _kind(19)
RESERVES = _kind(20)
STAGE = _kind(21)
OVERTIME = _kind(22)
RACE = _kind(23)
TARA = _kind(24)
PLAIN = _kind(25)
DICELOG = _kind(26)
LINEUP = _kind(27)
SERIES = _kind(28)
TARA_SCORE = _kind(29)
GAME = _kind(32, MARK | DECIDING)
OPENING = _kind(33, UNDOABLE)
DICE = _kind(34, UNDOABLE | OFTEN)
PRESS = _kind(35, UNDOABLE | OFTEN)
DOUBLE = _kind(36, UNDOABLE)
TAKE = _kind(37, UNDOABLE)
DROP = _kind(38, UNDOABLE | DECIDING)
RESULT = _kind(39, UNDOABLE | DIRECTED | DECIDING)
CONFIRM = _kind(40, UNDOABLE | DIRECTED | DECIDING)
REJECT = _kind(41, UNDOABLE | DECIDING)
END = _kind(42, DECIDING)
PAUSE = _kind(43, UNDOABLE | DIRECTED)
RESUME = _kind(44, UNDOABLE)
FLAG = _kind(45, DECIDING)
UNDO = _kind(46, DECIDING)
SEAL = _kind(48, LASTING | DIRECTED | DECIDING)
CLOSE = _kind(49, MARK | DIRECTED | DECIDING)
CORRECT = _kind(50, DIRECTED | DECIDING)
CLOCK = _kind(51, UNDOABLE | DIRECTED)
AWARD = _kind(52, DIRECTED)
PAWN = _kind(64, UNDOABLE | DECIDING | OFTEN)
ROLL = _kind(65, UNDOABLE)
CANCEL = _kind(66, UNDOABLE)
START = _kind(72, UNDOABLE | DECIDING)
BATTLE = _kind(73, UNDOABLE)
OUT = _kind(74, UNDOABLE)
COUNT = _kind(75, UNDOABLE | DECIDING)
TALLY = _kind(76, UNDOABLE | DECIDING)
# --- kinds from 128 on may be skipped ---
FAULT = _kind(128)
VOLATILE = _kind(129)
REQUEST = _kind(130)

# saves memory on a board
del _kind

#: Kinds that begin a set-up run: a = version of the fold, c = options, p = id, q = command id.
#: The place in this list is the number of the program (`tablecore.sheets`).
OPENERS = (MATCH, RACE, TARA, PLAIN, DICELOG)

#: Reasons of a pause, as in `catalogue.PAUSES`; only the board itself uses 0 and 7.
POWER, CONCESSION, CLAIM, FALLEN, CONTESTED, DIRECTOR, BREAK = range(7)

#: Reasons of an award of points, as in `catalogue.AWARDS`.
RULING, LATE, LONG_BREAK, CONDUCT, CLOCK_USE = range(5)

#: How a game was decided (RESULT.c, END.c).
PLAYED, CONCEDED, CLAIMED, FORFEITED, ON_TIME = range(5)
#: The kind of a win (RESULT.b, END.b).
DROPPED, SINGLE, GAMMON, BACKGAMMON, WHOLE_MATCH = range(5)


def pack(journal, seq, kind, a=0, b=0, c=0, ms=0, p=0, q=0):
    """Return the 24 bytes of a record."""
    body = struct.pack(_BODY, seq, kind, a, b, c, ms, p, q)
    return body + struct.pack("<I", crc32(body, journal))


def pack_into(record, body, journal, seq, kind, a, b, c, ms, p, q):
    """Write a record into 24 bytes without garbage; `body` is a memoryview of its first 20, made once."""
    struct.pack_into(_BODY, record, 0, seq, kind, a, b, c, ms, p, q)
    struct.pack_into("<I", record, 20, crc32(body, journal))


def is_whole(record, journal):
    """Return whether the CRC of 24 bytes is right for them and for the journal."""
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
