"""Words of the pages: clocks, scores, whose turn it is, how a table is connected.

Pure functions of the director's views; the page script shows clocks by the same rule as `clock_text`.
"""

from __future__ import annotations

import time
from datetime import date

from tablekeeper.director.events.timetable import round_title
from tablekeeper.director.events.views import EventView
from tablekeeper.director.views import DiceView, RecordView, TableDetail, TableView
from tablekeeper.games.view import ClockView, MatchView
from tablekeeper.regulation.moment import clock_time

#: below this a clock shows tenths
TENTHS_MS = 10_000

#: state of an event -> text of its page
PHASES = {"entries": "Entries", "running": "Running", "over": "Over", "finished": "Finished",
          "discarded": "Discarded"}  # fmt: skip

#: a key of the board -> the label of its button for screen readers
KEY_NAMES = {"*": "star: back, held: undo", "#": "hash: menu or OK", "0": "0: centre the clock"}


def clock_text(milliseconds: int, counts_up: bool = False) -> str:
    """Return a clock as the board shows it: time left is rounded up to the second, so that 0:00 means
    that none is left; time used and tenths are rounded down.

    >>> clock_text(754_000), clock_text(753_001), clock_text(9_490), clock_text(3_723_000)
    ('12:34', '12:34', '9.4', '1:02:03')
    >>> clock_text(4_999, counts_up=True)
    '0:04'
    """
    if milliseconds < TENTHS_MS and not counts_up:
        return f"{milliseconds // 1000}.{milliseconds % 1000 // 100}"
    seconds = (milliseconds if counts_up else milliseconds + 999) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_words(clock: ClockView) -> str:
    """Return a clock in words, as read aloud: "12:34", "no clock", "flag fallen"."""
    if clock.method == "none":
        return "no clock"
    if clock.flagged:
        return "flag fallen"
    return clock_text(clock.remaining_ms, clock.method == "up")


def player(match: MatchView, seat: int) -> str:
    """Return a player's name, or the side if there is no name."""
    if seat >= len(match.players):
        return f"Seat {seat + 1}"
    return match.players[seat].strip() or ("Left", "Right")[seat]


def heading(match: MatchView) -> str:
    """Return what is played, as the beginning of a line: "Match to 7"."""
    return match.title[:1].upper() + match.title[1:]


def hour(milliseconds: int) -> str:
    """Return the local time of day of an instant of the hall: "17:05:09"."""
    return time.strftime("%H:%M:%S", time.localtime(milliseconds // 1000))


def day_name(day: str) -> str:
    """Return a day as people read it: "Friday, 1 May 2026".

    >>> day_name("2026-05-01")
    'Friday, 1 May 2026'
    """
    told = date.fromisoformat(day)
    return f"{told:%A}, {told.day} {told:%B} {told.year}"


def capital(told: str) -> str:
    """Return a part of a sentence as its beginning."""
    return told[:1].upper() + told[1:]


def day_hour(milliseconds: int) -> str:
    """Return the local day and time of an instant: "2026-05-30 17:05:09"."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(milliseconds // 1000))


def starts(view: EventView) -> list[tuple[str, str]]:
    """Return when each round of an event begins, the earliest first: title and local time."""
    ordered = sorted(view.timetable.items(), key=lambda one: one[1])
    titles = [(round_title(name) if name else "start", clock_time(at_ms)) for name, at_ms in ordered]
    return [(title[:1].upper() + title[1:], told) for title, told in titles]


def written(record: RecordView) -> str:
    """Return when a record was written, or the bounds of that time if no host was connected then."""
    if record.at_ms is not None:
        return hour(record.at_ms)
    first, last = record.earliest_ms, record.latest_ms
    if first is not None and last is not None:
        days = time.localtime(first // 1000)[:3], time.localtime(last // 1000)[:3]
        day = "" if days[0] == days[1] else "%d %b "
        return f"unknown, {_hour_of(first, day)} to {_hour_of(last, day)}"
    if last is not None:
        return f"unknown, before {hour(last)}"
    return "unknown" if first is None else f"unknown, after {hour(first)}"


def _hour_of(milliseconds: int, day: str) -> str:
    return time.strftime(f"{day}%H:%M:%S", time.localtime(milliseconds // 1000))


def link_words(table: TableView) -> str:
    """Return in words whether the board is connected."""
    if table.online:
        return "connected"
    if table.last_seen_ms is None:
        return "not heard yet"
    return f"not heard since {hour(table.last_seen_ms)}"


def rate_words(rate: float) -> str:
    """Return in words how fast the hall's clock runs, or "" in real time; 0 means as fast as possible."""
    if rate == 1.0:
        return ""
    if rate <= 0:
        return "Played as fast as it goes"
    return f"Played {round(rate, 1 if rate < 10 else None):g} times as fast as life"


def display_words(table: TableView) -> str:
    """Return a description of the display's picture for screen readers."""
    match = table.match
    if match is None:
        return f"Display of {table.name}: no match"
    clocks = [clock_words(clock) for clock in match.clocks]
    said = f"Display of {table.name}: {match.standing}, {match.title}"
    return f"{said}; clocks {' and '.join(clocks)}" if clocks else said


def thrower_words(match: MatchView | None, throw: DiceView) -> str:
    """Return the player who threw, or the purpose of the throw."""
    if throw.seat is None:
        return throw.purpose or "opening"
    if match is not None:
        name = player(match, throw.seat)
    else:
        name = ("Left", "Right")[throw.seat] if throw.seat < 2 else f"Seat {throw.seat + 1}"
    return f"{name}, {throw.purpose}" if throw.purpose else name


#: the board's keypad, row by row
KEYPAD = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#")
#: the players' own buttons, in the order of the seats
SEAT_KEYS = {"seat0": "Left button", "seat1": "Right button", "seat2": "Third", "seat3": "Fourth"}


def seat_keys(detail: TableDetail) -> tuple[str, ...]:
    """Return the keys that are not on the keypad: the players' own buttons."""
    return tuple(key for key in detail.keys if key not in KEYPAD)


def key_label(key: str) -> str:
    """Return the label of a player's button."""
    return SEAT_KEYS.get(key, key)
