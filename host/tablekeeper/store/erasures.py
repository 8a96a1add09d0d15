"""Counts the removals of names from the database, so that caches of rows can be invalidated."""

from __future__ import annotations


class Erasures:
    """Counts the removals, so that whoever remembers what stood in the database knows to forget it.

    It rises when a removal is written, so that nothing follows that was checked against the old rows, and
    again when it is committed, so that nothing read in between is remembered.
    """

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    def rise(self) -> None:
        """Note that rows have changed."""
        self.count += 1
