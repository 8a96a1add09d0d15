"""The events of a connection that listeners receive."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

from tablekeeper.tables.hello import Hello, Status
from tablekeeper.tables.notice import Notice


class Listener(Protocol):
    """A listener for connection events; it is called on the thread that pumps."""

    def online(self, uid: str, hello: Hello) -> None:
        """A board is connected and welcomed."""

    def offline(self, uid: str, reason: str) -> None:
        """A board has gone offline."""

    def status(self, uid: str, status: Status) -> None:
        """A board's state, every two seconds."""

    def screen(self, uid: str, pixels: bytes) -> None:
        """The contents of a board's display: 1024 bytes, 8 pages of 128 columns."""

    def answered(self, uid: str, command_id: int, state: str, seq: int, reason: str) -> None:
        """A command was done or refused, or has expired."""

    def pressed(self, uid: str) -> None:
        """A key was pressed at a board whose notice called for one."""

    def notice(self, uid: str) -> Notice | None:
        """Return the notice that a board must show now."""

    def expected(self, uid: str) -> int:
        """Return the program that a board will be set up for next, BLANK if it is not known."""

    def problem(self, uid: str, sentence: str) -> None:
        """A problem that people must know about; each is reported once per connection."""

    def solved(self, uid: str, sentences: Set[str]) -> None:
        """These problems are over: the database, which had failed, works again."""
