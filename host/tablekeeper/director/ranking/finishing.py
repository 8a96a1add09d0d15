"""Proposes a ranking entry when an event finishes, or a unit of it is complete.

It does not count until the director confirms it.
"""

from __future__ import annotations

from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.ranking.journal import read
from tablekeeper.director.ranking.proposals import complete_units, kind_of
from tablekeeper.formats import Answer
from tablekeeper.journal.action import Overtaken
from tablekeeper.store import Store
from tablekeeper.store.entries import PROPOSED


def propose_entry(store: Store, event: int, actor: str) -> int | None:
    """Propose the entry of an event; return its number, None if the event counts in no ranking.

    An entry that counts already, or was withdrawn, stays unchanged until the director corrects it.
    """
    reading = store.events.journals.reading(EVENTS, event)
    kind = kind_of(reading.state.format)
    if kind is None:
        return None
    body = {"event_seq": len(reading.actions)}
    rows = store.entries.of_event(event)
    if not rows:
        return store.entries.create(kind, event, PROPOSED, body, actor=actor)
    known = read(store, rows[-1])
    if known.state == PROPOSED and known.event_seq != len(reading.actions):
        try:
            store.entries.append(known.id, known.last, PROPOSED, body, actor=actor)
        except Overtaken:
            # another caller is changing the entry now, and reads the present event
            return known.id
    return known.id


def propose_units(store: Store, event: int, actor: str, answer: Answer) -> None:
    """Propose the entry of a running event if one of its units is complete."""
    if complete_units(store.events.journals.reading(EVENTS, event).state, answer):
        propose_entry(store, event, actor)
