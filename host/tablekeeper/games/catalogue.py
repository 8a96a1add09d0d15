"""The catalogue: the meaning of every kind of record and every message, in words.

The board does not store it, to save memory. Host, simulator and tests use these words, and a test checks
PROTOCOL.md against them.
"""

from __future__ import annotations

from tablecore import messages, records
from tablekeeper.languages import _, pgettext

#: Every kind: number, name, and the meaning of a, b, c, p, q ("-" = zero).
#: A test checks the table in PROTOCOL.md against this one.
KINDS = (
    (records.BOOT, "boot", "reset reason", "storage state", "display present",
     "last ms the previous life was alive, or none", "boot number"),
    (records.SITTING, "sitting", "-", "-", "-", "ms the ended sitting lasted", "boot number"),
    (records.COMMIT, "commit", "records in the run", "kind of the first", "-", "sequence of the first",
     "command id, or 0 when set up at the table"),
    (records.FREED, "freed", "-", "-", "-", "last sequence that the players gave up",
     "how many they gave up"),
    (records.MATCH, "match", "version of the fold", "length in points, 0 = no limit", "options",
     "match id, 0 = made at the table", "command id"),
    (records.TIME, "time", "seat, 255 = every seat", "method", "1 = precredit; periods, moves", "reserve ms",
     "delay or increment ms"),
    (records.SCORE, "score", "points of seat 0", "points of seat 1", "Crawford: 0 before, 1 now, 2 over",
     "games ended", "breaks taken: seat 0, + 16 x seat 1"),
    (records.CUBE, "cube", "log2 of the value", "owner, 255 = centred", "seat on turn, 255 = opening",
     "1 = a game is in progress", "-"),
    (records.RESERVES, "reserves", "moves of seat 0", "moves of seat 1", "seats in overtime (bits)",
     "ms left of seat 0", "ms left of seat 1"),
    (records.STAGE, "stage", "seat, 255 = every seat", "method", "moves of the stage before it", "ms added",
     "delay or increment ms"),
    (records.OVERTIME, "overtime", "seat, 255 = every seat", "-", "-", "ms added when the flag first falls",
     "-"),
    (records.RACE, "race", "version of the fold", "rules of the series", "options",
     "match id, 0 = made at the table", "command id"),
    (records.TARA, "tara", "version of the fold", "seats: 2 or 4", "options",
     "match id, 0 = made at the table", "command id"),
    (records.PLAIN, "plain", "version of the fold", "seats: 1 to 6", "options",
     "match id, 0 = made at the table", "command id"),
    (records.DICELOG, "dicelog", "version of the fold", "dice: 1 or 2", "options",
     "match id, 0 = made at the table", "command id"),
    (records.LINEUP, "lineup", "games won by seat 0", "games won by seat 1", "games won by seat 2",
     "line-up of the first game; turn and whether it is under way", "pawns of a game under way"),
    (records.SERIES, "series", "TripleAthlon: first rules", "second rules", "third rules", "games ended",
     "ms of the game under way"),
    (records.TARA_SCORE, "tara score", "points of the first side", "points of the second side",
     "seat that starts the first game, 255 = open", "games ended", "what is in progress"),
    (records.GAME, "game", "number from 1 (modulo 256)", "1 = Crawford game", "-", "number from 1", "-"),
    (records.OPENING, "opening", "die of seat 0", "die of seat 1", "-", "1 = thrown by the board", "-"),
    (records.DICE, "dice", "seat, 255 = nobody's", "first die", "second die, 0 = one die only",
     "1 = thrown by the board, 2 = before the other's turn is over", "-"),
    (records.PRESS, "press", "seat that ends its turn, 255 = nobody", "seat whose clock runs now",
     "1 = without dice; race: b begins instead", "-", "-"),
    (records.DOUBLE, "double", "seat", "log2 of the value offered",
     "1 = premature, 2 = irregular and accepted, 3 = the same in the Crawford game, 4 = void", "-", "-"),
    (records.TAKE, "take", "seat", "-", "-", "-", "-"),
    (records.DROP, "drop", "seat", "-", "-", "-", "-"),
    (records.RESULT, "result", "winner", "0 drop, 1 single, 2 gammon, 3 backgammon, 4 match",
     "0 played, 1 conceded, 2 claimed, 3 forfeited, 4 on time", "seat that says so, or none",
     "command id"),
    (records.CONFIRM, "confirm", "seat, 255 = director", "-", "-", "-", "command id"),
    (records.REJECT, "reject", "seat", "-", "-", "-", "-"),
    (records.END, "end", "winner", "0 drop, 1 single, 2 gammon, 3 backgammon, 4 match",
     "how, as in result", "points", "CRC-32 of the sheet before this record"),
    (records.PAUSE, "pause", "reason", "break of a seat: 1 + seat", "1 = the break is over",
     "-", "command id"),
    (records.RESUME, "resume", "seat whose clock runs", "-", "-", "-", "-"),
    (records.FLAG, "flag", "seat", "1 = its overtime begins", "-", "-", "-"),
    (records.UNDO, "undo", "-", "-", "-", "sequence of the first record undone", "-"),
    (records.SEAL, "seal", "-", "-", "-", "games sealed", "command id"),
    (records.CLOSE, "close", "-", "-", "-", "-", "command id"),
    (records.CORRECT, "correct", "seat", "moves made, 255 = as it is", "-", "ms left", "command id"),
    (records.CLOCK, "clock", "method", "delay or increment s", "1 = precredit, + 2 x overtime min",
     "reserve ms of each seat", "command id, or 0 when done at the table"),
    (records.AWARD, "award", "seat that gets points", "points", "reason", "1 = they are taken back",
     "command id"),
    (records.PAWN, "pawn", "seat", "colour", "pawns of this colour at home now", "-", "-"),
    (records.ROLL, "roll", "seat, 255 = the round is called off", "die",
     "seats taking part (bits) in a round that begins, else 0", "1 = thrown by the board", "-"),
    (records.CANCEL, "cancel", "seat", "die that does not count", "-", "-", "-"),
    (records.START, "start", "seat that starts the game", "-", "-", "-", "-"),
    (records.BATTLE, "battle", "seat that calls it", "-", "-", "-", "-"),
    (records.OUT, "out", "seat that has no turn", "seat whose clock runs now, 255 = the game is over", "-",
     "-", "-"),
    (records.COUNT, "count", "-", "-", "-", "-", "-"),
    (records.TALLY, "tally", "side", "kingdoms", "territory", "-", "-"),
    (records.FAULT, "fault", "part", "1 = began, 0 = over", "-", "count", "detail"),
    (records.VOLATILE, "volatile", "-", "-", "-", "records that were kept in RAM only",
     "how many of them are lost"),
    (records.REQUEST, "request", "1 = to undo a sealed game", "-", "-", "games sealed", "-"),
)

