"""Adapts the simulator's board so that scripts can be played on it."""

from __future__ import annotations

from pathlib import Path

from tablesim import Timeline, VirtualBoard

_US = 1000


class Virtual:
    """A virtual board on its own timeline, at first without power. Times are ms since it was made."""

    def __init__(self, uid: bytes, firmware: Path | None = None) -> None:
        self.timeline = Timeline()
        self.board = VirtualBoard(self.timeline, uid, firmware=firmware)

    def power_on(self) -> None:
        """Switch the board on."""
        self.board.power_on()

    def run(self, ms: float) -> float:
        """Let time pass; return the new time (ms)."""
        self.timeline.run_until(self.timeline.now_us + round(ms * _US))
        return self.timeline.now_us / _US

    def down(self, key: str) -> None:
        """Press a key."""
        self.board.press(_name(key), hold_ms=None)

    def up(self, key: str) -> None:
        """Let a key go."""
        self.board.release(_name(key))

    def picture(self) -> bytes:
        """Return the display's RAM."""
        return self.board.screen()

    def shown(self) -> bool:
        """Return whether the display is on."""
        return self.board.oled is not None and self.board.oled.on

    def memory(self) -> bytes:
        """Return the FRAM."""
        return bytes(self.board.fram.memory) if self.board.fram is not None else b""


def _name(key: str) -> int | str:
    return int(key[1:]) if key.startswith("s") else key
