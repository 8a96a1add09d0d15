"""Exported events (docs/event-files.md): an event, its journal, and its standings. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from tablekeeper import formats
from tablekeeper.director.events import journal
from tablekeeper.director.events.journal import checked
from tablekeeper.director.events.state import EventState
from tablekeeper.formats.answer import document as answer_document
from tablekeeper.formats.event import KEYS
from tablekeeper.journal.action import Action, canonical
from tablekeeper.strictjson import LATEST_MS, Cursor
from tablekeeper.textchecks import name_at


def entry(action: Action) -> dict[str, Any]:
    """Return an action in the form of an exported journal."""
    return {
        "seq": action.seq,
        "at_ms": action.at_ms,
        "actor": action.actor,
        "action": action.action,
        "body": action.body,
    }


def standings(state: EventState) -> dict[str, Any] | None:
    """Return the standings of a started event; None before its start."""
    return answer_document(state.answer()) if state.started else None


def colours(state: EventState) -> dict[str, list[str]] | None:
    """Return the last line-up of an event's races, None before the first one."""
    if not state.colours:
        return None
    return {name: list(own) for name, own in state.colours[-1].colours.items()}


def export(actions: Sequence[Action], state: EventState) -> dict[str, Any]:
    """Return the document of an event from its journal and the state folded from it."""
    held = colours(state)
    return {
        **state.document(),
        "name": state.name,
        "journal": [entry(action) for action in actions],
        "standings": standings(state),
        **({} if held is None else {"colours": held}),
    }


def read(document: Cursor, name: str, now_ms: int, actor: str) -> list[Action]:
    """Return the journal of a document; one without a journal gets one of `actor`, by `name` at `now_ms`."""
    document.fields(KEYS, ("format", "players", "results"))
    if not document.has("journal"):
        return _written(document, name, now_ms, actor)
    actions = [_action(place, number) for number, place in enumerate(document.at("journal").items(1), 1)]
    for earlier, later in pairwise(actions):
        if later.at_ms < earlier.at_ms:
            place = Cursor(later.at_ms, f"journal[{later.seq - 1}].at_ms")
            raise place.refuse("is earlier than that of the action before it")
    state = checked(actions)
    if state.started:
        state.answer()
    _compare(document, state)
    return actions


def storable(cursor: Cursor) -> Any:
    """Return a value as the store would return it; refuse values that JSON in UTF-8 cannot hold."""
    try:
        return json.loads(canonical({"": cursor.value}).encode())[""]
    except ValueError:
        raise cursor.refuse("holds a number or a letter that cannot be stored") from None


def _written(document: Cursor, name: str, now_ms: int, actor: str) -> list[Action]:
    _, event = formats.read_event(document)
    formats.standings(document)
    if document.has("name"):
        name = name_at(document.at("name"))
    new = {"name": name, "format": event.format, "options": document.at("options").value or {}}
    storable(Cursor(dict(new), "options"))
    bodies: list[tuple[str, Mapping[str, Any]]] = [
        (journal.NEW, new),
        (journal.ENTER, {"players": list(event.players)}),
        (journal.START, {}),
    ]
    for place in event.results:
        storable(place)
        bodies.append((journal.RESULT, {"result": place.value}))
    actions = [Action(seq, now_ms, actor, action, body) for seq, (action, body) in enumerate(bodies, 1)]
    _compare(document, checked(actions))
    return actions


def _action(cursor: Cursor, seq: int) -> Action:
    keys = ("seq", "at_ms", "actor", "action", "body")
    found = cursor.fields(keys, keys)
    found["seq"].whole(seq, seq)
    dict(found["body"].members())
    storable(found["body"])
    return Action(
        seq,
        found["at_ms"].whole(0, LATEST_MS),
        name_at(found["actor"]),
        found["action"].choice(journal.ACTIONS),
        found["body"].value,
    )


def _compare(document: Cursor, state: EventState) -> None:
    told: dict[str, Any] = {**state.document(), "name": state.name}
    if document.has("standings"):
        told["standings"] = standings(state)
    if document.has("colours"):
        told["colours"] = colours(state)
    for key, value in told.items():
        if not document.has(key):
            continue
        place = document.at(key)
        if (place.value or {} if key == "options" else place.value) != value:
            raise place.refuse("differs from what follows from the journal")
