"""The messages between a venue and its federation. Pure.

Only messages of the present session are valid: a message that a venue sent before a restart, or before its
journals were restored from a copy, is out of date and refused. The federation numbers the sessions. The venue
draws `life` at each start, so a federation that was itself restored cannot repeat an earlier session.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

VENUE = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
JOURNAL = re.compile(r"[a-z0-9]+(/[a-z0-9]+){0,3}")
#: characters of a journal's name, of a life and of a checksum: columns of the store have this length
LONGEST_JOURNAL, LONGEST_LIFE, CHECKSUM = 64, 64, re.compile(r"[0-9a-f]{1,32}")
#: the most places of a journal in one Fork, which the federation looks up one by one
MOST_MARKS = 64


class ShippingSession(NamedTuple):
    """A session of a venue: the federation chooses `number`, the venue `life`."""

    number: int
    life: str


class Mark(NamedTuple):
    """A place of a journal: the number of an entry, 0 before the first, and the checksum up to it."""

    number: int
    checksum: str


@dataclass(frozen=True, slots=True)
class Enquiry:
    """Venue: asks how far the federation's copies are. `nonce` counts these questions in a life."""

    venue: str
    life: str
    nonce: int


@dataclass(frozen=True, slots=True)
class Shipment:
    """Venue: sends an entry of a journal; `before` is the checksum up to the previous entry."""

    venue: str
    session: ShippingSession
    journal: str
    number: int
    before: str
    checksum: str
    content: str


@dataclass(frozen=True, slots=True)
class Fork:
    """Venue: the copy differs from its journal, which has these `marks` and ends with number `last`."""

    venue: str
    session: ShippingSession
    journal: str
    last: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Venue: it changed entries behind `low` on purpose (removed a name) since the journal ended at `at`.

    It ships the entries behind `low` again.
    """

    venue: str
    session: ShippingSession
    journal: str
    at: Mark
    low: Mark


@dataclass(frozen=True, slots=True)
class Replaced:
    """Venue: it has shipped all entries up to the number of `at` again: delete those kept under `at`."""

    venue: str
    session: ShippingSession
    journal: str
    at: Mark


@dataclass(frozen=True, slots=True)
class RemovalDone:
    """Venue: the names of removal `removal` do not occur there any more."""

    venue: str
    session: ShippingSession
    removal: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """Federation: the answer to an Enquiry: the ends of all journals; `held`: last common entries in
    conflicts.

    `kept`: the ends of journals at the time a Rewritten cut them, if the federation still keeps the entries.
    `removals`: those that the venue has not confirmed: the number of each, and the people whose names it must
    remove, by their numbers in the venue's register.
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
    """Federation: it stores nothing of this journal; `agreed` is the number of the last common entry."""

    venue: str
    session: ShippingSession
    journal: str
    agreed: int


@dataclass(frozen=True, slots=True)
class Over:
    """Federation: this session is not valid any more; send an Enquiry again."""

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
    """Return the id by which a stream drops repeated shipments; None for a message that may be repeated.

    The id contains the session: an entry that was refused in an earlier session must pass. It contains the
    checksum: a different entry under a known number is a conflict, not a repetition.
    """
    if not isinstance(message, Shipment):
        return None
    number, life = message.session
    return f"{message.venue}/{number}-{life}/{message.journal}/{message.number}/{message.checksum}"