_ROWS = {row[0]: row for row in KINDS}

#: Reasons of a pause (regulations, "Stopping the clock"); 0 and 7 are the board's own.
PAUSES = (
    (0, pgettext("why a clock stands", "power")),
    (1, _("concession")),
    (2, _("claim")),
    (3, _("fallen die or checker")),
    (4, _("contested action")),
    (5, _("director called")),
    (6, pgettext("why a clock stands", "break")),
    (7, _("centred")),
)

#: Reasons of an award of points (regulations; the director decides).
AWARDS = (
    (0, _("ruling")),
    (1, _("late arrival")),
    (2, _("break too long")),
    (3, _("conduct")),
    (4, _("use of the clock")),
)

#: Parts named by a FAULT record.
PARTS = ("keys", "display", "memory", "bus", "program", "link", "battery")
#: Parts that a FAULT record of a phone names: not seen for `count` ms, and its page was loaded again.
UNSEEN, RELOADED = 7, 8

#: Every message: letter, the fields of its fixed part, and what may follow.
MESSAGES = (
    (messages.HELLO, ("major, minor, firmware (3 numbers), board uid, journal id, boot number, "
     "reset reason, first and last sequence held, last acknowledged, free memory, ms now, session"),
     "what a newer version adds"),
    (messages.RECORDS, "journal id, sequence sent before the first of these", "1 to 7 records of 24 bytes"),
    (messages.STATUS, ("ms now, sequence of the time base (boot or sitting record), last sequence, "
     "free memory, faults (bit per part), battery per cent (255 = unknown)"), "-"),
    (messages.TIME, "token, ms now, sequence of the time base", "-"),
    (messages.ANSWER, "command id, 0 done, 1 repeated, 2 refused; sequence of its record", "reason, ASCII"),
    (messages.DISPLAY, "page, first column", "1 to 128 columns, one byte each"),
    (messages.CHECKED, ("step of the self-test (0 = all of it), 0 begins, 1 passed, 2 failed; why it failed"),
     "-"),
    (messages.PRESSED, "key: 0 to 3 the seat buttons, 4 to 15 the keypad row by row", "-"),
    (messages.WELCOME, "major, minor, session, journal id, last sequence the host has stored",
     "what a newer version adds"),
    (messages.ACK, "journal id, last sequence the host has stored", "-"),
    (messages.ASK_TIME, "token", "-"),
    (messages.COMMAND, ("command id, match id (0 = any), expected last sequence (none = any), "
     "ms of the board after which it is void (none = never), verb"), "as the verb says"),
    (messages.WATCH, "for how many ms the display is to be sent", "-"),
    (messages.NOTICE, "for how many ms it is shown (0 = no more), 1 = lamps blink and a key is told",
     "text in UTF-8, at most 160 bytes: a title, then lines"),
    (messages.EXPECT, ("program that is set up next: 0 backgammon, 1 race, 2 tara, 3 plain clock, "
     "4 dice log, 255 not known"), "-"),
)

#: Every verb of a command: number, what it does, its tail.
VERBS = (
    (messages.RUN, "write a run of records and commit it", "1 to 12 stubs of 12 bytes: kind, a, b, c, p, q"),
    (messages.RECORD, "write one record", "one stub"),
    (messages.NAME, "name a seat", "seat, then the name in UTF-8"),
    (messages.CHECK, "begin a self-test", "-"),
)


def must_understand(kind: int) -> bool:
    """Return whether a fold must stop at an unknown record of this kind."""
    return kind < 128


def name(kind: int) -> str:
    """Return the name of a kind, or its number as text if it is unknown."""
    return _ROWS[kind][1] if kind in _ROWS else str(kind)


def words(kind: int) -> tuple[str, ...]:
    """Return the meanings of a, b, c, p and q of a kind; () if it is unknown."""
    return _ROWS[kind][2:] if kind in _ROWS else ()
