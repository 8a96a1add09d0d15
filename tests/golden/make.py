"""Renews the golden vectors beside this file: `python -m tests.golden.make`.

The vectors are the contract in numbers: what is written here today must be read the same by every
later release, on every interpreter. Look at the difference before committing it; a changed line in
logs.json means that an old log would fold to something else.
"""

import json
import sys
from pathlib import Path

from tablecore import clock, clockforms, frames, messages, records, sheets
from tablekeeper.games import catalogue, schedule, timecontrol
from tests.golden import plainlogs, racelogs, sheetlogs, taralogs
from tests.golden.logs import JOURNAL, LOGS

HERE = Path(__file__).resolve().parent
UID = bytes.fromhex("e66138528350232a")
METHODS = ("none", "sudden", "delay", "bronstein", "fischer", "up", "byoyomi", "canadian", "hourglass")


# --- records -----------------------------------------------------------------------------------


def record_vectors():
    """One record of every kind, and the edges of the numbers."""
    rows = []
    for kind, name, *_ in catalogue.KINDS:
        # a kind that is added changes no other's vector
        rows.append((f"kind {name}", JOURNAL, (kind, kind, 1, 2, 3, 1000 * (kind - 1), 4, 5)))
    rows.append(("all zero", 0, (0, 0, 0, 0, 0, 0, 0, 0)))
    most = 0xFFFFFFFF
    rows.append(("all ones", most, (most, 255, 255, 255, 255, most, most, most)))
    rows.append(("same fields, other journal", JOURNAL + 1, (1, 1, 1, 2, 3, 0, 4, 5)))
    rows.append(("dice 6-2 of seat 0", JOURNAL, (9, records.DICE, 0, 6, 2, 41_250, 0, 0)))
    return [
        {"name": name, "journal": journal, "fields": fields, "bytes": records.pack(journal, *fields).hex()}
        for name, journal, fields in rows
    ]


# --- frames ------------------------------------------------------------------------------------


def frame_vectors():
    """Payloads and their lines, and lines that are no frames."""
    payloads = [b"\x00", b"a", b"\n\r\n", bytes(range(182)), bytes(182), b"\xff" * 181]
    good = [{"payload": one.hex(), "line": frames.encode(one).decode()} for one in payloads]
    whole = frames.encode(b"tablekeeper").decode().strip()
    flipped = ("A" if whole[0] != "A" else "B") + whole[1:]
    refused = [
        ("empty", ""),
        ("log output", "FRAM not found, running from RAM"),
        ("one character changed", flipped),
        ("cut short by a block", whole[:-4]),
        ("cut short within a block", whole[:-1]),
        ("doubled", whole + whole),
        ("a space in it", whole[:8] + " " + whole[8:]),
        ("foreign characters a lenient decoder would skip", whole[:8] + "!!!!" + whole[8:]),
        ("bits behind the padding", whole[:-2] + "".join(_next_letter(one) for one in whole[-2:])),
        ("CRC alone, no payload", "AAAAAA=="),
        ("longer than any frame", "A" * 252),
    ]
    return {"frames": good, "refused": [{"name": name, "line": line} for name, line in refused]}


def _next_letter(letter):
    return letter if letter == "=" else chr(ord(letter) + 1)


# --- messages ----------------------------------------------------------------------------------


