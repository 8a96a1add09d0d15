"""Finds the matches at tables that still owe their event a result, from the journals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.state import EventState
from tablekeeper.journal.reading import Reading
from tablekeeper.store import EventRow, Store

#: the member with the number of the action that an action at a table takes back
TAKES_BACK = "takes_back"


def here(row: EventRow, reading: Reading[EventState]) -> dict[int, Mapping[str, Any]]:
    """Return the pairings of an event that this hall's boards play, by match.

    An imported event names matches of the hall from which it comes. This hall may have others with these
    numbers: a link counts here only if it was made since the event is in this database.
    """
    state, actions = reading.state, reading.actions
    return {
        match: pairing for match, pairing in state.tables.items()
        if actions[state.linked[match] - 1].at_ms >= row.created_ms
    }  # fmt: skip


def awaited(store: Store) -> dict[int, tuple[int, Mapping[str, Any]]]:
    """Return the matches without a result so far: match -> (event, its pairing).

    After an undo of its result, a match gives no result again unless it was continued.
    """
    goes_on = {
        one.body["match"]: one.at_ms
        for one in store.actions()
        if one.action == "handover" and one.body.get("at_seq") is not None
    }
    found: dict[int, tuple[int, Mapping[str, Any]]] = {}
    for row in store.events.all():
        reading = store.events.journals.reading(journal.EVENTS, row.id)
        actions, undone = reading.actions, reading.state.undone
        # a player's claim brings a result when it is confirmed
        counted = {one.body.get("claim") for one in actions if one.action in (journal.CONFIRM, journal.RULE)}
        brought = {
            match
            for one in actions
            if (one.action == journal.RESULT
                or (one.action == journal.CLAIM and ("by" not in one.body or one.seq in counted)))
            and ((match := one.body.get("match")) not in goes_on
                 or one.seq not in undone or one.at_ms > goes_on[match])
        }  # fmt: skip
        linked = {
            one.body["match"]: one.body["pairing"] for one in actions if one.action == journal.TABLE
        }
        for match, pairing in here(row, reading).items():
            # the last set brought the result, which also settles the earlier sets
            same = brought if pairing.get("sets", 1) > 1 else ()
            last = max((one for one in same if one and linked.get(one) == pairing), default=0)
            if match not in brought and match > last:
                found[match] = (row.id, pairing)
    return found


def brought_by(store: Store, match: int) -> tuple[int, int] | None:
    """Return the event that has a result or a claim from a match, and the number of its action."""
    return _of_match(store, match, (journal.CLAIM, journal.RESULT))


def seated_by(store: Store, match: int) -> tuple[int, int] | None:
    """Return the event for which a match was set up, and the number of the action that linked them."""
    return _of_match(store, match, (journal.TABLE,))


def _of_match(store: Store, match: int, actions: tuple[str, ...]) -> tuple[int, int] | None:
    for row in store.events.all():
        reading = store.events.journals.reading(journal.EVENTS, row.id)
        if match not in here(row, reading):
            continue
        for one in reading.actions:
            about = one.action in actions and one.body.get("match") == match
            if about and one.seq not in reading.state.undone:
                return row.id, one.seq
    return None
