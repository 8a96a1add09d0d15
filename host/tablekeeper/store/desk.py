"""The director's desk: rulings, penalties, breaks, appeals. A journal like that of an event: it only grows.

Who adds an entry names the last one it knows of, as in `events`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, func, insert, select

from tablekeeper.store import schema
from tablekeeper.store.database import Database
from tablekeeper.store.erasures import Erasures
from tablekeeper.store.events import EventAction, Overtaken, canonical
from tablekeeper.store.writer import Writer


class DeskStore:
    """What is written and asked about the desk."""

    def __init__(
        self, database: Database, writer: Writer, now: Callable[[], int], erasures: Erasures
    ) -> None:
        self._database = database
        self._writer = writer
        self._now = now
        self._erasures = erasures

    def append(
        self, after: int, actor: str, action: str, body: Mapping[str, Any], erasures: int | None = None
    ) -> int:
        """Add an entry behind number `after`, which must be the last (0: none yet); return its number.

        `erasures` is the count of removed names when the journal was read, as for events.
        """
        now, table = self._now(), schema.desk_actions

        def job(connection: Connection) -> int:
            last, at_ms = connection.execute(select(func.max(table.c.seq), func.max(table.c.at_ms))).one()
            if (last or 0) != after or erasures not in (None, self._erasures.count):
                raise Overtaken("desk")
            # a clock that is set back does not reorder a journal
            row = {"seq": after + 1, "at_ms": max(now, at_ms or 0), "actor": actor, "action": action}
            connection.execute(insert(table).values(**row, body=canonical(body)))
            return after + 1

        return self._writer.run(job)

    def actions(self) -> list[EventAction]:
        """Return the journal in order."""
        table = schema.desk_actions
        with self._database.reading() as connection:
            return [
                EventAction(row.seq, row.at_ms, row.actor, row.action, json.loads(row.body))
                for row in connection.execute(select(table).order_by(table.c.seq))
            ]