def message_vectors():
    """One of every message, with tails where they have one."""
    two = records.pack(JOURNAL, 8, records.GAME, 1, 0, 0, 40_000, 1)
    two += records.pack(JOURNAL, 9, records.DICE, 0, 6, 2, 41_250)
    stubs = messages.stub(records.MATCH, 1, 7, 1, 12)
    stubs += messages.stub(records.TIME, 255, 3, 0, 1_260_000, 12_000)
    first, last, acked, memory, now, session = 1, 9, 7, 160_000, 41_300, 0xC0FFEE
    at = (UID, JOURNAL, 3, 1, first, last, acked, memory, now, session)
    never = records.NONE
    rows = [
        ("hello", (messages.HELLO, 1, 0, 0, 1, 0, *at), b""),
        ("hello of a later version", (messages.HELLO, 2, 7, 9, 0, 0, *at), b"\x01\x02\x03"),
        ("welcome", (messages.WELCOME, 1, 0, session, JOURNAL, 7), b""),
        ("welcome of no session: asks for a hello", (messages.WELCOME, 1, 2, 0, 0, 0), b""),
        ("records 8 and 9", (messages.RECORDS, JOURNAL, 7), two),
        ("acknowledgement of 9", (messages.ACK, JOURNAL, 9), b""),
        ("status", (messages.STATUS, 43_000, 1, 9, 158_000, 0, 255), b""),
        ("ask the time", (messages.ASK_TIME, 77), b""),
        ("time", (messages.TIME, 77, 43_250, 1), b""),
        ("command: set up 7 points", (messages.COMMAND, 500, 0, never, never, messages.RUN), stubs),
        ("command: close match 12", (messages.COMMAND, 501, 12, 9, 60_000, messages.RECORD),
         messages.stub(records.CLOSE)),
        ("command: name seat 1", (messages.COMMAND, 502, 0, never, never, messages.NAME), b"\x01Zo\xc3\xab"),
        ("answer: done", (messages.ANSWER, 500, messages.DONE, 12), b""),
        ("answer: refused", (messages.ANSWER, 501, messages.REFUSED, 0), b"a game is in progress"),
        ("watch for 5 s", (messages.WATCH, 5_000), b""),
        ("a notice for a minute", (messages.NOTICE, 60_000, 0), "20:31\nSoup at 13:00 für alle".encode()),
        ("a notice that calls for a key", (messages.NOTICE, 60_000, 1), b"Table 3\nPress any key"),
        ("no notice any more", (messages.NOTICE, 0, 0), b""),
        ("a key that a notice called for", (messages.PRESSED, 15), b""),
        ("races come next", (messages.EXPECT, sheets.RACE), b""),
        ("display", (messages.DISPLAY, 3, 64), bytes(range(64))),
        ("self-test", (messages.CHECKED, messages.CHECK_KEYS, messages.CHECK_FAILED, 1 << 15), b""),
    ]
    good = []
    for name, fields, tail in rows:
        payload = messages.pack(*fields) + tail
        plain = [one.hex() if isinstance(one, bytes) else one for one in fields[1:]]
        good.append({
            "name": name, "letter": chr(fields[0]), "fields": plain, "tail": tail.hex(),
            "payload": payload.hex(), "line": frames.encode(payload).decode(),
        })
    ack = messages.pack(messages.ACK, JOURNAL, 9)
    head = messages.pack(messages.RECORDS, JOURNAL, 7)
    refused = [
        ("unknown letter", b"Z" + ack[1:]),
        ("too short", ack[:-1]),
        ("too long", ack + b"\x00"),
        ("records without a record", head),
        ("records with half a record", head + bytes(36)),
        ("eight records", head + bytes(192)),
        ("display without columns", messages.pack(messages.DISPLAY, 0, 0)),
        ("a step with a tail", messages.pack(messages.CHECKED, 1, 1, 0) + b"x"),
        ("129 columns", messages.pack(messages.DISPLAY, 0, 0) + bytes(129)),
    ]
    return {"messages": good, "malformed": [{"name": name, "payload": one.hex()} for name, one in refused]}


# --- clocks ------------------------------------------------------------------------------------

