"""Counts the removals of names from the database, so that caches of rows can be invalidated."""

from __future__ import annotations

from sqlalchemy import Connection, select

from tablekeeper.store import schema
from tablekeeper.store.sealing import REMOVALS


class Erasures:
    """Counts the removals, so that every cache of rows knows when it is out of date.

    The count increases when a removal is written, so that actions checked against the old rows are refused.
    It increases again after the commit, so that rows read in between are not cached.
    """

    __slots__ = ("_stored", "count")

    def __init__(self) -> None:
        self.count = 0
        self._stored = 0

    def rise(self) -> None:
        """Note that rows have changed."""
        self.count += 1

    def compare(self, connection: Connection) -> None:
        """Compare with the database's count, and increase the count if another host has removed names."""
        ends = schema.journal_ends.c
        stored = connection.scalar(select(ends.last).where(ends.journal == REMOVALS)) or 0
        if stored != self._stored:
            self._stored = stored
            self.rise()
