"""Records that were set aside, beside the stored ones, and what the director says of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.games.recordtext import sentence
from tablekeeper.store import Store
from tablekeeper.store.logs import Quarantined
from tablekeeper.textchecks import check_reason

#: the entry of the director's journal: this one was looked at, and counts as settled
DISCARD = "discard quarantined record"


@dataclass(frozen=True, slots=True)
class SetAside:
    """A record that was set aside. Texts are sentences of records."""

    held: Quarantined
    text: str
    #: what is stored under its number, None when nothing is
    stored: str | None
    #: why the director has discarded it, None while it is to be looked at
    settled: str | None


def settled(store: Store) -> Mapping[int, str]:
    """Return why each discarded record was discarded, by its number in the quarantine."""
    return {one.body["id"]: one.body["reason"] for one in store.actions() if one.action == DISCARD}


def unsettled(store: Store, uid: str) -> int:
    """Return how many records of a board are set aside and not looked at."""
    held = store.quarantined(uid)
    return len({one.id for one in held} - settled(store).keys()) if held else 0


def listed(store: Store) -> tuple[SetAside, ...]:
    """Return everything that was set aside, board after board."""
    reasons = settled(store)
    return tuple(
        SetAside(one, _text(one.bytes, one.journal), _stored(store, one), reasons.get(one.id))
        for board in store.boards()
        for one in store.quarantined(board.uid)
    )


class Quarantine:
    """What the director says of records that were set aside; `settled` is called with their board's uid."""

    def __init__(self, store: Store, settled: Callable[[str], None] = lambda uid: None) -> None:
        self._store = store
        self._settled = settled

    def discard(self, number: int, reason: str, *, actor: str = "director") -> None:
        """Note that a record was looked at and does not count; it stays in the database."""
        reason = check_reason(reason)
        found = one(self._store, number)
        if found.settled is not None:
            raise UserError(f"Record {number} of the quarantine is settled already: {found.settled}.")
        self._store.act(actor, DISCARD, {"id": number, "reason": reason})
        self._settled(found.held.uid)


def one(store: Store, number: int) -> SetAside:
    """Return what has this number in the quarantine."""
    for found in listed(store):
        if found.held.id == number:
            return found
    raise UserError(f"The quarantine has no record {number}: `tablekeeper board quarantine list` lists it.")


def _stored(store: Store, held: Quarantined) -> str | None:
    found = store.records(held.uid, held.journal, held.seq, held.seq)
    return _text(found[0], held.journal) if found else None


def _text(record: bytes, journal: int) -> str:
    return sentence(record) if records.is_whole(record, journal) else "bytes that are no record"
