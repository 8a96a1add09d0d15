"""The errors of the store, each with one sentence for people."""

from __future__ import annotations

from tablekeeper.errors import ResourceError


class StoreError(ResourceError):
    """A problem of the database, with one sentence for people: what is wrong and what to do."""


class NoDatabase(StoreError):
    """The database to read does not exist."""


class Damaged(StoreError):
    """The database is damaged: a copy of it is needed."""


class InUse(StoreError):
    """Another process writes the database; `host` is the address that it has announced, or None."""

    def __init__(self, sentence: str, host: str | None = None) -> None:
        super().__init__(sentence)
        self.host = host
