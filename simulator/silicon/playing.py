"""Plays a script on an emulated or virtual board, and keeps the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from silicon.script import DOWN, LOOK, UP, Step


class Board(Protocol):
    """A board whose keys a script presses and whose display it reads; times in ms."""

    def power_on(self) -> None:
        """Switch it on."""

    def run(self, ms: float) -> float:
        """Let time pass; return the new time."""

    def down(self, key: str) -> None:
        """Press a key."""

    def up(self, key: str) -> None:
        """Let a key go."""

    def picture(self) -> bytes:
        """Return the display's RAM."""

    def shown(self) -> bool:
        """Return whether the display is on."""

    def memory(self) -> bytes:
        """Return the FRAM."""


class NoPictureError(Exception):
    """A board was switched on and showed nothing."""


@dataclass(frozen=True, slots=True)
class Press:
    """A key that went down."""

    ms: float
    key: str
    name: str = ""
    """The name of this press in the script, or ""."""


@dataclass
class Played:
    """The results of a script."""

    first_picture: float
    """ms from power-on until the first picture was complete."""
    began: float
    """When the script began (ms of the board's time)."""
    presses: list[Press] = field(default_factory=list)
    looks: dict[str, list[bytes]] = field(default_factory=dict)
    """Name of a look -> the pictures around its moment; the one in the middle is from the moment itself."""
    memory: bytes = b""

    def picture(self, name: str) -> bytes:
        """Return the picture at the moment of a look."""
        seen = self.looks[name]
        return seen[len(seen) // 2]


_POLL_MS = 5
#: ms without a change after which a picture counts as complete
_STANDS_MS = 250


def first_picture(board: Board, patience_ms: float) -> float:
    """Switch a board on; return the time until its first picture was complete (ms).

    `_STANDS_MS` more have passed then. Raises NoPictureError if there is none after `patience_ms`.
    """
    start = board.run(0)
    board.power_on()
    last, since = b"", start
    while (now := board.run(_POLL_MS)) - start < patience_ms:
        picture = board.picture() if board.shown() else b""
        if picture != last:
            last, since = picture, now
        elif any(picture) and now - since >= _STANDS_MS:
            return since - start
    raise NoPictureError(f"no picture stood {patience_ms / 1000:g} s after power-on")


def play(board: Board, steps: Sequence[Step], *, around_ms: int = 0, patience_ms: float = 20_000) -> Played:
    """Switch a board on and play a script; looks also take the pictures `around_ms` before and after."""
    took = first_picture(board, patience_ms)
    now = board.run(0)
    found = Played(took, now)
    for step in steps:
        moment = found.began + step.ms - (around_ms if step.kind == LOOK else 0)
        if moment > now:
            now = board.run(moment - now)
        if step.kind == DOWN:
            found.presses.append(Press(now, step.value, step.name))
            board.down(step.value)
        elif step.kind == UP:
            board.up(step.value)
        elif step.kind == LOOK:
            pictures = found.looks[step.value] = [board.picture()]
            for _ in range(2 * around_ms // _POLL_MS):
                now = board.run(_POLL_MS)
                pictures.append(board.picture())
    found.memory = board.memory()
    return found
