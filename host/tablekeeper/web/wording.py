"""Words on the pages: clocks, scores, the player on turn, the connection of a table.

Pure functions of the director's views, and of the reader's language; the page script shows clocks by the same
rule as `clock_text`.
"""

from __future__ import annotations

import time
from datetime import date

from tablekeeper.accounts.roles import WORDS as ROLES
from tablekeeper.director.events.timetable import round_title
from tablekeeper.director.events.views import EventView
from tablekeeper.director.people.state import CONSENT_WORDS
from tablekeeper.director.views import DiceView, RecordView, TableDetail, TableView
from tablekeeper.formats import wording
from tablekeeper.formats.format import Format
from tablekeeper.games.view import ClockView, MatchView
from tablekeeper.languages import _, language, local, pgettext, sentence, shown
from tablekeeper.text import day, listing

#: below this time a clock shows tenths
TENTHS_MS = 10_000

#: state of an event -> text of its page
PHASES = {
    "entries": _("Entries"), "running": _("Running"), "over": _("Over"), "finished": _("Finished"),
    "discarded": _("Discarded"),
}  # fmt: skip

#: a person's visibility -> its word
CONSENTS = CONSENT_WORDS

#: the state of a board's record -> its word in the log
RECORD_STATES = {
    "counted": _("counted"), "undone": _("undone"), "stray": _("stray"),
    "not understood": _("not understood"),
}  # fmt: skip

#: the outcome of an appeal -> its words
APPEALS = {
    "": _("open"), "undecided": _("open, no majority yet"), "uphold": _("the ruling stands"),
    "overturn": pgettext("ruling", "overturned"),
}  # fmt: skip

#: a vote on an appeal -> its word
VOTES = {"uphold": _("uphold"), "overturn": _("overturn"), "abstain": _("abstain")}
DIRECTOR_VOTES = {
    "uphold": _("The director upholds it"), "overturn": _("The director overturns it"),
    "abstain": _("The director abstains"),
}  # fmt: skip

#: a step of the ladder without points -> the word on its button, which is narrow
STEPS = {
    "warning": _("warning"), "forfeit": _("forfeit"), "disqualification": _("disqualified"),
    "exclusion": _("excluded"), "withdrawal": _("withdraws"), "no prize": _("no prize"),
}  # fmt: skip

#: the kind of participants -> the heading of the standings' column
ENTRANTS = {"player": _("Player"), "couple": _("Couple")}

#: texts of the page's script, with # for a number
SCRIPT = {
    "live": _("Live"),
    "lost": _("Connection lost, trying again"),
    "silent": _("Last heard %(seconds)s s ago, trying again", seconds="#"),
    "unreachable": _("The server can't be reached: the key was not pressed."),
    "delay": _("delay %(seconds)s", seconds="#"),
    "low": _("low"),
}

#: a key of the board -> the label of its button for screen readers
KEY_NAMES = {
    "*": _("star: back, held: undo"), "#": _("hash: menu or OK"), "0": _("0: centre the clock"),
}  # fmt: skip


def clock_text(milliseconds: int, counts_up: bool = False) -> str:
    """Return the text of a clock, as on the board: time left is rounded up to the second, so that 0:00
    means no time; used time and tenths are rounded down.

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
        return _("no clock")
    if clock.flagged:
        return _("flag fallen")
    return clock_text(clock.remaining_ms, clock.method == "up")


#: the seats of two players who have no names
SIDES = (pgettext("seat", "Left"), pgettext("seat", "Right"))


def player(match: MatchView, seat: int) -> str:
    """Return a player's name, or the side if there is no name."""
    if seat >= len(match.players):
        return _("Seat %(number)s", number=seat + 1)
    name = match.players[seat]
    return name if name.strip() else SIDES[seat]


def heading(match: MatchView) -> str:
    """Return the kind of match, as the beginning of a line: "Match to 7"."""
    return capital(match.title)