BYOYOMI, CANADIAN, HOURGLASS = range(clock.UP + 1, clock.UP + 4)
#: name, one setting (method, reserve, delay, precredit) per seat, events, and for some: form,
#: stages (seat, moves, method, reserve, delay), overtime of every seat
CLOCKS = (
    ("simple delay: reserve 10 s, delay 5 s, moves of 8 s and 8 s leave 7 then 4",
     [(clock.DELAY, 10_000, 5_000, 0)] * 2,
     [("start", 0, 0), ("press", 8_000, 1), ("press", 9_000, 0), ("press", 17_000, 1)]),
    ("Bronstein without precredit: 7, then the flag 7 s into the second move",
     [(clock.BRONSTEIN, 10_000, 5_000, 0)] * 2,
     [("start", 0, 0), ("press", 8_000, 1), ("press", 9_000, 0), ("check", 15_999, 0), ("check", 16_000, 0)]),
    ("Bronstein with precredit: 15, then 12, then 9",
     [(clock.BRONSTEIN, 10_000, 5_000, 1)] * 2,
     [("start", 0, 0), ("press", 8_000, 1), ("press", 9_000, 0), ("press", 17_000, 1)]),
    ("delay 12 s, reserve 15:00, a 25 s move leaves 14:47 (Bronstein)",
     [(clock.BRONSTEIN, 900_000, 12_000, 0)] * 2,
     [("start", 0, 1_000), ("press", 26_000, 1)]),
    ("delay 12 s, reserve 15:00, a 25 s move leaves 14:47 (simple delay)",
     [(clock.DELAY, 900_000, 12_000, 0)] * 2,
     [("start", 0, 1_000), ("press", 26_000, 1)]),
    ("Fischer 5m f3: a 1 s move gains 2 s", [(clock.FISCHER, 300_000, 3_000, 0)] * 2,
     [("start", 0, 0), ("press", 1_000, 1), ("press", 61_000, 0)]),
    ("counting up, a pause inside the move", [(clock.UP, 0, 0, 0)] * 2,
     [("start", 0, 500), ("pause", 2_500, 0), ("resume", 60_000, 0), ("press", 61_000, 1)]),
    ("a press at the flag instant is too late", [(clock.SUDDEN, 5_000, 0, 0)] * 2,
     [("start", 0, 100), ("press", 5_100, 1), ("press", 5_200, 0)]),
    ("a press 1 ms before the flag counts", [(clock.SUDDEN, 5_000, 0, 0)] * 2,
     [("start", 0, 100), ("press", 5_099, 1)]),
    ("a pause does not renew the delay", [(clock.DELAY, 10_000, 5_000, 0)] * 2,
     [("start", 0, 0), ("pause", 4_000, 0), ("resume", 9_000, 0), ("press", 12_000, 1)]),
    ("a press stamped before the move began takes no time", [(clock.SUDDEN, 5_000, 0, 0)] * 2,
     [("start", 0, 1_000), ("press", 2_000, 1), ("press", 1_990, 0), ("press", 2_500, 1)]),
    ("six seats, each with its own method, out of order",
     [(clock.SUDDEN, 9_000, 0, 0), (clock.DELAY, 8_000, 500, 0), (clock.BRONSTEIN, 7_000, 500, 1),
      (clock.FISCHER, 6_000, 500, 1), (clock.UP, 0, 0, 0), (clock.NONE, 0, 0, 0)],
     [("start", 0, 0), ("press", 1_000, 3), ("press", 2_000, 1), ("press", 3_000, 5), ("press", 4_000, 2),
      ("press", 5_000, 4), ("centre", 6_000, 0)]),
    ("40/90m f30, 30m f30, here 2/9s f3, 3s f1: after two moves 3 s more",
     [(clock.FISCHER, 9_000, 3_000, 0)] * 2,
     [("start", 0, 0), ("press", 4_000, 1), ("press", 5_000, 0), ("press", 6_000, 1), ("press", 7_000, 0),
      ("press", 9_000, 1), ("centre", 9_500, 0)],
     clock.STAGED, [(0, 2, clock.FISCHER, 3_000, 1_000), (1, 2, clock.SUDDEN, 3_000, 0)], 0),
    ("a flag before the last move of a stage is lost", [(clock.SUDDEN, 2_000, 0, 0)] * 2,
     [("start", 0, 0), ("press", 1_500, 1), ("press", 1_600, 0), ("press", 2_100, 1)],
     clock.STAGED, [(0, 3, clock.SUDDEN, 9_000, 0)], 0),
    ("overtime: the flag falls once, two minutes are added to the same move, then it is lost",
     [(clock.BRONSTEIN, 10_000, 5_000, 0)] * 2,
     [("start", 0, 0), ("check", 9_999, 0), ("check", 10_000, 0), ("press", 20_000, 1), ("press", 21_000, 0),
      ("check", 135_999, 0), ("check", 136_000, 0)],
     clock.PLAIN, [], 120_000),
    ("nobody looked when the flag fell: the press finds the overtime begun",
     [(clock.DELAY, 10_000, 5_000, 0)] * 2,
     [("start", 0, 0), ("press", 20_000, 1)], clock.PLAIN, [], 60_000),
    ("the director corrects the seat that runs, the other one, and takes a flag back",
     [(clock.BRONSTEIN, 10_000, 5_000, 0)] * 2,
     [("start", 0, 0), ("correct", 8_000, 0, 7_000, 255), ("correct", 8_000, 1, 60_000, 255),
      ("check", 15_000, 0), ("correct", 15_500, 0, 4_000, 255), ("resume", 16_000, 0), ("press", 18_000, 1)],
     clock.PLAIN, [], 0),
    ("byo-yomi 10s y3x5s: a period renewed, one lost, two at once, the flag",
     [(BYOYOMI, 10_000, 5_000, 3)] * 2,
     [("start", 0, 0), ("press", 12_000, 1), ("press", 13_000, 0), ("press", 17_999, 1), ("press", 18_000, 0),
      ("press", 23_000, 1), ("press", 24_000, 0), ("press", 33_999, 1), ("press", 34_000, 0)],
     clock.BYOYOMI_FORM, [], 0),
    ("Canadian 10s c2/5s: the move that ends the main time is the first of a round",
     [(CANADIAN, 10_000, 5_000, 2)] * 2,
     [("start", 0, 0), ("press", 9_000, 1), ("press", 9_100, 0), ("press", 12_000, 1), ("press", 12_100, 0),
      ("press", 14_000, 1), ("press", 14_100, 0), ("press", 19_100, 1)],
     clock.CANADIAN_FORM, [], 0),
    ("hourglass 10s: what one uses the other gains, to the flag", [(HOURGLASS, 10_000, 0, 0)] * 2,
     [("start", 0, 0), ("press", 4_000, 1), ("pause", 6_000, 0), ("resume", 60_000, 0), ("press", 61_000, 0),
      ("check", 69_999, 0), ("check", 70_000, 0)],
     clock.HOURGLASS_FORM, [], 0),
)


