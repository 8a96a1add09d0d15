"""Parses times of day and durations into whole milliseconds. Pure: the present time is an argument."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

from tablekeeper.errors import UserError
from tablekeeper.strictjson import LATEST_MS, DocumentError

MINUTE_MS = 60_000
#: the longest time in a case: 100 hours
LONGEST_MS = 360_000_000
DAY = timedelta(days=1)
_TIME = re.compile(r"(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d\d?):(\d\d)(?::(\d\d))?", re.ASCII)
_SPAN = re.compile(r"(?:(\d{1,3})h)?(?:(\d{1,4})m(?:in)?)?(?:(\d{1,4})s)?", re.ASCII)
_LEFT = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)", re.ASCII)
_CLOCK = re.compile(r"(\d{1,4}):(\d\d)", re.ASCII)


def _ms(at: datetime) -> int:
    return int(at.timestamp()) * 1000


def moment(text: str, near_ms: int, zone: tzinfo | None = None) -> int:
    """Parse a time of day, with or without a date (Unix ms): "20:00", "20:00:30", "2026-11-21 20:00".

    A time without a date is the nearest one to `near_ms`: soon after midnight, 23:50 belongs to yesterday.
    The default time zone is the computer's.
    """
    found = _TIME.fullmatch(text.strip())
    if not found:
        raise DocumentError(
            "",
            "'%(words)s' is not a time: write it like 20:00 or 2026-11-21 20:00",
            words=text[:30],
        )
    year, month, day, hour, minute, second = (int(part) if part else 0 for part in found.groups())
    try:
        if found[1]:
            at = _ms(datetime(year, month, day, hour, minute, second, tzinfo=zone))
            if at > LATEST_MS:
                raise DocumentError("", "'%(words)s' is too late: name an earlier year", words=text[:30])
            return at
        near = datetime.fromtimestamp(near_ms // 1000, zone)
        here = near.replace(hour=hour, minute=minute, second=second, microsecond=0)
        days = [_ms(one) for one in (here - DAY, here, here + DAY)]
    except (ValueError, OverflowError, OSError):
        raise DocumentError(
            "",
            "'%(words)s' is not a time of day: hours go to 23, minutes to 59",
            words=text[:30],
        ) from None
    return min(days, key=lambda one: abs(one - near_ms))


def span(text: str) -> int:
    """Parse a duration (ms): "14" and "14m" are minutes, "14:30" minutes and seconds, "1h30m", "45s"."""
    bare = text.strip()
    if bare.isascii() and bare.isdigit() and len(bare) <= 4:
        bare += "m"
    found = _CLOCK.fullmatch(bare)
    if found:
        hours, minutes, seconds = 0, int(found[1]), int(found[2])
        fits = seconds < 60
    else:
        found = _SPAN.fullmatch(bare)
        fits = bool(bare) and found is not None
        hours, minutes, seconds = (int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    total = ((hours * 60 + minutes) * 60 + seconds) * 1000
    if not fits or total > LONGEST_MS:
        raise DocumentError(
            "",
            "'%(words)s' is not a duration: write it like 14m, 14:30 or 1h30m",
            words=text[:30],
        )
    return total


def time_left(text: str) -> int:
    """Parse the time on a clock, "5:05" or "1:02:30" (ms)."""
    found = _LEFT.fullmatch(text.strip())
    if found is None:
        raise UserError(
            "Write the time left in minutes and seconds, like 5:05, or 1:02:30 with hours.", field="left"
        )
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000


def clock_time(ms: int, zone: tzinfo | None = None) -> str:
    """Return a moment as "2026-11-21 20:00", with seconds if they are not 0; at most the year 9999."""
    at = datetime.fromtimestamp(min(ms, LATEST_MS) // 1000, zone)
    return at.strftime("%Y-%m-%d %H:%M:%S" if at.second else "%Y-%m-%d %H:%M")


def minutes(ms: int) -> str:
    """Return a duration as "14:30" (minutes and seconds)."""
    return f"{ms // MINUTE_MS}:{ms % MINUTE_MS // 1000:02}"
