"""Compares the records and pictures of two boards that played the same script.

Crystals, scans and start times differ: a press is stamped up to one scan (5 ms) earlier or later. So a
record's time may differ by one scan, after correction for the later start of one board. A picture must be one
that the other board showed within a few scans of the same moment. All else must be equal.
"""

from __future__ import annotations

import struct
from binascii import crc32
from dataclasses import dataclass

from silicon.playing import Played
from tablecore import records
from tablecore.sheets.fold import Fold
from tabledevice import journal
from tablekeeper.games import catalogue

#: two scans of 5 ms and the rounding of ticks (1/1024 s) to ms
STAMP_MS = 12
#: ms before and after a look in which the other board's pictures are taken: the time of a drawing, plus the
#: sum of the differences of some presses' stamps on a clock
AROUND_MS = 120


@dataclass(frozen=True, slots=True)
class Comparison:
    """The compared data, and a sentence for each difference."""

    records: int
    pictures: int
    later_ms: int
    """How much later the second board's sitting began, by its records."""
    differences: tuple[str, ...]


def log(memory: bytes) -> list[bytes]:
    """Return the records in a FRAM, in their order (a ring that was never full)."""
    found = [_log(memory, number) for number in _ids(memory)]
    return max(found, key=len, default=[])


def _ids(memory: bytes) -> list[int]:
    headers = (memory[place : place + 32] for place in (0, 32))
    return [
        struct.unpack_from("<I", header, 12)[0]
        for header in headers
        if header[:4] == journal.MAGIC and crc32(header[:28]) == struct.unpack_from("<I", header, 28)[0]
    ]


def _log(memory: bytes, number: int) -> list[bytes]:
    found: list[bytes] = []
    for place in range(journal.RING, journal.LAST - records.SIZE, records.SIZE):
        record = memory[place : place + records.SIZE]
        if not records.is_whole(record, number) or records.sequence(record) != len(found) + 1:
            break
        found.append(record)
    return found


def compare(reference: Played, other: Played) -> Comparison:
    """Compare two boards; the looks at the reference were taken with `AROUND_MS`."""
    expected, found = log(reference.memory), log(other.memory)
    later = _later(expected, found)
    differences = []
    race = False
    if not expected:
        differences.append("the reference left no records")
    for number, (one, two) in enumerate(zip(expected, found, strict=False), 1):
        if records.unpack(one)[1] in records.OPENERS:
            race = records.unpack(one)[1] == records.RACE
        difference = _difference(one, two, later, race)
        if difference:
            differences.append(f"record {number}: {difference}")
    differences += _unequal(expected, found)
    differences += _misfolded("reference", expected) + _misfolded("other", found)
    for name, pictures in reference.looks.items():
        if name not in other.looks:
            differences.append(f"look {name}: not looked at")
        elif other.picture(name) not in pictures:
            nearest = min(_bits(other.picture(name), picture) for picture in pictures)
            differences.append(f"look {name}: another picture, {nearest} dots differ from the nearest")
    return Comparison(len(found), len(other.looks), later, tuple(differences))


def _later(expected: list[bytes], found: list[bytes]) -> int:
    """Return how much later the other board's stamps are, by the first record that a press made."""
    for one, two in zip(expected, found, strict=False):
        if not records.FLAGS[one[4]] & records.TIME_BASE:
            return int(records.unpack(two)[5]) - int(records.unpack(one)[5])
    return 0


def _unequal(expected: list[bytes], found: list[bytes]) -> list[str]:
    """Return a sentence if one log is longer than the other."""
    both = min(len(expected), len(found))
    if len(expected) > both:
        return [f"from record {both + 1} on: expected {len(expected) - both} more, found nothing"]
    if len(found) > both:
        return [f"from record {both + 1} on: expected nothing, found {len(found) - both} more"]
    return []


def _difference(one: bytes, two: bytes, later: int, race: bool) -> str:
    _, kind, a, b, c, ms, p, q = records.unpack(one)
    _, kind_2, a_2, b_2, c_2, ms_2, p_2, q_2 = records.unpack(two)
    if kind == records.END:
        # a checksum over times in ms, which differ: compare each with its own log instead
        q = q_2
        if race and abs(p_2 - p) <= 2 * STAMP_MS:
            # the end of a race contains the duration of the game, the difference of two stamps
            p = p_2
    if (kind, a, b, c, p, q) != (kind_2, a_2, b_2, c_2, p_2, q_2):
        return f"expected {_told(one)}, found {_told(two)}"
    # a boot is stamped by the program, not by a press
    if not records.FLAGS[kind] & records.TIME_BASE and abs(ms_2 - ms - later) > STAMP_MS:
        return f"{_told(one)} came {ms_2 - ms - later} ms beside its time"
    return ""


def _misfolded(whose: str, log: list[bytes]) -> list[str]:
    """Fold a log with the code of both ends of the wire: a game's closing checksum must fit it."""
    fold = Fold(lambda seq: log[seq - 1] if seq <= len(log) else None)
    found = []
    for record in log:
        fold.apply(*records.unpack(record))
        number = records.sequence(record)
        if getattr(fold.sheet, "mismatch", 0) == number:
            found.append(f"{whose}: record {number} closes another sheet than its log gives")
    return found


def _told(record: bytes) -> str:
    _, kind, a, b, c, ms, p, q = records.unpack(record)
    return f"{catalogue.name(kind)} {a} {b} {c} at {ms} ms, {p} {q}"


def _bits(one: bytes, two: bytes) -> int:
    return sum((left ^ right).bit_count() for left, right in zip(one, two, strict=True))
