"""The director's journal: what was done, by whom, when. Nothing in it is ever changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from tablekeeper.store import schema
from tablekeeper.store.database import Database


@dataclass(frozen=True, slots=True)
class Action:
    """An entry of the director's journal."""

    id: int
    at_ms: int
    actor: str
    verb: str
    payload: Any


def enter(connection: Connection, at_ms: int, actor: str, verb: str, payload: Mapping[str, Any]) -> int:
    """Enter an action; return its number. The payload is plain JSON; its keys are sorted."""
    text = json.dumps(payload, sort_keys=True, ensure_ascii=False, allow_nan=False)
    row = connection.execute(
        insert(schema.actions).values(at_ms=at_ms, actor=actor, verb=verb, payload=text)
    )
    assert row.inserted_primary_key is not None
    return int(row.inserted_primary_key[0])


def all_actions(database: Database, after: int = 0) -> list[Action]:
    """Return the actions with a number above `after`, oldest first."""
    table = schema.actions
    with database.reading() as connection:
        return [
            Action(row.id, row.at_ms, row.actor, row.verb, json.loads(row.payload))
            for row in connection.execute(select(table).where(table.c.id > after).order_by(table.c.id))
        ]
