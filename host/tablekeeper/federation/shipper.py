"""The venue's side: which messages to send now. Pure: the time (ms, never back) and the randomness are given.

It holds nothing that must be kept: after a restart it asks the federation where it is. `shipped` is kept by
the person who runs it, only to tell that a federation has lost what it had committed.
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
#: ms until something is sent again: doubled each time, up to the last
RESEND, LONGEST = 500, 16_000
#: after so many repetitions without an answer a session is begun again
TRIES = 5
#: ms between questions while nothing is wrong: they notice a federation that was restored
ASK = 30_000
#: the largest number of places of a journal in one Fork; 2 or more
MARKS = 17


class ShippedJournals(Protocol):
    """Access to the stored journals of a venue."""

    def names(self) -> Iterable[str]:
        """Return the names of all journals."""

    def last(self, journal: str) -> int:
        """Return the number of the last entry, 0 when there is none."""

    def checksum(self, journal: str, number: int) -> str:
        """Return the checksum up to an entry (0: the one before the first), "" when there is none."""

    def content(self, journal: str, number: int) -> str | None:
        """Return the content of an entry; None: it no longer fits its checksum, and is not shipped."""

    def unchanged(self, journal: str, mark: Mark) -> int | None:
        """Return the number behind which entries were rewritten on purpose since the journal had a mark.

        None: it never had this mark.
        """


@dataclass(frozen=True, slots=True)
class Parted:
    """A report: the federation's copy of a journal has another past behind entry `agreed`."""

    journal: str
    agreed: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A report: a journal was committed to `shipped`, and the federation has it to `end` now."""

    journal: str
    shipped: int
    end: int


Report = Parted | Lost


class _Lane:
    """How far a journal is."""

    __slots__ = ("cut", "due", "held", "high", "low", "sent", "shipped", "tries")

    def __init__(self, shipped: int) -> None:
        self.shipped = shipped
        self.sent = shipped
        self.tries = 0
        self.due = 0
        #: not None: the copies differ somewhere behind `low` and before `high`, or at it
        self.low = 0
        self.high: int | None = None
        #: not None: the end of a copy that is to be cut behind `low`: entries were rewritten on purpose
        self.cut: Mark | None = None
        self.held = False

    @property
    def compares(self) -> bool:
        """Whether the copy is brought in line first: nothing is shipped yet."""
        return self.high is not None or self.cut is not None

    @property
    def waits(self) -> bool:
        """Whether an answer is awaited."""
        return self.compares or self.sent > self.shipped


class Shipper:
    """Ships the journals of a venue. After `receive` and when time has come, `send` says what to send."""

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
        #: the number up to which the federation has committed each journal, as far as is known
        self.shipped = dict(shipped or {})
        self.reports: list[Report] = []
        #: whose names are to be removed here, by the number of the removal, as the federation said last
        self.removals: dict[int, tuple[int, ...]] = {}
        #: what the federation has kept of journals that it has cut
        self._kept: set[tuple[str, Mark]] = set()
        self._removed: set[int] = set()
        self._confirming: set[int] = set()
        self._session: ShippingSession | None = None
        #: what was known as committed when the last question was asked
        self._asked: dict[str, int] = {}
        self._nonce = self._ask_at = 0
        self._wait = RESEND
        self._restart(0)

    @property
    def parted(self) -> tuple[str, ...]:
        """The journals that the federation refuses, because its copy has a different past."""
        return tuple(sorted(name for name, lane in self._lanes.items() if lane.held))

    # --- what to send ---------------------------------------------------------------------

    def send(self, now: int) -> list[Question]:
        """Return what is to be sent at `now`."""
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
        """Ask where the federation is: the stream has dropped a repetition, so an answer was lost."""
        if self._session is not None:
            self._ask_at = min(self._ask_at, now)

    def due(self) -> int:
        """Return the time at which something is sent again, if no answer comes before."""
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
        """Return what asks for the cut of a lane; None: it has none, or another rewriting came meanwhile."""
        if lane.cut is None:
            return None
        assert self._session is not None
        low = Mark(lane.low, self._journals.checksum(journal, lane.low))
        return Rewritten(self._venue, self._session, journal, lane.cut, low)

    def _replaced(self, session: ShippingSession) -> list[Replaced]:
        """Return the cuts whose entries were shipped again, of a past that this venue rewrote itself."""
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
        """Note that a removal is done here: it is confirmed."""
        if self.removals.pop(removal, None) is not None:
            self._removed.add(removal)
            self._confirming.add(removal)

    # --- what was answered ----------------------------------------------------------------

    def receive(self, answer: Answer, now: int) -> None:
        """Take an answer of the federation."""
        if isinstance(answer, Welcome):
            if answer.session.life == self._life and answer.nonce == self._nonce:
                self._welcome(answer, now)
            return
        if answer.session != self._session:
            return
        if isinstance(answer, Over):
            # with a new life: a stream would drop what it has seen in this session
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
                    # what is cut on purpose is not lost
                    for known in (self.shipped, self._asked):
                        known[journal] = min(known.get(journal, 0), low)
                elif lane.high is None:
                    lane.cut = None
                    lane.low, lane.high, lane.tries, lane.due = 0, end.number, 0, now
                continue
            lane.high = lane.cut = None
            # all this had been committed when the question was asked
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
        """Begin a new life: what is under way does not count any more."""
        self._life = f"{self._random.getrandbits(64):016x}"
        self._session = None
        self._lanes = {}
        self._nonce = 0
        self._asked = {}
        self._ask_at, self._wait = now, RESEND