def hour(milliseconds: int) -> str:
    """Return the local time of day of an instant of the hall: "17:05:09"."""
    return time.strftime("%H:%M:%S", time.localtime(milliseconds // 1000))


def day_name(day: str) -> str:
    """Return a day in words: "Friday, 1 May 2026".

    >>> day_name("2026-05-01")
    'Friday, 1 May 2026'
    """
    return local.long_date(date.fromisoformat(day), language())


def full(told: str) -> str:
    """Return a part of a sentence as a whole sentence, with a full stop."""
    return shown(sentence(told))


def phase(key: str) -> str:
    """Return the state of an event as a part of a sentence."""
    told = shown(PHASES[key])
    return told[:1].lower() + told[1:]


def actor(name: str) -> str:
    """Return the author of an action: "director" in a hall without accounts, else a name."""
    return ROLES.get(name, name)


def capital(told: str) -> str:
    """Return a part of a sentence with a capital letter, as its beginning."""
    told = shown(told)
    return told[:1].upper() + told[1:]


def entrant(form: Format) -> str:
    """Return the heading of the standings for the participants."""
    return ENTRANTS.get(form.entrant) or capital(form.entrant)


def entrants(number: int, form: Format) -> str:
    """Return the number of entered or needed participants: "12 players"."""
    return wording.entrants(number, form.entrant)


def script_texts() -> dict[str, str]:
    """Return the texts of the page's script, in the reader's language."""
    return {key: shown(one) for key, one in SCRIPT.items()}


def day_hour(milliseconds: int) -> str:
    """Return the local day and time of an instant: "2026-05-30 17:05:09"."""
    at = time.localtime(milliseconds // 1000)
    return f"{day(date(*at[:3]))} {time.strftime('%H:%M:%S', at)}"


def moment(milliseconds: int) -> str:
    """Return the local day and time of an instant to the minute: "2026-05-30 17:05".

    Inputs and files use `regulation.moment.clock_time` instead, which is the same in every language.
    """
    at = time.localtime(milliseconds // 1000)
    return f"{day(date(*at[:3]))} {time.strftime('%H:%M', at)}"


def starts(view: EventView) -> list[tuple[str, str]]:
    """Return (title, local start time) of each round of an event, the earliest first."""
    ordered = sorted(view.timetable.items(), key=lambda one: one[1])
    titles = [(round_title(name) if name else _("start"), moment(at_ms)) for name, at_ms in ordered]
    return [(capital(title), told) for title, told in titles]


def written(record: RecordView) -> str:
    """Return the time of a record in words, or its bounds if no host was connected at that time."""
    if record.at_ms is not None:
        return hour(record.at_ms)
    first, last = record.earliest_ms, record.latest_ms
    if first is not None and last is not None:
        days = time.localtime(first // 1000)[:3], time.localtime(last // 1000)[:3]
        whole = "" if days[0] == days[1] else "%d %b "
        between = {"first": _hour_of(first, whole), "last": _hour_of(last, whole)}
        return _("unknown, %(first)s to %(last)s", **between)
    if last is not None:
        return _("unknown, before %(hour)s", hour=hour(last))
    return _("unknown") if first is None else _("unknown, after %(hour)s", hour=hour(first))


def _hour_of(milliseconds: int, day: str) -> str:
    return time.strftime(f"{day}%H:%M:%S", time.localtime(milliseconds // 1000))


def link_words(table: TableView) -> str:
    """Return in words whether the board is connected."""
    if not table.device:
        return _("no device")
    if table.host:
        return _("connected at %(host)s", host=table.host)
    if table.online:
        return _("connected")
    if table.last_seen_ms is None:
        return _("not heard yet")
    return _("not heard since %(hour)s", hour=hour(table.last_seen_ms))


def rate_words(rate: float) -> str:
    """Return the speed of the hall's clock in words; "" for real time; 0 means as fast as possible."""
    if rate == 1.0:
        return ""
    if rate <= 0:
        return _("Played as fast as it goes")
    times = f"{round(rate, 1 if rate < 10 else None):g}"
    return _("Played %(times)s times as fast as life", times=local.decimals(times, language()))


def display_words(table: TableView) -> str:
    """Return a description of the display's picture for screen readers."""
    match = table.match
    if match is None:
        return _("Display of %(table)s: no match", table=table.name)
    clocks = [shown(clock_words(clock)) for clock in match.clocks]
    told = {"table": table.name, "standing": match.standing, "title": match.title}
    if not clocks:
        return _("Display of %(table)s: %(standing)s, %(title)s", **told)
    told["clocks"] = listing(clocks)
    return _("Display of %(table)s: %(standing)s, %(title)s; clocks %(clocks)s", **told)


def thrower_words(match: MatchView | None, throw: DiceView) -> str:
    """Return the player who threw, or the purpose of the throw."""
    if throw.seat is None:
        return throw.purpose or _("opening")
    if match is not None:
        name = player(match, throw.seat)
    else:
        name = SIDES[throw.seat] if throw.seat < 2 else _("Seat %(number)s", number=throw.seat + 1)
    return f"{shown(name)}, {shown(throw.purpose)}" if throw.purpose else name


#: the board's keypad, row by row
KEYPAD = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#")
#: the players' own buttons, in the order of the seats
SEAT_KEYS = {
    "seat0": _("Left button"), "seat1": _("Right button"), "seat2": _("Third"), "seat3": _("Fourth"),
}  # fmt: skip


def seat_keys(detail: TableDetail) -> tuple[str, ...]:
    """Return the keys that are not on the keypad: the players' own buttons."""
    return tuple(key for key in detail.keys if key not in KEYPAD)


def key_label(key: str) -> str:
    """Return the label of a player's button."""
    return SEAT_KEYS.get(key, key)
