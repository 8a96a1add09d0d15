"""What a venue and its federation say to each other. Pure.

A session is a fence: what a venue sent before it was restarted, or before its journals were restored from a
copy, is out of date and is not taken. The federation counts sessions; `life` is drawn by the venue at each
start, so that a federation that was restored itself gives no session a second time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

VENUE = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
JOURNAL = re.compile(r"[a-z0-9]+(/[a-z0-9]+){0,3}")


class ShippingSession(NamedTuple):
    """Which messages of a venue count now: `number` is the federation's, `life` the venue's."""

    number: int
    life: str


class Mark(NamedTuple):
    """A place of a journal: the number of an entry, 0 before the first, and the checksum up to it."""

    number: int
    checksum: str


@dataclass(frozen=True, slots=True)
class Enquiry:
    """Venue: where are you? `nonce` counts the questions of a life."""

    venue: str
    life: str
    nonce: int


@dataclass(frozen=True, slots=True)
class Shipment:
    """Venue: an entry of a journal; `before` is the checksum up to the entry before it."""

    venue: str
    session: ShippingSession
    journal: str
    number: int
    before: str
    checksum: str
    content: str


@dataclass(frozen=True, slots=True)
class Fork:
    """Venue: your copy is not mine; these are places of mine. `last` is the number of its last entry."""

    venue: str
    session: ShippingSession
    journal: str
    last: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Venue: entries behind `low` were changed on purpose (a name was removed) since it ended at `at`.

    What is behind `low` is shipped again.
    """

    venue: str
    session: ShippingSession
    journal: str
    at: Mark
    low: Mark


@dataclass(frozen=True, slots=True)
class Replaced:
    """Venue: all that the journal had when it ended at `at` was shipped again: delete what was kept."""

    venue: str
    session: ShippingSession
    journal: str
    at: Mark


@dataclass(frozen=True, slots=True)
class RemovalDone:
    """Sent by a venue: the names of removal `removal` do not occur here any more."""

    venue: str
    session: ShippingSession
    removal: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """Federation: the answer to an Enquiry: the ends of all journals, and where the held ones have parted.

    `kept` are the ends that journals had when they were cut by a Rewritten, and the entries are still kept.
    `removals` are those that the venue has not confirmed: the number of each, and whose names are to be
    removed, by their numbers in the venue's register.
    """

    venue: str
    session: ShippingSession
    nonce: int
    ends: tuple[tuple[str, Mark], ...]
    held: tuple[tuple[str, int], ...]
    kept: tuple[tuple[str, Mark], ...] = ()
    removals: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """Federation: the journal is committed up to this place."""

    venue: str
    session: ShippingSession
    journal: str
    end: Mark


@dataclass(frozen=True, slots=True)
class Between:
    """Federation: the last common entry is `low` or later, and before `high`."""

    venue: str
    session: ShippingSession
    journal: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Held:
    """Federation: nothing is taken of this journal; `agreed` is the number of the last common entry."""

    venue: str
    session: ShippingSession
    journal: str
    agreed: int


@dataclass(frozen=True, slots=True)
class Over:
    """Federation: this session does not count any more; enquire again."""

    venue: str
    session: ShippingSession


Question = Enquiry | Shipment | Fork | Rewritten | Replaced | RemovalDone
Answer = Welcome | Receipt | Between | Held | Over
Message = Question | Answer


def subject(message: Message) -> str:
    """Return the subject of a message: a venue may publish below its own name only.

    >>> subject(Receipt("udine", ShippingSession(1, "a"), "event/3", Mark(1, "")))
    'tk.udine.answer'
    """
    if isinstance(message, Shipment | Fork | Rewritten | Replaced):
        return f"tk.{message.venue}.journal.{message.journal.replace('/', '.')}"
    return f"tk.{message.venue}.{'enquiry' if isinstance(message, Enquiry | RemovalDone) else 'answer'}"


def message_id(message: Message) -> str | None:
    """Return the id by which a stream drops repeated shipments, None for a message that may be repeated.

    The session is part of it: an entry that was not taken in an earlier one has to pass. So is the
    checksum: another entry under a known number is a conflict, and no repetition.
    """
    if not isinstance(message, Shipment):
        return None
    number, life = message.session
    return f"{message.venue}/{number}-{life}/{message.journal}/{message.number}/{message.checksum}"
