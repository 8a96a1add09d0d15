"""The consumer's side: the changes of a message in the federation's store, and the answers to it. Pure.

Everything is decided within one transaction of the store, which must be serializable for one venue. Only when
it is committed may the answers be sent and the message be acknowledged to the stream. A consumer holds
nothing between two messages: it may be killed at any time, and any number of them may run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from tablekeeper.federation.content import refusal
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
from tablekeeper.store.chain import link


class Ledger(Protocol):
    """The copies of one venue's journals, within a transaction."""

    def session(self) -> ShippingSession:
        """Return the session that is valid now; (0, "") before the first."""

    def open(self, session: ShippingSession) -> None:
        """Make another session the valid one."""

    def ends(self) -> Iterable[tuple[str, Mark]]:
        """Return all journals with their ends."""

    def end(self, journal: str) -> Mark:
        """Return the end of a journal, number 0 and `chain.begin(journal)` when nothing is stored."""

    def checksum(self, journal: str, number: int) -> str:
        """Return the checksum up to an entry, as `ShippedJournals.checksum` of the venue does."""

    def append(self, journal: str, end: Mark, content: str) -> None:
        """Store an entry behind the last one."""

    def cut(self, journal: str, low: int) -> None:
        """Remove the entries behind `low` from the journal, and keep them under its end.

        The venue might lose the entries before it has shipped them again.
        """

    def kept(self) -> Iterable[tuple[str, Mark]]:
        """Return the ends of journals at the time they were cut, if entries of them are kept."""

    def delete(self, journal: str, at: Mark) -> None:
        """Delete the entries of a journal that are kept under an end."""

    def holds(self) -> Iterable[tuple[str, int]]:
        """Return the journals in conflict, each with the number of the last common entry."""

    def held(self, journal: str) -> int | None:
        """Return the number of the last common entry of a journal in conflict; None without a conflict."""

    def hold(self, journal: str, agreed: int, last: int) -> None:
        """Note a conflict: behind `agreed` the venue's entries differ from the copy. `last` is its end."""

    def release(self, journal: str) -> None:
        """End the conflict of a journal without changing its entries."""

    def refuse(self, journal: str, end: Mark, content: str, why: str) -> None:
        """Keep an entry that cannot be stored, with the reason, until the journal's conflict ends."""

    def set_aside(self, journal: str, agreed: int) -> None:
        """Move the entries behind `agreed` from the journal to those set aside, and end its conflict.

        The venue has gone back in time, so it must confirm all removals again.
        """

    def removals(self) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Return the removals that the venue has not confirmed, each with its people there."""

    def confirm(self, removal: int) -> None:
        """Note that the venue has confirmed a removal."""


#: returns why an entry of a journal is refused, "" if it can be stored
Check = Callable[[str, str], str]


def take(ledger: Ledger, question: Question, check: Check = refusal) -> list[Answer]:
    """Take a message of the ledger's venue within a transaction; return what to answer after its commit."""
    current = ledger.session()
    if isinstance(question, Enquiry):
        held = dict(ledger.holds())
        if question.life != current.life:
            current = ShippingSession(current.number + 1, question.life)
            ledger.open(current)
            # the venue may have been restored once more: it compares again
            for journal in held:
                ledger.release(journal)
            held = {}
        ends = tuple(ledger.ends())
        kept, removals = tuple(ledger.kept()), tuple(ledger.removals())
        return [Welcome(question.venue, current, question.nonce, ends, tuple(held.items()), kept, removals)]
    if question.session != current:
        return [Over(question.venue, question.session)]
    if isinstance(question, RemovalDone):
        ledger.confirm(question.removal)
        return []
    if isinstance(question, Replaced):
        ledger.delete(question.journal, question.at)
        return []
    agreed = ledger.held(question.journal)
    if agreed is not None:
        return [Held(question.venue, current, question.journal, agreed)]
    if isinstance(question, Rewritten):
        return _cut(ledger, question)
    return _compare(ledger, question) if isinstance(question, Fork) else _store(ledger, question, check)


def _store(ledger: Ledger, told: Shipment, check: Check) -> list[Answer]:
    end = ledger.end(told.journal)
    if told.number == end.number + 1 and told.before == end.checksum:
        if told.checksum != link(told.before, told.number, told.content):
            return []  # damaged on its way: it is sent again
        if why := check(told.journal, told.content):
            # the venue means it: sent again, it would be the same. The other journals go on
            ledger.refuse(told.journal, Mark(told.number, told.checksum), told.content, why)
            ledger.hold(told.journal, end.number, told.number)
            return [Held(told.venue, told.session, told.journal, end.number)]
        end = Mark(told.number, told.checksum)
        ledger.append(told.journal, end, told.content)
    elif told.number <= end.number + 1 and ledger.checksum(told.journal, told.number) != told.checksum:
        return [Over(told.venue, told.session)]  # the venue compares its journals with ours and sends a Fork
    # the entry is known, or there is a gap before it: the receipt says how far the copy is
    return [Receipt(told.venue, told.session, told.journal, end)]


def _cut(ledger: Ledger, told: Rewritten) -> list[Answer]:
    end, low = ledger.end(told.journal), told.low
    if end == told.at:
        if low.number >= end.number or ledger.checksum(told.journal, low.number) != low.checksum:
            return [Over(told.venue, told.session)]
        ledger.cut(told.journal, low.number)
        end = low
    return [Receipt(told.venue, told.session, told.journal, end)]


def _compare(ledger: Ledger, told: Fork) -> list[Answer]:
    journal, end = told.journal, ledger.end(told.journal)
    common = [mark.number for mark in told.marks if ledger.checksum(journal, mark.number) == mark.checksum]
    if not common or common[-1] == end.number:
        return [Over(told.venue, told.session)]  # it compared with something else
    low = common[-1]
    above = [mark.number for mark in told.marks if mark.number > low]
    if above and above[0] > low + 1:
        return [Between(told.venue, told.session, journal, low, above[0])]
    if not above and low != told.last:
        return [Over(told.venue, told.session)]
    ledger.hold(journal, low, told.last)
    return [Held(told.venue, told.session, journal, low)]


def follow(ledger: Ledger, journal: str) -> None:
    """Follow a venue whose journal differs from the copy here, because a person has ordered it.

    Our entries after the last common one are set aside, and the venue begins a new session. A journal
    without a conflict stays unchanged.
    """
    agreed = ledger.held(journal)
    if agreed is not None:
        ledger.set_aside(journal, agreed)
        ledger.open(ShippingSession(ledger.session().number + 1, ""))