def clock_vectors():
    """Event lists and the state after each event."""
    vectors = []
    for name, settings, events, *more in CLOCKS:
        form, stages, overtime = more or (clock.PLAIN, [], 0)
        table = set_clock(form, settings, stages, overtime)
        after = []
        for what, first, second, *rest in events:
            now = second if what == "start" else first
            apply_clock_event(table, what, first, second, *rest)
            after.append(clock_state(table, now))
        vectors.append({
            "name": name, "form": form, "stages": stages, "overtime": overtime,
            "settings": [(METHODS[one[0]], *one[1:]) for one in settings],
            "events": [list(event) for event in events],
            "after": after,
        })
    return vectors


def set_clock(form, settings, stages, overtime):
    """Return a clock of a form with its settings, stages and overtime."""
    table = clockforms.make(len(settings), form)
    for seat, setting in enumerate(settings):
        table.set(seat, *setting)
        if overtime:
            table.set_overtime(seat, overtime)
    for stage in stages:
        table.add_stage(*stage)
    return table


def apply_clock_event(table, what, first, second, *rest):
    """Do what an event of the table above says: (start, seat, ms), else (event, ms, next seat, ...)."""
    if what == "start":
        table.start(first, second)
    elif what == "press":
        table.press(first, second)
    elif what == "pause":
        table.pause(first)
    elif what == "resume":
        table.resume(first)
    elif what == "check":
        table.check_flag(first)
    elif what == "correct":
        left, count = rest
        table.correct(second, left, first, count)
    else:
        table.centre(first)


