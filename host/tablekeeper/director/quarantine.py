"""Records in quarantine, compared with the stored ones, and the director's decisions about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.games.recordtext import sentence
from tablekeeper.languages import _
from tablekeeper.store import Store
from tablekeeper.store.logs import Quarantined
from tablekeeper.textchecks import check_reason

#: actions of the director's journal: the record was checked and does not count; it replaces the stored one
DISCARD = "discard quarantined record"
RELEASE = "release quarantined record"
#: action -> state of the record in quarantine
STATES = {DISCARD: _("discarded"), RELEASE: _("replaced by the released record")}
#: the state of a record that the board has sent again, and that was then stored
STORED = _("stored since")


@dataclass(frozen=True, slots=True)
class SetAside:
    """A record in quarantine. Texts are the sentences of records."""

    held: Quarantined
    text: str
    #: the record that is stored under its number; None if there is none
    stored: str | None
    #: its state, one of STATES or STORED; None until the director has decided
    state: str | None
    #: the reason of the decision, or ""
    reason: str


def unsettled(store: Store, uid: str) -> int:
    """Return the number of a board's records in quarantine that are not yet checked."""
    return sum(one.state is None for one in _of_board(store, uid))


def listed(store: Store) -> tuple[SetAside, ...]:
    """Return all records in quarantine, board by board."""
    return tuple(one for board in store.boards() for one in _of_board(store, board.uid))


def _of_board(store: Store, uid: str) -> list[SetAside]:
    held = store.quarantined(uid)
    decided = {one.body["id"]: one for one in store.actions() if one.action in STATES} if held else {}
    found = []
    for one in held:
        text = None if one.stored is None else _text(one.stored, one.journal)
        action = decided.get(one.id)
        if one.stored == one.bytes:
            state: str | None = STORED
        else:
            state = None if action is None else STATES[action.action]
        reason = "" if action is None else action.body["reason"]
        found.append(SetAside(one, _text(one.bytes, one.journal), text, state, reason))
    return found


class Quarantine:
    """The director's decisions about records in quarantine; `settled` is called with their board's uid."""

    def __init__(self, store: Store, settled: Callable[[str], None] = lambda uid: None) -> None:
        self._store = store
        self._settled = settled

    def of_board(self, uid: str) -> list[SetAside]:
        """Return the records of a board in quarantine, oldest first."""
        return _of_board(self._store, uid)

    def discard(self, number: int, reason: str, *, actor: str = "director") -> None:
        """Note that a record was checked and does not count; it stays in the database."""
        reason = check_reason(reason)
        found = one(self._store, number)
        if found.state is not None:
            raise UserError(
                "Record %(number)s of the quarantine is settled already: it is %(found)s.",
                number=number, found=_why(found),
            )
        self._store.act(actor, DISCARD, {"id": number, "reason": reason})
        self._settled(found.held.uid)

    def release(self, number: int, reason: str, *, actor: str = "director") -> None:
        """Replace the stored record by this one, and move the stored one to quarantine; a repetition reverts
        it.

        The log is folded again, so scores may change. No acknowledgement decreases.
        """
        reason = check_reason(reason)
        found = one(self._store, number)
        if found.state == STORED:
            raise UserError(
                "Record %(number)s of the quarantine is %(found)s: there is nothing to release.",
                number=number, found=_why(found),
            )
        if not records.is_whole(found.held.bytes, found.held.journal):
            raise UserError(
                "Number %(number)s of the quarantine holds %(words)s: it cannot be released.",
                number=number, words=found.text,
            )
        done = self._store.release(found.held, actor, RELEASE, {"id": number, "reason": reason})
        self._settled(found.held.uid)
        if done.over:
            raise UserError("The record is not stored: its board %(over)s.", over=done.over)


def one(store: Store, number: int) -> SetAside:
    """Return the quarantined record with this number."""
    for found in listed(store):
        if found.held.id == number:
            return found
    raise UserError(
        "The quarantine has no record %(number)s: `tablekeeper board quarantine list` lists it.",
        number=number,
    )


def _why(found: SetAside) -> str:
    if not found.reason:
        return str(found.state)
    return _("%(state)s (%(reason)s)", state=found.state, reason=found.reason)


def _text(record: bytes, journal: int) -> str:
    return sentence(record) if records.is_whole(record, journal) else _("bytes that are no record")
