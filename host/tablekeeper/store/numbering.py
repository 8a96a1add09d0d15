"""Ids that stay unique even after the database is replaced by a new one.

The boards' logs hold the ids of matches and commands, and a board recognises a repeated command by its id. If
a new database counted from 1 again, it would assign old logs to its own matches, and boards would take its
first commands for repeats. So an id is the time of its creation in seconds since 2020, or one more than the
last id if that is taken. It increases, fits 32 bits until 2156, and with a clock that stays at 0 (tests,
virtual halls) it counts 1, 2, 3.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, func, select

#: 2020-01-01 00:00 UTC, in Unix ms
_EPOCH_MS = 1_577_836_800_000


def next_id(connection: Connection, column: Column[Any], now: int) -> int:
    """Return the next id for a table's column at `now` (Unix ms). Only the writer may call it."""
    last = connection.scalar(select(func.max(column))) or 0
    return max(last + 1, (now - _EPOCH_MS) // 1000)