def clock_state(table, now):
    """Return what can be seen of a clock."""
    return {
        "shown": [table.remaining(seat, now) for seat in range(table.seats)],
        "turn": table.turn, "running": table.running, "flagged": table.flagged, "flag_at": table.flag_at(),
        "packed": table.pack().hex(),
    }


# --- time controls -----------------------------------------------------------------------------


def timecontrol_vectors():
    """Notations, what they say and how they are printed."""
    written = ["none", "up", "10m", "600s", "1h30m", "14m d12", "21m b12", "21m b12+", "5m f3", "5m f3+",
               "10s d2.5", "3m/pt b12", "99h", "1h2m3s f99999.999"]
    rows = []
    for one in written:
        control = timecontrol.parse(one)
        rows.append({
            "written": one, "method": METHODS[control[0]], "control": control,
            "printed": timecontrol.text(control),
        })
    return rows


def schedule_vectors():
    """Schedules, how they are printed, the records of two seats and the clock that they set."""
    written = ["21m b12", "21m b12+ | 14m d12", "40/90m f30, 30m f30", "40/2h,20/1h,15m f30 o1m | 3h",
               "21m b12 o2m", "30m y5x30s", "30m y5x30s | up", "1h c20/5m", "5m hourglass"]
    rows = []
    for one in written:
        made = schedule.parse(one)
        rows.append({
            "written": one, "printed": schedule.text(made), "records": schedule.stubs(made),
            "packed": schedule.make_clock(made).pack().hex(),
        })
    return rows


# --- logs --------------------------------------------------------------------------------------


def log_vectors():
    """Whole logs and the sheet after every record."""
    vectors = []
    for make_log in LOGS:
        log = make_log()
        vectors.append({
            "name": make_log.__name__.removeprefix("log_").replace("_", " "),
            "about": make_log.__doc__,
            "journal": JOURNAL,
            "records": [one.hex() for one in log.records],
            "after": log.after,
        })
    return vectors


FILES = {
    "records.json": record_vectors,
    "frames.json": frame_vectors,
    "messages.json": message_vectors,
    "clocks.json": clock_vectors,
    "timecontrols.json": timecontrol_vectors,
    "schedules.json": schedule_vectors,
    "logs.json": log_vectors,
    "logs-race.json": lambda: sheetlogs.vectors(racelogs.LOGS),
    "logs-tara.json": lambda: sheetlogs.vectors(taralogs.LOGS),
    "logs-plain.json": lambda: sheetlogs.vectors(plainlogs.LOGS),
}


def text_of(vectors):
    """Return the vectors as JSON with one small thing a line, so that differences can be read."""
    return _lines(json.loads(json.dumps(vectors)), 0) + "\n"


def _lines(value, depth):
    short = json.dumps(value)
    if not isinstance(value, dict | list) or not value or (len(short) < 100 and depth > 0):
        return short
    pad = " " * (depth + 1)
    if isinstance(value, dict):
        inner = ",\n".join(f"{pad}{json.dumps(key)}: {_lines(one, depth + 1)}" for key, one in value.items())
        return "{\n" + inner + "\n" + " " * depth + "}"
    if all(isinstance(one, dict) and len(json.dumps(one)) < 400 for one in value):
        inner = ",\n".join(pad + json.dumps(one) for one in value)
    else:
        inner = ",\n".join(pad + _lines(one, depth + 1) for one in value)
    return "[\n" + inner + "\n" + " " * depth + "]"


def main():
    """Write every file."""
    for name, vectors in FILES.items():
        (HERE / name).write_text(text_of(vectors()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
