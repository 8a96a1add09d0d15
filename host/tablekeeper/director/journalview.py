"""A common journal: the lines of all journals, merged by time and selected by filters. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tablekeeper.languages import Translatable, _, irregular, recognised

#: the journals with their titles, in the order used for lines of the same time
SUBJECTS = {
    "event": _("Events"), "desk": _("Rulings"), "tables": _("Tables"), "people": _("People"),
    "ranking": _("Rankings"),
}  # fmt: skip
#: the journal of logins, which is not in the database
LOGINS = "logins"
_ORDER = {key: place for place, key in enumerate((*SUBJECTS, LOGINS))}
#: lines on a page
PAGE = 50


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An action of a journal in words."""

    subject: str  # one of SUBJECTS, or LOGINS
    owner: int  # the event or ranking entry of the journal; 0 if there is only one journal
    seq: int
    at_ms: int
    actor: str
    action: str
    text: str
    reason: str  # "" if no reason was given
    undone: bool
    where: str  # the event, or the table, in words; "" if there is none
    event: int | None = None  # its event, if it is about one

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The sort key: time, then subject, then number."""
        return self.at_ms, _ORDER[self.subject], self.owner, self.seq

    @property
    def day(self) -> str:
        """The day of the action, in the host's time zone: "2026-05-01"."""
        return local_day(self.at_ms)


@dataclass(frozen=True, slots=True)
class Selection:
    """A filter of lines: a line must match every value that is set; "" and None are not set."""

    event: int | None = None
    actor: str = ""
    subject: str = ""
    day: str = ""
    text: str = ""
    since_ms: int | None = None

    def takes(self, line: JournalLine) -> bool:
        """Return whether a line matches."""
        told = f"{line.text} {line.reason} {line.where} {line.actor}".casefold()
        return (
            (self.event is None or line.event == self.event)
            and (not self.actor or line.actor == self.actor)
            and (not self.subject or line.subject == self.subject)
            and (not self.day or line.day == self.day)
            and (self.since_ms is None or line.at_ms >= self.since_ms)
            and all(word in told for word in self.text.casefold().split())
        )


def local_day(at_ms: int) -> str:
    """Return the day of an instant, in the host's time zone."""
    return time.strftime("%Y-%m-%d", time.localtime(at_ms // 1000))


def merged(journals: Iterable[Iterable[JournalLine]]) -> list[JournalLine]:
    """Return the lines of all journals, oldest first."""
    return sorted((line for lines in journals for line in lines), key=lambda line: line.key)


def without_reason(text: str, reason: str) -> str:
    """Return a sentence without the reason at its end; the reason is shown in a separate column."""
    for end in (f" ({reason})", f": {reason}"):
        if reason and text.endswith(end):
            return _shortened(text, end)
    return text


def _shortened(text: str, end: str) -> str:
    """Return a text without its end; the end is one of its values, or a part of the last one."""
    english = text[: -len(end)]
    if not isinstance(text, Translatable):
        return english
    values = dict(text.values)
    for name, value in reversed(values.items()):
        if isinstance(value, str) and value.endswith(end):
            values[name] = _shortened(value, end)
            return irregular(english, text.key, **values)
    return recognised(english)


def pages(count: int) -> int:
    """Return the number of pages for this number of lines; an empty journal has one page."""
    return max(1, -(-count // PAGE))


def page_of(lines: list[JournalLine], number: int) -> list[JournalLine]:
    """Return a page of the lines, newest first; pages count from 1."""
    return lines[::-1][(number - 1) * PAGE : number * PAGE]


def actors(lines: Iterable[JournalLine], name_key: Callable[[str], str] = str.casefold) -> list[str]:
    """Return the authors of actions, sorted by name."""
    return sorted({line.actor for line in lines}, key=lambda name: (name_key(name), name))
