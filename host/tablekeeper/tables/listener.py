"""What a connection tells its listeners."""

from __future__ import annotations

from typing import Protocol

from tablekeeper.tables.hello import Hello, Status
from tablekeeper.tables.notice import Notice


class Listener(Protocol):
    """A listener for connection events; it is called on the thread that pumps."""

    def online(self, uid: str, hello: Hello) -> None:
        """A board is there and welcomed."""

    def offline(self, uid: str, reason: str) -> None:
        """A board that was online is no longer there."""

    def status(self, uid: str, status: Status) -> None:
        """A board's state, every two seconds."""

    def screen(self, uid: str, pixels: bytes) -> None:
        """What a board's display shows: 1024 bytes, 8 pages of 128 columns."""

    def answered(self, uid: str, command_id: int, state: str, seq: int, reason: str) -> None:
        """A command was done or refused, or has expired."""

    def pressed(self, uid: str) -> None:
        """A key was pressed at a board whose notice called for one."""

    def notice(self, uid: str) -> Notice | None:
        """Return what a board is to tell its players now."""

    def expected(self, uid: str) -> int:
        """Return the program that a board will be set up for next, BLANK where nobody can tell."""

    def problem(self, uid: str, sentence: str) -> None:
        """Something that somebody must know; each is told once a connection."""
