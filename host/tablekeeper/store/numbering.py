"""Numbers that outlive the database they were drawn in.

The boards' logs hold the ids of matches and commands, and a board tells a repeated command by its
id. A new database that counted from 1 again would take old logs for its own matches, and its first
commands would be taken for repeats. So an id is the second of its making, counted from 2020, or
one more than the last when that is taken: it rises, fits 32 bits until 2156, and with a clock that
stands at 0 (tests, virtual halls) it counts 1, 2, 3.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, func, select

#: 2020-01-01 00:00 UTC, in Unix ms
_EPOCH_MS = 1_577_836_800_000


def next_id(connection: Connection, column: Column[Any], now: int) -> int:
    """Return the next id for a table's column at `now` (Unix ms); the writer alone asks."""
    last = connection.scalar(select(func.max(column))) or 0
    return max(last + 1, (now - _EPOCH_MS) // 1000)
