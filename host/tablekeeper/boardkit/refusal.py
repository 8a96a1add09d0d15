"""The error for operations that a board's drive does not allow: one sentence for the maker."""

from __future__ import annotations

#: The key that makes a board show its drive if it is held during plugging in; firmware/boot.py reads it.
DEVELOPER_KEY = "#"

#: the instruction to get a writable drive
PLUG_IN_AGAIN = f"unplug the board, hold its {DEVELOPER_KEY} key while plugging it in again, and repeat"
