"""The venue's side: which messages to send now. Pure: time (ms, never goes back) and randomness are
arguments.

Its state need not be stored: after a restart it asks the federation how far the copies are. The caller stores
`shipped` for one purpose: to detect that a federation has lost entries which it had committed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tablekeeper.federation.messages import (
    Answer,
    Between,
    Enquiry,
    Fork,
    Held,
    Mark,
    Over,
    Question,
    Receipt,
    RemovalDone,
    Replaced,
    Rewritten,
    Shipment,
    ShippingSession,
    Welcome,
)

#: entries under way at most, of all journals
WINDOW = 64
#: ms until a message is sent again: doubled each time, up to LONGEST
RESEND, LONGEST = 500, 16_000
#: repetitions without an answer, after which a new session begins
TRIES = 5
#: ms between enquiries while nothing is wrong: they detect a federation that was restored
ASK = 30_000
#: the largest number of places of a journal in one Fork; 2 or more, up to messages.MOST_MARKS
MARKS = 17


class ShippedJournals(Protocol):
    """Access to the stored journals of a venue."""

    def names(self) -> Iterable[str]:
        """Return the names of all journals."""

    def last(self, journal: str) -> int:
        """Return the number of the last entry, 0 when there is none."""

    def checksum(self, journal: str, number: int) -> str:
        """Return the checksum up to an entry (0: the one before the first entry); "" for an unknown entry."""

    def content(self, journal: str, number: int) -> str | None:
        """Return the content of an entry; None if it no longer fits its checksum, so it is not shipped."""

    def unchanged(self, journal: str, mark: Mark) -> int | None:
        """Return the number of the last entry before those rewritten on purpose since `mark` was valid.

        None if no such rewriting has replaced this mark.
        """


@dataclass(frozen=True, slots=True)
class Parted:
    """A report: the federation's copy of a journal has different entries behind number `agreed`."""

    journal: str
    agreed: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A report: the federation had committed a journal up to `shipped`, and now has it only up to `end`."""

    journal: str
    shipped: int
    end: int


Report = Parted | Lost


class _Lane:
    """The progress of a journal: entries sent and committed, and the search for a difference."""

    __slots__ = ("cut", "due", "held", "high", "low", "sent", "shipped", "tries")

    def __init__(self, shipped: int) -> None:
        self.shipped = shipped
        self.sent = shipped
        self.tries = 0
        self.due = 0
        #: if not None: the first difference of the copies is behind `low`, and at `high` or before it
        self.low = 0
        self.high: int | None = None
        #: if not None: the end of a copy that must be cut behind `low`: entries were rewritten on purpose
        self.cut: Mark | None = None
        self.held = False

    @property
    def compares(self) -> bool:
        """Whether the copy must first be compared or cut: nothing is shipped yet."""
        return self.high is not None or self.cut is not None

    @property
    def waits(self) -> bool:
        """Whether the lane waits for an answer."""
        return self.compares or self.sent > self.shipped


class Shipper:
    """Ships the journals of a venue. Call `send` after `receive` and when `due` is reached."""

    def __init__(
        self, venue: str, journals: ShippedJournals, random: Random, shipped: Mapping[str, int] | None = None,
        window: int = WINDOW, marks: int = MARKS, ask: int = ASK,
    ) -> None:  # fmt: skip
        self._venue = venue
        self._journals = journals
        self._random = random
        self._window = window
        self._marks = marks
        self._ask = ask
        self._lanes: dict[str, _Lane] = {}
        #: the number up to which the federation has committed each journal, as far as the venue knows
        self.shipped = dict(shipped or {})
        self.reports: list[Report] = []
        #: people whose names must be removed here, by removal number, from the federation's last answer
        self.removals: dict[int, tuple[int, ...]] = {}
        #: the ends under which the federation keeps entries of journals that it has cut
        self._kept: set[tuple[str, Mark]] = set()
        self._removed: set[int] = set()
        self._confirming: set[int] = set()
        self._session: ShippingSession | None = None
        #: `shipped` at the time of the last Enquiry
        self._asked: dict[str, int] = {}
        self._nonce = self._ask_at = 0
        self._wait = RESEND
        self._restart(0)

    @property
    def parted(self) -> tuple[str, ...]:
        """The journals that the federation refuses, because its copy has a different past."""
        return tuple(sorted(name for name, lane in self._lanes.items() if lane.held))

    # --- sending --------------------------------------------------------------------------

    def send(self, now: int) -> list[Question]:
        """Return the messages to send at `now`."""
        found: list[Question] = []
        if self._session is not None:
            self._lanes_for_new_journals()
            room = self._window - sum(lane.sent - lane.shipped for lane in self._lanes.values())
            for journal, lane in self._lanes.items():
                if lane.held:
                    continue
                waits = lane.waits
                if waits and now >= lane.due:
                    lane.tries += 1
                    if lane.tries > TRIES:
                        self._restart(now)
                        found.clear()
                        break
                    room += lane.sent - lane.shipped
                    lane.sent = lane.shipped
                first = lane.sent + 1
                if not lane.compares:
                    room = self._ship(found, journal, lane, room)
                    again = lane.sent >= first
                else:
                    again = now >= lane.due
                    if again:
                        found.append(self._cut(journal, lane) or self._fork(journal, lane))
                if again and (not waits or now >= lane.due):
                    lane.due = now + min(RESEND << lane.tries, LONGEST)
            if self._session is not None:
                session = self._session
                found += [RemovalDone(self._venue, session, one) for one in sorted(self._confirming)]
                self._confirming.clear()
                found += self._replaced(session)
        if now >= self._ask_at:
            self._nonce += 1
            self._asked = dict(self.shipped)
            found.append(Enquiry(self._venue, self._life, self._nonce))
            self._ask_at = now + (self._ask if self._session else self._wait)
            self._wait = min(2 * self._wait, LONGEST)
        return found

    def ask(self, now: int) -> None:
        """Enquire at `now`: the stream has dropped a repeated shipment, so an answer was lost."""
        if self._session is not None:
            self._ask_at = min(self._ask_at, now)

    def due(self) -> int:
        """Return the time at which `send` repeats a message if no answer arrives before."""
        waiting = [lane.due for lane in self._lanes.values() if not lane.held and lane.waits]
        return min([self._ask_at, *waiting])

    def _ship(self, found: list[Question], journal: str, lane: _Lane, room: int) -> int:
        last = self._journals.last(journal)
        assert self._session is not None
        while room > 0 and lane.sent < last:
            before = self._journals.checksum(journal, lane.sent)
            content = self._journals.content(journal, lane.sent + 1)
            if content is None:
                break
            lane.sent += 1
            checksum = self._journals.checksum(journal, lane.sent)
            found.append(Shipment(self._venue, self._session, journal, lane.sent, before, checksum, content))
            room -= 1
        return room

    def _cut(self, journal: str, lane: _Lane) -> Rewritten | None:
        """Return the message that asks for the cut of a lane; None if nothing must be cut."""
        if lane.cut is None:
            return None
        assert self._session is not None
        low = Mark(lane.low, self._journals.checksum(journal, lane.low))
        return Rewritten(self._venue, self._session, journal, lane.cut, low)

    def _replaced(self, session: ShippingSession) -> list[Replaced]:
        """Return a message for each cut whose entries this venue had rewritten and has now shipped again."""
        done = [
            (journal, at)
            for journal, at in sorted(self._kept)
            if (lane := self._lanes.get(journal)) and not lane.held and not lane.compares
            and lane.shipped >= at.number and self._journals.unchanged(journal, at) is not None
        ]  # fmt: skip
        self._kept.difference_update(done)
        return [Replaced(self._venue, session, journal, at) for journal, at in done]

    def _fork(self, journal: str, lane: _Lane) -> Fork:
        assert self._session is not None
        assert lane.high is not None
        last = self._journals.last(journal)
        width = max(min(lane.high, last) - lane.low, 0)
        steps = min(self._marks - 1, width)
        numbers = [lane.low + width * step // steps for step in range(steps + 1)] if steps else [lane.low]
        marks = tuple(Mark(number, self._journals.checksum(journal, number)) for number in numbers)
        return Fork(self._venue, self._session, journal, last, marks)

    def _lanes_for_new_journals(self) -> None:
        for journal in self._journals.names():
            if journal not in self._lanes:
                self._lanes[journal] = _Lane(0)

    def removed(self, removal: int) -> None:
        """Note that a removal is done here; the next `send` confirms it."""
        if self.removals.pop(removal, None) is not None:
            self._removed.add(removal)
            self._confirming.add(removal)

    # --- answers --------------------------------------------------------------------------

    def receive(self, answer: Answer, now: int) -> None:
        """Process an answer of the federation."""
        if isinstance(answer, Welcome):
            if answer.session.life == self._life and answer.nonce == self._nonce:
                self._welcome(answer, now)
            return
        if answer.session != self._session:
            return
        if isinstance(answer, Over):
            # a new life, because the stream would drop repeated shipments of this session
            self._restart(now)
            return
        lane = self._lanes.get(answer.journal)
        if lane is None:
            return
        if isinstance(answer, Held):
            self._hold(answer.journal, lane, answer.agreed)
        elif isinstance(answer, Between):
            self._narrow(lane, answer, now)
        elif isinstance(answer, Receipt) and lane.cut is not None:
            if self._has(answer.journal, answer.end):
                lane.cut = None
                lane.shipped = lane.sent = 0
                self._committed(answer.journal, lane, answer.end.number, now)
            elif answer.end != lane.cut:
                self._restart(now)
        elif isinstance(answer, Receipt) and lane.high is None and answer.end.number > lane.shipped:
            if self._has(answer.journal, answer.end):
                self._committed(answer.journal, lane, answer.end.number, now)
            else:
                self._restart(now)

    def _narrow(self, lane: _Lane, answer: Between, now: int) -> None:
        if lane.high is None or (answer.low, answer.high) == (lane.low, lane.high):
            return
        if lane.low <= answer.low < answer.high <= lane.high:
            lane.low, lane.high, lane.tries, lane.due = answer.low, answer.high, 0, now

    def _welcome(self, answer: Welcome, now: int) -> None:
        if answer.session != self._session:
            self._session, self._lanes = answer.session, {}
        held = dict(answer.held)
        ends = dict(answer.ends)
        asked = dict(answer.removals)
        self._kept = set(answer.kept)
        self._confirming = self._removed & asked.keys()
        self.removals = {number: whose for number, whose in asked.items() if number not in self._removed}
        self._lanes_for_new_journals()
        for journal in {*ends, *self._lanes}:
            lane = self._lanes.setdefault(journal, _Lane(0))
            end = ends.get(journal, Mark(0, self._journals.checksum(journal, 0)))
            if journal in held:
                self._hold(journal, lane, held[journal])
                continue
            lane.held = False
            if not self._has(journal, end):
                low = self._journals.unchanged(journal, end)
                if low is not None:
                    lane.high, lane.cut, lane.low, lane.tries, lane.due = None, end, low, 0, now
                    lane.shipped = lane.sent = low
                    # entries that are cut on purpose are not lost
                    for known in (self.shipped, self._asked):
                        known[journal] = min(known.get(journal, 0), low)
                elif lane.high is None:
                    lane.cut = None
                    lane.low, lane.high, lane.tries, lane.due = 0, end.number, 0, now
                continue
            lane.high = lane.cut = None
            # the federation had committed these entries before the Enquiry
            if end.number < self._asked.get(journal, 0):
                self.reports.append(Lost(journal, self._asked[journal], end.number))
                self.shipped[journal] = lane.shipped = lane.sent = end.number
            if end.number > lane.shipped:
                self._committed(journal, lane, end.number, now)
        self._ask_at, self._wait = now + self._ask, RESEND

    def _committed(self, journal: str, lane: _Lane, number: int, now: int) -> None:
        lane.shipped, lane.tries, lane.due = number, 0, now + RESEND
        lane.sent = max(lane.sent, number)
        self.shipped[journal] = max(self.shipped.get(journal, 0), number)

    def _hold(self, journal: str, lane: _Lane, agreed: int) -> None:
        if not lane.held:
            self.reports.append(Parted(journal, agreed))
        lane.held, lane.high, lane.cut = True, None, None
        lane.shipped = lane.sent = agreed
        self.shipped[journal] = agreed

    def _has(self, journal: str, end: Mark) -> bool:
        return self._journals.checksum(journal, end.number) == end.checksum

    def _restart(self, now: int) -> None:
        """Begin a new life: messages under way become invalid."""
        self._life = f"{self._random.getrandbits(64):016x}"
        self._session = None
        self._lanes = {}
        self._nonce = 0
        self._asked = {}
        self._ask_at, self._wait = now, RESEND
