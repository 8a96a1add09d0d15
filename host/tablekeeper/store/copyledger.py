"""Reads and writes the copies of one venue's journals in one transaction of the federation's database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import sqlalchemy
from sqlalchemy import Connection, delete, insert, select, update

from tablekeeper.federation.messages import Mark, ShippingSession
from tablekeeper.store.chain import begin
from tablekeeper.store.copytables import (
    CUT,
    PARTED,
    REFUSED,
    aside,
    conflicts,
    ends,
    entries,
    removals,
    venues,
)

#: characters of a refused entry that are kept
_KEPT_LETTERS = 2000


class CopyLedger:
    """The copies of one venue's journals within a transaction (`federation.intake.Ledger`)."""

    def __init__(self, connection: Connection, venue: str, session: ShippingSession, now: int) -> None:
        self._connection = connection
        self._venue = venue
        self._session = session
        self._now = now
        self._ends: dict[str, Mark] = {}
        #: entries that are not written yet, by journal and number
        self._new: dict[tuple[str, int], tuple[str, str]] = {}
        self._moved: set[str] = set()

    def flush(self) -> None:
        """Write the added entries and the moved ends."""
        if self._new:
            rows = [
                {"venue": self._venue, "journal": journal, "number": number, "checksum": checksum,
                 "content": content}
                for (journal, number), (checksum, content) in self._new.items()
            ]  # fmt: skip
            self._connection.execute(insert(entries), rows)
            self._new.clear()
        for journal in sorted(self._moved):
            end = self._ends[journal]
            own = (ends.c.venue == self._venue) & (ends.c.journal == journal)
            values = {"number": end.number, "checksum": end.checksum}
            if self._connection.execute(update(ends).where(own).values(values)).rowcount == 0:
                self._connection.execute(insert(ends).values(venue=self._venue, journal=journal, **values))
        self._moved.clear()
        self._connection.execute(
            update(venues).where(venues.c.venue == self._venue).values(heard_ms=self._now)
        )

    def session(self) -> ShippingSession:
        """Return the session that is valid now."""
        return self._session

    def open(self, session: ShippingSession) -> None:
        """Make another session the valid one."""
        self._session = session
        self._connection.execute(
            update(venues)
            .where(venues.c.venue == self._venue)
            .values(number=session.number, life=session.life)
        )

    def ends(self) -> Iterable[tuple[str, Mark]]:
        """Return all journals with their ends."""
        self.flush()
        rows = self._connection.execute(select(ends).where(ends.c.venue == self._venue))
        return [(row.journal, Mark(row.number, row.checksum)) for row in rows]

    def end(self, journal: str) -> Mark:
        """Return the end of a journal."""
        if journal not in self._ends:
            own = (ends.c.venue == self._venue) & (ends.c.journal == journal)
            row = self._connection.execute(select(ends).where(own)).one_or_none()
            self._ends[journal] = Mark(0, begin(journal)) if row is None else Mark(row.number, row.checksum)
        return self._ends[journal]

    def checksum(self, journal: str, number: int) -> str:
        """Return the checksum up to an entry; "" for an unknown entry."""
        if number == 0:
            return begin(journal)
        if (new := self._new.get((journal, number))) is not None:
            return new[0]
        own = (entries.c.venue == self._venue) & (entries.c.journal == journal)
        found = self._connection.scalar(select(entries.c.checksum).where(own, entries.c.number == number))
        return found or ""

    def append(self, journal: str, end: Mark, content: str) -> None:
        """Store an entry behind the last one."""
        self._new[journal, end.number] = end.checksum, content
        self._ends[journal] = end
        self._moved.add(journal)

    def cut(self, journal: str, low: int) -> None:
        """Remove the entries behind `low` from the journal, and keep them under its end."""
        self._put_aside(journal, low, CUT)

    def kept(self) -> Iterable[tuple[str, Mark]]:
        """Return the ends of journals at the time they were cut, if entries of them are kept."""
        own = (aside.c.venue == self._venue) & (aside.c.why == CUT)
        query = select(aside.c.journal, aside.c.at_number, aside.c.at_checksum).where(own).distinct()
        return [
            (row.journal, Mark(row.at_number, row.at_checksum)) for row in self._connection.execute(query)
        ]

    def delete(self, journal: str, at: Mark) -> None:
        """Delete the entries of a journal that are kept under an end."""
        own = (aside.c.venue == self._venue) & (aside.c.journal == journal) & (aside.c.why == CUT)
        at_end = (aside.c.at_number == at.number) & (aside.c.at_checksum == at.checksum)
        self._connection.execute(delete(aside).where(own, at_end))

    def holds(self) -> Iterable[tuple[str, int]]:
        """Return the journals in conflict, each with the number of the last common entry."""
        rows = self._connection.execute(select(conflicts).where(conflicts.c.venue == self._venue))
        return [(row.journal, row.agreed) for row in rows]

    def held(self, journal: str) -> int | None:
        """Return the number of the last common entry of a journal in conflict; None without a conflict."""
        own = (conflicts.c.venue == self._venue) & (conflicts.c.journal == journal)
        agreed: int | None = self._connection.scalar(select(conflicts.c.agreed).where(own))
        return agreed

    def hold(self, journal: str, agreed: int, last: int) -> None:
        """Note a conflict."""
        self._connection.execute(
            insert(conflicts).values(
                venue=self._venue, journal=journal, agreed=agreed, last=last, noticed_ms=self._now
            )
        )

    def release(self, journal: str) -> None:
        """End the conflict of a journal and forget what was refused of it; its entries stay."""
        self._forget_refused(journal)
        own = (conflicts.c.venue == self._venue) & (conflicts.c.journal == journal)
        self._connection.execute(delete(conflicts).where(own))

    def refuse(self, journal: str, end: Mark, content: str, why: str) -> None:
        """Keep the beginning of an entry that cannot be stored, behind a line with the reason."""
        self._forget_refused(journal)
        # PostgreSQL stores no NUL
        kept = f"{why}\n{content[:_KEPT_LETTERS]}".replace("\0", "\N{SYMBOL FOR NULL}")
        values = {"number": end.number, "checksum": end.checksum, "content": kept, "why": REFUSED}
        at = {"at_number": end.number, "at_checksum": end.checksum, "since_ms": self._now}
        self._connection.execute(insert(aside).values(venue=self._venue, journal=journal, **values, **at))

    def _forget_refused(self, journal: str) -> None:
        own = (aside.c.venue == self._venue) & (aside.c.journal == journal) & (aside.c.why == REFUSED)
        self._connection.execute(delete(aside).where(own))

    def set_aside(self, journal: str, agreed: int) -> None:
        """Move the entries behind `agreed` to those set aside, and end the conflict."""
        self._put_aside(journal, agreed, PARTED)
        self.release(journal)
        self._connection.execute(
            update(removals).where(removals.c.venue == self._venue).values(confirmed_ms=None)
        )

    def removals(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Return the removals that the venue has not confirmed, each with its people there."""
        query = select(removals.c.removal, removals.c.people).where(
            removals.c.venue == self._venue, removals.c.confirmed_ms.is_(None)
        )
        rows = self._connection.execute(query.order_by(removals.c.removal))
        return [(row.removal, tuple(json.loads(row.people))) for row in rows]

    def confirm(self, removal: int) -> None:
        """Note that the venue has confirmed a removal."""
        own = (removals.c.venue == self._venue) & (removals.c.removal == removal)
        self._connection.execute(update(removals).where(own).values(confirmed_ms=self._now))

    def _put_aside(self, journal: str, low: int, why: str) -> None:
        self.flush()
        end = self.end(journal)
        own = (entries.c.venue == self._venue) & (entries.c.journal == journal) & (entries.c.number > low)
        columns = (
            entries.c.venue,
            entries.c.journal,
            entries.c.number,
            entries.c.checksum,
            entries.c.content,
        )
        told = [sqlalchemy.literal(value) for value in (why, end.number, end.checksum, self._now)]
        names = ["venue", "journal", "number", "checksum", "content", "why", "at_number", "at_checksum"]
        self._connection.execute(
            insert(aside).from_select([*names, "since_ms"], select(*columns, *told).where(own))
        )
        self._connection.execute(delete(entries).where(own))
        self._ends[journal] = Mark(low, self.checksum(journal, low))
        self._moved.add(journal)
